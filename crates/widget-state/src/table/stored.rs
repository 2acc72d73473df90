//! The changes of a table since it was made, as a journal keeps them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::table::rows::Columns;
use crate::table::{ColumnSettings, Table, TableState};

/// The parts of a table that do not follow from its rows as they are now.
#[derive(Serialize, Deserialize)]
struct Stored {
    columns: Columns,
    settings: BTreeMap<String, ColumnSettings>,
    #[serde(default)]
    order: Vec<String>,
    state: TableState,
    revision: u64,
}

impl Table {
    /// The parts that do not follow from its rows.
    pub(crate) fn stored(&self) -> serde_json::Result<Value> {
        serde_json::to_value(Stored {
            columns: self.rows.known_columns().clone(),
            settings: self.settings.clone(),
            order: self.order.clone(),
            state: self.state.clone(),
            revision: self.revision,
        })
    }

    /// Takes back what [`Table::stored`] gave.
    pub(crate) fn restore(&mut self, stored: Value) -> serde_json::Result<()> {
        let Stored { columns, settings, order, state, revision } = Stored::deserialize(stored)?;
        self.rows.restore_columns(columns);
        (self.settings, self.order, self.state) = (settings, order, state);
        self.revision = revision;
        Ok(())
    }
}
