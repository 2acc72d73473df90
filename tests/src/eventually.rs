//! Waiting, but not for ever.

use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Generous, because CI has two cores and both are busy.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The pauses between two looks grow from the first to the last: a look at a page costs several
/// exchanges with the browser, which other tests need as well.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
pub(crate) const LAST_PAUSE: Duration = Duration::from_millis(100);

/// Asks `probe` until it has an answer and returns it. Until then the probe says what it saw, and
/// that is what the panic says when patience ends.
pub async fn eventually<T>(what: &str, mut probe: impl AsyncFnMut() -> Result<T, String>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    let mut pause = FIRST_PAUSE;
    loop {
        match probe().await {
            Ok(found) => return found,
            Err(seen) if Instant::now() > deadline => {
                panic!("waited {} s for {what}; last seen: {seen}", TIMEOUT.as_secs());
            }
            Err(_) => sleep(pause).await,
        }
        pause = LAST_PAUSE.min(pause * 3 / 2);
    }
}

/// Waits for a future that has no patience of its own.
pub async fn in_time<T>(what: &str, future: impl Future<Output = T>) -> T {
    let answer = tokio::time::timeout(TIMEOUT, future).await;
    answer.unwrap_or_else(|_| panic!("waited {} s for {what}", TIMEOUT.as_secs()))
}
