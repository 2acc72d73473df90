//! The conformance suite for implementations of [`RateLimitStore`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::check::{ConformanceError, checks};
use super::race::{On, TASKS, race};
use super::{LeaseTime, random_name};
use crate::error::StoreError;
use crate::rate::{Hits, RateLimitStore};

const LONG: Duration = Duration::from_secs(600);

/// Checks that `first` and `second` are two handles on one store (for a store
/// in memory, twice the same) that keep the contract of [`RateLimitStore`].
///
/// Needs a Tokio runtime, of one thread or several.
/// Uses random keys, which it leaves behind.
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
/// use widget_auth_store::MemoryRateLimitStore;
/// use widget_auth_store::testing::{LeaseTime, rate_limit_conformance};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::testing::ConformanceError> {
/// let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
/// let store = Arc::new(MemoryRateLimitStore::new().with_clock(clock.clone()));
/// rate_limit_conformance(store.clone(), store, LeaseTime::Manual(clock)).await
/// # }
/// ```
pub async fn rate_limit_conformance(
    first: Arc<dyn RateLimitStore>,
    second: Arc<dyn RateLimitStore>,
    time: LeaseTime,
) -> Result<(), ConformanceError> {
    let suite = Suite { first, second, time, name: random_name().await? };
    checks!(&suite =>
        Suite::hits_are_counted_for_each_key,
        Suite::no_hit_is_lost,
        Suite::bad_keys_are_refused,
        Suite::a_window_ends_and_restarts,
    );
    Ok(())
}

struct Suite {
    first: Arc<dyn RateLimitStore>,
    second: Arc<dyn RateLimitStore>,
    time: LeaseTime,
    name: String,
}

impl Suite {
    fn key(&self, name: &str) -> String {
        format!("{}:{name}", self.name)
    }

    async fn hits_are_counted_for_each_key(&self) -> Result<(), StoreError> {
        let (one, other) = (self.key("one"), self.key("one:"));
        for count in [1, 3] {
            let Hits { count: here, resets_in } = self.first.hit(&one, LONG).await?;
            assert_eq!(here, count, "a hit was lost or counted twice");
            assert!(resets_in <= LONG && resets_in > LONG / 2, "{resets_in:?}");
            assert_eq!(self.second.hit(&one, LONG).await?.count, count + 1);
        }
        assert_eq!(self.second.hit(&other, LONG).await?.count, 1, "keys share a count");
        Ok(())
    }

    async fn no_hit_is_lost(&self) -> Result<(), StoreError> {
        for on in On::BOTH {
            let key = self.key(&format!("race {on:?}"));
            let hits = race(&self.first, &self.second, on, |store, _| {
                let key = key.clone();
                async move { store.hit(&key, LONG).await }
            });
            let mut counts: Vec<_> = hits.await?.into_iter().map(|hits| hits.count).collect();
            counts.sort_unstable();
            assert!(counts.into_iter().eq(1..=TASKS as u64), "two hits got one count");
        }
        Ok(())
    }

    async fn bad_keys_are_refused(&self) -> Result<(), StoreError> {
        for key in ["", "a\nb", "\0", &"k".repeat(257)] {
            let hit = self.first.hit(key, LONG).await;
            assert!(matches!(hit, Err(StoreError::InvalidKey { .. })), "{key:?} was taken");
        }
        Ok(())
    }

    async fn a_window_ends_and_restarts(&self) -> Result<(), StoreError> {
        let key = self.key("window");
        match &self.time {
            LeaseTime::Manual(clock) => {
                let window = Duration::from_secs(60);
                self.first.hit(&key, window).await?;
                clock.advance(Duration::from_secs(59));
                // Later hits do not make it longer.
                let hits = self.second.hit(&key, window).await?;
                assert_eq!((hits.count, hits.resets_in.as_secs()), (2, 1));
                clock.advance(Duration::from_secs(1));
                let hits = self.second.hit(&key, window).await?;
                assert_eq!((hits.count, hits.resets_in), (1, window), "a window does not end");
            }
            LeaseTime::Backend => {
                let (window, began) = (Duration::from_millis(200), Instant::now());
                self.first.hit(&key, window).await?;
                while self.second.hit(&key, window).await?.count > 1 {
                    assert!(began.elapsed() < 50 * window, "a window does not end");
                    tokio::task::yield_now().await;
                }
                assert!(began.elapsed() >= window, "a window ended early");
            }
        }
        Ok(())
    }
}
