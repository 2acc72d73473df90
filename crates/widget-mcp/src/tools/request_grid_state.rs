//! `request_grid_state`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_state::{Body, Column, StateError, TableState, WidgetKind};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};

pub(crate) struct RequestGridState;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget, as show_dataframe returned. May be left out while there is only one
    /// widget.
    #[serde(default)]
    widget_id: WidgetIdArgument,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The widget's revision.
    revision: u64,
    /// The current state of the table; restore_grid_state takes the same.
    state: TableState,
    /// The columns that the rows have.
    columns: Vec<Column>,
    /// The number of rows, before any filter.
    row_count: usize,
}

#[async_trait]
impl Tool for RequestGridState {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "request_grid_state";
    const TITLE: &'static str = "Read the view of a table";
    const DESCRIPTION: &'static str = "Returns the order, widths, pinning and visibility of a \
        table's columns, its sort, filter and selected rows, as the person and you have left them. \
        Answers at once, whether a page is open or not.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef"}"#;

    async fn call(call: &Call, Arguments { widget_id }: Arguments) -> Result<Output, ToolError> {
        let widget_id = call.widget(widget_id).await?;
        let widget = call.widgets.store().get(widget_id).await?;
        let Body::Table(grid) = widget.body() else {
            let (expected, actual) = (WidgetKind::Table, widget.kind());
            return Err(StateError::WrongKind { expected, actual }.into());
        };
        Ok(Output {
            revision: widget.revision(),
            state: grid.state().clone(),
            columns: grid.columns(),
            row_count: grid.rows().count(),
        })
    }
}
