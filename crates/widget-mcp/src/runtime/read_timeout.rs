//! Bodies of requests that arrive too slowly.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

/// Longest time that the server waits for the rest of a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// Bytes that buy a second of waiting, up to [`BODY_TIMEOUT`]: a body that
/// comes more slowly in the long run is given up.
const MIN_BYTES_PER_SECOND: u32 = 16 << 10;

/// A body that fails when its client keeps the server waiting. The time in which
/// the server does not read does not count.
pub(super) struct PacedBody {
    inner: Body,
    /// Time that may still be spent on waiting.
    left: Duration,
    waiting: Option<Waiting>,
}

struct Waiting {
    deadline: Instant,
    elapsed: Pin<Box<Sleep>>,
}

impl PacedBody {
    pub(super) fn new(inner: Body) -> Self {
        Self { inner, left: BODY_TIMEOUT, waiting: None }
    }

    fn resume(&mut self, bytes: usize) {
        if let Some(waiting) = self.waiting.take() {
            self.left = waiting.deadline.saturating_duration_since(Instant::now());
        }
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let earned = Duration::from_secs(bytes.into()) / MIN_BYTES_PER_SECOND;
        self.left = self.left.saturating_add(earned).min(BODY_TIMEOUT);
    }

    fn poll_elapsed(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let waiting = self.waiting.get_or_insert_with(|| {
            let deadline = Instant::now() + self.left;
            Waiting { deadline, elapsed: Box::pin(sleep_until(deadline)) }
        });
        waiting.elapsed.as_mut().poll(context)
    }
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.inner).poll_frame(context) {
            if let Some(Ok(frame)) = &frame {
                self.resume(frame.data_ref().map_or(0, Bytes::len));
            }
            return Poll::Ready(frame);
        }
        ready!(self.poll_elapsed(context));
        Poll::Ready(Some(Err(axum::Error::new(TooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[derive(Debug)]
struct TooSlow;

impl fmt::Display for TooSlow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the body of the request came too slowly")
    }
}

impl std::error::Error for TooSlow {}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::to_bytes;
    use futures_util::stream;
    use tokio::time::sleep;

    use super::*;

    /// A body of pieces of `size` bytes, one each `pause`.
    fn body(pieces: usize, size: usize, pause: Duration) -> Body {
        Body::new(PacedBody::new(Body::from_stream(stream::unfold(0, move |sent| async move {
            (sent < pieces).then_some(())?;
            sleep(pause).await;
            Some((Ok::<_, Infallible>(vec![b'x'; size]), sent + 1))
        }))))
    }

    async fn read(body: Body) -> Result<usize, String> {
        let bytes = to_bytes(body, usize::MAX).await.map_err(|error| error.to_string());
        bytes.map(|bytes| bytes.len())
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stops_is_given_up() {
        let started = Instant::now();
        let body =
            PacedBody::new(Body::from_stream(stream::pending::<Result<Bytes, Infallible>>()));
        assert_eq!(read(Body::new(body)).await.unwrap_err(), TooSlow.to_string());
        assert_eq!(started.elapsed().as_secs(), BODY_TIMEOUT.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_trickles_is_given_up() {
        let started = Instant::now();
        let error = read(body(1_000, 1, Duration::from_secs(1))).await.unwrap_err();
        assert_eq!(error, TooSlow.to_string());
        assert_eq!(started.elapsed().as_secs(), BODY_TIMEOUT.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_connection_may_take_longer_than_the_timeout() {
        let size = MIN_BYTES_PER_SECOND as usize;
        let read = read(body(300, 2 * size, Duration::from_secs(2))).await;
        assert_eq!(read, Ok(600 * size));
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_in_which_the_server_does_not_read_does_not_count() {
        let (sender, receiver) = tokio::sync::mpsc::channel::<Result<Bytes, Infallible>>(1);
        let frames =
            stream::unfold(receiver, async |mut receiver| Some((receiver.recv().await?, receiver)));
        let mut body = PacedBody::new(Body::from_stream(frames));
        let send = async |sender: &tokio::sync::mpsc::Sender<_>| {
            sender.send(Ok(Bytes::from_static(b"x"))).await.unwrap();
        };
        send(&sender).await;
        let mut next =
            async || std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        next().await.unwrap().unwrap();
        sleep(BODY_TIMEOUT * 2).await;
        let (frame, ()) = tokio::join!(next(), async {
            sleep(BODY_TIMEOUT / 2).await;
            send(&sender).await;
        });
        frame.unwrap().unwrap();
    }
}
