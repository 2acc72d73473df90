//! Many who do the same thing at once.

use std::sync::Arc;

use tokio::sync::Barrier;

use crate::error::StoreError;

/// Contenders in each race, and how often one that is short is run.
pub(super) const TASKS: usize = 16;
pub(super) const ROUNDS: usize = 4;

/// Runs `task` many times at once, by turns on either handle.
pub(super) async fn race<S, T, F, R>(
    first: &Arc<S>,
    second: &Arc<S>,
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
        tokio::spawn(async move {
            gate.wait().await;
            task.await
        })
    };
    let tasks: Vec<_> = (0..TASKS).map(start).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.expect("no method panics")?);
    }
    Ok(results)
}
