//! The agent: an MCP client that shows widgets, hears what people do, and answers.

use futures_util::future::try_join3;
use rmcp::model::{CallToolRequestParams, JsonObject};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use widget_state::WidgetId;

use super::dashboard;
use crate::error::ServerError;

/// An MCP client in this process.
#[derive(Debug)]
pub(super) struct Agent(RunningService<RoleClient, ()>);

/// The widgets of the dashboard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    counter: WidgetId,
    chart: WidgetId,
    table: WidgetId,
}

impl Shown {
    pub(super) fn ids(self) -> [WidgetId; 3] {
        [self.counter, self.chart, self.table]
    }
}

impl Agent {
    pub(super) async fn connect(pipe: DuplexStream) -> Result<Self, ServerError> {
        let client = ().serve(pipe).await;
        client.map(Self).map_err(|error| ServerError::Connection(error.into()))
    }

    pub(super) async fn show_dashboard(&self) -> Result<Shown, ServerError> {
        Ok(Shown {
            counter: self.create("create_widget", dashboard::counter()).await?,
            chart: self.create("show_chart", dashboard::chart()).await?,
            table: self.create("show_dataframe", dashboard::table()).await?,
        })
    }

    async fn create(&self, tool: &'static str, arguments: Value) -> Result<WidgetId, ServerError> {
        let created = self.call(tool, arguments).await?;
        let id = created["widget_id"].as_str().unwrap_or_default();
        id.parse().map_err(|error| ServerError::Connection(Box::new(error)))
    }

    /// Listens to all three widgets at once, for as long as the server is there.
    pub(super) async fn converse(&self, shown: &Shown) -> Result<(), ServerError> {
        let [counter, chart, table] = shown.ids();
        let listen = |id| self.listen(id, counter);
        try_join3(listen(counter), listen(chart), listen(table)).await.map(drop)
    }

    async fn listen(&self, id: WidgetId, answer_in: WidgetId) -> Result<(), ServerError> {
        let mut cursor = json!(0);
        loop {
            let arguments = json!({"widget_id": id, "after": cursor});
            let heard = self.call("wait_for_events", arguments).await?;
            for event in heard["events"].as_array().into_iter().flatten() {
                println!("{event}");
                let text = dashboard::answer(event);
                let arguments =
                    json!({"widget_id": answer_in, "component_id": "heard", "text": text});
                self.call("set_content", arguments).await?;
            }
            cursor = heard["cursor"].clone();
        }
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
                Err(ServerError::Tool { tool, message })
            }
        }
    }
}
