//! Effects of the person's input in a table on the document.

use serde::Deserialize;
use serde_json::Value;

use crate::event::EventName;
use crate::op::Op;
use crate::table::{Table, TableState};
use crate::widget::Widget;

/// Puts numbers in the place of digits in the data of an event of a table in a page.
pub(crate) fn restore_numbers(widget: &Widget, event: &EventName, data: &mut Value) {
    if event.namespace() != "grid" {
        return;
    }
    let block_id = data.get("block_id").and_then(Value::as_str);
    if let Ok((_, table)) = widget.the_table(block_id) {
        table.rows().restore_numbers(event.action(), data);
    }
}

/// The operation that follows from an event of the table itself.
pub(crate) fn operation(
    block_id: &str,
    table: &Table,
    event: &EventName,
    data: &Value,
) -> Option<Op> {
    let block_id = Some(block_id.to_owned());
    if event.namespace() != "grid" {
        return None;
    }
    if event.action() == "cell-edit" {
        return edit(block_id, table, data);
    }
    let mut state = table.state().clone();
    match event.action() {
        "sort-changed" => state.sort = part(data, "sort")?,
        "filter-changed" => state.filter = part(data, "filter")?,
        "row-selected" => {
            state.selection.row_ids = part(data, "row_ids")?;
            state.selection.count = part(data, "count")?;
        }
        "state" => state = whole_state(data)?,
        _ => return None,
    }
    // A page whose columns have changed meanwhile may filter one as it no longer can be.
    state.filter = table.fitted(&state.filter).ok()?;
    (state != *table.state()).then_some(Op::TableState { block_id, state })
}

fn edit(block_id: Option<String>, table: &Table, data: &Value) -> Option<Op> {
    let field: String = part(data, "field")?;
    let [row_id, value] = ["row_id", "new_value"].map(|name| data.get(name).cloned());
    let simple = value.filter(|value| !value.is_object() && !value.is_array())?;
    let row_id = row_id?;
    table.is_editable(&field).then_some(Op::TableCell { block_id, row_id, field, value: simple })
}

/// The state in the data of an event, which names the block as well.
fn whole_state(data: &Value) -> Option<TableState> {
    let mut parts = data.as_object()?.clone();
    parts.remove("block_id");
    TableState::deserialize(Value::Object(parts)).ok()
}

/// A malformed part says nothing; the event itself is in the log.
fn part<'a, T: Deserialize<'a>>(data: &'a Value, name: &str) -> Option<T> {
    T::deserialize(data.get(name)?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::rows::Rows;

    #[test]
    fn the_state_of_a_table_in_a_block_is_taken() {
        let table = Table::from(Rows::parse(r#"[{"a": 1}]"#).unwrap());
        let state = json!({"columns": [{"field": "a", "width": 90}], "block_id": "people"});
        let Some(Op::TableState { state, .. }) = op(&table, "grid:state", &state) else { panic!() };
        assert_eq!(state.columns.len(), 1);
        assert!(op(&table, "grid:state", &json!({"colums": []})).is_none());
    }

    fn op(table: &Table, event: &str, data: &Value) -> Option<Op> {
        operation(":body", table, &EventName::new(event).unwrap(), data)
    }

    fn table() -> Table {
        Table::from(Rows::parse(r#"[{"a": 1, "b": 2}]"#).unwrap())
    }

    #[test]
    fn each_event_changes_its_part_of_the_state() {
        let sort = json!([{"field": "a", "direction": "desc"}]);
        let filter = json!({"b": {"filterType": "number", "type": "lessThan", "filter": 5.0}});
        for (event, data, changed) in [
            ("grid:sort-changed", json!({"sort": sort}), json!({"sort": sort})),
            ("grid:filter-changed", json!({"filter": filter}), json!({"filter": filter})),
            (
                "grid:row-selected",
                json!({"rows": [{"a": 1}], "row_ids": [0], "count": 1}),
                json!({"selection": {"row_ids": [0], "count": 1}}),
            ),
            (
                "grid:state",
                json!({"columns": [{"field": "b", "width": 90}], "sort": sort}),
                json!({"columns": [{"field": "b", "width": 90}], "sort": sort}),
            ),
        ] {
            let state: TableState = serde_json::from_value(changed).unwrap();
            assert_eq!(
                op(&table(), event, &data),
                Some(Op::TableState { block_id: Some(":body".into()), state }),
                "{event}"
            );
        }
    }

    #[test]
    fn what_changes_nothing_or_is_malformed_is_no_operation() {
        for (event, data) in [
            ("grid:sort-changed", json!({"sort": []})),
            ("grid:sort-changed", json!({"sort": "a"})),
            ("grid:sort-changed", json!(null)),
            ("grid:state", json!({"colums": []})),
            ("grid:cell-click", json!({"row_id": 0, "field": "a", "value": 1})),
            ("app:sort-changed", json!({"sort": [{"field": "a", "direction": "asc"}]})),
        ] {
            assert_eq!(op(&table(), event, &data), None, "{event} {data}");
        }
    }

    #[test]
    fn only_an_editable_cell_takes_an_edit() {
        let data = json!({"row_id": 0, "field": "a", "old_value": 1, "new_value": 7});
        assert_eq!(op(&table(), "grid:cell-edit", &data), None);
        let editable = table().with_editable(true);
        let expected = Op::TableCell {
            block_id: Some(":body".into()),
            row_id: json!(0),
            field: "a".into(),
            value: json!(7),
        };
        assert_eq!(op(&editable, "grid:cell-edit", &data), Some(expected));
        let object = json!({"row_id": 0, "field": "a", "new_value": {}});
        assert_eq!(op(&editable, "grid:cell-edit", &object), None);
    }
}
