//! The MCP server: tools over widgets.

mod channels;
mod completion;
pub(crate) mod standalone;
mod subscriptions;
mod waking;

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ContentBlock, GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams, GetSkillResult,
    Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use widget_state::nearest;

use crate::app::{self, AppRole};
use crate::error::{ServerError, clipped, did_you_mean};
use crate::options::tool_set::ToolSet;
use crate::runtime::{TaskGuard, yielding};
use crate::tool::arguments;
use crate::tool::correction::sketch;
use crate::tool::explain::explain;
use crate::tool::mount_records::MountRecords;
use crate::tool::reader::Readers;
use crate::tool::{Call, ToolEntry};
use crate::widgets::Widgets;
use crate::{prompts, resources, skills, tools};
use channels::Channels;
use subscriptions::Subscriptions;

/// The instructions a model reads before it uses the tools.
const INSTRUCTIONS: &str = "Shows interactive widgets to the person you work for: create_widget \
(HTML with live charts, tables, forms and toolbars in it), show_chart (Plotly), show_dataframe \
(a table). get_skills has guidance with calls that work: read the one that fits before your \
first widget. The answer has a url that shows the widget and a mode, the place in which it is \
opened: give the url to the person if the mode is \"headless\". Whether they see it is in \
viewers, in every answer about a widget: say so only when open is above 0. \"inline\" means no \
more than that the client was asked to show it. Where they do not see it, a notice says what was \
done instead, or what to do. open_widget shows a closed one again. Then wait_for_events tells \
you what they click, choose and type. Change a widget while it is in use with update_widget (any \
part, several at once), set_content, set_toolbar_values, update_chart and send_event; each \
answer says whether the change shows.";

/// An MCP server over [`Widgets`].
///
/// Each connection is served by a clone: clones share the widgets, and each has
/// subscriptions of its own and reads events for itself.
#[derive(Clone, Debug)]
pub struct WidgetServer {
    widgets: Arc<Widgets>,
    set: ToolSet,
    info: Arc<ServerConfig>,
    subscriptions: Subscriptions,
    channels: Channels,
    readers: Readers,
    mounts: MountRecords,
    tasks: Arc<TaskGuard>,
}

impl WidgetServer {
    /// A server that introduces itself as `name`.
    #[must_use]
    pub fn new(widgets: Arc<Widgets>, name: &str) -> Self {
        let mut capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_resources_list_changed()
            .enable_completions()
            .enable_skills()
            .build();
        capabilities.extensions.get_or_insert_default().extend(app::extension());
        capabilities.experimental = Some(channels::capability());
        let itself = Implementation::new(name, env!("CARGO_PKG_VERSION")).with_title("Widgets");
        let info = ServerConfig::new(capabilities)
            .with_server_info(itself)
            .with_instructions(INSTRUCTIONS);
        Self {
            widgets,
            set: ToolSet::default(),
            info: Arc::new(info),
            subscriptions: Subscriptions::default(),
            channels: Channels::default(),
            readers: Readers::default(),
            mounts: MountRecords::default(),
            tasks: Arc::default(),
        }
    }

    /// Offers only the tools of a set.
    #[must_use]
    pub fn with_tools(mut self, set: ToolSet) -> Self {
        self.set = set;
        self
    }

    /// Keeps the tasks that serve its pages for as long as there is a clone.
    fn with_tasks(self, tasks: TaskGuard) -> Self {
        Self { tasks: Arc::new(tasks), ..self }
    }

    /// Runs its tasks, such as callbacks.
    pub(crate) fn tasks(&self) -> &TaskGuard {
        &self.tasks
    }

    /// Its widgets.
    #[must_use]
    pub fn widgets(&self) -> &Arc<Widgets> {
        &self.widgets
    }

    fn offered(&self) -> impl Iterator<Item = &'static ToolEntry> {
        tools::all().iter().filter(|tool| self.offers(tool))
    }

    fn offers(&self, tool: &ToolEntry) -> bool {
        // Without the tools for views a widget would not be alive in the conversation.
        tool.role == AppRole::ForViews || self.set.offers(&tool.description.name)
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&'static ToolEntry> {
        tools::all()
            .iter()
            .find(|tool| tool.description.name == name)
            .filter(|tool| self.offers(tool))
    }

    /// A client that takes channels is told what wakes its model in a widget it has made.
    fn open_channel(&self, call: &Call) {
        if let (Some(id), Some(context)) = (call.created.get(), call.context()) {
            self.channels.open(&self.widgets, context, *id);
        }
    }

    pub(crate) fn unknown_tool(&self, name: &str) -> ErrorData {
        if tools::all().iter().any(|tool| tool.description.name == name) {
            let problem = format!(
                "{name} is not offered: this server was started with --tools core; start it with \
                 --tools all (WIDGET_MCP_TOOLS=all) to use it"
            );
            return ErrorData::invalid_params(problem, None);
        }
        let names = self.offered().map(|tool| tool.description.name.as_ref());
        let hint = did_you_mean(nearest(name, names));
        ErrorData::invalid_params(format!("unknown tool {}{hint}", clipped(name)), None)
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
        let (capabilities, client) = (context.client_capabilities(), context.client_info());
        let shows_views = app::shows_views(capabilities.as_ref(), client.as_ref());
        let tools = self.offered().filter(|tool| shows_views || tool.role != AppRole::ForViews);
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
        let client = (self.readers.of(&context), self.mounts.of(&context));
        let call = Call::new(Arc::clone(&self.widgets), client, context);
        let mut arguments = request.arguments.unwrap_or_default();
        let is_large = arguments::are_large(&arguments);
        // rmcp has spawned a task for this request.
        let adapting = async { tool.types.adapt(&mut arguments) };
        if is_large {
            yielding(adapting).await;
        } else {
            adapting.await;
        }
        let given = sketch(&arguments);
        let running = tool.call(&call, arguments);
        let output = if is_large { yielding(running).await } else { running.await };
        let result = match output {
            Ok(output) if tool.role == AppRole::ForViews => structured(Vec::new(), output),
            Ok(mut output) => {
                self.open_channel(&call);
                let mut content = (tool.take_content)(&mut output);
                let text = serde_json::to_string(&output);
                let text = text.map_err(|error| ErrorData::internal_error(error.to_string(), None));
                content.insert(0, ContentBlock::text(text?));
                structured(content, output)
            }
            Err(error) => {
                let problem = explain(tool, &call, given.as_ref(), &error).await;
                CallToolResult::error(vec![ContentBlock::text(problem)])
            }
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

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        self.subscriptions.begin(&self.widgets).await;
        self.negotiate_initialize(&request)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.subscriptions.follow_list(Arc::clone(&self.widgets), context.peer);
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscriptions.add(Arc::clone(&self.widgets), context.peer, request.uri).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscriptions.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(self.subscriptions.accept(&self.widgets, requested))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        // In a box: every request is moved about in as much room as the largest needs.
        Box::pin(self.subscriptions.listen(&self.widgets, &context)).await;
        Ok(())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::new(completion::complete(&self.widgets, &request).await?))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        Ok(prompts::get(&request.name)?.into())
    }

    async fn list_skills(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        Ok(ListSkillsResult::with_all_items(skills::published().to_vec()))
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        Ok(GetSkillResult::new(skills::published_at(&request.uri)?.clone()))
    }
}

impl From<ServerError> for ErrorData {
    fn from(error: ServerError) -> Self {
        let message = error.to_string();
        match error {
            ServerError::UnknownResource { uri, .. } => {
                Self::resource_not_found(message, Some(json!({"uri": uri})))
            }
            ServerError::UnknownPrompt { .. } | ServerError::UnknownArgument { .. } => {
                Self::invalid_params(message, None)
            }
            error => {
                tracing::error!(error = &error as &dyn std::error::Error, "a request failed");
                Self::internal_error(message, None)
            }
        }
    }
}

/// Views read the structured content alone; models read the content, which then has
/// it as text.
fn structured(content: Vec<ContentBlock>, output: Value) -> CallToolResult {
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(output);
    result
}
