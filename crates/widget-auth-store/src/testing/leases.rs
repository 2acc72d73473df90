//! Leases: one holder at a time, and none for ever.

use std::time::{Duration, Instant};

use super::check::{ConformanceError, checks};
use super::{LeaseTime, Suite, set};
use crate::error::StoreError;
use crate::id::LeaseOwner;
use crate::store::TokenStoreExt as _;

const LONG: Duration = Duration::from_secs(600);

pub(super) async fn check(suite: &Suite) -> Result<(), ConformanceError> {
    checks!(suite =>
        a_lease_has_one_owner,
        leases_and_tokens_are_independent,
        a_lease_expires,
        a_check_leaves_nothing_behind,
        Suite::clean_up,
    );
    Ok(())
}

async fn a_lease_has_one_owner(suite: &Suite) -> Result<(), StoreError> {
    let (key, another_key) = (suite.key("lease"), suite.key("another lease"));
    let (one, two) = (LeaseOwner::random()?, LeaseOwner::random()?);
    assert!(suite.first.acquire_lease(&key, one, LONG).await?, "a free lease was refused");
    assert!(!suite.second.acquire_lease(&key, two, LONG).await?, "a lease was given twice");
    assert!(suite.second.acquire_lease(&key, one, LONG).await?, "an owner may renew its lease");
    assert!(suite.first.acquire_lease(&another_key, two, LONG).await?, "keys share a lease");

    assert!(!suite.second.release_lease(&key, two).await?, "released the lease of another");
    assert!(!suite.second.acquire_lease(&key, two, LONG).await?, "a lease was given twice");
    assert!(suite.first.release_lease(&key, one).await?);
    assert!(!suite.first.release_lease(&key, one).await?, "released twice");
    assert!(suite.second.acquire_lease(&key, two, LONG).await?, "a released lease was refused");
    assert!(suite.first.release_lease(&key, two).await?);
    assert!(suite.first.release_lease(&another_key, two).await?);
    Ok(())
}

async fn leases_and_tokens_are_independent(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("leased");
    let (one, two) = (LeaseOwner::random()?, LeaseOwner::random()?);
    assert!(suite.first.acquire_lease(&key, one, LONG).await?);
    assert!(!suite.first.exists(&key).await?, "a lease passes for tokens");
    assert!(!suite.keys().await?.contains(&key), "a lease is listed");
    suite.second.save(&key, &set("leased")).await?;
    assert!(suite.second.delete(&key).await?);
    assert!(!suite.second.acquire_lease(&key, two, LONG).await?, "a delete ended a lease");
    assert!(suite.first.release_lease(&key, one).await?);
    Ok(())
}

async fn a_lease_expires(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("expiring lease");
    let (one, two) = (LeaseOwner::random()?, LeaseOwner::random()?);
    match &suite.time {
        LeaseTime::Manual(clock) => {
            let ttl = Duration::from_secs(30);
            assert!(suite.first.acquire_lease(&key, one, ttl).await?);
            clock.advance(ttl - Duration::from_secs(1));
            assert!(!suite.second.acquire_lease(&key, two, ttl).await?, "a lease ended early");
            clock.advance(Duration::from_secs(4));
        }
        LeaseTime::Backend => {
            let (ttl, began) = (Duration::from_millis(300), Instant::now());
            assert!(suite.first.acquire_lease(&key, one, ttl).await?);
            while !suite.second.acquire_lease(&key, two, LONG).await? {
                assert!(began.elapsed() < ttl + Duration::from_secs(10), "a lease stays for ever");
                tokio::task::yield_now().await;
            }
            assert!(
                began.elapsed() >= ttl,
                "a lease of {} ms ended after {} ms; `UnixTime` cuts off fractions of a second: \
                 add one second to an end that is computed with it",
                ttl.as_millis(),
                began.elapsed().as_millis(),
            );
        }
    }
    assert!(suite.second.acquire_lease(&key, two, LONG).await?, "an expired lease blocks");
    assert!(!suite.first.release_lease(&key, one).await?, "released after it had expired");
    assert!(!suite.first.acquire_lease(&key, one, LONG).await?, "the new lease does not hold");
    assert!(suite.second.release_lease(&key, two).await?);
    Ok(())
}

async fn a_check_leaves_nothing_behind(suite: &Suite) -> Result<(), StoreError> {
    let before = suite.first.list_keys().await?;
    suite.first.check().await?;
    suite.second.check().await?;
    assert_eq!(suite.first.list_keys().await?, before, "a check changed the keys");
    Ok(())
}
