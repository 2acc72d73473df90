//! Leases: the exclusive right to refresh, for a limited time.

mod memory;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use widget_auth_core::UnixTime;

use crate::id::LeaseOwner;

pub use memory::MemoryLeases;

/// A lease by a clock of whole seconds: the record that a [`TokenStore`] of your
/// own keeps for each key, and the rules that tell what it still means.
///
/// [`acquire_lease`] reads the record, asks [`acquire`](Self::acquire), and writes the
/// answer if the record is still the one that was read; [`release_lease`]
/// removes it if it [is owned](Self::is_owned_by) by the caller, and returns
/// whether it [was still held](Self::is_held_at). The serialized form is stable
/// and holds no secret. A record that cannot be read holds nothing: it stands
/// for `None`.
///
/// A store whose tokens are in one process needs no record: [`MemoryLeases`].
///
/// [`TokenStore`]: crate::TokenStore
/// [`acquire_lease`]: crate::TokenStore::acquire_lease
/// [`release_lease`]: crate::TokenStore::release_lease
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::UnixTime;
/// use widget_auth_store::{Lease, LeaseOwner};
///
/// let (one, two) = (LeaseOwner::random()?, LeaseOwner::random()?);
/// let (now, ttl) = (UnixTime::from_secs(1_800_000_000), Duration::from_secs(30));
/// let lease = Lease::acquire(None, one, now, ttl).expect("a free lease");
///
/// let record = serde_json::to_string(&lease)?;
/// let held: Option<Lease> = serde_json::from_str(&record).ok();
/// assert!(Lease::acquire(held.as_ref(), two, now, ttl).is_none());
/// let later = now.saturating_add(Duration::from_secs(31));
/// assert!(Lease::acquire(held.as_ref(), two, later, ttl).is_some_and(|l| l.is_owned_by(two)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    owner: String,
    until: UnixTime,
    ttl_seconds: u64,
}

impl Lease {
    /// The lease that `owner` has from `now` on for at least `ttl`, where `held`
    /// is the one there is; `None` if another owner still holds it.
    #[must_use]
    pub fn acquire(
        held: Option<&Self>,
        owner: LeaseOwner,
        now: UnixTime,
        ttl: Duration,
    ) -> Option<Self> {
        match held {
            Some(lease) if lease.is_held_at(now) && !lease.is_owned_by(owner) => None,
            _ => Some(Self::new(owner, now, ttl)),
        }
    }

    fn new(owner: LeaseOwner, now: UnixTime, ttl: Duration) -> Self {
        let ttl_seconds = ttl.as_secs().saturating_add(u64::from(ttl.subsec_nanos() > 0));
        let until = now.saturating_add(Duration::from_secs(ttl_seconds));
        Self { owner: owner.to_string(), until, ttl_seconds }
    }

    /// Returns whether it was given to `owner`, whose it may be no longer.
    #[must_use]
    pub fn is_owned_by(&self, owner: LeaseOwner) -> bool {
        self.owner == owner.to_string()
    }

    /// Returns whether it is held at `now`. The second in which it ends belongs
    /// to it, since the clock cut off the fraction of the second in which it
    /// began.
    #[must_use]
    pub fn is_held_at(&self, now: UnixTime) -> bool {
        // More left than there ever was: the clock was put back, and the lease
        // must not block for as long as that.
        let left = self.until.saturating_since(now).as_secs();
        now <= self.until && left <= self.ttl_seconds.saturating_mul(2)
    }
}
