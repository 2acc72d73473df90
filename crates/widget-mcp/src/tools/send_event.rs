//! `send_event`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{EventName, Op, StateError, WidgetId};

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
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// One of these names, or one that the page's scripts listen for.
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
        let block_id = remove_block_id(&event_type, &mut data)?;
        if let Some(op) = chart_events::operation(&event_type, block_id.clone(), &data) {
            let changed = async { change(call, widget_id, op?).await };
            return changed.await.map_err(in_chart_data);
        }
        let op = operation(&event_type, block_id, data)?;
        if let Op::Emit { event_type, .. } = &op {
            let signal = event_type.clone();
            let changed = change(call, widget_id, op).await?;
            return warned(call, widget_id, &signal, changed).await;
        }
        change(call, widget_id, op).await.map_err(table_events::in_data)
    }
}

/// Removes the block id from the data of an event to a chart or table, and returns it.
fn remove_block_id(
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

/// The answer, with a warning if no page has taken the signal and no script looks as if it would.
async fn warned(
    call: &Call,
    id: WidgetId,
    signal: &EventName,
    changed: Changed,
) -> Result<Changed, ToolError> {
    if changed.is_applied() || call.widgets.store().get(id).await?.may_take(signal) {
        return Ok(changed);
    }
    Ok(changed.with_warnings(vec![format!(
        "no script of the page waits for \"{signal}\" with widget.on, so it does nothing there: a \
         signal reaches those scripts only. It is not what a person does: no callback runs, no \
         component changes, and wait_for_events does not return it. set_content, \
         set_toolbar_values and update_chart change a page"
    )]))
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
    use std::sync::Arc;

    use serde_json::json;
    use widget_state::{Limits, Widget};

    use super::*;
    use crate::tool::example::OF_EVENTS;
    use crate::widgets::Widgets;

    async fn warnings(html: &str, event_type: &str) -> Value {
        let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
        let callbacks = json!({"cart:add": {"action": "increment", "target": "count"}});
        let widget = Widget::html(html).with_callbacks(serde_json::from_value(callbacks).unwrap());
        call.widgets.store().create(widget).await.unwrap();
        let arguments = json!({"event_type": event_type, "data": {}});
        let answer = SendEvent::call(&call, serde_json::from_value(arguments).unwrap()).await;
        serde_json::to_value(answer.unwrap()).unwrap()["warnings"].take()
    }

    #[tokio::test]
    async fn a_signal_that_nothing_takes_is_told() {
        let page = "<b id=count>0</b><button data-event=\"cart:add\">Add</button>";
        let warning = warnings(page, "cart:add").await[0].take();
        let warning = warning.as_str().unwrap();
        for part in ["waits for \"cart:add\"", "no callback runs", "wait_for_events", "set_content"]
        {
            assert!(warning.contains(part), "{warning}");
        }
        let listens = format!("{page}<script>widget.on('cart:add', () => {{}})</script>");
        assert_eq!(warnings(&listens, "cart:add").await, Value::Null);
        assert!(warnings(&listens, "cart:drop").await.is_array());
    }

    #[test]
    fn every_event_has_an_example_that_can_be_followed() {
        let names: Vec<&str> = OF_EVENTS.iter().map(|(name, _)| *name).collect();
        let all: Vec<&str> = table_events::ALL.into_iter().chain(chart_events::NAMES).collect();
        assert_eq!(names, all);
        for (name, data) in OF_EVENTS {
            let data = serde_json::from_str(data).unwrap();
            match chart_events::operation(name, None, &data) {
                Some(op) => drop(op.unwrap()),
                None => drop(operation(name, None, data).unwrap()),
            }
        }
    }

    #[test]
    fn the_documentation_has_every_name() {
        let documented = include_str!("../../docs/events.md");
        for name in chart_events::NAMES.iter().chain(&table_events::ALL) {
            assert!(documented.contains(&format!("| `{name}` |")), "{name}");
        }
    }
}
