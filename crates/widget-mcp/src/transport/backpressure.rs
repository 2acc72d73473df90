//! Limits on the memory of one client, on the transports that are a single
//! connection.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use rmcp::RoleServer;
use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Requests of one client that are worked on at the same time.
const MAX_REQUESTS: usize = 1_000;

/// Messages to one client that wait until it reads.
const MAX_UNSENT: usize = 64;

/// After the last message of a client, answers that are nearly done still go out.
const FINAL_RESPONSES_TIMEOUT: Duration = Duration::from_millis(500);

/// Reads no further while a client has too many requests under way or does not
/// read its answers.
pub(super) struct Bounded<T> {
    inner: T,
    load: Arc<InFlight>,
    /// True if the client has asked for anything yet.
    begun: bool,
    /// Ends the work for this client.
    stop: CancellationToken,
}

impl<T> Bounded<T> {
    /// `stop` is what the service of this transport ends with.
    pub(super) fn new(inner: T, stop: CancellationToken) -> Self {
        Self { inner, load: Arc::default(), begun: false, stop }
    }

    /// Returns whether a message may be passed on. rmcp takes anything else before the
    /// first request for a broken client and ends the connection.
    fn takes(&mut self, message: &RxJsonRpcMessage<RoleServer>) -> bool {
        self.begun |= matches!(message, JsonRpcMessage::Request(_));
        self.begun
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Bounded<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), T::Error>> + Send + 'static {
        let unsent = Unsent::new(&self.load, &message);
        let sent = self.inner.send(message);
        async move {
            let _unsent = unsent;
            sent.await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            self.load.ready().await;
            let Some(message) = self.inner.receive().await else {
                // rmcp waits seconds for what is under way; the answer is not read.
                let stop = self.stop.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(FINAL_RESPONSES_TIMEOUT).await;
                    stop.cancel();
                });
                return None;
            };
            if self.takes(&message) {
                self.load.count(&message);
                return Some(message);
            }
            tracing::debug!("passed over a message before the first request");
        }
    }

    async fn close(&mut self) -> Result<(), T::Error> {
        self.inner.close().await
    }
}

/// The work that a client has under way.
#[derive(Debug, Default)]
struct InFlight {
    now: Mutex<Now>,
    capacity: Notify,
}

#[derive(Debug, Default)]
struct Now {
    /// Counts the requests under way by their id: a client may use one more than once.
    under_way: HashMap<RequestId, usize>,
    requests: usize,
    unsent: usize,
}

impl Now {
    fn begin(&mut self, id: RequestId) {
        *self.under_way.entry(id).or_default() += 1;
        self.requests += 1;
    }

    fn end(&mut self, id: &RequestId) {
        let Some(count) = self.under_way.get_mut(id) else { return };
        *count -= 1;
        self.requests -= 1;
        if *count == 0 {
            self.under_way.remove(id);
        }
    }
}

impl InFlight {
    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock()
    }

    /// Waits until the client may ask for more. One waits at a time.
    async fn ready(&self) {
        loop {
            let capacity = self.capacity.notified();
            {
                let now = self.now();
                if now.requests < MAX_REQUESTS && now.unsent < MAX_UNSENT {
                    return;
                }
            }
            capacity.await;
        }
    }

    fn count(&self, message: &RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => {
                self.now().begin(request.id.clone());
            }
            // A cancelled request is not answered.
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.now().end(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }
}

/// A message until it is sent or given up.
struct Unsent {
    load: Arc<InFlight>,
    answers: Option<RequestId>,
}

impl Unsent {
    fn new(load: &Arc<InFlight>, message: &TxJsonRpcMessage<RoleServer>) -> Self {
        let answers = match message {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        load.now().unsent += 1;
        Self { load: Arc::clone(load), answers }
    }
}

impl Drop for Unsent {
    fn drop(&mut self) {
        {
            let mut now = self.load.now();
            now.unsent -= 1;
            if let Some(id) = &self.answers {
                now.end(id);
            }
        }
        self.load.capacity.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use rmcp::model::NumberOrString;
    use serde_json::json;

    use super::*;

    fn request(id: i64) -> RxJsonRpcMessage<RoleServer> {
        serde_json::from_value(json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).unwrap()
    }

    #[test]
    fn requests_are_counted_and_not_their_ids() {
        let load = InFlight::default();
        for _ in 0..MAX_REQUESTS {
            assert!(load.ready().now_or_never().is_some());
            load.count(&request(7));
        }
        assert!(load.ready().now_or_never().is_none());
        load.now().end(&NumberOrString::Number(7));
        assert!(load.ready().now_or_never().is_some());
        load.now().end(&NumberOrString::Number(8));
        assert_eq!(load.now().requests, MAX_REQUESTS - 1);
    }
}
