//! `show_dataframe`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Rows, Widget};

use super::result::{Created, create};
use crate::arguments::{JsonText, in_argument};
use crate::tool::{Call, Hints, Tool};
use crate::tool_error::ToolError;

pub(crate) struct ShowDataframe;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The rows as JSON text: a list of objects, one a row.
    data_json: JsonText,
    /// The title of the page.
    #[serde(default)]
    title: String,
    /// The height of the table in CSS pixels; fills the window when left out.
    height: Option<u32>,
    /// The field whose value identifies a row; needed to update single rows later.
    row_id: Option<String>,
}

#[async_trait]
impl Tool for ShowDataframe {
    type Arguments = Arguments;
    type Output = Created;

    const NAME: &'static str = "show_dataframe";
    const TITLE: &'static str = "Show a table";
    const DESCRIPTION: &'static str = "Shows rows as a table that the person can sort, filter and \
        select in. That comes as the events grid:row-selected, grid:cell-click, grid:sort-changed \
        and grid:filter-changed; read them with wait_for_events. Change the rows with send_event \
        grid:update-data. Returns the widget_id for further calls and the url that shows it.";
    const HINTS: Hints = Hints::Creates;
    const EXAMPLE: &'static str = r#"{"data_json": "[{\"name\": \"Ada\", \"born\": 1815}, {\"name\": \"Alan\", \"born\": 1912}]", "title": "People"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Created, ToolError> {
        let Arguments { data_json, title, height, row_id } = arguments;
        let mut rows = Rows::parse(data_json.into_text()).map_err(in_argument("data_json"))?;
        if let Some(field) = row_id {
            rows = rows.with_row_id(&field).map_err(in_argument("row_id"))?;
        }
        create(call, Widget::grid(rows).with_title(title)?.with_height(height)).await
    }
}
