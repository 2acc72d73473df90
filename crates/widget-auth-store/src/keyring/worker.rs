//! The thread that talks to the keyring.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;

use super::BACKEND;
use super::entries::Keyring;
use super::sets::Sets;
use crate::StoreError;

type Job = Box<dyn FnOnce(&mut Sets<Keyring>) + Send>;

/// The thread that talks to the keyring.
///
/// The calls block, and neither they nor the drop of a connection may happen
/// on an async thread: the D-Bus library panics there when some other crate
/// switched it to Tokio. So everything is made, used and dropped here.
pub(super) struct Worker {
    jobs: Mutex<Option<Sender<Job>>>,
    sets: Sets<Keyring>,
}

impl Worker {
    /// Begins a thread at the first job, with a copy of `sets`.
    pub(super) fn new(sets: Sets<Keyring>) -> Self {
        Self { jobs: Mutex::new(None), sets }
    }

    /// Runs `work` on the thread. It runs also if the future is dropped.
    pub(super) async fn run<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: FnOnce(&mut Sets<Keyring>) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.send(Box::new(move |sets| {
            // Nobody waits any more: the change is made all the same.
            drop(answer.send(work(sets)));
        }))?;
        answered.await.map_err(unavailable)?
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        let mut current = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match &*current {
            // Fails if the thread is gone, which only a panic can do.
            Some(jobs) => match jobs.send(job) {
                Ok(()) => return Ok(()),
                Err(mpsc::SendError(job)) => job,
            },
            None => job,
        };
        let (jobs, received) = mpsc::channel();
        let sets = self.sets.unconnected();
        let thread = thread::Builder::new().name("token-keyring".to_owned());
        thread.spawn(move || work(sets, &received)).map_err(unavailable)?;
        jobs.send(job).ok().ok_or_else(|| unavailable("the thread ended at once"))?;
        *current = Some(jobs);
        Ok(())
    }
}

/// Ends when the store is dropped.
fn work(mut sets: Sets<Keyring>, jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        job(&mut sets);
    }
}

fn unavailable(cause: impl Into<widget_auth_core::BoxError>) -> StoreError {
    StoreError::Unavailable { backend: BACKEND, source: cause.into() }
}
