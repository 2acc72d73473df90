//! The conformance suites for implementations of [`TokenStore`],
//! [`SessionStore`](crate::SessionStore), [`PendingStore`](crate::PendingStore)
//! and [`RateLimitStore`](crate::RateLimitStore).

mod check;
mod leases;
mod pending;
mod race;
mod races;
mod rates;
mod sessions;
mod tokens;

use std::sync::Arc;

use widget_auth_core::{ManualClock, OAuthTokenSet, RefreshToken, UnixTime};

use crate::error::StoreError;
use crate::id::LeaseOwner;
use crate::store::{TokenStore, TokenStoreExt as _};

use check::named;

pub use check::ConformanceError;
pub use pending::pending_conformance;
pub use rates::rate_limit_conformance;
pub use sessions::session_conformance;

/// The clock of leases and sessions in a suite.
#[derive(Debug, Clone)]
pub enum LeaseTime {
    /// The store measures time by this clock, which the suite moves.
    Manual(Arc<ManualClock>),
    /// The backend has a clock of its own: the suite takes a short lease, or
    /// session, and asks until it is gone.
    Backend,
}

/// Checks that `first` and `second` are two handles on one store (for a store
/// in memory, twice the same) that keep the contract of [`TokenStore`].
///
/// Needs a Tokio runtime, of one thread or several.
/// Uses keys that begin with `conformance-` and a random number, and removes
/// them; other keys are left alone.
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
/// use widget_auth_store::MemoryTokenStore;
/// use widget_auth_store::testing::{LeaseTime, conformance};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_auth_store::testing::ConformanceError> {
/// let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
/// let store = Arc::new(MemoryTokenStore::new().with_clock(clock.clone()));
/// conformance(store.clone(), store, LeaseTime::Manual(clock)).await
/// # }
/// ```
pub async fn conformance(
    first: Arc<dyn TokenStore>,
    second: Arc<dyn TokenStore>,
    time: LeaseTime,
) -> Result<(), ConformanceError> {
    let suite = Suite { first, second, time, name: random_name().await? };
    tokens::check(&suite).await?;
    races::check(&suite).await?;
    leases::check(&suite).await
}

struct Suite {
    first: Arc<dyn TokenStore>,
    second: Arc<dyn TokenStore>,
    time: LeaseTime,
    name: String,
}

impl Suite {
    /// A key of this run.
    fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix())
    }

    fn prefix(&self) -> String {
        format!("conformance-{}-", self.name)
    }

    /// The keys of this run that have tokens.
    async fn keys(&self) -> Result<Vec<String>, StoreError> {
        let mut keys = self.second.list_keys().await?;
        assert!(keys.is_sorted(), "list_keys is not sorted");
        keys.retain(|key| key.starts_with(&self.prefix()));
        Ok(keys)
    }

    async fn clean_up(&self) -> Result<(), StoreError> {
        for key in self.keys().await? {
            assert!(self.first.delete(&key).await?, "a listed key has no tokens");
        }
        assert!(self.keys().await?.is_empty(), "deleted keys are listed");
        Ok(())
    }
}

/// A name for the keys of a run.
async fn random_name() -> Result<String, ConformanceError> {
    named("random_name", async { Ok(LeaseOwner::random()?.to_string()) }).await
}

/// A set that a store may not drop by itself.
fn set(name: &str) -> OAuthTokenSet {
    let issued_at = UnixTime::from_secs(1_800_000_000);
    let mut tokens = OAuthTokenSet::new(format!("access-{name}"), "Bearer", issued_at);
    tokens.refresh_token = Some(RefreshToken::new(format!("refresh-{name}")));
    tokens
}
