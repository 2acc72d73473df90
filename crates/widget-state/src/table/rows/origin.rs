//! Origins of the values of columns.

use serde::{Deserialize, Serialize};

/// The origin of the values of a column in the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Origin {
    /// The field of that name.
    #[default]
    Field,
    /// Not known yet: no row has such a field, and none has objects that lead there.
    Undecided,
    /// Inside objects, as the name says.
    Path,
}

impl Origin {
    /// The origin of a column that is declared before there are values.
    pub(super) fn of_declared(field: &str) -> Self {
        if field.contains('.') { Self::Undecided } else { Self::Field }
    }
}
