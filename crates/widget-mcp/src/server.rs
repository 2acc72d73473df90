//! The MCP server: tools over widgets.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use widget_state::nearest;

use crate::app::{self, AppRole};
use crate::error::{ServerError, did_you_mean};
use crate::resources;
use crate::tool::{Call, Registered};
use crate::tool_error::ToolError;
use crate::tools;
use crate::widgets::Widgets;

/// What a model should know before it uses the tools.
const INSTRUCTIONS: &str = "Shows interactive widgets to the person you work for: create_widget \
(HTML with toolbars), show_chart (Plotly), show_dataframe (a table). Each answer has a url that \
shows the widget; give it to the person unless mode is \"browser\" or \"inline\": then they see it \
already. Then wait_for_events tells you what they click, choose and type. Change a widget while it \
is in use with set_content, set_toolbar_values, update_chart, send_event and show_toast; each answer \
says whether the change shows.";

/// An MCP server over [`Widgets`]. Clones share everything.
#[derive(Clone, Debug)]
pub struct WidgetServer {
    widgets: Arc<Widgets>,
    tools: Arc<[Registered]>,
    info: Arc<ServerConfig>,
}

impl WidgetServer {
    /// A server that introduces itself as `name`.
    #[must_use]
    pub fn new(widgets: Arc<Widgets>, name: &str) -> Self {
        let mut capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().build();
        capabilities.extensions.get_or_insert_default().extend(app::extension());
        let itself = Implementation::new(name, env!("CARGO_PKG_VERSION")).with_title("Widgets");
        let info = ServerConfig::new(capabilities)
            .with_server_info(itself)
            .with_instructions(INSTRUCTIONS);
        Self { widgets, tools: tools::all().into(), info: Arc::new(info) }
    }

    fn tool(&self, name: &str) -> Option<&Registered> {
        self.tools.iter().find(|tool| tool.description.name == name)
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        let names = self.tools.iter().map(|tool| tool.description.name.as_ref());
        let hint = did_you_mean(nearest(name, names));
        ErrorData::invalid_params(format!("unknown tool {name}{hint}"), None)
    }
}

impl ServerHandler for WidgetServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::clone(&self.info)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Only a client that knows views knows that some tools are for them alone.
        let shows_views = app::shows_views(context.client_capabilities().as_ref());
        let tools = self.tools.iter().filter(|tool| shows_views || tool.role != AppRole::ForViews);
        let tools = tools.map(|tool| tool.description.clone()).collect();
        Ok(ListToolsResult::with_all_items(tools))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tool(name).map(|tool| tool.description.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.tool(&request.name).ok_or_else(|| self.unknown_tool(&request.name))?;
        let call = Call::new(Arc::clone(&self.widgets), context);
        let result = match (tool.run)(&call, request.arguments.unwrap_or_default()).await {
            Ok(output) if tool.role == AppRole::ForViews => for_a_view(output),
            Ok(mut output) => {
                let content = (tool.take_content)(&mut output);
                let mut result = CallToolResult::structured(output);
                result.content.extend(content);
                result
            }
            Err(error) => CallToolResult::error(vec![ContentBlock::text(explain(tool, &error))]),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::list(&self.widgets).await?))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let contents = resources::read(&self.widgets, &request.uri).await?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

impl From<ServerError> for ErrorData {
    fn from(error: ServerError) -> Self {
        let message = error.to_string();
        match error {
            ServerError::UnknownResource { .. } => Self::resource_not_found(message, None),
            error => {
                tracing::error!(error = &error as &dyn std::error::Error, "a request failed");
                Self::internal_error(message, None)
            }
        }
    }
}

/// Without the text that models read: it would be the same again.
fn for_a_view(output: Value) -> CallToolResult {
    let mut result = CallToolResult::success(Vec::new());
    result.structured_content = Some(output);
    result
}

/// The argument, what is wrong with it, and a call that is right.
fn explain(tool: &Registered, error: &ToolError) -> String {
    match error {
        ToolError::Argument { name, problem } => {
            let place = if name.is_empty() { String::new() } else { format!("{name}: ") };
            let (tool, example) = (&tool.description.name, tool.example);
            format!("{place}{problem}\nA correct call: {tool} {example}")
        }
        ToolError::Failed(problem) => problem.clone(),
    }
}
