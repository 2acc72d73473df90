//! The MCP server: tools over widgets.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use widget_state::nearest;

use crate::tool::{Call, Registered};
use crate::tool_error::ToolError;
use crate::tools;
use crate::widgets::Widgets;

/// What a model should know before it uses the tools.
const INSTRUCTIONS: &str = "Shows interactive widgets to the person you work for: create_widget \
(HTML with toolbars), show_chart (Plotly), show_dataframe (a table). Each answer has a url that \
shows the widget; give it to the person unless mode is \"browser\", which means that it is open \
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
        let capabilities = ServerCapabilities::builder().enable_tools().build();
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
        let hint = match nearest(name, names) {
            Some(nearest) => format!("; did you mean {nearest}?"),
            None => String::new(),
        };
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
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.iter().map(|tool| tool.description.clone()).collect();
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
