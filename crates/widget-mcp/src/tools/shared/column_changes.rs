//! Columns that rows bring along, or give values of another kind, and numbers that are no shares: what
//! a slip in a table does unseen.

use std::collections::BTreeMap;
use std::sync::Arc;

use widget_state::{
    BODY_ID, Column, ColumnType, Op, RowStrategy, StateError, Table, Widget, WidgetId,
};
use widget_state::{WidgetStore, is_typing_error};

/// So many columns are named.
const MAX_NAMED: usize = 12;

/// The columns of the tables that operations change, as they were before.
#[derive(Default)]
pub(crate) struct TablesBefore(BTreeMap<String, KnownTable>);

/// A table at one time.
struct KnownTable {
    /// Empty if others are meant: those of other rows, or of what is said of columns.
    columns: Vec<KnownColumn>,
    /// The fault of its columns, which has been told.
    problem: Option<String>,
}

/// A column at one time.
#[derive(Clone)]
struct KnownColumn {
    field: Arc<str>,
    /// The type of its values, if it has any.
    kind: Option<ColumnType>,
    /// True if these are of several kinds.
    is_mixed: bool,
}

impl TablesBefore {
    /// Notes the tables that these operations, which come next, are the first to change.
    pub(crate) fn note(&mut self, widget: &Widget, ops: &[Op]) {
        for op in ops {
            let (id, are_others) = match op {
                Op::TableRows { block_id, strategy, .. } => {
                    (block_id.as_deref(), *strategy == RowStrategy::Set)
                }
                Op::TableCell { block_id, .. } => (block_id.as_deref(), false),
                Op::TableColumns { block_id, .. } => (block_id.as_deref(), true),
                Op::SetBlock { component_id, .. } => (Some(&**component_id), true),
                _ => continue,
            };
            let Ok((id, table)) = widget.the_table(id) else { continue };
            let before = self
                .0
                .entry(id.to_owned())
                .or_insert_with(|| KnownTable { columns: known(table), problem: table.problem() });
            if are_others {
                before.columns.clear();
            }
        }
    }

    /// The columns that are new since, or no longer what they were, and numbers that are hardly the
    /// shares as which they are shown.
    ///
    /// # Errors
    ///
    /// [`StateError`] if the widget is gone.
    pub(crate) async fn problems(
        self,
        store: &dyn WidgetStore,
        id: WidgetId,
    ) -> Result<Vec<String>, StateError> {
        if self.0.is_empty() {
            return Ok(Vec::new());
        }
        let widget = store.get(id).await?;
        let tables = self.0.iter().filter_map(|(id, before)| {
            // It may be gone by now.
            let (_, table) = widget.the_table(Some(id)).ok()?;
            let problem = table.problem().filter(|it| before.problem.as_ref() != Some(it));
            let problem = problem.map(|it| if id == BODY_ID { it } else { format!("{id}: {it}") });
            let changes = match &before.columns[..] {
                [] => Vec::new(),
                columns => changes(columns, &known(table)),
            };
            Some(changes.into_iter().chain(problem))
        });
        Ok(tables.flatten().collect())
    }
}

fn known(table: &Table) -> Vec<KnownColumn> {
    let rows = table.rows();
    let known = |Column { field, kind, .. }: Column| KnownColumn {
        kind: rows.has_values(&field).then_some(kind),
        is_mixed: rows.is_mixed(&field),
        field,
    };
    table.columns().into_iter().map(known).collect()
}

fn changes(before: &[KnownColumn], now: &[KnownColumn]) -> Vec<String> {
    let change = |column: &KnownColumn| {
        let field = &column.field;
        let Some(was) = before.iter().find(|known| known.field == *field) else {
            let fields = || before.iter().map(|known| &*known.field);
            let near = fields().find(|known| is_typing_error(field, known));
            let known: Vec<&str> = fields().take(MAX_NAMED).collect();
            return Some(match near {
                Some(near) => {
                    format!("the rows bring a new column {field:?}; did you mean {near:?}?")
                }
                None => {
                    format!("the rows bring a new column {field:?} beside {}", known.join(", "))
                }
            });
        };
        // Its odd values are gone.
        let is_mended = was.is_mixed && !column.is_mixed;
        let (was, kind) = (was.kind?, column.kind?);
        (was != kind && !is_mended).then(|| {
            format!(
                "the column {field:?} had {} and now has {}, by which it is sorted and filtered",
                was.in_words(),
                kind.in_words()
            )
        })
    };
    now.iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_fields_and_other_types_are_told() {
        let column = |field: &str, kind| KnownColumn { field: field.into(), kind, is_mixed: false };
        let odd = |field: &str, kind| KnownColumn { is_mixed: true, ..column(field, Some(kind)) };
        let before = [column("amount", Some(ColumnType::Number)), column("b", None)];
        assert_eq!(changes(&before, &before), [""; 0]);
        let now = [
            odd("amount", ColumnType::Text),
            column("b", Some(ColumnType::Text)),
            column("c", None),
            column("amuont", None),
        ];
        let told = changes(&before, &now);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told[0].starts_with("the column \"amount\" had numbers and now has texts"),
            "{told:?}"
        );
        assert_eq!(told[1], "the rows bring a new column \"c\" beside amount, b");
        let number = column("amount", Some(ColumnType::Number));
        assert_eq!(changes(&now[..1], std::slice::from_ref(&number)), [""; 0], "mended");
        let other = column("amount", Some(ColumnType::Boolean));
        assert_eq!(changes(&[number], &[other]).len(), 1, "of one kind, and of another");
        assert_eq!(told[2], "the rows bring a new column \"amuont\"; did you mean \"amount\"?");
    }
}
