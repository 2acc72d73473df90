//! The events of `send_event` that change a chart.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use widget_state::{ChartEdit, EventName, Figure, Op, Points, StateError, nearest};

use crate::tool::arguments;
use crate::tool::arguments::{JsonText, in_argument, parse_leniently};
use crate::tool::error::ToolError;

/// Every name that [`operation`] knows.
pub(crate) const NAMES: [&str; 6] =
    [UPDATE_FIGURE, UPDATE_LAYOUT, RESTYLE, EXTEND_TRACES, RESET_ZOOM, EXPORT];

const UPDATE_FIGURE: &str = "chart:update-figure";
const UPDATE_LAYOUT: &str = "chart:update-layout";
const RESTYLE: &str = "chart:restyle";
const EXTEND_TRACES: &str = "chart:extend-traces";
const RESET_ZOOM: &str = "chart:reset-zoom";
const EXPORT: &str = "chart:export";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UpdateFigure {
    figure: JsonText,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UpdateLayout {
    layout: Map<String, Value>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Restyle {
    restyle: Map<String, Value>,
    traces: Option<Vec<usize>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExtendTraces {
    extend: BTreeMap<String, Vec<Points>>,
    traces: Option<Vec<usize>>,
    max_points: Option<usize>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ResetZoom {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Export {
    format: Format,
}

/// The format in which a chart is saved.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Png,
    Csv,
    Json,
}

/// The operation that an event of [`NAMES`] stands for; nothing for another name.
pub(crate) fn operation(
    name: &str,
    block_id: Option<String>,
    data: &Map<String, Value>,
) -> Option<Result<Op, ToolError>> {
    let edit = match name {
        UPDATE_FIGURE => return Some(figure(block_id, data)),
        EXPORT => return Some(export(block_id, data)),
        UPDATE_LAYOUT => parse_leniently(data)
            .map(|UpdateLayout { layout }| ChartEdit { layout, ..ChartEdit::default() }),
        RESTYLE => parse_leniently(data).map(|Restyle { restyle, traces }| ChartEdit {
            restyle,
            traces,
            ..ChartEdit::default()
        }),
        EXTEND_TRACES => {
            parse_leniently(data).map(|ExtendTraces { extend, traces, max_points }| ChartEdit {
                extend,
                traces,
                max_points,
                ..ChartEdit::default()
            })
        }
        RESET_ZOOM => parse_leniently(data)
            .map(|ResetZoom {}| ChartEdit { reset_zoom: true, ..ChartEdit::default() }),
        _ => return None,
    };
    Some(edit.and_then(|edit| edit_chart(block_id, edit)))
}

/// The operation of an edit that changes something.
pub(crate) fn edit_chart(block_id: Option<String>, edit: ChartEdit) -> Result<Op, ToolError> {
    let problem = |name, text| Err(ToolError::argument(name, text));
    if edit.max_points.is_some() && edit.extend.is_empty() {
        return problem("max_points", "it bounds what extend adds to, and nothing is extended");
    }
    if edit.traces.is_some() && edit.extend.is_empty() && edit.restyle.is_empty() {
        return problem("traces", "it says what restyle and extend are for, and neither is given");
    }
    if edit.is_empty() {
        return problem("figure_json", "give it, or layout, restyle, extend or reset_zoom");
    }
    Ok(Op::EditChart { block_id, edit })
}

fn figure(block_id: Option<String>, data: &Map<String, Value>) -> Result<Op, ToolError> {
    let UpdateFigure { figure } = parse(data)?;
    let figure = Figure::parse(figure.into_text()).map_err(in_argument("figure"))?;
    Ok(Op::SetFigure { block_id, figure })
}

/// The pages that are open ask the person whether to save the file.
fn export(block_id: Option<String>, data: &Map<String, Value>) -> Result<Op, ToolError> {
    let Export { format } = parse(data)?;
    let event_type = EventName::new(EXPORT)?;
    let mut data = json!({ "format": format });
    if let Some(block_id) = block_id {
        data["block_id"] = block_id.into();
    }
    Ok(Op::Emit { event_type, data })
}

fn parse<T: DeserializeOwned>(data: &Map<String, Value>) -> Result<T, ToolError> {
    arguments::parse(data.clone())
}

/// A name in the namespace of charts that is none of [`NAMES`].
pub(crate) fn unknown(event: &EventName) -> ToolError {
    let name = event.as_str().to_owned();
    let hint = match nearest(&name, NAMES) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("of those only {} can be sent", NAMES.join(", ")),
    };
    let error = StateError::ReservedNamespace { name };
    ToolError::argument("event_type", format!("{error}; {hint}"))
}
