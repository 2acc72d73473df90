//! `show_chart`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{EventRoutes, Figure, Toolbar, Widget};

use crate::app::AppRole;
use crate::tool::arguments::{JsonText, in_argument};
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Created, create};

pub(crate) struct ShowChart;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// A Plotly figure as JSON text: a list `data` and an object `layout`.
    figure_json: JsonText,
    /// Of the page.
    #[serde(default)]
    title: String,
    /// Pixels; left out: the window's.
    height: Option<u32>,
    /// As in create_widget.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    toolbars: Vec<Toolbar>,
    /// As in create_widget: {"chart:click": "wake"}.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    routes: EventRoutes,
}

#[async_trait]
impl Tool for ShowChart {
    type Arguments = Arguments;
    type Output = Created;

    const NAME: &'static str = "show_chart";
    const TITLE: &'static str = "Show a chart";
    const DESCRIPTION: &'static str = "Shows a Plotly chart. Events: chart:click, chart:selected, \
        chart:legend-click, chart:relayout (zoom), chart:hover; read them with wait_for_events.";
    const HINTS: Hints = Hints::Creates;
    const ROLE: AppRole = AppRole::ShownBy("chart");
    const EXAMPLE: &'static str = r#"{"figure_json": "{\"data\": [{\"type\": \"bar\", \"x\": [\"a\", \"b\"], \"y\": [1, 2]}], \"layout\": {}}", "title": "Sales"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Created, ToolError> {
        let Arguments { figure_json, title, height, toolbars, routes } = arguments;
        let figure = Figure::parse(figure_json.into_text()).map_err(in_argument("figure_json"))?;
        let chart = Widget::chart(figure)
            .with_title(title)?
            .with_height(height)
            .with_toolbars(toolbars)
            .map_err(|error| ToolError::argument("toolbars", error))?;
        create(call, chart.with_event_routes(routes)).await
    }
}
