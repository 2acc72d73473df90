//! `request_chart_state`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use widget_state::{Chart, ChartViewport};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::viewers::{Viewers, viewers};

pub(crate) struct RequestChartState;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Of the chart; default: the only one.
    block_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The widget's revision that this is the state of.
    revision: u64,
    /// The changes of the person: `layout` by attribute, such as
    /// `xaxis.range[0]` after zooming in, and `visible` by trace.
    view: ChartViewport,
    /// The traces, in the order of the figure.
    traces: Vec<State>,
    /// The pages that show the widget.
    viewers: Viewers,
}

#[derive(Serialize, JsonSchema)]
struct State {
    /// Its place, from 0, for the argument `traces` of update_chart.
    index: usize,
    /// Its name, or empty.
    name: String,
    /// Plotly's name of its type.
    #[serde(rename = "type")]
    type_name: String,
    /// The number of points.
    points: usize,
    /// Visibility: true, false or "legendonly".
    #[schemars(with = "Visible")]
    visible: Value,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is looked at")]
enum Visible {
    Shown(bool),
    InLegend(String),
}

#[async_trait]
impl Tool for RequestChartState {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "request_chart_state";
    const TITLE: &'static str = "Read the view of a chart";
    const DESCRIPTION: &'static str = "Returns what the person sees of a chart: zoom, \
        selection, hidden traces, and how many points each trace has.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Output, ToolError> {
        let widget_id = call.widget(arguments.widget_id).await?;
        let widget = call.widgets.store().get(widget_id).await?;
        let (_, chart) = widget.the_chart(arguments.block_id.as_deref())?;
        Ok(Output {
            revision: widget.revision(),
            view: chart.view().clone(),
            traces: states(chart),
            viewers: viewers(call, widget_id).await?,
        })
    }
}

fn states(chart: &Chart) -> Vec<State> {
    let switched = &chart.view().visible;
    let traces = chart.figure().traces().iter().enumerate();
    let states = traces.map(|(index, trace)| State {
        index,
        name: trace.name.clone(),
        type_name: trace.type_name.clone(),
        points: trace.points,
        visible: switched.get(&index).unwrap_or(&trace.visible).clone(),
    });
    states.collect()
}
