//! The columns of a table, learned row by row.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::table::format::NumberFormat;
use crate::table::rows::profile::{ColumnTrait, Profile};
use crate::table::rows::sort_key::Reading;

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
    /// What all its values have in common.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<ColumnTrait>,
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

/// A column and the values seen in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    field: Arc<str>,
    profile: Profile,
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
        self.list.push(Known { field: Arc::clone(&field), profile: Profile::default() });
        self.positions.insert(field, self.list.len() - 1);
        self.list.len() - 1
    }

    /// What is known of the values of the column at a position.
    pub(super) fn profile_mut(&mut self, position: usize) -> &mut Profile {
        &mut self.list[position].profile
    }

    /// Takes the values that came since `before` for others in the place of old ones.
    pub(super) fn keep_runs(&mut self, before: &Self) {
        for (known, before) in self.list.iter_mut().zip(&before.list) {
            known.profile.keep_run(&before.profile);
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

    /// The meaning of the texts of a column.
    pub(super) fn reading(&self, field: &str) -> Reading {
        let position = self.positions.get(field);
        position.map_or_else(Reading::default, |at| self.list[*at].profile.reading())
    }

    /// Forgets the kinds of the values: there are no values left.
    pub(super) fn forget_values(&mut self) {
        for known in &mut self.list {
            known.profile = Profile::default();
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
                arranged.list[position] = self.list[*own].clone();
            }
        }
        arranged
    }

    fn fields(&self) -> impl Iterator<Item = &Arc<str>> {
        self.list.iter().map(|known| &known.field)
    }

    pub(super) fn describe(&self) -> Vec<Column> {
        let column = |Known { field, profile }: &Known| Column {
            field: Arc::clone(field),
            kind: profile.kind(),
            decimals: profile.decimals(),
            traits: profile.traits(),
            title: None,
            editable: false,
            format: None,
        };
        self.list.iter().map(column).collect()
    }
}
