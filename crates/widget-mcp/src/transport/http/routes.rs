//! The MCP endpoints as axum routes.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::from_fn_with_state;
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;
use tower::service_fn;
use widget_state::Limits;
use widget_web::AllowedHosts;

use super::authorize::Authorization;
use super::malformed_body;
use super::middleware::{Conditions, admit};
use super::session_limit::Sessions;
use super::sse;
use crate::options::http::ClientToken;
use crate::tool::delivery::Delivery;
use crate::tool::reader::has_session;
use crate::transport::max_message;

/// The path of streamable HTTP.
const MCP_PATH: &str = "/mcp";

/// The MCP endpoints as axum routes, for any rmcp handler: for a server of one's
/// own, or to put the widgets into a larger application, whatever its state.
///
/// Every request must name this server in `Host` and may come from a page of an
/// allowed name only ([`AllowedHosts`], the loopback names unless told otherwise).
/// The pending work and unread output of a client are bounded. Time limits on connections
/// are up to who serves the routes: the servers of
/// [`run_server_with`](crate::run_server_with) end one that takes nothing for 30 seconds,
/// whose request has no head within a minute, or whose body pauses for 30 seconds.
///
/// # Examples
///
/// ```no_run
/// use std::sync::Arc;
///
/// use axum::Router;
/// use widget_mcp::{McpRoutes, WidgetServer, Widgets};
/// use widget_state::Limits;
///
/// # async fn run(own: Router) -> Result<(), Box<dyn std::error::Error>> {
/// let (widgets, listener) = Widgets::bind(8001, Limits::default()).await?;
/// let widgets = Arc::new(widgets);
/// let server = WidgetServer::new(Arc::clone(&widgets), "dashboards");
/// let mcp = McpRoutes::new().with_token("3b6f1c…".parse()?);
/// let app = own.merge(widgets.pages()).merge(mcp.sse(server.clone())).merge(mcp.http(server));
/// axum::serve(listener, app).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct McpRoutes {
    conditions: Conditions,
    stop: CancellationToken,
}

impl Default for McpRoutes {
    fn default() -> Self {
        Self {
            conditions: Conditions {
                authorization: Authorization::default(),
                max_message_bytes: max_message(&Limits::default()),
            },
            stop: CancellationToken::new(),
        }
    }
}

impl McpRoutes {
    /// Endpoints for clients on this machine, without a token, for messages as
    /// large as [`Limits::default`] needs them.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers under these names.
    #[must_use]
    pub fn with_hosts(mut self, hosts: AllowedHosts) -> Self {
        self.conditions.authorization.hosts = hosts;
        self
    }

    /// Asks each request for this token.
    #[must_use]
    pub fn with_token(mut self, token: ClientToken) -> Self {
        self.conditions.authorization.token = Some(token);
        self
    }

    /// Takes messages as large as these limits need them.
    #[must_use]
    pub fn with_limits(mut self, limits: &Limits) -> Self {
        self.conditions.max_message_bytes = max_message(limits);
        self
    }

    /// Ends every session and stream when `stop` is cancelled; open streams would
    /// hold up the end of the HTTP server.
    #[must_use]
    pub fn with_stop(mut self, stop: CancellationToken) -> Self {
        self.stop = stop;
        self
    }

    /// Streamable HTTP: `/mcp`.
    pub fn http<S>(&self, handler: impl ServerHandler + Clone) -> Router<S>
    where
        S: Clone + Send + Sync + 'static,
    {
        // The middleware checks names and origins, here as on the other routes.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .disable_allowed_origins()
            .with_max_request_body_bytes(self.conditions.max_message_bytes)
            .with_cancellation_token(self.stop.child_token());
        let sessions = Arc::new(Sessions::default());
        let service = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
        let service = service_fn(move |request: Request| {
            let service = service.clone();
            let is_end = request.method() == Method::DELETE;
            async move {
                let handle = |mut request: Request| {
                    let service = service.clone();
                    // What a session has sent, its client may take up on another connection.
                    let delivery = (!has_session(request.uri(), request.headers()))
                        .then(|| request.extensions_mut().get_or_insert_default::<Delivery>())
                        .cloned();
                    async move {
                        service.handle(request).await.map(|body| match delivery {
                            Some(delivery) => delivery.of_body(Body::new(body)),
                            None => Body::new(body),
                        })
                    }
                };
                let mut response = malformed_body::answer(request, handle).await;
                // rmcp's 202 for the end of a session says that it is still to come, which some
                // clients take for a failure.
                if is_end && response.status() == StatusCode::ACCEPTED {
                    *response.status_mut() = StatusCode::NO_CONTENT;
                }
                Ok::<_, Infallible>(response)
            }
        });
        self.checked(Router::new().route_service(MCP_PATH, service))
    }

    /// HTTP+SSE, as protocol 2024-11-05 has it: `GET /sse` and `POST /messages`.
    pub fn sse<S>(&self, handler: impl ServerHandler + Clone) -> Router<S>
    where
        S: Clone + Send + Sync + 'static,
    {
        let max_message_bytes = self.conditions.max_message_bytes;
        self.checked(sse::router(handler, max_message_bytes, self.stop.child_token()))
    }

    fn checked<S: Clone + Send + Sync + 'static>(&self, router: Router<S>) -> Router<S> {
        router.layer(from_fn_with_state(self.conditions.clone(), admit))
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::State;
    use axum::http::header::{ACCEPT, CONTENT_TYPE, HOST};
    use axum::http::request::Builder;
    use axum::routing::get;
    use serde_json::json;
    use tower::ServiceExt as _;
    use widget_state::{EventInput, Widget};

    use super::*;
    use crate::server::WidgetServer;
    use crate::widgets::Widgets;

    fn request(method: Method) -> Builder {
        Request::builder()
            .method(method)
            .uri(MCP_PATH)
            .header(HOST, "localhost")
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
    }

    /// An application with a state of its own.
    #[tokio::test]
    async fn the_routes_merge_into_an_app_with_state() {
        #[derive(Clone)]
        struct Own(&'static str);
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let (mcp, server) = (McpRoutes::new(), WidgetServer::new(Arc::clone(&widgets), "test"));
        let app: Router = Router::new()
            .route("/own", get(async |State(own): State<Own>| own.0))
            .merge(widgets.pages())
            .merge(mcp.sse(server.clone()))
            .merge(mcp.http(server))
            .with_state(Own("of its own"));
        for (path, expected) in [("/own", 200), ("/view", 200), ("/mcp", 406), ("/messages", 405)] {
            let request = Request::get(path).header(HOST, "localhost");
            let answer = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            assert_eq!(answer.status().as_u16(), expected, "{path}");
        }
    }

    #[tokio::test]
    async fn a_session_that_a_client_ends_is_over() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let app: Router = McpRoutes::new().http(WidgetServer::new(widgets, "test"));
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }});
        let hello = request(Method::POST).body(Body::from(hello.to_string())).unwrap();
        let begun = app.clone().oneshot(hello).await.unwrap();
        let session = begun.headers()["mcp-session-id"].clone();
        let end = request(Method::DELETE).header("mcp-session-id", session);
        let ended = app.oneshot(end.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    }

    /// Clients of 2026-07-28 have one reader together: see [`crate::tool::reader::Readers`].
    #[tokio::test]
    async fn events_in_an_answer_that_nobody_takes_stay_for_the_next() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let id = widgets.store().create(Widget::html("")).await.unwrap();
        let app: Router = McpRoutes::new().http(WidgetServer::new(Arc::clone(&widgets), "test"));
        let viewer = "0".repeat(32).parse().unwrap();
        let event = EventInput {
            n: 1,
            event_type: "note:say".into(),
            data: true.into(),
            label: String::new(),
            block: None,
        };
        widgets.store().append_events(id, viewer, vec![event]).await.unwrap();
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "get_events",
            "arguments": {"widget_id": id, "clear": true},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            },
        }});
        let answer = async || {
            let asked = request(Method::POST)
                .header("mcp-protocol-version", "2026-07-28")
                .header("mcp-method", "tools/call")
                .header("mcp-name", "get_events");
            let asked = asked.body(Body::from(call.to_string())).unwrap();
            let response = app.clone().oneshot(asked).await.unwrap();
            assert_eq!(response.status(), StatusCode::OK);
            response.into_body()
        };
        drop(answer().await);
        for is_there in [true, false] {
            let body = axum::body::to_bytes(answer().await, 100_000).await.unwrap();
            let text = String::from_utf8_lossy(&body);
            assert_eq!(text.contains("note:say"), is_there, "{text}");
        }
    }

    #[tokio::test]
    async fn a_body_that_does_not_parse_is_a_bad_request_with_the_id() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let app: Router = McpRoutes::new().http(WidgetServer::new(widgets, "test"));
        let post = async |body: String| {
            app.clone()
                .oneshot(request(Method::POST).body(Body::from(body)).unwrap())
                .await
                .unwrap()
        };
        let call = r#"{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":1e999}}"#;
        let response = post(call.to_owned()).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST);
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        let error: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!((&error["id"], &error["error"]["code"]), (&json!(5), &json!(-32602)));
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "cut short", "version": "1"},
        }});
        let cut = hello.to_string().replace("short", "\\ud83d");
        assert_eq!(post(cut).await.status(), StatusCode::OK);
    }
}
