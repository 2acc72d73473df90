//! The data that comes with a document: small figures and rows, and the first rows of larger tables.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use widget_state::{BlockKind, Table, TableFilter, Widget};

use crate::data::BlockData;

/// The most bytes of data that come with one document. Some hosts of MCP Apps cap a result.
const MAX_BYTES: usize = 64 << 10;

/// The most bytes of the data of one block: a page may have several.
const MAX_BLOCK_BYTES: usize = 32 << 10;

/// As many rows as a large screen shows, and as the page looks at for the widths of columns.
const MAX_ROWS: usize = 100;

/// The data of a block that a page need not fetch before it draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FirstData {
    /// The revision that last changed the data.
    pub revision: u64,
    /// The JSON text of the figure or the rows.
    pub json: String,
    /// The number of all rows when these are only the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// The data of as many blocks as there is room for, by their ids.
pub(super) fn first_data(widget: &Widget) -> BTreeMap<String, FirstData> {
    let mut room = MAX_BYTES;
    let mut found = BTreeMap::new();
    for block in widget.all_blocks() {
        let max_bytes = MAX_BLOCK_BYTES.min(room);
        let data = match &block.kind {
            BlockKind::Table(table) if table.is_paged() => None,
            BlockKind::Table(table) => {
                whole(widget, block.id(), max_bytes).or_else(|| first_rows(table, max_bytes))
            }
            _ => whole(widget, block.id(), max_bytes),
        };
        if let Some(data) = data {
            room -= data.json.len();
            found.insert(block.id().to_owned(), data);
        }
    }
    found
}

fn whole(widget: &Widget, block_id: &str, max_bytes: usize) -> Option<FirstData> {
    let BlockData { revision, pieces } = BlockData::of(widget, Some(block_id))?;
    let bytes: usize = pieces.iter().map(|piece| piece.as_str().len()).sum();
    let json = || pieces.iter().map(|piece| piece.as_str()).collect();
    (bytes <= max_bytes).then(|| FirstData { revision, json: json(), count: None })
}

/// The first rows; `None` where they are not those that a page shows first, and where a selection
/// may name others.
fn first_rows(table: &Table, max_bytes: usize) -> Option<FirstData> {
    let (rows, state) = (table.rows(), table.state());
    let is_as_it_came = !table.is_newest_first()
        && state.sort.is_empty()
        && state.filter == TableFilter::default()
        && state.selection.count == 0;
    if !is_as_it_came {
        return None;
    }
    let mut json = String::from("[");
    for row in (0..MAX_ROWS).map_while(|position| rows.row(position)) {
        if json.len() + row.len() + ",]".len() > max_bytes {
            break;
        }
        if json.len() > 1 {
            json.push(',');
        }
        json.push_str(row);
    }
    let is_any_there = json.len() > 1;
    json.push(']');
    let (revision, count) = (table.revision(), Some(rows.count()));
    is_any_there.then_some(FirstData { revision, json, count })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use widget_state::{Figure, MAX_CLIENT_ROWS, Op, Rows, TableState};

    use super::*;

    const BODY: &str = ":body";

    fn table(rows: &[Value]) -> Widget {
        Widget::table(Rows::parse(json!(rows).to_string()).unwrap())
    }

    fn numbered(count: usize) -> Vec<Value> {
        (0..count).map(|n| json!({"n": n, "text": "x".repeat(100)})).collect()
    }

    fn rows(data: &FirstData) -> Vec<Value> {
        serde_json::from_str(&data.json).unwrap()
    }

    #[test]
    fn small_data_comes_whole() {
        let few = numbered(3);
        let data = first_data(&table(&few));
        assert_eq!((rows(&data[BODY]), data[BODY].count), (few, None));
        let figure = r#"{"data":[{"y":[1]}]}"#;
        let data = first_data(&Widget::chart(Figure::parse(figure).unwrap()));
        assert_eq!((&*data[BODY].json, data[BODY].count), (figure, None));
        assert!(first_data(&Widget::html("<p>")).is_empty());
        let large = json!({"data": [{"y": vec![1.5; 20_000]}]}).to_string();
        assert!(first_data(&Widget::chart(Figure::parse(large).unwrap())).is_empty());
    }

    #[test]
    fn of_a_larger_table_the_first_rows_come_with_the_number_of_all() {
        let many = numbered(1_000);
        let data = first_data(&table(&many));
        assert_eq!(rows(&data[BODY]), many[..MAX_ROWS]);
        assert_eq!(data[BODY].count, Some(1_000));
        let long: Vec<Value> = (0..9).map(|_| json!({"text": "x".repeat(10_000)})).collect();
        let data = first_data(&table(&long));
        assert_eq!((rows(&data[BODY]).len(), data[BODY].count), (3, Some(9)));
        let longer = json!({"text": "x".repeat(MAX_BLOCK_BYTES)});
        assert!(first_data(&table(&[longer])).is_empty());
        assert!(first_data(&table(&vec![json!({"n": 1}); MAX_CLIENT_ROWS + 1])).is_empty());
    }

    #[test]
    fn rows_that_a_page_sorts_filters_or_selects_come_whole_or_not_at_all() {
        for state in [
            json!({"sort": [{"field": "n", "direction": "desc"}]}),
            json!({"filter": {"n": {"filterType": "number", "type": "equals", "filter": 7}}}),
            json!({"selection": {"row_ids": [500], "count": 1}}),
        ] {
            let state: TableState = serde_json::from_value(state).unwrap();
            let mut widget = table(&numbered(1_000));
            widget.apply(Op::TableState { block_id: None, state: state.clone() }).unwrap();
            assert!(first_data(&widget).is_empty(), "{state:?}");
        }
    }

    #[test]
    fn there_is_room_for_some_blocks_only() {
        let table = |n| json!({"type": "table", "id": format!("t{n}"), "rows": numbered(200)});
        let blocks: Vec<Value> = (0..9).map(table).collect();
        let page = Widget::page(serde_json::from_value(json!(blocks)).unwrap()).unwrap();
        let data = first_data(&page);
        assert!(data.values().map(|data| data.json.len()).sum::<usize>() <= MAX_BYTES);
        assert!(data.len() < 9 && data.contains_key("t0"), "{:?}", data.keys());
    }
}
