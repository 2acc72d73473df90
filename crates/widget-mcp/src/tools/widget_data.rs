//! `widget_data`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::app::AppRole;
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::view_tools::Answer;

pub(crate) struct WidgetData;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The chart or table. May be left out while there is only one
    /// widget.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The block of the chart or table. May be left out while there is one.
    block_id: Option<String>,
    /// The start of the piece: 0, or next of the piece before.
    #[serde(default)]
    start: usize,
}

#[async_trait]
impl Tool for WidgetData {
    type Arguments = Arguments;
    type Output = Answer;

    const NAME: &'static str = "widget_data";
    const TITLE: &'static str = "Fetch the data of a view";
    const DESCRIPTION: &'static str = "For the page that shows a chart or a table, not for \
        models: a piece of its figure or its rows as JSON text, with the revision of the whole.";
    const HINTS: Hints = Hints::ReadOnly;
    const ROLE: AppRole = AppRole::ForViews;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "start": 0}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Answer, ToolError> {
        let Arguments { widget_id, block_id, start } = arguments;
        let widget_id = call.widget(widget_id).await?;
        Answer::new(call.widgets.web().data_piece(widget_id, block_id.as_deref(), start).await?)
    }
}
