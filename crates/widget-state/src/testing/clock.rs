//! A clock that a test moves.

use async_trait::async_trait;
use jiff::Timestamp;
use std::time::Duration;
use tokio::sync::watch;

use crate::clock::Clock;

/// A clock that stands still until it is advanced.
#[derive(Debug)]
pub struct ManualClock(watch::Sender<Timestamp>);

impl Default for ManualClock {
    /// Begins in 1970.
    fn default() -> Self {
        Self(watch::Sender::new(Timestamp::UNIX_EPOCH))
    }
}

impl ManualClock {
    /// Moves it forward.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now = now.checked_add(by).unwrap_or(Timestamp::MAX));
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        *self.0.borrow()
    }

    async fn wait_until(&self, at: Timestamp) {
        let mut now = self.0.subscribe();
        // Its sender lives as long as this clock.
        let _there = now.wait_for(|now| *now >= at).await;
    }
}
