//! The memory of all bodies that are still arriving.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};

/// Bodies that arrive at the same time hold together at most so much. One that is alone may be
/// as large as its route allows.
const MAX_ARRIVING_BYTES: usize = 512 << 20;

/// Counts the bytes of bodies that have not come to their end.
#[derive(Clone, Debug)]
pub(super) struct BodyBudget {
    arriving: Arc<AtomicUsize>,
    max: usize,
}

impl Default for BodyBudget {
    fn default() -> Self {
        Self { arriving: Arc::default(), max: MAX_ARRIVING_BYTES }
    }
}

impl BodyBudget {
    /// Counts what is read of a body until it is dropped, and fails it where there is too much.
    pub(super) fn count(&self, inner: Body) -> Body {
        Body::new(CountedBody { inner, budget: self.clone(), bytes: 0 })
    }
}

struct CountedBody {
    inner: Body,
    budget: BodyBudget,
    bytes: usize,
}

impl CountedBody {
    fn add(&mut self, bytes: usize) -> Result<(), axum::Error> {
        self.bytes += bytes;
        let arriving = self.budget.arriving.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if arriving > self.budget.max && arriving > self.bytes {
            tracing::warn!(arriving, "a request was ended: too much arrives at the same time");
            return Err(axum::Error::new(TooMuch));
        }
        Ok(())
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
        if let Some(Ok(frame)) = &frame
            && let Err(error) = self.add(frame.data_ref().map_or(0, Bytes::len))
        {
            return Poll::Ready(Some(Err(error)));
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

impl Drop for CountedBody {
    fn drop(&mut self) {
        self.budget.arriving.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[derive(Debug)]
struct TooMuch;

impl fmt::Display for TooMuch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("too much arrives at the same time; try again later")
    }
}

impl std::error::Error for TooMuch {}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    /// A body of two halves, of which the first has been read.
    async fn half(budget: &BodyBudget, bytes: usize) -> (Body, Result<(), String>) {
        let halves = [bytes / 2, bytes / 2].map(|bytes| Ok::<_, TooMuch>(vec![0; bytes]));
        let mut body = budget.count(Body::from_stream(futures_util::stream::iter(halves)));
        let frame = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        (body, frame.unwrap().map(drop).map_err(|error| error.to_string()))
    }

    #[tokio::test]
    async fn one_body_may_be_large_and_many_may_not() {
        let budget = BodyBudget { max: 1_000, ..BodyBudget::default() };
        let alone = budget.count(Body::from(vec![0; 1_002]));
        assert_eq!(to_bytes(alone, usize::MAX).await.unwrap().len(), 1_002);

        let (first, read) = half(&budget, 1_000).await;
        assert_eq!(read, Ok(()));
        let (second, read) = half(&budget, 1_000).await;
        assert_eq!(read, Ok(()));
        assert_eq!(half(&budget, 2).await.1, Err(TooMuch.to_string()));
        drop(second);
        assert_eq!(half(&budget, 2).await.1, Ok(()));
        drop(first);
        assert_eq!(budget.arriving.load(Ordering::Relaxed), 0);
    }
}
