//! The thread of a connection that is the only one.

use std::future::Future;
use std::io;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinError;

/// A thread for the messages, calls and answers of one connection.
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
        runtime.worker_threads(1).thread_name("mcp-client").enable_all();
        let runtime = runtime.build()?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
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

impl Drop for Worker {
    /// Ends what runs on it, without waiting: a runtime may not wait for another.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::sync::oneshot;

    use super::*;

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
