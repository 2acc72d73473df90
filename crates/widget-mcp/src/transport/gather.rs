//! Joins chunks that are ready together into one write.

use std::future::poll_fn;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::vec;

use futures_util::stream::{self, Chain, Fuse, Iter, Stream, StreamExt};

/// Turns of all other tasks that an answer may take. A call passes through five of them.
const TURNS: usize = 8;

/// The calls that have just come.
#[derive(Debug, Default)]
pub(super) struct Arrivals(AtomicUsize);

impl Arrivals {
    /// Counts a call.
    pub(super) fn one(&self) -> Arrival<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Arrival(&self.0)
    }
}

type Gathered<S> = Chain<Iter<vec::IntoIter<<S as Stream>::Item>>, Fuse<S>>;

/// A call that has just come.
#[derive(Debug)]
pub(super) struct Arrival<'a>(&'a AtomicUsize);

impl Arrival<'_> {
    /// Holds the messages back for a few turns when other calls come with this one, so
    /// that the head of its HTTP response, the message ahead of the answer and the
    /// answer are one write, and not two or three. A call by itself is quicker when the
    /// head wakes the client while the answer is still made.
    ///
    /// Waits for nothing but tasks that can run now: what takes longer is sent as it comes.
    pub(super) async fn gather<S: Stream + Unpin>(self, stream: S) -> Gathered<S> {
        let mut turns = if self.0.load(Ordering::Relaxed) > 1 { TURNS } else { 0 };
        let mut stream = stream.fuse();
        let mut ready = Vec::new();
        poll_fn(|context| {
            while let Poll::Ready(item) = stream.poll_next_unpin(context) {
                let Some(item) = item else { return Poll::Ready(()) };
                ready.push(item);
            }
            if turns == 0 {
                return Poll::Ready(());
            }
            turns -= 1;
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
        stream::iter(ready).chain(stream)
    }
}

impl Drop for Arrival<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
    use tokio::task::yield_now;

    use super::*;

    fn received<T>(mut receiver: UnboundedReceiver<T>) -> impl Stream<Item = T> + Unpin {
        stream::poll_fn(move |context| receiver.poll_recv(context))
    }

    /// Sends `"ahead"`, and `"answer"` after a few turns.
    fn answered_soon() -> impl Stream<Item = &'static str> + Unpin {
        let (sender, receiver) = unbounded_channel();
        sender.send("ahead").unwrap();
        tokio::spawn(async move {
            for _ in 0..5 {
                yield_now().await;
            }
            sender.send("answer").unwrap();
        });
        received(receiver)
    }

    #[tokio::test]
    async fn answers_of_calls_that_come_together_are_there_at_once() {
        let calls = Arrivals::default();
        let _other = calls.one();
        let stream = calls.one().gather(answered_soon()).await;
        assert_eq!(stream.collect::<Vec<_>>().now_or_never().unwrap(), ["ahead", "answer"]);
    }

    #[tokio::test]
    async fn a_call_by_itself_is_not_held_back() {
        let calls = Arrivals::default();
        drop(calls.one());
        let mut stream = calls.one().gather(answered_soon()).await;
        assert_eq!(stream.next().now_or_never(), Some(Some("ahead")));
        assert_eq!(stream.next().now_or_never(), None);
        assert_eq!(stream.next().await, Some("answer"));
    }

    #[tokio::test]
    async fn what_takes_longer_comes_as_it_comes() {
        let calls = Arrivals::default();
        let _other = calls.one();
        let (sender, receiver) = unbounded_channel();
        sender.send(1).unwrap();
        let mut stream = calls.one().gather(received(receiver)).await;
        assert_eq!(stream.next().now_or_never(), Some(Some(1)));
        assert_eq!(stream.next().now_or_never(), None);
        sender.send(2).unwrap();
        assert_eq!(stream.next().await, Some(2));
        drop(sender);
        assert_eq!(stream.next().await, None);
    }
}
