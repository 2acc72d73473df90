//! Points in time, and the clock that tests own.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A point in time, in whole seconds since 1970-01-01 00:00 UTC.
///
/// That is the unit of `exp`, `iat` and `expires_in`, so a comparison needs no
/// rounding and a stored value is read back unchanged. Serialized as a number.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::UnixTime;
///
/// let issued = UnixTime::from_secs(1_800_000_000);
/// let expires = issued.saturating_add(Duration::from_secs(3600));
/// assert_eq!(expires.as_secs(), 1_800_003_600);
/// assert_eq!(expires.saturating_since(issued), Duration::from_secs(3600));
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct UnixTime(u64);

impl UnixTime {
    /// The point `seconds` after the epoch.
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds)
    }

    /// Seconds since the epoch.
    #[must_use]
    pub const fn as_secs(self) -> u64 {
        self.0
    }

    /// This point moved forward by the whole seconds of `duration`, or the
    /// last point there is.
    #[must_use]
    pub const fn saturating_add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration.as_secs()))
    }

    /// The time from `earlier` to this point, or zero if `earlier` is later.
    #[must_use]
    pub const fn saturating_since(self, earlier: Self) -> Duration {
        Duration::from_secs(self.0.saturating_sub(earlier.0))
    }
}

impl From<SystemTime> for UnixTime {
    /// Cuts the fraction of a second off; a time before 1970 becomes 1970.
    fn from(time: SystemTime) -> Self {
        Self(time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()))
    }
}

impl fmt::Display for UnixTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Tells the time, so that tests can own it.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{Clock, SystemClock, UnixTime};
///
/// assert!(SystemClock.now() > UnixTime::from_secs(1_700_000_000));
/// ```
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// The wall clock time.
    fn now(&self) -> UnixTime;
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> UnixTime {
        (**self).now()
    }
}

/// The clock of the operating system.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use widget_auth_core::{Clock, SystemClock};
///
/// let clock: Arc<dyn Clock> = Arc::new(SystemClock);
/// assert!(clock.now() <= SystemClock.now());
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where the library reads the wall clock"
    )]
    fn now(&self) -> UnixTime {
        SystemTime::now().into()
    }
}

/// A clock that stands still until it is moved, for tests.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_core::{Clock, ManualClock, UnixTime};
///
/// let clock = ManualClock::new(UnixTime::from_secs(100));
/// clock.advance(Duration::from_secs(5));
/// assert_eq!(clock.now(), UnixTime::from_secs(105));
/// ```
#[derive(Debug)]
pub struct ManualClock(AtomicU64);

impl ManualClock {
    /// A clock that shows `now`.
    #[must_use]
    pub const fn new(now: UnixTime) -> Self {
        Self(AtomicU64::new(now.0))
    }

    /// Moves the clock forward by the whole seconds of `duration`.
    pub fn advance(&self, duration: Duration) {
        self.0.fetch_add(duration.as_secs(), Ordering::SeqCst);
    }

    /// Puts the clock to `now`, which may be earlier than before.
    pub fn set(&self, now: UnixTime) {
        self.0.store(now.0, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> UnixTime {
        UnixTime(self.0.load(Ordering::SeqCst))
    }
}
