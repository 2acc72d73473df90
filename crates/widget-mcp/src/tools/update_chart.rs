//! `update_chart`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{ChartEdit, Figure, Op, Points, WidgetId};

use crate::tool::arguments::{JsonText, in_argument};
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::chart_events::edit_chart;
use crate::tools::shared::result::{Changed, change};

pub(crate) struct UpdateChart;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Of the chart; default: the only one.
    block_id: Option<String>,
    /// A whole new figure, instead of the other arguments.
    figure_json: Option<JsonText>,
    /// Attributes of the layout, by path or nested: {"title.text": "Sales"}. Objects are merged,
    /// null removes.
    #[serde(default)]
    layout: Map<String, Value>,
    /// Attributes of traces: {"marker.color": "red"}. The elements of a list go to one trace after
    /// the other, so new data is a list for each trace: {"y": [[1, 2, 3]]}.
    #[serde(default)]
    restyle: Map<String, Value>,
    /// Points to add: for each attribute a list for each trace, {"x": [[7]], "y": [[3.5]]} for one
    /// trace.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    extend: BTreeMap<String, Vec<Points>>,
    /// Those that restyle and extend are for, counted from 0; all when left out.
    traces: Option<Vec<usize>>,
    /// The newest points an extended list keeps; all when left out.
    max_points: Option<usize>,
    /// Forgets the person's zoom and which traces they have hidden.
    #[serde(default)]
    reset_zoom: bool,
}

#[async_trait]
impl Tool for UpdateChart {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "update_chart";
    const TITLE: &'static str = "Change a chart";
    const DESCRIPTION: &'static str = "Changes a chart: with figure_json the whole figure and a \
        fresh zoom; otherwise only what layout, restyle and extend name, in one step, while the \
        person's zoom and hidden traces stay. delivery says whether it shows already.";
    const HINTS: Hints = Hints::Changes;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "layout": {"title.text": "Sales"}, "restyle": {"marker.color": "green"}, "traces": [0], "extend": {"x": [["Q3"]], "y": [[4]]}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments {
            widget_id,
            block_id,
            figure_json,
            layout,
            restyle,
            extend,
            traces,
            max_points,
            reset_zoom,
        } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let mut edit = ChartEdit { layout, restyle, extend, traces, max_points, reset_zoom };
        match figure_json {
            None => {
                if is_for_one_trace(call, widget_id, block_id.as_deref(), &edit).await? {
                    edit.restyle.values_mut().for_each(as_value_of_one_trace);
                }
                let op = edit_chart(block_id, edit)?;
                let changed = change(call, widget_id, op).await;
                changed.map_err(|error| in_part(error, "extend"))
            }
            Some(json) if edit == ChartEdit::default() => {
                let figure = Figure::parse(json.into_text()).map_err(in_argument("figure_json"))?;
                change(call, widget_id, Op::SetFigure { block_id, figure }).await
            }
            Some(_) => Err(ToolError::argument(
                "figure_json",
                "give either a whole figure or changes of it, not both",
            )),
        }
    }
}

async fn is_for_one_trace(
    call: &Call,
    id: WidgetId,
    block_id: Option<&str>,
    edit: &ChartEdit,
) -> Result<bool, ToolError> {
    if !edit.restyle.values().any(are_several) {
        return Ok(false);
    }
    if let Some(traces) = &edit.traces {
        return Ok(traces.len() == 1);
    }
    let widget = call.widgets.store().get(id).await?;
    let mut charts = widget.charts().filter(|(id, _)| block_id.is_none_or(|block| block == *id));
    Ok(charts.next().is_some_and(|(_, chart)| chart.figure().traces().len() == 1))
}

fn are_several(value: &Value) -> bool {
    value.as_array().is_some_and(|list| list.len() > 1)
}

/// Several values for one trace are a list: Plotly would take the first and drop the others.
fn as_value_of_one_trace(value: &mut Value) {
    if are_several(value) {
        *value = Value::Array(vec![value.take()]);
    }
}

/// A figure that an edit makes too large is not in an argument of its own.
pub(super) fn in_part(error: ToolError, part: &str) -> ToolError {
    match error {
        ToolError::Argument { name, problem } if name == "figure_json" => {
            ToolError::argument(part, problem)
        }
        other => other,
    }
}
