//! `update_chart`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Figure, Op};

use super::result::{Changed, change};
use crate::arguments::{JsonText, WidgetIdArgument, in_argument};
use crate::tool::{Call, Hints, Tool};
use crate::tool_error::ToolError;

pub(crate) struct UpdateChart;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget, as show_chart returned.
    widget_id: WidgetIdArgument,
    /// The new Plotly figure as JSON text: an object with a list `data` of
    /// traces and an object `layout`.
    figure_json: JsonText,
}

#[async_trait]
impl Tool for UpdateChart {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "update_chart";
    const TITLE: &'static str = "Replace a chart's figure";
    const DESCRIPTION: &'static str = "Replaces the figure of a chart, in every open page and in \
        those opened later. The answer's delivery says whether it shows already.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "figure_json": "{\"data\": [{\"type\": \"bar\", \"x\": [\"a\", \"b\"], \"y\": [2, 3]}], \"layout\": {}}"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, figure_json } = arguments;
        let figure = Figure::parse(figure_json.into_text()).map_err(in_argument("figure_json"))?;
        change(call, widget_id.0, Op::SetFigure { figure }).await
    }
}
