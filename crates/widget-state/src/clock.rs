//! The time of day, so that tests own it.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

/// Tells the time of day.
#[async_trait]
pub trait Clock: fmt::Debug + Send + Sync + 'static {
    /// The time now, in UTC.
    fn now(&self) -> Timestamp;

    /// Waits until it is `at` or later.
    async fn wait_until(&self, at: Timestamp);
}

/// The clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one clock that asks the system")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    async fn wait_until(&self, at: Timestamp) {
        // Longer than it takes where the clock is set back meanwhile.
        while let Ok(left) = Duration::try_from(at.duration_since(self.now()))
            && !left.is_zero()
        {
            tokio::time::sleep(left).await;
        }
    }
}
