//! The WebSocket of one widget: the shell's `widget_sync` calls, as JSON-RPC 2.0.

use std::future::{Future, pending};
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use widget_state::{
    Departure, MAX_QUERY_RESULT_BYTES, StateError, Surface, ViewerId, WidgetId, WidgetStore,
};

use crate::error::WebError;
use crate::own_page::OwnPage;
use crate::state::WebState;
use crate::sync::upgrade::{Socket, upgrade};
use crate::sync::{Poll, SyncRequest, SyncResponse, poll, receive};
use crate::widget_path::WidgetPath;

/// The largest message that a shell may send, in bytes: an answer, and the
/// events beside it.
const MAX_MESSAGE: usize = MAX_QUERY_RESULT_BYTES + (2 << 20);

/// The buffers of a connection, in bytes; they grow with what has to go through.
const BUFFER: usize = 4 << 10;

/// A message that is larger has to be complete within [`IDLE_TIMEOUT`].
const LARGE: usize = 64 << 10;

/// The interval of pings on a silent connection.
const PING_EVERY: Duration = Duration::from_secs(20);

/// A connection that is idle for so long is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Close code: there is no such widget (the HTTP status 404 + 4000).
const GONE: u16 = 4404;

/// `GET /widget/{id}/live`
pub(crate) async fn live(
    State(state): State<WebState>,
    _page: OwnPage,
    WidgetPath(id): WidgetPath,
    request: Request,
) -> axum::response::Result<Response> {
    state.store.summary(id).await.map_err(WebError::from)?;
    let Ok(permit) = Arc::clone(&state.sockets).try_acquire_owned() else {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "Too many pages are open.\n").into());
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE))
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER);
    Ok(upgrade(request, config, state.arrivals.begin(), async move |socket| {
        let _open = permit;
        serve(socket, state.store, id).await;
    }))
}

async fn serve(socket: Socket, store: Arc<dyn WidgetStore>, id: WidgetId) {
    let mut connection = Connection { socket, store, id, waiting: None, viewer: None };
    connection.run().await;
    if let Some(viewer) = connection.viewer
        && let Err(error) = connection.store.detach(id, viewer, Departure::Left).await
    {
        tracing::debug!(%error, "a viewer of a widget that is gone went away");
    }
}

struct Connection {
    socket: Socket,
    store: Arc<dyn WidgetStore>,
    id: WidgetId,
    /// The one call that waits for changes.
    waiting: Option<Waiting>,
    /// The viewer behind this connection, once it waits for changes.
    viewer: Option<ViewerId>,
}

struct Waiting {
    call: Value,
    poll: Poll,
    answer: Pin<Box<dyn Future<Output = Result<SyncResponse, StateError>> + Send>>,
}

/// Continues as long as the connection stays open.
type Step = ControlFlow<()>;

impl Connection {
    async fn run(&mut self) {
        let mut ticks = interval(PING_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last_received = Instant::now();
        let mut step = Step::Continue(());
        while step.is_continue() {
            step = tokio::select! {
                message = self.socket.next() => match message {
                    Some(Ok(message)) => {
                        if self.makes_progress(&message) {
                            last_received = Instant::now();
                        }
                        self.message(message).await
                    }
                    Some(Err(_)) | None => Step::Break(()),
                },
                answer = answered(&mut self.waiting) => self.answer_waiting(answer).await,
                now = ticks.tick() => {
                    if now.duration_since(last_received) > IDLE_TIMEOUT {
                        Step::Break(())
                    } else {
                        self.send(Message::Ping(Default::default())).await
                    }
                }
            };
        }
    }

    /// False for a ping in the middle of a large message: it does not give the message more time.
    fn makes_progress(&mut self, message: &Message) -> bool {
        let arrival = self.socket.get_mut().arrival();
        if message.is_text() || message.is_binary() {
            arrival.restart();
        }
        arrival.bytes() <= LARGE
    }

    async fn message(&mut self, message: Message) -> Step {
        match message {
            Message::Text(text) => self.call(text.as_str()).await,
            Message::Ping(_) | Message::Pong(_) => Step::Continue(()),
            Message::Binary(_) | Message::Close(_) | Message::Frame(_) => Step::Break(()),
        }
    }

    async fn call(&mut self, text: &str) -> Step {
        let call: Call = match serde_json::from_str(text) {
            Ok(call) => call,
            Err(error) => return self.fail(&Value::Null, -32600, &error.to_string()).await,
        };
        match call {
            Call::WidgetSync { id, params } if params.widget_id == self.id => {
                self.sync(id, *params).await
            }
            Call::WidgetSync { id, .. } => {
                let message = "only widget_sync for this connection's own widget is answered";
                self.fail(&id, -32601, message).await
            }
            Call::ViewUnresponsive => self.unresponsive().await,
        }
    }

    async fn sync(&mut self, call: Value, request: SyncRequest) -> Step {
        if let Err(error) = self.attach(&request).await {
            return self.refuse(&call, error).await;
        }
        let poll = match receive(&*self.store, request).await {
            Ok(poll) => poll,
            Err(error) => return self.refuse(&call, error).await,
        };
        if let Some(displaced) = self.waiting.take() {
            self.answer(&displaced.call, displaced.poll.superseded()).await?;
        }
        self.waiting = Some(wait(Arc::clone(&self.store), call, poll));
        Step::Continue(())
    }

    /// A viewer that waits for changes is open, as long as the person can see it.
    async fn attach(&mut self, request: &SyncRequest) -> Result<(), StateError> {
        if !request.is_seen() || self.viewer == Some(request.viewer_id) {
            return Ok(());
        }
        if let Some(before) = self.viewer.take() {
            self.store.detach(self.id, before, Departure::Left).await?;
        }
        self.store.attach(self.id, request.viewer_id, Surface::Page).await?;
        self.viewer = Some(request.viewer_id);
        Ok(())
    }

    /// The shell says that its view does not respond. When it does again, its next call attaches
    /// it.
    async fn unresponsive(&mut self) -> Step {
        let Some(viewer) = self.viewer.take() else { return Step::Continue(()) };
        if let Err(error) = self.store.detach(self.id, viewer, Departure::Unresponsive).await {
            tracing::debug!(%error, "a viewer of a widget that is gone does not respond");
        }
        Step::Continue(())
    }

    async fn answer_waiting(&mut self, answer: (Value, Result<SyncResponse, StateError>)) -> Step {
        match answer {
            (call, Ok(answer)) => self.answer(&call, answer).await,
            (call, Err(error)) => self.refuse(&call, error).await,
        }
    }

    /// Says why a call failed, or that the widget is gone, which ends the connection.
    async fn refuse(&mut self, call: &Value, error: StateError) -> Step {
        if matches!(error, StateError::UnknownWidget { .. }) {
            self.answer(call, SyncResponse::destroyed()).await?;
            let close = CloseFrame { code: GONE.into(), reason: "the widget is gone".into() };
            self.send(Message::Close(Some(close))).await?;
            return Step::Break(());
        }
        tracing::warn!(%error, "a call from a viewer failed");
        self.fail(call, -32603, "the server could not do this; try again").await
    }

    async fn answer(&mut self, call: &Value, answer: SyncResponse) -> Step {
        self.reply(&JsonRpcResponse {
            jsonrpc: "2.0",
            id: call,
            outcome: Outcome::Result(Box::new(answer)),
        })
        .await
    }

    async fn fail(&mut self, call: &Value, code: i32, message: &str) -> Step {
        let outcome = Outcome::Error { code, message };
        self.reply(&JsonRpcResponse { jsonrpc: "2.0", id: call, outcome }).await
    }

    async fn reply(&mut self, reply: &JsonRpcResponse<'_>) -> Step {
        match serde_json::to_string(reply) {
            Ok(text) => self.send(Message::Text(text.into())).await,
            Err(error) => {
                tracing::error!(%error, "an answer has no JSON form");
                Step::Break(())
            }
        }
    }

    async fn send(&mut self, message: Message) -> Step {
        match self.socket.send(message).await {
            Ok(()) => Step::Continue(()),
            Err(_gone) => Step::Break(()),
        }
    }
}

/// A JSON-RPC message of the shell.
#[derive(Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
enum Call {
    /// A request.
    WidgetSync { id: Value, params: Box<SyncRequest> },
    /// A notification.
    ViewUnresponsive,
}

/// A JSON-RPC response to the shell.
#[derive(Serialize)]
struct JsonRpcResponse<'a> {
    jsonrpc: &'static str,
    id: &'a Value,
    #[serde(flatten)]
    outcome: Outcome<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome<'a> {
    Result(Box<SyncResponse>),
    Error { code: i32, message: &'a str },
}

fn wait(store: Arc<dyn WidgetStore>, call: Value, waiting: Poll) -> Waiting {
    let copy = waiting.clone();
    let answer = Box::pin(async move { poll(&*store, copy).await });
    Waiting { call, poll: waiting, answer }
}

/// The answer to the waiting call; never, while none waits. Safe to drop.
async fn answered(waiting: &mut Option<Waiting>) -> (Value, Result<SyncResponse, StateError>) {
    let Some(current) = waiting else { return pending().await };
    let answer = current.answer.as_mut().await;
    let call = waiting.take().map_or(Value::Null, |done| done.call);
    (call, answer)
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use tokio::net::{TcpListener, TcpStream};
    use tokio::time::sleep;
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
    use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
    use widget_state::{MemoryStore, Widget};

    use super::*;
    use crate::Arrivals;

    type Client = WebSocketStream<MaybeTlsStream<TcpStream>>;

    /// A widget whose messages may hold so much while they arrive.
    async fn served(max: usize) -> String {
        let store = Arc::new(MemoryStore::new());
        let id = store.create(Widget::html("")).await.unwrap();
        let mut state = WebState::new(store);
        state.arrivals = Arrivals::new(max);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app: Router = crate::router(state);
        tokio::spawn(async move { axum::serve(listener, app).await });
        format!("ws://{address}/widget/{id}/live")
    }

    /// A connection, and a message on it that does not end.
    async fn unfinished(url: &str, bytes: usize) -> Client {
        let (mut socket, _response) = connect_async(url).await.unwrap();
        let frame = Frame::message(vec![b' '; bytes], OpCode::Data(Data::Text), false);
        // The server may end the connection before all of it is sent.
        let _ended = socket.send(Message::Frame(frame)).await;
        socket
    }

    async fn is_answered(socket: &mut Client) -> bool {
        let _ended = socket.send(Message::Ping("?".into())).await;
        loop {
            match socket.next().await {
                Some(Ok(Message::Pong(answer))) if answer == "?" => return true,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return false,
            }
        }
    }

    #[tokio::test]
    async fn messages_that_arrive_at_the_same_time_hold_no_more_than_the_budget() {
        let url = served(4 << 20).await;
        let mut first = unfinished(&url, 3 << 20).await;
        assert!(is_answered(&mut first).await);
        let mut second = unfinished(&url, 2 << 20).await;
        assert!(!is_answered(&mut second).await);
        let mut small = unfinished(&url, 1_000).await;
        assert!(is_answered(&mut small).await);
        // A message that has come counts no more.
        let end = Frame::message("", OpCode::Data(Data::Continue), true);
        first.send(Message::Frame(end)).await.unwrap();
        assert!(is_answered(&mut first).await);
        let mut third = unfinished(&url, 3 << 20).await;
        assert!(is_answered(&mut third).await);
    }

    #[tokio::test(start_paused = true)]
    async fn pings_do_not_give_a_large_message_more_time() {
        let url = served(4 << 20).await;
        let started = Instant::now();
        let mut socket = unfinished(&url, LARGE + 1_000).await;
        while is_answered(&mut socket).await {
            sleep(PING_EVERY / 4).await;
        }
        let took = started.elapsed();
        assert!(took >= IDLE_TIMEOUT && took < IDLE_TIMEOUT * 2, "{took:?}");
    }
}
