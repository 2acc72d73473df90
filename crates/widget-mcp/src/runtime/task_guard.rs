//! Tasks that end with their owner.

use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// Owns tasks: they end when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct TaskGuard {
    /// The runtime of the tasks; that of the caller if there is none.
    runtime: Option<Handle>,
    stop: CancellationToken,
}

impl TaskGuard {
    /// Runs its tasks on this runtime. They also end with `stop`, which it cancels.
    pub(crate) fn on(runtime: Handle, stop: CancellationToken) -> Self {
        Self { runtime: Some(runtime), stop }
    }

    /// Runs a task until it ends or the guard is dropped.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        let task = async move { stop.run_until_cancelled(task).await };
        match &self.runtime {
            Some(runtime) => drop(runtime.spawn(task)),
            None => drop(tokio::spawn(task)),
        }
    }
}

impl Drop for TaskGuard {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
