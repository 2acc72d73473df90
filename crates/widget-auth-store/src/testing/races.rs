//! Races for tokens and leases: of many who change the same thing at once, one
//! wins.

use std::time::Duration;

use widget_auth_core::IdToken;

use super::check::{ConformanceError, checks};
use super::race::{On, ROUNDS, TASKS, race};
use super::{Suite, set};
use crate::error::StoreError;
use crate::id::LeaseOwner;
use crate::store::{SaveOutcome, TokenStore as _, TokenStoreExt as _};

pub(super) async fn check(suite: &Suite) -> Result<(), ConformanceError> {
    checks!(suite =>
        a_reader_sees_whole_sets,
        one_of_many_saves_wins,
        one_of_many_deletes_wins,
        a_delete_and_a_save_do_not_both_win,
        no_increment_is_lost,
        one_of_many_gets_the_lease,
        keys_that_come_at_once_are_all_listed,
        Suite::clean_up,
    );
    Ok(())
}

/// Each task saves sets of its own and loads one, of whichever task.
async fn a_reader_sees_whole_sets(suite: &Suite) -> Result<(), StoreError> {
    for on in On::BOTH {
        let key = suite.key("whole");
        let large = |name: &str| {
            let mut tokens = set(name);
            tokens.id_token = Some(IdToken::new(name.repeat(4_000 / name.len())));
            tokens
        };
        let name = key.clone();
        let seen = race(&suite.first, &suite.second, on, move |store, number| {
            let key = name.clone();
            async move {
                let (mut saved, mut loaded) = (Vec::new(), Vec::new());
                for round in 0..4 {
                    let tokens = large(&format!("{number:02}-{round}."));
                    saved.push((store.save(&key, &tokens).await?, tokens));
                    loaded.push(store.load(&key).await?);
                }
                Ok((saved, loaded))
            }
        })
        .await?;
        let (saved, loaded): (Vec<_>, Vec<_>) = seen.into_iter().unzip();
        for loaded in loaded.into_iter().flatten() {
            let loaded = loaded.expect("a set that was being replaced was gone");
            let mut saved = saved.iter().flatten();
            let is_one =
                saved.any(|(version, set)| *version == loaded.version && *set == loaded.tokens);
            assert!(is_one, "a load saw a mixture of two saves, or a part of one");
        }
    }
    Ok(())
}

async fn one_of_many_saves_wins(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("race");
    let mut expected = None;
    for (round, on) in ROUNDS.into_iter().enumerate() {
        let name = key.clone();
        let outcomes = race(&suite.first, &suite.second, on, move |store, number| {
            let (name, tokens) = (name.clone(), set(&format!("{round}-{number}")));
            async move { store.save_if(&name, &tokens, expected).await }
        })
        .await?;
        let mut winners = outcomes.iter().enumerate().filter_map(|(number, outcome)| {
            if let SaveOutcome::Saved(version) = outcome { Some((number, *version)) } else { None }
        });
        let (winner, version) = winners.next().expect("one put has to succeed");
        assert_eq!(winners.next(), None, "two puts succeeded against one version");
        let stored = suite.second.load(&key).await?.expect("a saved set is there");
        assert_eq!(stored.version, version);
        assert_eq!(stored.tokens, set(&format!("{round}-{winner}")), "a loser's tokens are stored");
        expected = Some(version);
    }
    Ok(())
}

async fn one_of_many_deletes_wins(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("delete race");
    for on in ROUNDS {
        let (name, version) = (key.clone(), suite.first.save(&key, &set("dead")).await?);
        let deleted = race(&suite.first, &suite.second, on, move |store, _| {
            let name = name.clone();
            async move { store.delete_if(&name, version).await }
        })
        .await?;
        let winners = deleted.iter().filter(|&&deleted| deleted).count();
        assert_eq!(winners, 1, "not one removal succeeded against one version");
        assert!(!suite.second.exists(&key).await?, "a removal removed nothing");
    }
    Ok(())
}

/// One half wants the set away, the other half has a newer one.
async fn a_delete_and_a_save_do_not_both_win(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("delete or save");
    for on in ROUNDS {
        let (name, version) = (key.clone(), suite.first.save(&key, &set("old")).await?);
        let won = race(&suite.first, &suite.second, on, move |store, number| {
            let name = name.clone();
            async move {
                // Either handle has tasks of both kinds.
                if number / 2 % 2 == 0 {
                    return Ok((store.delete_if(&name, version).await?, false));
                }
                let outcome = store.save_if(&name, &set("new"), Some(version)).await?;
                Ok((false, outcome != SaveOutcome::Changed))
            }
        })
        .await?;
        let deletes = won.iter().filter(|(deleted, _)| *deleted).count();
        let saves = won.iter().filter(|(_, saved)| *saved).count();
        assert_eq!(deletes + saves, 1, "{deletes} removals and {saves} puts won");
        let is_there = suite.second.exists(&key).await?;
        assert_eq!(is_there, saves == 1, "the set is not what the winner left");
    }
    Ok(())
}

/// The counter is in `expires_in`; each task adds one, as often as it takes.
async fn no_increment_is_lost(suite: &Suite) -> Result<(), StoreError> {
    for on in On::BOTH {
        let key = suite.key("counter");
        suite.first.save(&key, &set("counter")).await?;
        let name = key.clone();
        race(&suite.first, &suite.second, on, move |store, _| {
            let name = name.clone();
            async move {
                loop {
                    let mut stored = store.load(&name).await?.expect("it is not deleted");
                    let count = stored.tokens.expires_in.unwrap_or_default();
                    stored.tokens.expires_in = Some(count + 1);
                    let outcome =
                        store.save_if(&name, &stored.tokens, Some(stored.version)).await?;
                    if outcome != SaveOutcome::Changed {
                        return Ok(());
                    }
                }
            }
        })
        .await?;
        let stored = suite.second.load(&key).await?.expect("it is not deleted");
        assert_eq!(stored.tokens.expires_in, Some(TASKS as u64), "increments were lost");
    }
    Ok(())
}

async fn one_of_many_gets_the_lease(suite: &Suite) -> Result<(), StoreError> {
    for on in On::BOTH {
        let key = suite.key("lease race");
        let name = key.clone();
        let granted = race(&suite.first, &suite.second, on, move |store, _| {
            let name = name.clone();
            async move {
                let owner = LeaseOwner::random()?;
                let granted = store.acquire_lease(&name, owner, Duration::from_secs(600)).await?;
                Ok(granted.then_some(owner))
            }
        })
        .await?;
        let owners: Vec<_> = granted.into_iter().flatten().collect();
        assert_eq!(owners.len(), 1, "not one holder of a lease");
        assert!(suite.first.release_lease(&key, owners[0]).await?);
    }
    Ok(())
}

async fn keys_that_come_at_once_are_all_listed(suite: &Suite) -> Result<(), StoreError> {
    for on in On::BOTH {
        let keys: Vec<_> =
            (0..TASKS).map(|number| suite.key(&format!("at once {on:?} {number}"))).collect();
        let names = keys.clone();
        race(&suite.first, &suite.second, on, move |store, number| {
            let name = names[number].clone();
            async move { store.save(&name, &set("at once")).await }
        })
        .await?;
        let listed = suite.keys().await?;
        assert!(keys.iter().all(|key| listed.contains(key)), "a key is not listed");
    }
    Ok(())
}
