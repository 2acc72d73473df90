//! The view state of a table: its columns, sort, filter and selection.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::table::filter::TableFilter;
use crate::table::look::Side;
use crate::table::rows::exact::for_page;

/// The view state of a table. Anything left out is in its initial state.
///
/// Columns and rows that the table does not have are passed over, so a state
/// outlives a change of the rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TableState {
    /// The columns from left to right. Those that are not named follow in their own order.
    pub columns: Vec<ColumnState>,
    /// The columns to sort by, the first to decide first.
    pub sort: Vec<ColumnSort>,
    /// AG Grid's filter model: for each filtered column its conditions.
    pub filter: TableFilter,
    /// The selected rows.
    pub selection: Selection,
}

/// The view state of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnState {
    /// The column.
    pub field: String,
    /// Its width in CSS pixels; without one it shares what is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// The side at which it stays while the others scroll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Side")]
    pub pinned: Option<Side>,
    /// True if it is left out of the picture.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// A column that rows are sorted by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnSort {
    /// The column.
    pub field: String,
    /// The direction of the sort.
    pub direction: Direction,
}

/// The direction of a sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Nothing first, then the smallest number, then text.
    Asc,
    /// The other way round.
    Desc,
}

/// The selected rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Selection {
    /// The ids of the first of them, up to 1,000: the value of the id field, or the position.
    pub row_ids: Vec<Value>,
    /// The number of selected rows. If it is the number of rows of the table: all of them.
    pub count: usize,
}

impl TableState {
    /// The state as pages hold it.
    pub(crate) fn for_page(&self) -> Self {
        let mut state = self.clone();
        let row_ids = &mut state.selection.row_ids;
        *row_ids = row_ids.drain(..).map(for_page).collect();
        state
    }

    /// Every column it names.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        let columns = self.columns.iter().map(|column| &column.field);
        let sorted = self.sort.iter().map(|sort| &sort.field);
        columns.chain(sorted).chain(self.filter.keys()).map(String::as_str)
    }
}
