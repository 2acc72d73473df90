//! Requests that tests send to any MCP client.

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, GetPromptRequestParams,
    ReadResourceRequestParams,
};
use rmcp::service::{PeerRequestOptions, RequestHandle, RoleClient, ServiceError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::client::Client;

/// An MCP client with a connection, whatever it is written in.
///
/// | `method` | `params` | answer |
/// |---|---|---|
/// | `connection` | null | `{server, protocol}`: the name of the server and the version agreed on |
/// | `tools/list` | null | the tools |
/// | `tools/call` | `{name, arguments}` | the `CallToolResult` |
/// | `tools/give-up` | `{name, arguments}` | the first progress that the server told, as `{progress, total, message}`: after it the call was cancelled |
/// | `resources/list`, `resources/templates/list`, `prompts/list` | null | the list |
/// | `resources/read`, `prompts/get` | as in MCP | the result as in MCP |
///
/// Lists are whole, whatever pages they came in. The progress of a call that ends is not told:
/// what arrives together with the answer SDKs handle after it, and then for no call any more.
pub trait Agent {
    /// The answer, or why there is none: an error of the protocol or of the client.
    fn ask(
        &self,
        method: &str,
        params: Value,
    ) -> impl Future<Output = Result<Value, String>> + Send;
}

impl Agent for Client {
    async fn ask(&self, method: &str, params: Value) -> Result<Value, String> {
        let service = &self.service;
        match method {
            "connection" => {
                let info = service.peer_info().ok_or("no server has answered")?;
                let server = info.server_info.as_ref().map(|server| &server.name);
                Ok(json!({"server": server, "protocol": info.protocol_version}))
            }
            "tools/list" => answer(service.list_all_tools().await),
            "tools/call" => answer(service.call_tool(read(params)?).await),
            "tools/give-up" => self.give_up(read(params)?).await,
            "resources/list" => answer(service.list_all_resources().await),
            "resources/templates/list" => answer(service.list_all_resource_templates().await),
            "resources/read" => {
                answer(service.read_resource(read::<ReadResourceRequestParams>(params)?).await)
            }
            "prompts/list" => answer(service.list_all_prompts().await),
            "prompts/get" => {
                answer(service.get_prompt(read::<GetPromptRequestParams>(params)?).await)
            }
            _ => Err(format!("an agent does not know {method}")),
        }
    }
}

impl Client {
    async fn give_up(&self, call: CallToolRequestParams) -> Result<Value, String> {
        let mut progress = self.service.service().progress();
        let call = self.start(call).await?;
        let first = loop {
            let step = progress.recv().await.map_err(in_words)?;
            if step.progress_token == call.progress_token {
                break step;
            }
        };
        call.cancel(Some("the test gives up".into())).await.map_err(in_words)?;
        serde_json::to_value(first).map_err(in_words)
    }

    async fn start(
        &self,
        call: CallToolRequestParams,
    ) -> Result<RequestHandle<RoleClient>, String> {
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(call));
        let options = PeerRequestOptions::no_options();
        self.service.send_cancellable_request(request, options).await.map_err(in_words)
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(in_words)
}

fn answer(result: Result<impl Serialize, ServiceError>) -> Result<Value, String> {
    serde_json::to_value(result.map_err(in_words)?).map_err(in_words)
}

fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}
