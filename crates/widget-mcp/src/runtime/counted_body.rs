//! A body that is counted while it arrives.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use widget_web::Arrival;

/// Counts what is read of a body until it is dropped, and fails it where there is too much.
pub(super) struct CountedBody {
    inner: Body,
    arrival: Arrival,
}

impl CountedBody {
    pub(super) fn new(inner: Body, arrival: Arrival) -> Self {
        Self { inner, arrival }
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
        if let Some(Ok(frame)) = &frame {
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            self.arrival.add(bytes).map_err(axum::Error::new)?;
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

#[cfg(test)]
mod tests {
    use futures_util::stream::iter;
    use widget_web::Arrivals;

    use super::*;

    #[tokio::test]
    async fn a_body_fails_where_too_much_arrives() {
        let all = Arrivals::new(10);
        let mut first = all.begin();
        first.add(8).unwrap();
        let pieces = iter([2, 1].map(|bytes| Ok::<_, std::io::Error>(vec![0; bytes])));
        let mut body = CountedBody::new(Body::from_stream(pieces), all.begin());
        let mut next = async || {
            std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await.unwrap()
        };
        assert_eq!(next().await.unwrap().into_data().unwrap().len(), 2);
        let error = next().await.unwrap_err().to_string();
        assert_eq!(error, "too much arrives at the same time; try again later");
    }
}
