//! Operations on tables.

use std::sync::Arc;

use serde_json::Value;

use crate::change::BlockState;
use crate::data_ref::DataRef;
use crate::error::StateError;
use crate::op::Op;
use crate::table::rows::exact::for_page;
use crate::table::{ColumnSettings, RowStrategy, Table, TableState};
use crate::widget::Widget;
use crate::widget::apply::{Logged, MAX_INLINE_BYTES};

impl Widget {
    pub(super) fn change_rows(
        &mut self,
        block_id: &mut Option<String>,
        strategy: RowStrategy,
        rows: &mut Arc<str>,
    ) -> Result<Logged, StateError> {
        let revision = self.revision + 1;
        let (id, table) = self.table_mut(block_id)?;
        *rows = table.change_rows(strategy, Arc::clone(rows))?;
        table.set_revision(revision);
        Ok(logged(id, table, rows.len()))
    }

    pub(super) fn set_cell(
        &mut self,
        block_id: &mut Option<String>,
        row_id: &mut Value,
        field: &str,
        value: &mut Value,
    ) -> Result<Logged, StateError> {
        let revision = self.revision + 1;
        let (id, table) = self.table_mut(block_id)?;
        table.set_cell(row_id, field, value)?;
        table.set_revision(revision);
        *row_id = for_page(row_id.take());
        *value = for_page(value.take());
        Ok(logged(id, table, 0))
    }

    pub(super) fn set_columns(
        &mut self,
        block_id: &mut Option<String>,
        columns: &[ColumnSettings],
    ) -> Result<Logged, StateError> {
        let (_, table) = self.table_mut(block_id)?;
        table.set_columns(columns)?;
        Ok(Logged { instead: None, after: Some(BlockState::Columns(table.columns())) })
    }

    pub(super) fn set_table_state(
        &mut self,
        block_id: &mut Option<String>,
        state: &mut TableState,
    ) -> Result<(), StateError> {
        let (_, table) = self.table_mut(block_id)?;
        table.set_state(state)?;
        *state = table.state().for_page();
        Ok(())
    }
}

/// Logs a change of the rows that takes so many bytes of data.
fn logged(id: &str, table: &Table, bytes: usize) -> Logged {
    if bytes > MAX_INLINE_BYTES || table.is_paged() {
        return reload(id, table);
    }
    Logged { instead: None, after: Some(BlockState::Columns(table.columns())) }
}

/// Logs that there are other rows to fetch.
pub(super) fn reload(id: &str, table: &Table) -> Logged {
    let block_id = id.to_owned();
    let op = match table.pages() {
        Some(pages) => Op::ReloadPages { block_id, pages },
        None => Op::ReloadData { block_id, data: DataRef { revision: table.revision() } },
    };
    Logged { instead: Some(op), after: Some(BlockState::Columns(table.columns())) }
}
