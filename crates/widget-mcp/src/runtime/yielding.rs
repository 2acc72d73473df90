//! Keeps work on large messages from holding up other tasks.

use std::future::poll_fn;
use std::pin::pin;

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Reading so many bytes of JSON takes about a millisecond, which other tasks should not wait for.
pub(crate) const LARGE_MESSAGE_BYTES: usize = 256 << 10;

/// Awaits a future that computes for long: another thread of the runtime takes over the other
/// tasks of this one in the meantime. A runtime with a single thread has none to offer.
///
/// To be called in a spawned task: elsewhere tokio may refuse to block.
pub(crate) async fn yielding<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let has_threads = Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread;
    poll_fn(|context| {
        let mut poll = || future.as_mut().poll(context);
        if has_threads { block_in_place(poll) } else { poll() }
    })
    .await
}

#[cfg(test)]
pub(crate) mod testing {
    use std::sync::mpsc;
    use std::time::Duration;

    /// Blocks until another task of the same thread has run; `false` when none does.
    pub(crate) fn other_tasks_run() -> bool {
        let (send, receive) = mpsc::channel();
        tokio::spawn(async move { send.send(()) });
        receive.recv_timeout(Duration::from_secs(20)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::other_tasks_run;
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn other_tasks_run_while_one_computes() {
        let task = tokio::spawn(yielding(async { other_tasks_run() }));
        assert!(task.await.unwrap());
    }

    #[tokio::test]
    async fn a_single_thread_waits() {
        assert_eq!(yielding(async { 1 }).await, 1);
    }
}
