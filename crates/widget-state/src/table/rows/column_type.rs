//! Types of columns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The type of the values of a column, nulls aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ColumnType {
    /// Strings, or values of several kinds.
    Text,
    /// Numbers.
    Number,
    /// `true` and `false`.
    Boolean,
    /// Strings that begin with a date, `YYYY-MM-DD`.
    Date,
    /// Objects or lists.
    Object,
}

impl ColumnType {
    /// Such values, in words.
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Text => "texts",
            Self::Number => "numbers",
            Self::Boolean => "true and false",
            Self::Date => "dates",
            Self::Object => "objects or lists",
        }
    }
}
