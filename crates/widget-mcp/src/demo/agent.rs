//! The agent: an MCP client that shows widgets, receives what people do, and answers.

use futures_util::future::try_join_all;
use rmcp::model::{CallToolRequestParams, JsonObject};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use widget_state::WidgetId;

use super::{Page, dashboard, gallery};
use crate::error::ServerError;

/// A widget of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) id: WidgetId,
    /// True if it has a place for what the agent says: a chart or table alone has none.
    has_text: bool,
}

/// An MCP client in this process.
#[derive(Debug)]
pub(super) struct Agent(RunningService<RoleClient, ()>);

impl Agent {
    pub(super) async fn connect(pipe: DuplexStream) -> Result<Self, ServerError> {
        let client = ().serve(pipe).await;
        client.map(Self).map_err(|error| ServerError::Connection(error.into()))
    }

    /// Shows a page: its widgets, in reading order.
    pub(super) async fn show(&self, page: Page) -> Result<Vec<Shown>, ServerError> {
        let widgets = match page {
            Page::Dashboard => dashboard::widgets(),
            Page::Gallery => gallery::widgets(),
        };
        let mut shown = Vec::with_capacity(widgets.len());
        for (tool, arguments) in widgets {
            let id = self.create(tool, arguments).await?;
            shown.push(Shown { id, has_text: tool == "create_widget" });
        }
        Ok(shown)
    }

    async fn create(&self, tool: &'static str, arguments: Value) -> Result<WidgetId, ServerError> {
        let created = self.call(tool, arguments).await?;
        let id = created["widget_id"].as_str().unwrap_or_default();
        id.parse().map_err(|error| ServerError::Connection(Box::new(error)))
    }

    /// Listens to all widgets at once, for as long as the server is there.
    pub(super) async fn converse(&self, page: Page, shown: &[Shown]) -> Result<(), ServerError> {
        let listen = |one: &Shown| {
            let answer_in = match page {
                // One widget says what was heard in any of them.
                Page::Dashboard => shown.first().copied(),
                Page::Gallery => Some(*one),
            };
            self.listen(one.id, answer_in.filter(|one| one.has_text))
        };
        try_join_all(shown.iter().map(listen)).await.map(drop)
    }

    async fn listen(&self, id: WidgetId, answer_in: Option<Shown>) -> Result<(), ServerError> {
        let mut cursor = json!(0);
        loop {
            let arguments = json!({"widget_id": id, "after": cursor});
            let heard = self.call("wait_for_events", arguments).await?;
            for event in heard["events"].as_array().into_iter().flatten() {
                println!("{event}");
                if let Some(place) = answer_in {
                    self.answer(event, place.id).await?;
                }
            }
            cursor = heard["cursor"].clone();
        }
    }

    async fn answer(&self, event: &Value, widget_id: WidgetId) -> Result<(), ServerError> {
        let text = dashboard::answer(event);
        let arguments = json!({"widget_id": widget_id, "component_id": "heard", "text": text});
        self.call("set_content", arguments).await?;
        if event["event_type"] == "form:submit"
            && let Some(form) = event["block"].as_str()
        {
            let values = json!({form: {"message": "Handed in."}});
            let arguments = json!({"widget_id": widget_id, "values": values});
            self.call("set_toolbar_values", arguments).await?;
        }
        if let Some(mut toast) = gallery::toast(event) {
            toast["widget_id"] = json!(widget_id);
            self.call("show_toast", toast).await?;
        }
        Ok(())
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> Result<Value, ServerError> {
        let arguments: JsonObject = arguments.as_object().cloned().unwrap_or_default();
        let request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = self.0.call_tool(request).await;
        let result = result.map_err(|error| ServerError::Connection(error.into()))?;
        match result.structured_content {
            Some(content) if result.is_error != Some(true) => Ok(content),
            _ => {
                let texts = result.content.iter().filter_map(|block| block.as_text());
                let message = texts.map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n");
                Err(ServerError::Tool { tool: tool.into(), message })
            }
        }
    }
}
