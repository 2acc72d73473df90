//! Races for sessions.

use super::{LONG, Suite, random_key};
use crate::error::StoreError;
use crate::testing::check::{ConformanceError, checks};
use crate::testing::race::{ROUNDS, race};

pub(super) async fn check(suite: &Suite) -> Result<(), ConformanceError> {
    checks!(suite =>
        one_of_many_creates_wins,
        one_of_many_deletes_wins,
        no_touch_outlives_a_delete,
    );
    Ok(())
}

async fn one_of_many_creates_wins(suite: &Suite) -> Result<(), StoreError> {
    for on in ROUNDS {
        let key = random_key()?;
        let created = race(&suite.first, &suite.second, on, |store, number| {
            let (key, session) = (key.clone(), suite.session(&number.to_string()));
            async move {
                match store.create(&key, &session).await {
                    Ok(()) => Ok(Some(session)),
                    Err(StoreError::SessionExists) => Ok(None),
                    Err(error) => Err(error),
                }
            }
        })
        .await?;
        let mut winners = created.into_iter().flatten();
        let winner = winners.next();
        assert!(winner.is_some() && winners.next().is_none(), "not one create succeeded");
        assert_eq!(suite.second.get(&key).await?, winner, "the session of a loser is kept");
        assert!(suite.first.delete(&key).await?);
    }
    Ok(())
}

async fn one_of_many_deletes_wins(suite: &Suite) -> Result<(), StoreError> {
    for on in ROUNDS {
        let key = random_key()?;
        suite.first.create(&key, &suite.session("deleted")).await?;
        let deleted = race(&suite.first, &suite.second, on, |store, _| {
            let key = key.clone();
            async move { store.delete(&key).await }
        })
        .await?;
        let winners = deleted.into_iter().filter(|&deleted| deleted).count();
        assert_eq!(winners, 1, "not one delete found the session");
    }
    Ok(())
}

/// Requests that prolong a session while it is signed out do not keep it.
async fn no_touch_outlives_a_delete(suite: &Suite) -> Result<(), StoreError> {
    for on in ROUNDS {
        let (key, later) = (random_key()?, suite.now().saturating_add(LONG * 2));
        suite.first.create(&key, &suite.session("deleted")).await?;
        race(&suite.first, &suite.second, on, |store, number| {
            let key = key.clone();
            async move {
                if number == 0 { store.delete(&key).await } else { store.touch(&key, later).await }
            }
        })
        .await?;
        assert_eq!(suite.second.get(&key).await?, None, "a touch brought a deleted session back");
    }
    Ok(())
}
