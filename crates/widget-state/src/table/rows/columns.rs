//! The columns of a table, learned row by row.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::table::format::NumberFormat;
use crate::table::look::ColumnLook;
use crate::table::rows::column_type::ColumnType;
use crate::table::rows::origin::Origin;
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
    /// The traits that all its values have in common.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<ColumnTrait>,
    /// True if the field names a path through objects, such as `properties.mag`: no row has a
    /// field of that name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub path: bool,
    /// The header, instead of the field's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// True if the person may change its cells.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub editable: bool,
    /// The way its numbers are written, if the agent says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<NumberFormat>,
    /// True if it is not shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The look of its cells, as far as the agent says it.
    #[serde(flatten)]
    pub look: ColumnLook,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(decimals: &u8) -> bool {
    *decimals == 0
}

/// A column and the values seen in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    field: Arc<str>,
    profile: Profile,
    #[serde(rename = "place")]
    origin: Origin,
}

impl Known {
    fn new(field: Arc<str>, origin: Origin) -> Self {
        Self { field, profile: Profile::default(), origin }
    }

    /// True if it is a column of what is inside the field `root`.
    fn is_inside(&self, root: &str) -> bool {
        self.origin == Origin::Path && self.field.split('.').next() == Some(root)
    }
}

/// The columns in the order in which they first appear.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Vec<Known>")]
pub(in crate::table) struct Columns {
    list: Vec<Known>,
    positions: HashMap<Arc<str>, usize>,
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl From<Vec<Known>> for Columns {
    fn from(list: Vec<Known>) -> Self {
        let fields = list.iter().map(|known| Arc::clone(&known.field));
        Self { positions: fields.zip(0..).collect(), list }
    }
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
        self.add(field, Origin::Field)
    }

    fn add(&mut self, field: &str, origin: Origin) -> usize {
        let field: Arc<str> = field.into();
        self.list.push(Known::new(Arc::clone(&field), origin));
        self.positions.insert(field, self.list.len() - 1);
        self.list.len() - 1
    }

    /// Returns the position of a column that need not have values.
    pub(super) fn declare(&mut self, field: &str) -> usize {
        let known = self.positions.get(field).copied();
        known.unwrap_or_else(|| self.add(field, Origin::of_declared(field)))
    }

    /// Returns the position of a field that a row has; `expected` as in [`Self::position`].
    pub(super) fn position_of_field(&mut self, field: &str, expected: usize) -> usize {
        let position = self.position(field, expected);
        let known = &mut self.list[position];
        if known.origin != Origin::Field {
            *known = Known::new(Arc::clone(&known.field), Origin::Field);
        }
        position
    }

    /// The origin of the values of a column.
    pub(super) fn origin(&self, field: &str) -> Origin {
        self.positions.get(field).map_or_else(Origin::default, |at| self.list[*at].origin)
    }

    /// The columns that are no fields of the rows, as far as is known.
    pub(super) fn paths(&self) -> Vec<(usize, Arc<str>)> {
        let all = self.list.iter().enumerate();
        let paths = all.filter(|(_, known)| known.origin != Origin::Field);
        paths.map(|(position, known)| (position, Arc::clone(&known.field))).collect()
    }

    /// Everything known of the values of a column, of which one was found by its path.
    pub(super) fn profile_at_path(&mut self, position: usize) -> &mut Profile {
        self.list[position].origin = Origin::Path;
        &mut self.list[position].profile
    }

    /// Everything known of the values of the column at a position.
    pub(super) fn profile_mut(&mut self, position: usize) -> &mut Profile {
        &mut self.list[position].profile
    }

    /// The fields of the rows that have values of several kinds.
    pub(super) fn mixed(&self) -> Vec<(usize, Arc<str>)> {
        let all = self.list.iter().enumerate();
        let mixed =
            all.filter(|(_, known)| known.origin == Origin::Field && known.profile.is_mixed());
        mixed.map(|(position, known)| (position, Arc::clone(&known.field))).collect()
    }

    /// The kinds of value of a column, a bit for each.
    pub(super) fn kinds(&self, field: &str) -> u8 {
        self.positions.get(field).map_or(0, |at| self.list[*at].profile.kinds())
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

    /// Returns whether a column has a value in any row, nulls and empty texts aside.
    pub(super) fn has_values(&self, field: &str) -> bool {
        self.positions.get(field).is_some_and(|at| !self.list[*at].profile.is_empty())
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
            if known.origin == Origin::Path {
                known.origin = Origin::Undecided;
            }
        }
    }

    /// Puts the columns of `before` first, in their order. Those without a value here
    /// are kept when `is_declared` says so.
    pub(super) fn arrange(self, before: &Self, is_declared: impl Fn(&str) -> bool) -> Self {
        let mut arranged = Self::default();
        let kept = |field: &&Arc<str>| self.contains(field) || is_declared(field);
        for field in before.fields().filter(kept).chain(self.fields()) {
            let position = arranged.declare(field);
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
        let column = |Known { field, profile, origin }: &Known| Column {
            field: Arc::clone(field),
            kind: profile.kind(),
            decimals: profile.decimals(),
            traits: profile.traits(),
            path: *origin == Origin::Path,
            title: None,
            editable: false,
            format: None,
            hidden: false,
            look: ColumnLook::default(),
        };
        let own = self.list.iter().filter(|known| known.origin != Origin::Path);
        let each = own.flat_map(|known| {
            let inside = self.list.iter().filter(|other| other.is_inside(&known.field));
            std::iter::once(known).chain(inside)
        });
        each.map(column).collect()
    }
}
