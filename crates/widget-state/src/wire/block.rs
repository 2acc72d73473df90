//! Blocks as viewers get them.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::block::{Block, BlockKind};
use crate::chart::Chart;
use crate::chart::viewport::ChartViewport;
use crate::data_ref::{DataRef, PagesRef};
use crate::table::rows::Column;
use crate::table::{Table, TableState};

/// A block as viewers get it: its properties, figures and rows by reference.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WireBlock {
    #[serde(rename = "type")]
    type_name: &'static str,
    id: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
    #[serde(flatten)]
    #[schemars(skip)]
    content: WireContent,
    /// The blocks inside it; the tabs of a block of that type.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<WireBlock>,
}

/// The part of a block that has data of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum WireContent {
    Chart(WireChart),
    Table(WireTable),
    Nothing {},
}

/// The part of a block that is a chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct WireChart {
    data: DataRef,
    view: ChartViewport,
}

/// The part of a block that is a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct WireTable {
    columns: Vec<Column>,
    row_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_size: Option<u32>,
    /// `false`, or left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    selectable: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    newest_first: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_rows: Option<u32>,
    state: TableState,
    #[serde(flatten)]
    rows: RowsRef,
}

/// The location of the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum RowsRef {
    /// They are fetched whole.
    Data(DataRef),
    /// There are so many that they are fetched a part at a time.
    Pages(PagesRef),
}

/// A block and all that is inside it as viewers get it.
pub(super) fn wire_block(block: &Block) -> WireBlock {
    WireBlock {
        type_name: block.kind.type_name(),
        id: block.id().to_owned(),
        fields: block.wire_fields(),
        content: match &block.kind {
            BlockKind::Chart(chart) => WireContent::Chart(wire_chart(chart)),
            BlockKind::Table(table) => WireContent::Table(wire_table(table)),
            _ => WireContent::Nothing {},
        },
        blocks: block.blocks().iter().map(wire_block).collect(),
    }
}

fn wire_chart(chart: &Chart) -> WireChart {
    WireChart { data: DataRef { revision: chart.revision() }, view: chart.view().clone() }
}

fn wire_table(table: &Table) -> WireTable {
    WireTable {
        columns: table.columns(),
        row_id: table.rows().row_id().map(Into::into),
        page_size: table.page_size(),
        selectable: (!table.is_selectable()).then_some(false),
        newest_first: table.is_newest_first(),
        max_rows: table.max_rows(),
        state: table.state().for_page(),
        rows: match table.pages() {
            Some(pages) => RowsRef::Pages(pages),
            None => RowsRef::Data(DataRef { revision: table.revision() }),
        },
    }
}
