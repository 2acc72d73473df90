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
use crate::tool_set::ToolSet;
use crate::tools;
use crate::widgets::Widgets;

/// What a model should know before it uses the tools.
const INSTRUCTIONS: &str = "Shows interactive widgets to the person you work for: create_widget \
(HTML with toolbars), show_chart (Plotly), show_dataframe (a table). Each answer has a url that \
shows the widget; give it to the person unless mode is \"browser\", which means that it is open \
already. Then wait_for_events tells you what they click, choose and type. Change a widget while it \
is in use with set_content, set_toolbar_values, update_chart and send_event; each answer says whether the \
change shows.";

/// An MCP server over [`Widgets`]. Clones share everything.
#[derive(Clone, Debug)]
pub struct WidgetServer {
    widgets: Arc<Widgets>,
    tools: Arc<[Registered]>,
    set: ToolSet,
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
        let tools = tools::all().into();
        Self { widgets, tools, set: ToolSet::default(), info: Arc::new(info) }
    }

    /// Offers only the tools of a set.
    #[must_use]
    pub fn with_tools(mut self, set: ToolSet) -> Self {
        self.set = set;
        self
    }

    fn offered(&self) -> impl Iterator<Item = &Registered> {
        self.tools.iter().filter(|tool| self.set.offers(&tool.description.name))
    }

    fn tool(&self, name: &str) -> Option<&Registered> {
        self.offered().find(|tool| tool.description.name == name)
    }

    fn unknown_tool(&self, name: &str) -> ErrorData {
        if self.tools.iter().any(|tool| tool.description.name == name) {
            let problem = format!(
                "{name} is not offered: this server was started with --tools core; start it with \
                 --tools all (WIDGET_MCP_TOOLS=all) to use it"
            );
            return ErrorData::invalid_params(problem, None);
        }
        let names = self.offered().map(|tool| tool.description.name.as_ref());
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
        let tools = self.offered().map(|tool| tool.description.clone()).collect();
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
        let result = match tool.call(&call, request.arguments.unwrap_or_default()).await {
            Ok(output) => CallToolResult::structured(output),
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
