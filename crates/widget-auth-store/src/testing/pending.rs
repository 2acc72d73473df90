//! The conformance suite for implementations of [`PendingStore`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::check::{ConformanceError, checks};
use super::race::{ROUNDS, race};
use super::{LeaseTime, random_name};
use crate::error::StoreError;
use crate::pending::PendingStore;

const LONG: Duration = Duration::from_secs(600);

/// Checks that `first` and `second` are two handles on one store (for a store
/// in memory, twice the same) that keep the contract of [`PendingStore`] and
/// have room for `max_pending` records.
///
/// Needs a Tokio runtime, of one thread or several.
/// The store has to be empty, and is empty afterwards.
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
/// use widget_auth_store::MemoryPendingStore;
/// use widget_auth_store::testing::{LeaseTime, pending_conformance};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::testing::ConformanceError> {
/// let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
/// let store = MemoryPendingStore::new().with_clock(clock.clone()).with_max_pending(20);
/// let store = Arc::new(store);
/// pending_conformance(store.clone(), store, LeaseTime::Manual(clock), 20).await
/// # }
/// ```
pub async fn pending_conformance(
    first: Arc<dyn PendingStore>,
    second: Arc<dyn PendingStore>,
    time: LeaseTime,
    max_pending: usize,
) -> Result<(), ConformanceError> {
    let suite = Suite { first, second, time, max_pending, name: random_name().await? };
    checks!(&suite =>
        Suite::a_record_is_taken_once_and_whole,
        Suite::of_many_who_take_one_gets_it,
        Suite::a_new_record_takes_the_place_of_the_old,
        Suite::bad_keys_are_refused,
        Suite::the_oldest_make_room,
        Suite::a_record_is_gone_when_its_time_is_over,
    );
    Ok(())
}

struct Suite {
    first: Arc<dyn PendingStore>,
    second: Arc<dyn PendingStore>,
    time: LeaseTime,
    max_pending: usize,
    name: String,
}

impl Suite {
    fn key(&self, name: impl std::fmt::Display) -> String {
        format!("{}-{name}", self.name)
    }

    async fn a_record_is_taken_once_and_whole(&self) -> Result<(), StoreError> {
        let (key, other) = (self.key("one:%"), self.key("other"));
        let record = "{\"verifier\": \"ü\\n\u{0}\"}".repeat(100);
        assert_eq!(self.second.take(&key).await?, None, "there is something already");
        self.first.put(&key, &record, LONG).await?;
        self.first.put(&other, "", LONG).await?;
        let taken = self.second.take(&key).await?.expect("a record was lost");
        assert_eq!(*taken, record, "a record was changed");
        assert_eq!(self.first.take(&key).await?, None, "a record was given twice");
        assert_eq!(self.second.take(&key).await?, None, "a record was given twice");
        let taken = self.first.take(&other).await?.expect("another record went with it");
        assert!(taken.is_empty());
        Ok(())
    }

    async fn of_many_who_take_one_gets_it(&self) -> Result<(), StoreError> {
        for (round, on) in ROUNDS.into_iter().enumerate() {
            let key = self.key(round);
            self.first.put(&key, "record", LONG).await?;
            let takers = race(&self.first, &self.second, on, |store, _| {
                let key = key.clone();
                async move { store.take(&key).await }
            });
            let got = takers.await?.into_iter().flatten().count();
            assert_eq!(got, 1, "{got} of many got the record");
        }
        Ok(())
    }

    async fn a_new_record_takes_the_place_of_the_old(&self) -> Result<(), StoreError> {
        let key = self.key("again");
        self.first.put(&key, "old", LONG).await?;
        self.second.put(&key, "new", LONG).await?;
        let taken = self.first.take(&key).await?.expect("a record was lost");
        assert_eq!((taken.as_str(), self.first.take(&key).await?), ("new", None));
        Ok(())
    }

    async fn bad_keys_are_refused(&self) -> Result<(), StoreError> {
        for key in ["", "a\nb", "\0", &"k".repeat(257)] {
            let put = self.first.put(key, "record", LONG).await;
            assert!(matches!(put, Err(StoreError::InvalidKey { .. })), "{key:?} was taken");
            let take = self.first.take(key).await;
            assert!(matches!(take, Err(StoreError::InvalidKey { .. })), "{key:?} was taken");
        }
        let longest = "ü".repeat(128);
        self.first.put(&longest, "record", LONG).await?;
        assert!(self.second.take(&longest).await?.is_some());
        Ok(())
    }

    async fn the_oldest_make_room(&self) -> Result<(), StoreError> {
        let (max_pending, over) = (self.max_pending, 3);
        for number in 0..max_pending + over {
            // Backends count milliseconds at best: each lasts longer than the one before.
            let ttl = LONG + Duration::from_secs(number as u64);
            self.first.put(&self.key(number), "record", ttl).await?;
        }
        for number in 0..max_pending + over {
            let kept = self.second.take(&self.key(number)).await?.is_some();
            assert_eq!(kept, number >= over, "record {number} of {}", max_pending + over);
        }
        Ok(())
    }

    async fn a_record_is_gone_when_its_time_is_over(&self) -> Result<(), StoreError> {
        let (key, other) = (self.key("brief"), self.key("long"));
        self.first.put(&other, "record", LONG).await?;
        match &self.time {
            LeaseTime::Manual(clock) => {
                let ttl = Duration::from_secs(30);
                for (passes, is_there) in [(ttl - Duration::from_secs(1), true), (ttl, false)] {
                    self.first.put(&key, "record", ttl).await?;
                    clock.advance(passes);
                    assert_eq!(self.second.take(&key).await?.is_some(), is_there, "{passes:?}");
                }
            }
            LeaseTime::Backend => {
                let ttl = Duration::from_millis(100);
                self.first.put(&key, "record", ttl).await?;
                // The backend counts from a moment before this one.
                let began = Instant::now();
                while began.elapsed() <= ttl {
                    tokio::task::yield_now().await;
                }
                assert_eq!(self.second.take(&key).await?, None, "a record does not expire");
            }
        }
        assert!(self.second.take(&other).await?.is_some(), "a record ended early");
        Ok(())
    }
}
