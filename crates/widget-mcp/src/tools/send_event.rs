//! `send_event`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{EventName, Op, StateError};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::chart_events;
use crate::tools::shared::result::{Changed, change};
use crate::tools::shared::table_events;

pub(crate) struct SendEvent;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget; left out: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// One of these names, or one of your own that the page's scripts listen for.
    event_type: String,
    /// Its members as above, or whatever the scripts expect. On a page with several charts or
    /// tables `block_id` beside them says which.
    #[serde(default)]
    data: Map<String, Value>,
}

#[async_trait]
impl Tool for SendEvent {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "send_event";
    const TITLE: &'static str = "Send an event to a widget";
    const DESCRIPTION: &'static str = "Sends an event to a widget. Tables: grid:update-data \
        {data: rows, strategy: set, append, or update by row id}, grid:update-cell {row_id, \
        field, value}, grid:update-columns {columns}, grid:restore-state {state}, \
        grid:reset-state {}. Charts: chart:update-figure {figure}, chart:update-layout {layout}, \
        chart:restyle {restyle, traces}, chart:extend-traces {extend, traces, max_points}, \
        chart:reset-zoom {}, chart:export {format: png, csv or json}. Any other name is a signal \
        for the page's scripts, which receive it with widget.on(name, callback). Delivered once, \
        to the open pages or the first that opens.";
    const HINTS: Hints = Hints::Changes;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "event_type": "grid:update-data", "data": {"data": [{"name": "Grace", "born": 1906}], "strategy": "append"}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, event_type, mut data } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let block_id = take_block_id(&event_type, &mut data)?;
        if let Some(op) = chart_events::operation(&event_type, block_id.clone(), &data) {
            let changed = async { change(call, widget_id, op?).await };
            return changed.await.map_err(in_chart_data);
        }
        let op = operation(&event_type, block_id, data)?;
        change(call, widget_id, op).await.map_err(table_events::in_data)
    }
}

/// The block that the data of an event to a chart or table names.
fn take_block_id(
    event_type: &str,
    data: &mut Map<String, Value>,
) -> Result<Option<String>, ToolError> {
    if !event_type.starts_with("chart:") && !event_type.starts_with("grid:") {
        return Ok(None);
    }
    match data.remove("block_id") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(id)) => Ok(Some(id)),
        Some(_) => Err(ToolError::argument("data.block_id", "it is the id of a block: a string")),
    }
}

fn operation(
    event_type: &str,
    block_id: Option<String>,
    data: Map<String, Value>,
) -> Result<Op, ToolError> {
    let in_name = |error: StateError| ToolError::argument("event_type", error);
    let event_type = EventName::new(event_type).map_err(in_name)?;
    match event_type.namespace() {
        "grid" => table_events::operation(&event_type, block_id, data),
        "chart" => Err(chart_events::unknown(&event_type)),
        _ if event_type.is_reserved() => {
            let name = event_type.as_str().into();
            Err(in_name(StateError::ReservedNamespace { name }))
        }
        _ => Ok(Op::Emit { event_type, data: Value::Object(data) }),
    }
}

/// Maps the argument that an error names to the field of `data` that it is in here.
fn in_chart_data(error: ToolError) -> ToolError {
    match error {
        ToolError::Argument { name, problem } if name != "widget_id" => {
            let field = if name == "figure_json" { "figure" } else { &name };
            ToolError::argument(format!("data.{field}").trim_end_matches('.'), problem)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_every_name() {
        let documented = include_str!("../../docs/events.md");
        for name in chart_events::NAMES.iter().chain(&table_events::ALL) {
            assert!(documented.contains(&format!("| `{name}` |")), "{name}");
        }
    }
}
