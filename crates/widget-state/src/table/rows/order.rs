//! The order in which rows are shown: a sort and a filter over rows that are text.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::bounds::check_count;
use crate::error::StateError;
use crate::json::JsonError;
use crate::limits::CountedItems;
use crate::table::MAX_SORT;
use crate::table::cell::Cell;
use crate::table::rows::Rows;
use crate::table::rows::fields::pick;
use crate::table::rows::origin::Origin;
use crate::table::rows::paths::at_path;
use crate::table::rows::sort_key::{Reading, SortKey};
use crate::table::{ColumnFilter, ColumnSort, Direction, TableFilter};

/// A sort and a filter. Columns that the table does not have are passed over.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RowQuery {
    /// The columns to sort by, the first to decide first.
    pub sort: Vec<ColumnSort>,
    /// The filter that a row must pass.
    pub filter: TableFilter,
}

/// The rows that a query gives, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowOrder(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// All rows as they stand in the table.
    Natural(usize),
    /// The positions of the rows.
    Positions(Vec<usize>),
}

impl RowOrder {
    /// Returns the number of rows.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.0 {
            Kind::Natural(count) => *count,
            Kind::Positions(positions) => positions.len(),
        }
    }

    /// The positions in the table of the rows in a range of the order; what lies
    /// behind its end is left out.
    pub fn positions(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let end = range.end.min(self.count());
        (range.start..end).map(|index| match &self.0 {
            Kind::Natural(_) => index,
            Kind::Positions(positions) => positions[index],
        })
    }
}

/// The columns a query looks at, and how.
struct Plan<'a> {
    fields: Vec<&'a str>,
    /// Those of the columns that are not fields of the rows.
    paths: Vec<usize>,
    sort: Vec<(usize, Direction, Reading)>,
    filter: Vec<(usize, ColumnFilter)>,
}

impl<'a> Plan<'a> {
    fn new(query: &'a RowQuery, rows: &Rows) -> Self {
        let sorted = query.sort.iter().map(|sort| &*sort.field);
        let named = sorted.chain(query.filter.keys().map(|field| &**field));
        let known = named.filter(|field| rows.has_column(field));
        let fields: Vec<&str> = known.collect::<BTreeSet<_>>().into_iter().collect();
        let place = |field: &str| fields.iter().position(|known| *known == field);
        let sort = query.sort.iter().filter_map(|ColumnSort { field, direction }| {
            Some((place(field)?, *direction, rows.columns.reading(field)))
        });
        let filter = query.filter.iter();
        let filter = filter.filter_map(|(field, filter)| Some((place(field)?, filter.lowered())));
        let is_path = |at: &usize| rows.columns.origin(fields[*at]) == Origin::Path;
        let paths = (0..fields.len()).filter(is_path).collect();
        let (sort, filter) = (sort.collect(), filter.collect());
        Self { fields, paths, sort, filter }
    }

    fn cells(&self, row: &str) -> Result<Vec<Cell>, JsonError> {
        let mut values = pick(row, &self.fields)?;
        for place in &self.paths {
            values[*place] = at_path(row, self.fields[*place])?;
        }
        values.into_iter().map(Cell::read).collect()
    }

    fn accepts(&self, cells: &[Cell]) -> bool {
        self.filter.iter().all(|(place, filter)| filter.accepts(&cells[*place]))
    }

    fn compare(&self, left: &[SortKey], right: &[SortKey]) -> std::cmp::Ordering {
        let each = self.sort.iter().zip(left.iter().zip(right));
        each.fold(std::cmp::Ordering::Equal, |so_far, ((_, direction, _), (left, right))| {
            so_far.then_with(|| match direction {
                Direction::Asc => left.cmp(right),
                Direction::Desc => right.cmp(left),
            })
        })
    }
}

impl Rows {
    /// Sorts and filters the rows: rows that sort alike stay in the order of the table.
    /// It reads every row, so a large table takes a while; it gives up with `None`
    /// soon after `cancelled` was set.
    ///
    /// # Errors
    ///
    /// [`StateError::TooMany`] for more than 16 columns to sort by, [`StateError::Json`]
    /// when a value cannot be read.
    pub fn order(
        &self,
        query: &RowQuery,
        cancelled: &AtomicBool,
    ) -> Result<Option<RowOrder>, StateError> {
        check_count(CountedItems::SortedColumns, query.sort.len(), MAX_SORT)?;
        let plan = Plan::new(query, self);
        if plan.fields.is_empty() {
            return Ok(Some(RowOrder(Kind::Natural(self.count()))));
        }
        let mut keyed: Vec<(Box<[SortKey]>, usize)> = Vec::new();
        for block in &self.blocks {
            if cancelled.load(Ordering::Relaxed) {
                return Ok(None);
            }
            for (row, position) in block.rows().zip(block.first..) {
                let cells = plan.cells(row)?;
                if plan.accepts(&cells) {
                    let keys = plan.sort.iter();
                    let keys = keys.map(|(place, _, how)| SortKey::of(&cells[*place], *how));
                    keyed.push((keys.collect(), position));
                }
            }
        }
        if !plan.sort.is_empty() {
            keyed.sort_by(|(left, _), (right, _)| plan.compare(left, right));
        }
        let positions = keyed.into_iter().map(|(_, position)| position).collect();
        Ok(Some(RowOrder(Kind::Positions(positions))))
    }

    /// The JSON text of the row at a position.
    #[must_use]
    pub fn row(&self, position: usize) -> Option<&str> {
        let block = self.block_of(position)?;
        let block = &self.blocks[block];
        block.rows().nth(position - block.first)
    }
}

#[cfg(test)]
mod tests;
