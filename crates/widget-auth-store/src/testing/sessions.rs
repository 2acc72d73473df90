//! The conformance suite for implementations of [`SessionStore`].

mod expiry;
mod races;

use std::sync::Arc;
use std::time::Duration;

use widget_auth_core::{Clock as _, SystemClock, UnixTime, UserInfo};

use super::LeaseTime;
use super::check::{ConformanceError, checks};
use crate::error::StoreError;
use crate::session::{Role, SessionId, SessionStore, UserSession};

const LONG: Duration = Duration::from_secs(600);

/// Checks that `first` and `second` are two handles on one store (for a store
/// in memory, twice the same) that keep the contract of [`SessionStore`].
///
/// Needs a Tokio runtime, of one thread or several.
/// Uses random keys, and leaves nothing behind.
///
/// # Errors
///
/// [`ConformanceError`], with the name of the check, for an error of the store
/// where it has to succeed.
///
/// # Panics
///
/// If the store breaks the contract. The panic begins with the name of the
/// check.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use widget_auth_core::{ManualClock, UnixTime};
/// use widget_auth_store::MemorySessionStore;
/// use widget_auth_store::testing::{LeaseTime, session_conformance};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::testing::ConformanceError> {
/// let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
/// let store = Arc::new(MemorySessionStore::new().with_clock(clock.clone()));
/// session_conformance(store.clone(), store, LeaseTime::Manual(clock)).await
/// # }
/// ```
pub async fn session_conformance(
    first: Arc<dyn SessionStore>,
    second: Arc<dyn SessionStore>,
    time: LeaseTime,
) -> Result<(), ConformanceError> {
    let suite = Suite { first, second, time };
    checks!(&suite =>
        an_unknown_key_is_empty,
        a_session_comes_back_whole,
        a_session_is_never_overwritten,
        touch_moves_the_end_and_nothing_else,
        a_deleted_session_stays_deleted,
        keys_of_any_look_stay_apart,
        bad_keys_are_refused_everywhere,
        what_would_fill_the_store_is_refused,
    );
    expiry::check(&suite).await?;
    races::check(&suite).await
}

struct Suite {
    first: Arc<dyn SessionStore>,
    second: Arc<dyn SessionStore>,
    time: LeaseTime,
}

impl Suite {
    fn now(&self) -> UnixTime {
        match &self.time {
            LeaseTime::Manual(clock) => clock.now(),
            LeaseTime::Backend => SystemClock.now(),
        }
    }

    /// A session that began now and lasts long.
    fn session(&self, subject: &str) -> UserSession {
        let mut claims = serde_json::Map::new();
        claims.insert("sub".to_owned(), subject.into());
        let user = UserInfo::from_claims(claims).expect("the subject is not empty");
        UserSession::new("provider", &user, self.now(), self.now().saturating_add(LONG))
    }
}

fn random_key() -> Result<String, StoreError> {
    Ok(SessionId::random()?.key())
}

async fn an_unknown_key_is_empty(suite: &Suite) -> Result<(), StoreError> {
    let (key, later) = (random_key()?, suite.now().saturating_add(LONG));
    assert_eq!(suite.first.get(&key).await?, None);
    assert!(!suite.first.delete(&key).await?, "deleted what never was");
    assert!(!suite.first.touch(&key, later).await?, "touched what never was");
    assert_eq!(suite.second.get(&key).await?, None, "a touch created a session");
    Ok(())
}

async fn a_session_comes_back_whole(suite: &Suite) -> Result<(), StoreError> {
    let mut full = suite.session("full \" \\ \n ü 雪 \u{0}");
    full.name = Some("Jane \u{1F600} Doe".to_owned());
    full.email = Some("jane@example.com".to_owned());
    full.picture = Some("https://example.com/".repeat(100));
    let custom = "Ops \" team".parse().expect("a role");
    full.roles = [Role::Viewer, Role::Admin, custom].into();
    full.claims.insert("groups".to_owned(), serde_json::json!(["ops", {"deep": [1.5, null]}]));
    full.created_at = UnixTime::from_secs(1);
    for session in [full, suite.session("bare")] {
        let key = random_key()?;
        suite.first.create(&key, &session).await?;
        assert_eq!(suite.second.get(&key).await?, Some(session), "a session came back changed");
        assert!(suite.second.delete(&key).await?);
        assert_eq!(suite.first.get(&key).await?, None, "a delete deleted nothing");
    }
    Ok(())
}

async fn a_session_is_never_overwritten(suite: &Suite) -> Result<(), StoreError> {
    let (key, session) = (random_key()?, suite.session("first"));
    suite.first.create(&key, &session).await?;
    let refusal = suite.second.create(&key, &suite.session("second")).await.err();
    let is_right = matches!(refusal, Some(StoreError::SessionExists));
    assert!(is_right, "{refusal:?} instead of SessionExists");
    assert_eq!(suite.first.get(&key).await?, Some(session), "a session was overwritten");
    assert!(suite.first.delete(&key).await?);
    Ok(())
}

async fn touch_moves_the_end_and_nothing_else(suite: &Suite) -> Result<(), StoreError> {
    let (key, another_key) = (random_key()?, random_key()?);
    let mut session = suite.session("touched").with_roles([Role::Editor]);
    let another = suite.session("another");
    suite.first.create(&key, &session).await?;
    suite.first.create(&another_key, &another).await?;
    for end in [LONG * 2, LONG / 2] {
        session.expires_at = suite.now().saturating_add(end);
        assert!(suite.second.touch(&key, session.expires_at).await?, "a session was not found");
        assert_eq!(suite.first.get(&key).await?.as_ref(), Some(&session), "a touch went wrong");
    }
    assert_eq!(suite.first.get(&another_key).await?, Some(another), "a touch went elsewhere");

    assert!(suite.first.touch(&key, suite.now()).await?, "a session was not found");
    assert_eq!(suite.second.get(&key).await?, None, "a touch into the past ends nothing");
    assert!(!suite.second.delete(&key).await?, "deleted an ended session");
    assert!(suite.second.delete(&another_key).await?);
    Ok(())
}

async fn a_deleted_session_stays_deleted(suite: &Suite) -> Result<(), StoreError> {
    let (key, session) = (random_key()?, suite.session("deleted"));
    suite.first.create(&key, &session).await?;
    assert!(suite.second.delete(&key).await?, "a session was not found");
    assert!(!suite.first.delete(&key).await?, "deleted twice");
    let later = suite.now().saturating_add(LONG);
    assert!(!suite.first.touch(&key, later).await?, "touched a deleted session");
    assert_eq!(suite.second.get(&key).await?, None, "a touch brought a deleted session back");
    suite.first.create(&key, &session).await?;
    assert!(suite.first.delete(&key).await?);
    Ok(())
}

async fn keys_of_any_look_stay_apart(suite: &Suite) -> Result<(), StoreError> {
    let stem = random_key()?;
    let mut keys: Vec<_> = ["", "A", "a", "a:b", "a%3Ab", "a*", "a b", "../a", "ü", "u\u{308}"]
        .map(|end| format!("{stem}{end}"))
        .into();
    keys.push(format!("{stem:z<256}"));
    let subject = |index: usize| format!("subject {index}");
    for (index, key) in keys.iter().enumerate() {
        suite.first.create(key, &suite.session(&subject(index))).await?;
    }
    for (index, key) in keys.iter().enumerate() {
        let session = suite.second.get(key).await?.expect("a session is there");
        assert_eq!(session.subject, subject(index), "{key:?} has the session of another key");
    }
    for (index, key) in keys.iter().enumerate() {
        assert!(suite.first.delete(key).await?);
        for left in &keys[index + 1..] {
            assert!(suite.second.get(left).await?.is_some(), "{key:?} deleted {left:?}");
        }
    }
    Ok(())
}

async fn bad_keys_are_refused_everywhere(suite: &Suite) -> Result<(), StoreError> {
    let (store, session) = (&suite.first, suite.session("bad"));
    for key in ["", "line\nfeed", "nul\0", "\u{85}", &"x".repeat(257)] {
        let refusals = [
            store.create(key, &session).await.err(),
            store.get(key).await.err(),
            store.touch(key, session.expires_at).await.err(),
            store.delete(key).await.err(),
        ];
        for refusal in refusals {
            let is_right = matches!(refusal, Some(StoreError::InvalidKey { .. }));
            assert!(is_right, "{key:?}: {refusal:?} instead of InvalidKey");
        }
    }
    Ok(())
}

async fn what_would_fill_the_store_is_refused(suite: &Suite) -> Result<(), StoreError> {
    let sized =
        |kib: usize| UserSession { subject: "x".repeat(kib << 10), ..suite.session("user") };
    let (key, huge) = (random_key()?, sized(16));
    let refusal = suite.first.create(&key, &huge).await.err();
    let is_right = matches!(refusal, Some(StoreError::SessionTooLarge { .. }));
    assert!(is_right, "{refusal:?} instead of SessionTooLarge");
    assert_eq!(suite.second.get(&key).await?, None, "a refused session is kept");

    let claims = [("groups".to_owned(), "x".repeat(16 << 10).into())];
    let refusal = suite.first.create(&key, &suite.session("user").with_claims(claims)).await.err();
    let is_right = matches!(refusal, Some(StoreError::SessionTooLarge { .. }));
    assert!(is_right, "{refusal:?} instead of SessionTooLarge");

    let large = sized(15);
    suite.first.create(&key, &large).await?;
    assert_eq!(suite.second.get(&key).await?, Some(large));
    assert!(suite.first.delete(&key).await?);
    Ok(())
}
