//! `reset_grid_state`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Op, TableState};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct ResetGridState;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Of the table; default: the only one.
    block_id: Option<String>,
}

#[async_trait]
impl Tool for ResetGridState {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "reset_grid_state";
    const TITLE: &'static str = "Reset the view of a table";
    const DESCRIPTION: &'static str = "Shows a table's columns as at first, unsorted, \
        unfiltered, with nothing selected. The rows stay as they are.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, block_id } = arguments;
        let widget_id = call.widget(widget_id).await?;
        change(call, widget_id, Op::TableState { block_id, state: TableState::default() }).await
    }
}
