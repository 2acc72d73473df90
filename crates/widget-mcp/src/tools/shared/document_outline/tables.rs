//! The outline of a table.

use std::sync::atomic::AtomicBool;

use widget_state::{Column, RowOrder, RowQuery, Table};

use super::{Outline, json_word, quoted, shortened};

/// Rows of a table that are told.
const MAX_ROWS: usize = 10;

/// More rows are not sorted or filtered for an outline.
const MAX_ORDERED_ROWS: usize = 10_000;

impl Outline<'_> {
    pub(super) fn table(&mut self, table: &Table) {
        let (rows, columns) = (table.rows(), table.columns());
        let names = columns.iter().map(|column| match &column.title {
            Some(title) => format!("{title} (field {})", column.field),
            None => column.field.to_string(),
        });
        let title = Some(table.title()).filter(|title| !title.is_empty());
        let title = title.map_or_else(String::new, |title| format!(" {}", quoted(title)));
        let (count, width) = (rows.count(), columns.len());
        self.line(0, &format!("table{title}: {count} rows, {width} columns"));
        self.line(1, &shortened(&format!("columns: {}", names.collect::<Vec<_>>().join(" | "))));
        let hidden = columns.iter().filter(|column| is_hidden(table, column));
        let hidden: Vec<&str> = hidden.map(|column| &*column.field).collect();
        if !hidden.is_empty() {
            self.line(1, &shortened(&format!("hidden columns: {}", hidden.join(" | "))));
        }
        let state = table.state();
        for sort in &state.sort {
            self.line(1, &format!("sorted by {} {}", sort.field, json_word(&sort.direction)));
        }
        let order = order_of(table);
        if !state.filter.is_empty() {
            let fields = state.filter.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            let shown = order.as_ref().map(|order| format!(": {} rows are shown", order.count()));
            self.line(1, &format!("filtered by {fields}{}", shown.unwrap_or_default()));
        }
        if state.selection.count > 0 {
            self.line(1, &format!("{} rows selected", state.selection.count));
        }
        if order.is_none() {
            self.line(1, "the rows that follow are the first of the table, not those shown first");
        }
        for (position, row) in first_rows(table, order.as_ref()) {
            self.line(1, &format!("row {position}: {}", shortened(row)));
        }
    }
}

/// Returns whether a column is not shown: by the agent, or as the person has it now.
fn is_hidden(table: &Table, column: &Column) -> bool {
    let mut states = table.state().columns.iter();
    states.find(|state| *state.field == *column.field).map_or(column.hidden, |state| state.hidden)
}

/// The order in which a table is shown; `None` if it is sorted or filtered and has too many rows to
/// find out.
fn order_of(table: &Table) -> Option<RowOrder> {
    let (state, rows) = (table.state(), table.rows());
    let query = RowQuery { sort: state.sort.clone(), filter: state.filter.clone() };
    let is_as_it_stands = query == RowQuery::default();
    let is_found_out = is_as_it_stands || rows.count() <= MAX_ORDERED_ROWS;
    // It takes any sort and filter that the table has taken.
    is_found_out.then(|| rows.order(&query, &AtomicBool::new(false)).ok().flatten()).flatten()
}

/// The first rows as they are shown, each with its position in the table.
fn first_rows<'a>(table: &'a Table, order: Option<&RowOrder>) -> Vec<(usize, &'a str)> {
    let positions: Vec<usize> = match order {
        None => (0..MAX_ROWS).collect(),
        Some(order) if is_reversed(table) => {
            let count = order.count();
            let last: Vec<_> = order.positions(count.saturating_sub(MAX_ROWS)..count).collect();
            last.into_iter().rev().collect()
        }
        Some(order) => order.positions(0..MAX_ROWS).collect(),
    };
    positions.into_iter().filter_map(|at| Some((at, table.rows().row(at)?))).collect()
}

/// Returns whether a page shows the last row first: one that has all rows does, until it is sorted.
fn is_reversed(table: &Table) -> bool {
    table.is_newest_first() && !table.is_paged() && table.state().sort.is_empty()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::{Op, Rows, Widget};

    use super::*;
    use crate::tools::shared::document_outline::of;

    #[test]
    fn a_table_is_told_as_it_is_shown() {
        let rows = Rows::parse(r#"[{"n": 1}, {"n": 3}, {"n": 2}]"#).unwrap();
        let mut widget = Widget::table(Table::from(rows).with_newest_first(true));
        let told = |widget: &Widget| {
            let outline = of(widget).0;
            let lines = outline.lines().map(|line| line.trim_start_matches([' ', '-']));
            lines.skip(2).collect::<Vec<_>>().join("; ")
        };
        let rows = r#"row 2: {"n": 2}; row 1: {"n": 3}; row 0: {"n": 1}"#;
        assert_eq!(told(&widget), rows);
        let state = json!({"sort": [{"field": "n", "direction": "desc"}],
            "filter": {"n": {"filterType": "number", "type": "lessThan", "filter": 3}}});
        let state = serde_json::from_value(state).unwrap();
        widget.apply(Op::TableState { block_id: None, state }).unwrap();
        let rows = r#"row 2: {"n": 2}; row 0: {"n": 1}"#;
        assert_eq!(
            told(&widget),
            format!("sorted by n desc; filtered by n: 2 rows are shown; {rows}")
        );
    }

    #[test]
    fn of_a_large_table_nothing_is_said_that_may_be_false() {
        let rows: Vec<_> = (0..=MAX_ORDERED_ROWS).map(|n| json!({ "n": n })).collect();
        let mut widget = Widget::table(Rows::parse(json!(rows).to_string()).unwrap());
        let state = json!({"sort": [{"field": "n", "direction": "desc"}],
            "filter": {"n": {"filterType": "number", "type": "lessThan", "filter": 3}}});
        let state = serde_json::from_value(state).unwrap();
        widget.apply(Op::TableState { block_id: None, state }).unwrap();
        let outline = of(&widget).0;
        for line in ["- sorted by n desc\n", "- filtered by n\n", "not those shown first\n"] {
            assert!(outline.contains(line), "{outline}");
        }
        assert!(outline.contains("- row 0: {\"n\":0}"), "{outline}");
    }
}
