//! The columns of a table, learned row by row.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::format::NumberFormat;
use crate::table::rows::exact::MAX_EXACT;

/// One column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// The key in the row objects.
    pub field: Arc<str>,
    /// The type of its values.
    #[serde(rename = "type")]
    pub kind: ColumnType,
    /// The decimals with which its numbers are shown: as many as the number with the
    /// most of them had, 6 at most.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub decimals: u8,
    /// The header, instead of the field's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// True if the person may change its cells.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub editable: bool,
    /// The way its numbers are written, if the agent says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<NumberFormat>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(decimals: &u8) -> bool {
    *decimals == 0
}

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

/// The most decimals with which a column is shown.
const MAX_DECIMALS: u8 = 6;

/// A column and the values seen in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    field: Arc<str>,
    seen: Seen,
    decimals: u8,
}

/// The columns in the order in which they first appear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    list: Vec<Known>,
    positions: HashMap<Arc<str>, usize>,
}

impl Columns {
    /// Returns the position of `field`. Rows mostly have the same keys in the same order, so
    /// `expected` is looked at first.
    pub(super) fn position(&mut self, field: &str, expected: usize) -> usize {
        if self.list.get(expected).is_some_and(|known| *known.field == *field) {
            return expected;
        }
        if let Some(position) = self.positions.get(field) {
            return *position;
        }
        let field: Arc<str> = field.into();
        self.list.push(Known { field: Arc::clone(&field), seen: Seen::NULL, decimals: 0 });
        self.positions.insert(field, self.list.len() - 1);
        self.list.len() - 1
    }

    pub(super) fn saw(&mut self, position: usize, seen: Seen) {
        self.list[position].seen.0 |= seen.0;
    }

    pub(super) fn saw_number(&mut self, position: usize, number: f64) {
        let known = &mut self.list[position];
        known.seen.0 |= Seen::NUMBER.0;
        while known.decimals < MAX_DECIMALS && !fits(number, known.decimals) {
            known.decimals += 1;
        }
    }

    /// The name of the column at a position.
    pub(super) fn name(&self, position: usize) -> &str {
        self.list.get(position).map_or("", |known| &known.field)
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn contains(&self, field: &str) -> bool {
        self.positions.contains_key(field)
    }

    /// Forgets the kinds of the values: there are no values left.
    pub(super) fn forget_values(&mut self) {
        for known in &mut self.list {
            (known.seen, known.decimals) = (Seen::NULL, 0);
        }
    }

    /// Puts the columns of `before` first, in their order. Those without a value here
    /// are kept when `is_declared` says so.
    pub(super) fn arrange(self, before: &Self, is_declared: impl Fn(&str) -> bool) -> Self {
        let mut arranged = Self::default();
        let kept = |field: &&Arc<str>| self.contains(field) || is_declared(field);
        for field in before.fields().filter(kept).chain(self.fields()) {
            let position = arranged.position(field, usize::MAX);
            if let Some(own) = self.positions.get(field) {
                let Known { seen, decimals, .. } = self.list[*own];
                arranged.list[position] = Known { field: Arc::clone(field), seen, decimals };
            }
        }
        arranged
    }

    fn fields(&self) -> impl Iterator<Item = &Arc<str>> {
        self.list.iter().map(|known| &known.field)
    }

    pub(super) fn describe(&self) -> Vec<Column> {
        let column = |known: &Known| {
            let (field, kind) = (Arc::clone(&known.field), known.seen.kind());
            let decimals = if kind == ColumnType::Number { known.decimals } else { 0 };
            Column { field, kind, decimals, title: None, editable: false, format: None }
        };
        self.list.iter().map(column).collect()
    }
}

/// True if so many decimals write the number in full.
fn fits(number: f64, decimals: u8) -> bool {
    let scale = 10_f64.powi(decimals.into());
    let scaled = (number * scale).round();
    // Above, a number has no decimals that its text would show.
    scaled.abs() >= MAX_EXACT || scaled / scale == number
}
