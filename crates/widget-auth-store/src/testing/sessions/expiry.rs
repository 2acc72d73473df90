//! Every session ends, and none comes back.

use std::time::Duration;

use super::{LONG, LeaseTime, Suite, random_key};
use crate::error::StoreError;
use crate::testing::check::{ConformanceError, checks};

const A_SECOND: Duration = Duration::from_secs(1);

pub(super) async fn check(suite: &Suite) -> Result<(), ConformanceError> {
    checks!(suite =>
        what_has_expired_is_not_kept,
        a_session_ends_unless_it_is_touched,
    );
    Ok(())
}

async fn what_has_expired_is_not_kept(suite: &Suite) -> Result<(), StoreError> {
    let (key, mut session) = (random_key()?, suite.session("expired"));
    session.expires_at = suite.now();
    suite.first.create(&key, &session).await?;
    assert_eq!(suite.second.get(&key).await?, None, "an expired session is shown");
    let later = suite.now().saturating_add(LONG);
    assert!(!suite.second.touch(&key, later).await?, "a touch revived an expired session");
    assert!(!suite.second.delete(&key).await?, "an expired session was found");
    Ok(())
}

async fn a_session_ends_unless_it_is_touched(suite: &Suite) -> Result<(), StoreError> {
    let (key, touched_key) = (random_key()?, random_key()?);
    let mut session = suite.session("ends");
    session.expires_at = suite.now().saturating_add(2 * A_SECOND);
    suite.first.create(&key, &session).await?;
    suite.first.create(&touched_key, &session).await?;
    let later = suite.now().saturating_add(LONG);
    assert!(suite.second.touch(&touched_key, later).await?);

    match &suite.time {
        LeaseTime::Manual(clock) => {
            clock.advance(A_SECOND);
            assert!(suite.second.get(&key).await?.is_some(), "a session ended early");
            clock.advance(A_SECOND);
        }
        LeaseTime::Backend => {
            while suite.second.get(&key).await?.is_some() {
                let late = suite.now().saturating_since(session.expires_at);
                assert!(late < 10 * A_SECOND, "a session stays for ever");
                tokio::task::yield_now().await;
            }
            assert!(suite.now() >= session.expires_at, "a session ended early");
        }
    }
    assert_eq!(suite.second.get(&key).await?, None, "an expired session is shown");
    assert!(!suite.first.touch(&key, later).await?, "a touch revived an expired session");
    assert_eq!(suite.second.get(&key).await?, None, "a touch revived an expired session");
    assert!(!suite.first.delete(&key).await?, "an expired session was found");

    assert!(suite.first.get(&touched_key).await?.is_some(), "a touched session ended early");
    assert!(suite.first.delete(&touched_key).await?);

    // An expired one is as if it had never been.
    session.expires_at = later;
    suite.first.create(&key, &session).await?;
    assert!(suite.second.delete(&key).await?);
    Ok(())
}
