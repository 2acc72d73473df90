//! Waiting for what shows in its own time.

use std::time::Duration;

use tokio::time::{Instant, sleep};

/// So long may anything take; a browser under load is slow.
pub const LIMIT: Duration = Duration::from_secs(60);

/// Waits until the condition gives a value.
pub async fn eventually<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(value) = condition() {
            return value;
        }
        assert!(Instant::now() < deadline, "{what}: not within {LIMIT:?}");
        sleep(Duration::from_millis(30)).await;
    }
}

/// Waits until the condition holds.
pub async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    eventually(what, || condition().then_some(())).await;
}
