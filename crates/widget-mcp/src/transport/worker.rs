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
