//! `restore_grid_state`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Op, TableState};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct RestoreGridState;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Of the table; default: the only one.
    block_id: Option<String>,
    /// As request_grid_state returns it: {columns: [{field, width, hidden, pinned}], sort:
    /// [{field, direction}], filter, selection}. Anything left out returns to its initial state.
    #[schemars(extend("x-brief" = true))]
    state: TableState,
}

#[async_trait]
impl Tool for RestoreGridState {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "restore_grid_state";
    const TITLE: &'static str = "Restore the view of a table";
    const DESCRIPTION: &'static str = "Sets a table's columns (order, width, pinned, hidden), \
        sort, filter and selection. A filter is AG Grid's model, such as {\"born\": \
        {\"filterType\": \"number\", \"type\": \"lessThan\", \"filter\": 1900}}.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "state": {"columns": [{"field": "name", "pinned": "left"}], "sort": [{"field": "born", "direction": "desc"}]}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, block_id, state } = arguments;
        let widget_id = call.widget(widget_id).await?;
        change(call, widget_id, Op::TableState { block_id, state }).await
    }
}
