//! `request_grid_state`

use async_trait::async_trait;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_state::{Column, TableState};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::viewers::{Viewers, viewers};

pub(crate) struct RequestGridState;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Of the table; default: the only one.
    block_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The widget's revision.
    revision: u64,
    /// The current state of the table; restore_grid_state takes the same.
    #[schemars(with = "JsonObject")]
    state: TableState,
    /// The columns from left to right: their field, type and what is said of them.
    #[schemars(with = "Vec<JsonObject>")]
    columns: Vec<Column>,
    /// The number of rows, before any filter.
    row_count: usize,
    /// The pages that show the widget.
    viewers: Viewers,
}

#[async_trait]
impl Tool for RequestGridState {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "request_grid_state";
    const TITLE: &'static str = "Read the view of a table";
    const DESCRIPTION: &'static str = "Returns a table's columns (order, width, pinned, \
        hidden), sort, filter and selection, as the person and you have left them.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Output, ToolError> {
        let Arguments { widget_id, block_id } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let widget = call.widgets.store().get(widget_id).await?;
        let (_, table) = widget.the_table(block_id.as_deref())?;
        Ok(Output {
            revision: widget.revision(),
            state: table.state().clone(),
            columns: table.columns(),
            row_count: table.rows().count(),
            viewers: viewers(call, widget_id).await?,
        })
    }
}
