//! The checks of a suite, each with its name.

use std::any::Any;
use std::fmt;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use widget_auth_core::Report;

use crate::error::StoreError;

/// An error of a store in a check of a suite in which it has to succeed.
///
/// `Debug`, which `unwrap` prints, shows the check and the causes.
#[derive(thiserror::Error)]
#[error("the store failed in the check `{check}`")]
pub struct ConformanceError {
    check: &'static str,
    source: StoreError,
}

impl ConformanceError {
    /// The name of the check.
    #[must_use]
    pub fn check(&self) -> &'static str {
        self.check
    }

    /// The answer of the store.
    #[must_use]
    pub fn store_error(&self) -> &StoreError {
        &self.source
    }
}

impl fmt::Debug for ConformanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Report::new(self), f)
    }
}

/// Runs `work` as the check of this name, or path that ends with it: its errors
/// and its panics bear the name.
pub(super) async fn named<T>(
    check: &'static str,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, ConformanceError> {
    let check = check.rsplit("::").next().unwrap_or(check);
    let mut work = pin!(work);
    let caught =
        poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        });
    match caught.await {
        Ok(answer) => answer.map_err(|source| ConformanceError { check, source }),
        Err(panic) => panic!("the store failed the check `{check}`: {}", message(&*panic)),
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref().copied()).unwrap_or("a panic without a text")
}

/// Runs checks of a suite one after the other.
macro_rules! checks {
    ($suite:expr => $($check:path),+ $(,)?) => {{
        $($crate::testing::check::named(stringify!($check), $check($suite)).await?;)+
    }};
}

pub(super) use checks;
