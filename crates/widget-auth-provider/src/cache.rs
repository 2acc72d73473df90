//! Documents fetched once for everybody, and kept while their source is down.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::RwLock;
use tokio::sync::Mutex;
use widget_auth_core::{Clock, Report, UnixTime};

use crate::error::ProviderError;

/// The time a document is used before it is fetched again.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);
/// The time a failed endpoint is left alone while there is an old
/// document to go on with.
const PAUSE: Duration = Duration::from_secs(30);
/// Unscheduled fetches that may happen at once, and how fast new ones accrue.
const BURST: u64 = 3;
const REFILL: Duration = Duration::from_secs(60);

/// A document that is fetched once for any number of callers, fetched again
/// when it is old, and kept while its endpoint is down.
pub(crate) struct Cached<T> {
    entry: RwLock<Option<Entry<T>>>,
    flight: Mutex<Flight>,
    failures: AtomicU64,
}

/// The outcome of an unscheduled fetch.
pub(crate) enum Refetched<T> {
    Newer(Arc<T>),
    Failed(ProviderError),
    TooOften,
}

struct Entry<T> {
    value: Arc<T>,
    fetched_at: UnixTime,
}

/// The state that only the one caller that fetches may touch. A caller that goes away
/// in the middle lets go of the lock, and the next one fetches.
#[derive(Default)]
struct Flight {
    failed: Option<(UnixTime, ProviderError)>,
    budget: Budget,
}

impl<T> Cached<T> {
    pub(crate) fn new() -> Self {
        Self { entry: RwLock::new(None), flight: Mutex::default(), failures: AtomicU64::new(0) }
    }

    /// The document of `provider`, fetched by `fetch` if there is none or it is
    /// old. An old one is better than none if `fetch` fails, and better than
    /// waiting for another party's.
    pub(crate) async fn get<F>(
        &self,
        provider: &str,
        clock: &dyn Clock,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Arc<T>, ProviderError>
    where
        F: Future<Output = Result<T, ProviderError>> + Send,
    {
        if let Some(value) = self.fresh(clock.now()) {
            return Ok(value);
        }
        let failures = self.failures.load(Ordering::SeqCst);
        let old = self.current();
        let mut flight = match (&old, self.flight.try_lock()) {
            (_, Ok(flight)) => flight,
            (Some(old), Err(_)) => return Ok(old.clone()),
            (None, Err(_)) => self.flight.lock().await,
        };
        let now = clock.now();
        if let Some(value) = self.fresh(now) {
            return Ok(value);
        }
        if let Some((failed_at, error)) = &flight.failed {
            match &old {
                Some(old) if now.saturating_since(*failed_at) < PAUSE => return Ok(old.clone()),
                // Another caller has just tried.
                None if self.failures.load(Ordering::SeqCst) != failures => {
                    return Err(error.clone());
                }
                _ => {}
            }
        }
        match fetch().await {
            Ok(value) => {
                flight.failed = None;
                Ok(self.store(value, now))
            }
            Err(error) => {
                self.failures.fetch_add(1, Ordering::SeqCst);
                flight.failed = Some((now, error.clone()));
                if old.is_some() {
                    let error = Report::new(&error);
                    tracing::warn!(provider, %error, "using an old document of the provider");
                }
                old.ok_or(error)
            }
        }
    }

    /// Fetches again because `seen` was not sufficient, unless another caller
    /// has done so or it was done too often.
    pub(crate) async fn refetch<F>(
        &self,
        clock: &dyn Clock,
        seen: &Arc<T>,
        fetch: impl FnOnce() -> F + Send,
    ) -> Refetched<T>
    where
        F: Future<Output = Result<T, ProviderError>> + Send,
    {
        let mut flight = self.flight.lock().await;
        if let Some(current) = self.current().filter(|current| !Arc::ptr_eq(current, seen)) {
            return Refetched::Newer(current);
        }
        let now = clock.now();
        if !flight.budget.spend(now) {
            return Refetched::TooOften;
        }
        match fetch().await {
            Ok(value) => Refetched::Newer(self.store(value, now)),
            Err(error) => Refetched::Failed(error),
        }
    }

    fn fresh(&self, now: UnixTime) -> Option<Arc<T>> {
        let entry = self.entry.read();
        entry
            .as_ref()
            .filter(|entry| now.saturating_since(entry.fetched_at) < MAX_AGE)
            .map(|entry| entry.value.clone())
    }

    fn current(&self) -> Option<Arc<T>> {
        let entry = self.entry.read();
        entry.as_ref().map(|entry| entry.value.clone())
    }

    fn store(&self, value: T, fetched_at: UnixTime) -> Arc<T> {
        let value = Arc::new(value);
        *self.entry.write() = Some(Entry { value: value.clone(), fetched_at });
        value
    }
}

impl<T> fmt::Debug for Cached<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cached").finish_non_exhaustive()
    }
}

/// A token bucket: a key rotation gets its fetch at once, a flood of unknown
/// key ids gets one a minute.
#[derive(Default)]
struct Budget {
    spent: u64,
    since: UnixTime,
}

impl Budget {
    fn spend(&mut self, now: UnixTime) -> bool {
        let refilled = now.saturating_since(self.since).as_secs() / REFILL.as_secs();
        if refilled > 0 {
            self.spent = self.spent.saturating_sub(refilled);
            self.since = now;
        }
        if self.spent >= BURST {
            return false;
        }
        self.spent += 1;
        true
    }
}
