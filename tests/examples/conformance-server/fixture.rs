//! `widget-mcp`'s own handler, with what the suite asks for added to it.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult,
    GetPromptRequestParams, GetPromptResponse, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::broadcast;
use widget_mcp::WidgetServer;

use crate::{input, prompts, resources, tools};

/// The list that is said to have changed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Tools,
    Prompts,
}

/// The server under test.
#[derive(Clone)]
pub(crate) struct Fixture {
    inner: WidgetServer,
    pub(crate) changes: broadcast::Sender<Change>,
    /// For streams that are accepted: rmcp tells the client so before it calls `listen`, and what
    /// changes meanwhile must not be lost.
    accepted: Arc<Mutex<VecDeque<broadcast::Receiver<Change>>>>,
    /// The values of `requestState` given to clients that have not come back yet.
    pub(crate) states: Arc<Mutex<HashSet<String>>>,
}

impl Fixture {
    pub(crate) fn new(inner: WidgetServer) -> Self {
        let (changes, _) = broadcast::channel(16);
        Self { inner, changes, accepted: Arc::default(), states: Arc::default() }
    }
}

/// Reads a fixture, which is written as JSON.
pub(crate) fn fixture<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap_or_else(|error| panic!("a fixture is wrong: {error}"))
}

/// Reads the result of a request: a complete one, as the newest version has it said.
pub(crate) fn complete<T: DeserializeOwned>(mut value: Value) -> T {
    value["resultType"] = "complete".into();
    fixture(value)
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.inner.get_info();
        let mut capabilities = fixture::<Value>(json!(info.capabilities));
        for (name, settings) in [
            ("tools", json!({"listChanged": true})),
            ("prompts", json!({"listChanged": true})),
            ("logging", json!({})),
        ] {
            capabilities[name] = settings;
        }
        info.capabilities = fixture(capabilities);
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.inner.supported_protocol_versions()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut result = self.inner.list_tools(request, context).await?;
        result.tools.extend(tools::all());
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let added = tools::all().into_iter().find(|tool| tool.name == name);
        added.or_else(|| self.inner.get_tool(name))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if tools::all().iter().any(|tool| tool.name == request.name) {
            return self.call_fixture(request, context).await;
        }
        self.inner.call_tool(request, context).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut result = self.inner.list_prompts(request, context).await?;
        result.prompts.extend(prompts::all());
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name == input::PROMPT {
            return self.prompt_for_input(&request);
        }
        if prompts::all().iter().any(|prompt| prompt.name == request.name) {
            return Ok(prompts::get(&request)?.into());
        }
        self.inner.get_prompt(request, context).await
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let mut result = self.inner.list_resources(request, context).await?;
        result.resources.extend(resources::all());
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut result = self.inner.list_resource_templates(request, context).await?;
        result.resource_templates.extend(resources::templates());
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match resources::read(&request.uri) {
            Some(result) => Ok(result.into()),
            None => ServerHandler::read_resource(&self.inner, request, context).await,
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let prompt = request.r#ref.as_prompt_name();
        if !prompt.is_some_and(|name| prompts::all().iter().any(|prompt| prompt.name == name)) {
            return self.inner.complete(request, context).await;
        }
        Ok(complete(json!({"completion": {"values": ["paris", "park", "party"], "total": 3}})))
    }

    async fn set_level(
        &self,
        _: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        match resources::read(&request.uri) {
            Some(_) => Ok(()),
            None => self.inner.subscribe(request, context).await,
        }
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.inner.unsubscribe(request, context).await
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.accepted.lock().expect("no panic").push_back(self.changes.subscribe());
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let changes = self.accepted.lock().expect("no panic").pop_front();
        let mut changes = changes.expect("it was accepted");
        let accepted = subscription.accepted();
        loop {
            let told = tokio::select! {
                () = subscription.cancelled() => return Ok(()),
                change = changes.recv() => match change {
                    Ok(Change::Tools) if accepted.tools_list_changed == Some(true) => {
                        subscription.sink().notify_tool_list_changed().await
                    }
                    Ok(Change::Prompts) if accepted.prompts_list_changed == Some(true) => {
                        subscription.sink().notify_prompt_list_changed().await
                    }
                    _ => Ok(()),
                },
            };
            told.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        }
    }
}
