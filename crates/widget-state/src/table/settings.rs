//! The agent's settings of a column.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::format::NumberFormat;

/// The agent's settings of a column. Anything left out is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ColumnSettings {
    /// The key in the row objects, or a path such as `properties.mag`.
    pub field: String,
    /// The header, instead of the field's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// True if the person may change its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub editable: Option<bool>,
    /// The way its numbers are written: `integer`, `percent` (0.25 is 25 %), the code of a
    /// currency such as `EUR`, or a d3-format such as `,.2f`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub format: Option<NumberFormat>,
    /// True if it is not shown; events and rows have its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
}

impl ColumnSettings {
    /// Settings that say nothing but the name of a column.
    pub(crate) fn of(field: &str) -> Self {
        Self { field: field.to_owned(), title: None, editable: None, format: None, hidden: None }
    }

    /// Takes over what newer settings of the same column say.
    pub(super) fn merge(&mut self, newer: &Self) {
        if let Some(title) = &newer.title {
            self.title = Some(title.clone());
        }
        self.editable = newer.editable.or(self.editable);
        self.hidden = newer.hidden.or(self.hidden);
        if let Some(format) = &newer.format {
            self.format = Some(format.clone());
        }
    }
}
