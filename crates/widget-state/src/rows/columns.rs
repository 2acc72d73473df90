//! What the columns of a table hold, learned row by row.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// The key in the row objects.
    pub field: Arc<str>,
    /// What the values are.
    #[serde(rename = "type")]
    pub kind: ColumnType,
    /// What the header says instead of the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether the person may change its cells.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub editable: bool,
}

/// What the values of a column are, nulls aside.
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

/// The kinds of value seen in one column, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen(u8);

impl Seen {
    pub(super) const TEXT: Self = Self(1);
    pub(super) const NUMBER: Self = Self(2);
    pub(super) const BOOLEAN: Self = Self(4);
    pub(super) const DATE: Self = Self(8);
    pub(super) const OBJECT: Self = Self(16);
    pub(super) const NULL: Self = Self(0);

    pub(super) fn string(text: &str) -> Self {
        if is_date(text.as_bytes()) { Self::DATE } else { Self::TEXT }
    }

    fn kind(self) -> ColumnType {
        match self {
            Self::NUMBER => ColumnType::Number,
            Self::BOOLEAN => ColumnType::Boolean,
            Self::DATE => ColumnType::Date,
            Self(bits) if bits & Self::OBJECT.0 != 0 => ColumnType::Object,
            _ => ColumnType::Text,
        }
    }
}

fn is_date(text: &[u8]) -> bool {
    let digits = |range: std::ops::Range<usize>| text[range].iter().all(u8::is_ascii_digit);
    text.len() >= 10
        && digits(0..4)
        && text[4] == b'-'
        && digits(5..7)
        && text[7] == b'-'
        && digits(8..10)
        && matches!(text.get(10), None | Some(b'T' | b' '))
}

/// The columns in the order in which they first appear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    list: Vec<(Arc<str>, Seen)>,
    positions: HashMap<Arc<str>, usize>,
}

impl Columns {
    /// Where `field` is. Rows mostly have the same keys in the same order, so
    /// `expected` is looked at first.
    pub(super) fn position(&mut self, field: &str, expected: usize) -> usize {
        if self.list.get(expected).is_some_and(|(name, _)| **name == *field) {
            return expected;
        }
        if let Some(position) = self.positions.get(field) {
            return *position;
        }
        let field: Arc<str> = field.into();
        self.list.push((Arc::clone(&field), Seen::NULL));
        self.positions.insert(field, self.list.len() - 1);
        self.list.len() - 1
    }

    pub(super) fn saw(&mut self, position: usize, seen: Seen) {
        self.list[position].1.0 |= seen.0;
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn contains(&self, field: &str) -> bool {
        self.positions.contains_key(field)
    }

    pub(super) fn describe(&self) -> Vec<Column> {
        let column = |(field, seen): &(Arc<str>, Seen)| {
            let (field, kind) = (Arc::clone(field), seen.kind());
            Column { field, kind, title: None, editable: false }
        };
        self.list.iter().map(column).collect()
    }
}
