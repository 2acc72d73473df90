//! `widget_rows`

use async_trait::async_trait;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{ColumnSort, TableFilter};
use widget_web::RowsRequest;

use crate::app::AppRole;
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::view_tools::{ANSWER_BYTES, Answer};

pub(crate) struct WidgetRows;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The table. May be left out while there is only one
    /// widget.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The block of the table. May be left out while there is one.
    block_id: Option<String>,
    /// The first row, counted in the order that is asked for.
    start: usize,
    /// Behind the last row; at most 10000 rows, and fewer come when they are large.
    end: usize,
    /// The columns to sort by, the first one first.
    #[serde(default)]
    #[schemars(with = "Vec<JsonObject>")]
    sort: Vec<ColumnSort>,
    /// The filter on rows, as in the state of the table.
    #[serde(default)]
    #[schemars(with = "JsonObject")]
    filter: TableFilter,
}

#[async_trait]
impl Tool for WidgetRows {
    type Arguments = Arguments;
    type Output = Answer;

    const NAME: &'static str = "widget_rows";
    const TITLE: &'static str = "Fetch rows of a view";
    const DESCRIPTION: &'static str = "For the page that shows a large table, not for models: \
        some of its rows, sorted and filtered.";
    const HINTS: Hints = Hints::ReadOnly;
    const ROLE: AppRole = AppRole::ForViews;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "start": 0, "end": 200}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Answer, ToolError> {
        let Arguments { widget_id, block_id, start, end, sort, filter } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let request = RowsRequest { block_id, start, end, sort, filter };
        tokio::select! {
            part = call.widgets.web().rows(widget_id, request, ANSWER_BYTES) => {
                Answer::new(part?)
            }
            () = call.cancelled.cancelled() => {
                Err(ToolError::Failed("the call was cancelled".into()))
            }
        }
    }
}
