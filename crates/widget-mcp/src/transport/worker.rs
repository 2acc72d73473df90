//! A thread of MCP clients.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::{JoinError, block_in_place};

/// So many bytes of JSON take about a millisecond, which others should not wait for.
pub(crate) const LONG: usize = 256 << 10;

/// A thread that has gone on for another is kept so long for the next time. What the
/// allocator keeps for it, up to a megabyte after a large message, goes with it.
const SPARE_THREAD: Duration = Duration::from_secs(1);

thread_local! {
    /// True if this is a thread of a [`Worker`].
    static SERVES_CLIENTS: Cell<bool> = const { Cell::new(false) };
}

/// A thread for the messages, calls and answers of MCP clients.
///
/// A small call passes through several tasks. Where these are spread over threads,
/// waking the next thread, and giving back memory that another has taken, costs
/// more than the call.
#[derive(Debug)]
pub(super) struct Worker {
    handle: Handle,
    /// `None` while it is dropped.
    runtime: Option<Runtime>,
}

impl Worker {
    /// # Errors
    ///
    /// The system gives no thread.
    pub(super) fn new() -> io::Result<Self> {
        let mut runtime = Builder::new_multi_thread();
        runtime.worker_threads(1).thread_name("mcp-clients").enable_all();
        runtime.thread_keep_alive(SPARE_THREAD);
        runtime.on_thread_start(|| SERVES_CLIENTS.set(true));
        let runtime = runtime.build()?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// Returns the handle for spawning tasks on it.
    pub(super) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Runs a task on it.
    ///
    /// # Errors
    ///
    /// The task has panicked.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, JoinError> {
        self.handle.spawn(task).await
    }
}

/// Runs work that blocks. Another thread takes over the rest
/// meanwhile; elsewhere, where other rules may hold, nothing is special.
fn make_way<T>(work: impl FnOnce() -> T) -> T {
    if SERVES_CLIENTS.get() { block_in_place(work) } else { work() }
}

/// Awaits what takes long without waiting, as [`make_way`] does.
pub(crate) async fn making_way<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    poll_fn(|context| make_way(|| future.as_mut().poll(context))).await
}

impl Drop for Worker {
    /// Ends what runs on it, without waiting: a runtime may not wait for another.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::Worker;

    pub(crate) async fn on_worker<T: Send + 'static>(
        task: impl Future<Output = T> + Send + 'static,
    ) -> T {
        Worker::new().unwrap().run(task).await.unwrap()
    }

    /// Blocks, on a worker, until another task of it has run; `false` when none does.
    pub(crate) fn others_go_on() -> bool {
        let (send, receive) = mpsc::channel();
        tokio::spawn(async move { send.send(()) });
        receive.recv_timeout(Duration::from_secs(20)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::sync::oneshot;

    use super::testing::{on_worker, others_go_on};
    use super::*;

    #[tokio::test]
    async fn others_go_on_while_one_makes_way() {
        assert!(on_worker(async { make_way(others_go_on) }).await);
        assert!(on_worker(making_way(async { others_go_on() })).await);
    }

    #[tokio::test]
    async fn elsewhere_nobody_has_to_make_way() {
        assert_eq!(make_way(|| 1), 1);
    }

    #[tokio::test]
    async fn it_is_one_thread_and_another() {
        let worker = Worker::new().unwrap();
        assert_eq!(worker.handle.metrics().num_workers(), 1);
        let thread = || std::thread::current().id();
        assert_ne!(worker.run(async move { thread() }).await.unwrap(), thread());
    }

    #[tokio::test]
    async fn its_end_is_that_of_what_runs_on_it() {
        let worker = Worker::new().unwrap();
        let (held, dropped) = oneshot::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let task = async move {
            let _held = held;
            begin.send(()).unwrap();
            pending::<()>().await;
        };
        tokio::select! {
            ended = worker.run(task) => panic!("{ended:?}"),
            begun = begun => begun.unwrap(),
        }
        drop(worker);
        dropped.await.unwrap_err();
    }
}
