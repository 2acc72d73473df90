//! A real MCP client.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::ServiceExt;
use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, Implementation,
    ProtocolVersion, ReadResourceRequestParams, ResourceContents, Tool,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, Peer, RoleClient, RunningService, ServiceError,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::binary;
use crate::eventually::eventually;
use crate::handshake::Handshake;
use crate::notifications::Heard;
use crate::picture::Picture;

/// Longer than any call a test makes waits by itself.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A connection to one server. Over stdio the server ends with it.
#[derive(Debug)]
pub struct Client {
    pub(crate) service: RunningService<RoleClient, Heard>,
}

/// The answer of a tool that makes a widget.
#[derive(Debug, Clone, Deserialize)]
pub struct Created {
    /// The widget.
    pub widget_id: String,
    /// The address of its page.
    pub url: String,
    /// The revision it begins with.
    pub revision: u64,
    /// The components of its toolbars.
    #[serde(default)]
    pub component_ids: Vec<String>,
}

impl Client {
    /// The release binary on stdio, after the `initialize` handshake.
    pub async fn stdio() -> Self {
        Self::stdio_with(&["--headless"], []).await
    }

    /// The same with these flags and environment variables.
    pub async fn stdio_with(
        flags: &[impl AsRef<OsStr>],
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let service = Heard::default().serve(child(flags, env)).await;
        Self { service: service.expect("the server initializes") }
    }

    /// The same for a client that says this of itself.
    pub async fn stdio_introduced(config: ClientConfig, handshake: Handshake) -> Self {
        let (handler, transport) = (Heard::introduced(config), child(&["--headless"], []));
        let started = handler.serve_with_lifecycle(transport, lifecycle(handshake)).await;
        Self { service: started.expect("the server begins") }
    }

    /// A build of the server on stdio, not headless, with these environment variables.
    pub async fn not_headless(
        program: &Path,
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let service = Heard::default().serve(process(program, &[] as &[&str], env)).await;
        Self { service: service.expect("the server initializes") }
    }

    /// The same by `server/discover`, as the newest clients do it.
    pub async fn stdio_without_initialize() -> Self {
        let lifecycle = discover();
        let started =
            Heard::default().serve_with_lifecycle(child(&["--headless"], []), lifecycle).await;
        Self { service: started.expect("the server is discovered") }
    }

    /// A client named `name` that announces views (MCP Apps), of a build of the server on stdio with
    /// these flags and environment variables.
    pub async fn stdio_with_views(
        program: &Path,
        (name, handshake): (&str, Handshake),
        flags: &[impl AsRef<OsStr>],
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let handler = Heard::introduced(with_views(name));
        let transport = process(program, flags, env);
        let started = handler.serve_with_lifecycle(transport, lifecycle(handshake)).await;
        Self { service: started.expect("the server begins") }
    }

    /// The same over streamable HTTP, of the server at this address.
    pub async fn http_with_views(name: &str, handshake: Handshake, endpoint: &str) -> Self {
        Self::http_introduced(with_views(name), handshake, endpoint).await
    }

    /// The same for a client that says this of itself.
    pub async fn http_introduced(
        config: ClientConfig,
        handshake: Handshake,
        endpoint: &str,
    ) -> Self {
        let (handler, transport) = (Heard::introduced(config), http_transport(endpoint));
        let started = handler.serve_with_lifecycle(transport, lifecycle(handshake)).await;
        Self { service: started.expect("the server begins") }
    }

    /// A client of the server at this address, over streamable HTTP.
    pub async fn over_http(endpoint: &str) -> Self {
        let started = Heard::default().serve(http_transport(endpoint)).await;
        Self { service: started.expect("the server initializes") }
    }

    pub(crate) async fn http_without_initialize(endpoint: &str) -> Self {
        let transport = http_transport(endpoint);
        let started = Heard::default().serve_with_lifecycle(transport, discover()).await;
        Self { service: started.expect("the server is discovered") }
    }

    /// The connection, for what has no method here.
    #[must_use]
    pub fn peer(&self) -> &Peer<RoleClient> {
        self.service.peer()
    }

    /// Returns the notifications so far: the address of each resource
    /// that changed, `list` for the list of them, and the method and parameters of
    /// those that are not of the protocol.
    #[must_use]
    pub fn heard(&self) -> Vec<String> {
        self.service.service().heard()
    }

    /// The tools the server offers.
    pub async fn tools(&self) -> Vec<Tool> {
        self.service.list_all_tools().await.expect("the tools are listed")
    }

    /// The name of the view that shows what a tool makes.
    pub(crate) async fn view_of(&self, tool: &str) -> String {
        let tools = self.tools().await;
        let described = tools.iter().find(|one| one.name == tool).expect("the tool is there");
        let described = serde_json::to_value(described).expect("a tool is JSON");
        let address = described["_meta"]["ui"]["resourceUri"].as_str().expect("it has a view");
        address.rsplit('/').next().expect("a name").to_owned()
    }

    /// Calls a tool that is to succeed; its `structuredContent`.
    pub async fn call(&self, tool: &str, arguments: Value) -> Value {
        let result = self.result(tool, arguments).await;
        if result.is_error == Some(true) {
            panic!("{tool} refused: {}", text(&result));
        }
        let structured = result.structured_content;
        structured.unwrap_or_else(|| panic!("{tool} gave no structured content"))
    }

    /// The text of a resource.
    pub async fn resource(&self, uri: &str) -> String {
        let request = ReadResourceRequestParams::new(uri);
        let read = self.service.read_resource(request).await;
        let read = read.unwrap_or_else(|error| panic!("{uri}: {error}"));
        match read.contents.first() {
            Some(ResourceContents::TextResourceContents { text, .. }) => text.clone(),
            other => panic!("{uri}: {other:?}"),
        }
    }

    /// `screenshot_widget`: its structured content and the picture beside it, or why there is none.
    ///
    /// # Errors
    ///
    /// Calls the tool and returns its answer and its picture.
    pub async fn picture(&self, arguments: Value) -> Result<(Value, Picture), String> {
        let result = self.result("screenshot_widget", arguments).await;
        if result.is_error == Some(true) {
            return Err(text(&result));
        }
        let image = result.content.iter().find_map(|block| block.as_image());
        let image = image.expect("an image beside the text");
        assert_eq!(image.mime_type, "image/png");
        let png = STANDARD.decode(&image.data).expect("base64");
        Ok((result.structured_content.expect("structured content"), Picture::decode(&png)))
    }

    /// Calls a tool that is to refuse; what it says.
    pub async fn refusal(&self, tool: &str, arguments: Value) -> String {
        let result = self.result(tool, arguments).await;
        assert_eq!(result.is_error, Some(true), "{tool} took it: {}", text(&result));
        text(&result)
    }

    /// `create_widget`, `show_chart` or `show_dataframe`.
    pub async fn create(&self, tool: &str, arguments: Value) -> Created {
        let answer = self.call(tool, arguments).await;
        serde_json::from_value(answer).expect("the answer describes the widget")
    }

    /// Every event of a widget so far, but for those of viewers that come and go.
    pub async fn events(&self, widget_id: &str) -> Vec<Value> {
        let mut events = self.log(widget_id).await;
        let is_of_viewer = |event: &Value| {
            matches!(event["event_type"].as_str(), Some("viewer:opened" | "viewer:closed"))
        };
        events.retain(|event| !is_of_viewer(event));
        events
    }

    /// Every event of a widget so far.
    pub async fn log(&self, widget_id: &str) -> Vec<Value> {
        let answer = self.call("get_events", json!({"widget_id": widget_id})).await;
        answer["events"].as_array().expect("a list of events").clone()
    }

    /// Waits until a widget has an event of this type, and returns the newest one.
    pub async fn event(&self, widget_id: &str, event_type: &str) -> Value {
        eventually(&format!("the event {event_type}"), async || {
            let events = self.events(widget_id).await;
            let newest = events.iter().rfind(|event| event["event_type"] == event_type);
            newest.cloned().ok_or_else(|| format!("{events:?}"))
        })
        .await
    }

    /// Waits until a widget has had `count` events; a further one is a failure.
    pub async fn event_count(&self, widget_id: &str, count: usize) -> Vec<Value> {
        eventually(&format!("{count} events"), async || {
            let events = self.events(widget_id).await;
            assert!(events.len() <= count, "more than {count} events: {events:?}");
            if events.len() == count { Ok(events) } else { Err(format!("{events:?}")) }
        })
        .await
    }

    /// Calls a tool that does not exist; what the protocol says.
    pub async fn protocol_error(&self, tool: &str, arguments: Value) -> String {
        match self.attempt(tool, arguments).await {
            Ok(result) => panic!("{tool} answered: {}", text(&result)),
            Err(error) => error.to_string(),
        }
    }

    async fn result(&self, tool: &str, arguments: Value) -> CallToolResult {
        let result = self.attempt(tool, arguments).await;
        result.unwrap_or_else(|error| panic!("{tool} failed in the protocol: {error}"))
    }

    pub(crate) async fn attempt(
        &self,
        tool: &str,
        arguments: Value,
    ) -> Result<CallToolResult, ServiceError> {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object, not {arguments}")
        };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let answer = tokio::time::timeout(TIMEOUT, self.service.call_tool(request)).await;
        answer.unwrap_or_else(|_| panic!("{tool} did not answer"))
    }
}

fn with_views(name: &str) -> ClientConfig {
    let settings = json!({"mimeTypes": ["text/html;profile=mcp-app"]});
    let capabilities = json!({"extensions": {"io.modelcontextprotocol/ui": settings}});
    let capabilities: ClientCapabilities =
        serde_json::from_value(capabilities).expect("capabilities");
    ClientConfig::new(capabilities, Implementation::new(name, "1"))
}

fn lifecycle(handshake: Handshake) -> ClientLifecycleMode {
    match handshake {
        Handshake::Discover => discover(),
        Handshake::Initialize => ClientLifecycleMode::Initialize,
    }
}

fn discover() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
}

fn http_transport(endpoint: &str) -> StreamableHttpClientTransport<reqwest::Client> {
    let http =
        reqwest::Client::builder().no_proxy().tls_certs_only([]).build().expect("an HTTP client");
    let config = StreamableHttpClientTransportConfig::with_uri(endpoint);
    StreamableHttpClientTransport::with_client(http, config)
}

/// The release binary with these flags and environment variables.
fn child(
    flags: &[impl AsRef<OsStr>],
    env: impl IntoIterator<Item = (String, String)>,
) -> TokioChildProcess {
    process(&binary::widget_mcp(), flags, env)
}

fn process(
    program: &Path,
    flags: &[impl AsRef<OsStr>],
    env: impl IntoIterator<Item = (String, String)>,
) -> TokioChildProcess {
    let mut command = Command::new(program);
    command.args(flags).envs(env).kill_on_drop(true);
    TokioChildProcess::new(command).expect("the server starts")
}

fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    texts.map(|block| &*block.text).collect::<Vec<_>>().join("\n")
}
