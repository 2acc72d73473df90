//! Many who do the same thing at once.

use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::Barrier;
use tokio::task::spawn_blocking;

use crate::error::StoreError;

/// Contenders in each race.
pub(super) const TASKS: usize = 16;
/// The rounds of a race that is short.
pub(super) const ROUNDS: [On; 6] =
    [On::Tasks, On::Threads, On::Tasks, On::Threads, On::Tasks, On::Threads];

/// The contenders of a race.
#[derive(Debug, Clone, Copy)]
pub(super) enum On {
    /// They interrupt each other where a call waits.
    Tasks,
    /// They interrupt each other anywhere. Calls that never wait are interrupted
    /// by nothing else, and on a runtime with one thread by nothing at all.
    Threads,
}

impl On {
    pub(super) const BOTH: [Self; 2] = [Self::Tasks, Self::Threads];
}

/// Runs `task` many times at once, by turns on either handle.
pub(super) async fn race<S, T, F, R>(
    first: &Arc<S>,
    second: &Arc<S>,
    on: On,
    task: T,
) -> Result<Vec<R>, StoreError>
where
    S: ?Sized,
    T: Fn(Arc<S>, usize) -> F,
    F: Future<Output = Result<R, StoreError>> + Send + 'static,
    R: Send + 'static,
{
    let stores = [first, second];
    let gate = Arc::new(Barrier::new(TASKS));
    let start = |number| {
        let (task, gate) = (task(Arc::clone(stores[number % 2]), number), Arc::clone(&gate));
        let contender = async move {
            gate.wait().await;
            task.await
        };
        match on {
            On::Tasks => tokio::spawn(contender),
            On::Threads => {
                let runtime = Handle::current();
                spawn_blocking(move || runtime.block_on(contender))
            }
        }
    };
    let tasks: Vec<_> = (0..TASKS).map(start).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.expect("no method panics")?);
    }
    Ok(results)
}
