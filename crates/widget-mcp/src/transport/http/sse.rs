//! HTTP+SSE: the client opens one stream for what the server says and posts each
//! message of its own.

mod session;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::{StreamExt, stream};
use rmcp::service::RxJsonRpcMessage;
use rmcp::{RoleServer, ServerHandler};
use tokio_util::sync::CancellationToken;

use super::malformed_body::is_json;
use crate::transport::{malformed, too_large};
use session::{Full, Session, Sessions, Undelivered};

/// The interval at which a quiet stream sends a comment, so that proxies keep it and a
/// client that is gone is found out.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The path of the stream of server messages.
const STREAM_PATH: &str = "/sse";

/// The path of client messages.
const MESSAGES_PATH: &str = "/messages";

/// `GET /sse` and `POST /messages`.
pub(super) fn router<S: Clone + Send + Sync + 'static>(
    handler: impl ServerHandler + Clone,
    max_message: usize,
    stop: CancellationToken,
) -> Router<S> {
    let sessions = Arc::new(Sessions::new(stop));
    let open = {
        let sessions = Arc::clone(&sessions);
        move || open(Arc::clone(&sessions), handler.clone())
    };
    let inbox = Inbox { sessions, max_message };
    Router::new()
        .route(STREAM_PATH, get(open))
        .route(MESSAGES_PATH, post(receive))
        .with_state(inbox)
}

/// `GET /sse`
async fn open<S: ServerHandler>(sessions: Arc<Sessions>, handler: S) -> Response {
    let session = match sessions.open(handler) {
        Ok(session) => session,
        Err(full) => return full.into_response(),
    };
    let address = format!("{MESSAGES_PATH}?sessionId={}", session.id());
    let endpoint = Event::default().event("endpoint").data(address);
    let events = stream::once(async move { endpoint }).chain(messages(session));
    Sse::new(events.map(Ok::<_, Infallible>))
        .keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
        .into_response()
}

/// Returns the messages of the server. Dropping the stream ends the session.
fn messages(session: Session) -> impl futures_util::Stream<Item = Event> {
    stream::unfold(session, async |mut session| {
        let message = session.next().await?;
        match serde_json::to_string(&message) {
            Ok(json) => Some((Event::default().event("message").data(json), session)),
            Err(error) => {
                tracing::error!(%error, "a message has no JSON form");
                None
            }
        }
    })
}

/// Receives the messages of clients.
#[derive(Clone)]
struct Inbox {
    sessions: Arc<Sessions>,
    max_message: usize,
}

/// `POST /messages`
async fn receive(State(inbox): State<Inbox>, request: Request) -> Result<StatusCode, Problem> {
    let id = session_id(request.uri().query().unwrap_or_default()).ok_or(Problem::NoSession)?;
    let session = inbox.sessions.find(id).ok_or(Problem::UnknownSession)?;
    if !is_json(request.headers()) {
        return Err(Problem::NoJson);
    }
    let (head, body) = request.into_parts();
    let body = read(body, inbox.max_message).await?;
    let mut message = parse(&body).map_err(Problem::NoMessage)?;
    message.insert_extension(head);
    session.deliver(message).await.map_err(|undelivered| match undelivered {
        Undelivered::Ended => Problem::UnknownSession,
        Undelivered::Busy => Problem::Busy,
    })?;
    Ok(StatusCode::ACCEPTED)
}

fn parse(body: &[u8]) -> serde_json::Result<RxJsonRpcMessage<RoleServer>> {
    serde_json::from_slice(body).or_else(|error| match malformed::repair(body) {
        Some(repaired) => serde_json::from_str(&repaired),
        None => Err(error),
    })
}

async fn read(body: Body, max_bytes: usize) -> Result<Bytes, Problem> {
    let mut request = Request::new(body);
    DefaultBodyLimit::max(max_bytes).apply(&mut request);
    Bytes::from_request(request, &()).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge(max_bytes),
        _ => Problem::CutOff,
    })
}

fn session_id(query: &str) -> Option<&str> {
    query.split('&').find_map(|pair| pair.strip_prefix("sessionId="))
}

/// The reason a message was not accepted.
#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("POST to the address that GET /sse has sent: /messages?sessionId=…")]
    NoSession,
    #[error("there is no such session, or it has ended; open GET /sse again")]
    UnknownSession,
    #[error("the Content-Type must be application/json")]
    NoJson,
    #[error("{}", too_large(*.0))]
    TooLarge(usize),
    #[error("the message ended before it was complete")]
    CutOff,
    #[error("this is not a JSON-RPC message of MCP: {0}; send each message on its own")]
    NoMessage(serde_json::Error),
    #[error("too many calls are under way; read the answers in GET /sse first")]
    Busy,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NoSession | Self::CutOff | Self::NoMessage(_) => StatusCode::BAD_REQUEST,
            Self::UnknownSession => StatusCode::NOT_FOUND,
            Self::NoJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        };
        (status, format!("{self}\n")).into_response()
    }
}

impl IntoResponse for Full {
    fn into_response(self) -> Response {
        let headers = [(RETRY_AFTER, "10")];
        (StatusCode::SERVICE_UNAVAILABLE, headers, format!("{self}\n")).into_response()
    }
}
