//! A client has read what has gone out to it.

use std::sync::Arc;

use axum::body::Body;
use futures_util::StreamExt as _;
use parking_lot::Mutex;

/// The marks of one request's answer, made as the answer goes out: when its client has left, its
/// events stay for the next call.
#[derive(Clone, Default)]
pub(crate) struct Delivery(Arc<Mutex<Vec<Mark>>>);

type Mark = Box<dyn FnOnce() + Send>;

impl Delivery {
    /// Makes a mark with the next part of the answer.
    pub(crate) fn when_sent(&self, mark: impl FnOnce() + Send + 'static) {
        self.0.lock().push(Box::new(mark));
    }

    /// The same body, whose parts make the marks.
    pub(crate) fn of_body(self, body: Body) -> Body {
        let parts = body.into_data_stream();
        Body::from_stream(parts.inspect(move |_| {
            let marks = std::mem::take(&mut *self.0.lock());
            marks.into_iter().for_each(|mark| mark());
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use axum::body::to_bytes;

    use super::*;

    #[tokio::test]
    async fn a_mark_is_made_when_its_part_goes_out() {
        for is_taken in [true, false] {
            let delivery = Delivery::default();
            let body = delivery.clone().of_body(Body::from("data: 1\n\n"));
            let made = Arc::new(AtomicBool::new(false));
            let making = Arc::clone(&made);
            delivery.when_sent(move || making.store(true, Ordering::Relaxed));
            if is_taken {
                assert_eq!(to_bytes(body, 100).await.unwrap(), "data: 1\n\n");
            } else {
                drop(body);
            }
            assert_eq!(made.load(Ordering::Relaxed), is_taken);
        }
    }
}
