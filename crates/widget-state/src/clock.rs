//! The time of day, so that tests own it.

use std::fmt;

use jiff::Timestamp;

/// Tells the time of day.
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// The time now, in UTC.
    fn now(&self) -> Timestamp;
}

/// The clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one clock that asks the system")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}
