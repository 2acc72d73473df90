//! `send_event`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{EventName, GridStrategy, Op, StateError, nearest};

use super::result::{Changed, change};
use crate::arguments::{JsonText, WidgetIdArgument};
use crate::tool::{Call, Hints, Tool};
use crate::tool_error::ToolError;

pub(crate) struct SendEvent;

/// The event that changes the rows of a table.
const UPDATE_DATA: &str = "grid:update-data";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget, as the call that made it returned.
    widget_id: WidgetIdArgument,
    /// `grid:update-data`, or a name of your own that the page's scripts listen for.
    event_type: String,
    /// For `grid:update-data`: `data`, a list of row objects, and `strategy`:
    /// `set`, `append` or `update`. Otherwise whatever the scripts expect.
    #[serde(default)]
    data: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpdateData {
    data: JsonText,
    #[serde(default)]
    strategy: GridStrategy,
}

#[async_trait]
impl Tool for SendEvent {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "send_event";
    const TITLE: &'static str = "Send an event to a widget";
    const DESCRIPTION: &'static str = "Sends an event to a widget. grid:update-data changes the \
        rows of a table: set replaces all of them, append adds at the end, update replaces those \
        with the same row id. Any other name is a signal for the page's own scripts, which hear it \
        with widget.on(name, callback): delivered once, to the pages that are open or to the first \
        that opens.";
    const HINTS: Hints = Hints::Sends;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "event_type": "grid:update-data", "data": {"data": [{"name": "Grace", "born": 1906}], "strategy": "append"}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, event_type, data } = arguments;
        let op = operation(&event_type, data)?;
        change(call, widget_id.0, op).await.map_err(in_data)
    }
}

fn operation(event_type: &str, data: Map<String, Value>) -> Result<Op, ToolError> {
    if event_type == UPDATE_DATA {
        let update: UpdateData = crate::arguments::parse(data).map_err(|error| match error {
            ToolError::Argument { name, problem } => {
                ToolError::argument(format!("data.{name}").trim_end_matches('.'), problem)
            }
            failed @ ToolError::Failed(_) => failed,
        })?;
        return Ok(Op::GridRows { strategy: update.strategy, rows: update.data.into_text() });
    }
    let in_name = |error: StateError| ToolError::argument("event_type", error);
    let event_type = EventName::new(event_type).map_err(in_name)?;
    if event_type.is_reserved() {
        let hint = match nearest(event_type.as_str(), [UPDATE_DATA]) {
            Some(name) => format!("did you mean \"{name}\"?"),
            None => format!("of those only \"{UPDATE_DATA}\" can be sent"),
        };
        let name = event_type.as_str().into();
        let error = StateError::ReservedNamespace { name };
        return Err(ToolError::argument("event_type", format!("{error}; {hint}")));
    }
    Ok(Op::Emit { event_type, data: Value::Object(data) })
}

/// The rows of this tool are in another argument than those of show_dataframe.
fn in_data(error: ToolError) -> ToolError {
    match error {
        ToolError::Argument { name, problem } if name == "data_json" => {
            ToolError::argument("data.data", problem)
        }
        other => other,
    }
}
