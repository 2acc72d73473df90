//! `show_dataframe`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{ColumnSettings, EventRoutes, Rows, Table, Toolbar, Widget};

use crate::app::AppRole;
use crate::tool::arguments::{JsonText, in_argument};
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Created, create};

pub(crate) struct ShowDataframe;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Rows as JSON text: a list of objects, JSON Lines or what df.to_json() writes.
    data_json: JsonText,
    /// Of the page.
    #[serde(default)]
    title: String,
    /// Pixels; left out: the window's.
    height: Option<u32>,
    /// As in create_widget.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    toolbars: Vec<Toolbar>,
    /// The field that identifies a row, to update single rows.
    row_id: Option<String>,
    /// [{"field": "total", "title": "Total", "format": "EUR", "editable": true}]. format: integer,
    /// percent, a currency, or a d3-format such as ",.2f"; type: bar, image; more:
    /// get_component_docs table. Named in another order, they come first.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    columns: Vec<ColumnSettings>,
    /// All cells may be edited.
    #[serde(default)]
    editable: bool,
    /// Rows on a page, 1 to 10000.
    page_size: Option<u32>,
    /// The last row is shown first, until the person sorts.
    #[serde(default)]
    #[schemars(extend("x-unlisted" = true))]
    newest_first: bool,
    /// The most rows, 1 to 100000: with more of them the first go. Needs row_id.
    #[schemars(extend("x-unlisted" = true))]
    max_rows: Option<u32>,
    /// False: no boxes to select rows.
    #[schemars(extend("x-unlisted" = true))]
    selectable: Option<bool>,
    /// As in create_widget: {"grid:cell-edit": "wake"}.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    routes: EventRoutes,
}

#[async_trait]
impl Tool for ShowDataframe {
    type Arguments = Arguments;
    type Output = Created;

    const NAME: &'static str = "show_dataframe";
    const TITLE: &'static str = "Show a table";
    const DESCRIPTION: &'static str = "Shows rows as a table to sort, filter, select in, export \
        and, with editable, edit. Events: grid:row-selected, grid:cell-click, grid:cell-edit, \
        grid:sort-changed, grid:filter-changed, grid:state. Change the rows with send_event \
        grid:update-data. A million rows are fine.";
    const HINTS: Hints = Hints::Creates;
    const ROLE: AppRole = AppRole::ShownBy("table");
    const EXAMPLE: &'static str = r#"{"data_json": "[{\"name\": \"Ada\", \"born\": 1815}, {\"name\": \"Alan\", \"born\": 1912}]", "title": "People"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Created, ToolError> {
        let Arguments { data_json, title, height, row_id, columns, .. } = arguments;
        let Arguments { editable, page_size, newest_first, max_rows, selectable, .. } = arguments;
        let Arguments { toolbars, routes, .. } = arguments;
        let fields = columns.iter().map(|column| &*column.field);
        let rows = Rows::parse_beside(data_json.into_text(), fields);
        let mut rows = rows.map_err(in_argument("data_json"))?;
        if let Some(field) = row_id {
            rows = rows.with_row_id(&field).map_err(in_argument("row_id"))?;
        }
        let in_columns = |error| match ToolError::from(error) {
            ToolError::Argument { problem, .. } => ToolError::argument("columns", problem),
            failed @ ToolError::Failed(_) => failed,
        };
        let mut table = Table::from(rows)
            .with_editable(editable)
            .with_selectable(selectable != Some(false))
            .with_newest_first(newest_first);
        table = table.with_columns(&columns).map_err(in_columns)?;
        if let Some(page_size) = page_size {
            table = table.with_page_size(page_size)?;
        }
        if let Some(max_rows) = max_rows {
            table = table.with_max_rows(max_rows)?;
        }
        let widget = Widget::table(table)
            .with_title(title)?
            .with_height(height)
            .with_toolbars(toolbars)
            .map_err(|error| ToolError::argument("toolbars", error))?;
        create(call, widget.with_event_routes(routes)).await
    }
}
