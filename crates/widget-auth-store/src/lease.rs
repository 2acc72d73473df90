//! Leases: the exclusive right to refresh, for a limited time.

use std::time::Duration;

use widget_auth_core::UnixTime;

use crate::id::LeaseOwner;

/// A lease by a clock of whole seconds.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Lease {
    owner: String,
    until: UnixTime,
    ttl_seconds: u64,
}

impl Lease {
    pub(crate) fn new(owner: LeaseOwner, now: UnixTime, ttl: Duration) -> Self {
        let ttl_seconds = ttl.as_secs().saturating_add(u64::from(ttl.subsec_nanos() > 0));
        let until = now.saturating_add(Duration::from_secs(ttl_seconds));
        Self { owner: owner.to_string(), until, ttl_seconds }
    }

    pub(crate) fn is_owned_by(&self, owner: LeaseOwner) -> bool {
        self.owner == owner.to_string()
    }

    /// The second `until` belongs to the lease, since the clock cut off the
    /// fraction of the second in which it began.
    pub(crate) fn is_held_at(&self, now: UnixTime) -> bool {
        // More left than there ever was: the clock was put back, and the lease
        // must not block for as long as that.
        let left = self.until.saturating_since(now).as_secs();
        now <= self.until && left <= self.ttl_seconds.saturating_mul(2)
    }
}
