//! The thread that talks to the keyring.

use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::BACKEND;
use super::entries::Keyring;
use crate::error::StoreError;
use crate::keyring::token_entries::Sets;

/// The most calls that wait for their turn.
const MAX_JOBS: usize = 64;

type Job = Box<dyn FnOnce(&mut Sets<Keyring>) + Send>;

/// The thread that talks to the keyring.
///
/// The calls block, and neither they nor the drop of a connection may happen
/// on an async thread: the D-Bus library panics there when some other crate
/// switched it to Tokio. So everything is made, used and dropped here.
pub(super) struct Worker {
    jobs: Mutex<Option<SyncSender<Job>>>,
    sets: Sets<Keyring>,
    limit: Duration,
}

impl Worker {
    /// Begins a thread at the first job, with a copy of `sets`. Callers wait
    /// for `limit`.
    pub(super) fn new(sets: Sets<Keyring>, limit: Duration) -> Self {
        Self { jobs: Mutex::new(None), sets, limit }
    }

    /// Runs `work` on the thread. It runs also if the future is dropped, or
    /// the caller has waited long enough.
    pub(super) async fn run<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: FnOnce(&mut Sets<Keyring>) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.send(Box::new(move |sets| {
            // The caller has gone: the change is made all the same.
            drop(answer.send(work(sets)));
        }))?;
        match timeout(self.limit, answered).await {
            Ok(answer) => answer.map_err(unavailable)?,
            Err(_elapsed) => Err(self.timed_out()),
        }
    }

    fn timed_out(&self) -> StoreError {
        StoreError::KeyringTimeout { limit: self.limit }
    }

    fn send(&self, job: Job) -> Result<(), StoreError> {
        let mut current = self.jobs.lock();
        let job = match &*current {
            Some(jobs) => match jobs.try_send(job) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => return Err(self.timed_out()),
                // The thread is gone, which only a panic can do.
                Err(TrySendError::Disconnected(job)) => job,
            },
            None => job,
        };
        let (jobs, received) = mpsc::sync_channel(MAX_JOBS);
        let sets = self.sets.unconnected();
        let thread = thread::Builder::new().name("token-keyring".to_owned());
        thread.spawn(move || work(sets, &received)).map_err(unavailable)?;
        jobs.try_send(job).ok().ok_or_else(|| unavailable("the thread ended at once"))?;
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
