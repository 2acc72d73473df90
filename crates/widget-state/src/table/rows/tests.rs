//! Rows are kept as they came, typed, and refused with the place.

use crate::table::rows::*;

fn json(rows: &Rows) -> String {
    let pieces: Vec<u8> = rows.json_pieces().flat_map(|piece| piece.as_ref().to_vec()).collect();
    String::from_utf8(pieces).unwrap()
}

fn kinds(text: &str) -> Vec<(String, ColumnType)> {
    let columns = Rows::parse(text).unwrap().columns();
    columns.into_iter().map(|column| (column.field.to_string(), column.kind)).collect()
}

#[test]
fn columns_are_typed_by_all_their_values() {
    let text = r#"[
        {"n": 1, "t": "a", "d": "2026-01-31", "b": true, "o": [1], "m": 1, "e": null},
        {"n": 2.5, "t": null, "d": "2026-02-01T10:00", "b": false, "o": {}, "m": "x", "late": 1}
    ]"#;
    use ColumnType::{Boolean, Date, Number, Object, Text};
    let expected = [
        ("n", Number),
        ("t", Text),
        ("d", Date),
        ("b", Boolean),
        ("o", Object),
        ("m", Text),
        ("e", Text),
        ("late", Number),
    ];
    assert_eq!(kinds(text), expected.map(|(name, kind)| (name.to_owned(), kind)));
}

#[test]
fn numbers_of_a_column_have_the_decimals_of_the_longest() {
    let decimals =
        |rows: &Rows| rows.columns().into_iter().map(|column| column.decimals).collect::<Vec<_>>();
    let text = r#"[
        {"money": 7966, "id": 1, "third": 0.3333333333333333, "e": 1e-9, "mixed": 0.5, "big": 1e300},
        {"money": 7953.6, "id": 2.0, "third": 1, "e": 2.5e-3, "mixed": "x", "big": 9007199254740993.5}
    ]"#;
    let mut rows = Rows::parse(text).unwrap();
    assert_eq!(decimals(&rows), [1, 0, 6, 6, 0, 0]);
    let sums = Rows::parse(r#"[{"a": 139.92999999999998, "b": 3.3000000000000003}]"#).unwrap();
    assert_eq!(decimals(&sums), [2, 1], "digits that arithmetic leaves behind say nothing");
    rows.append(r#"[{"money": 1.10}, {"money": -2.255}, {"money": null}]"#).unwrap();
    assert_eq!(decimals(&rows)[0], 3);
    // As the type does, it stays until other rows are set.
    rows.set_cell(&3.into(), "money", &1.into()).unwrap();
    assert_eq!(decimals(&rows)[0], 3);
    let json = serde_json::to_value(&rows.columns()[..2]).unwrap();
    let expected = serde_json::json!([
        {"field": "money", "type": "number", "decimals": 3}, {"field": "id", "type": "number"},
    ]);
    assert_eq!(json, expected);
}

#[test]
fn what_is_not_a_list_of_objects_is_refused_with_the_place() {
    for (text, part) in [
        ("{}", "write a list of row objects"),
        ("[1]", "row 0 to be an object"),
        ("[{\"a\":1},\n [2]]", "row 1 to be an object"),
        ("[{\"a\":1},\n x]", "line 2 column 2"),
        ("[{}] []", "trailing characters"),
        ("", "EOF"),
    ] {
        let error = Rows::parse(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn appended_rows_follow_and_a_refused_append_changes_nothing() {
    let mut rows = Rows::parse(r#" [ {"a": 1} ] "#).unwrap();
    rows.append(r#"[{"a": "]["}, {"b": 2}]"#).unwrap();
    rows.append("[]").unwrap();
    let before = rows.clone();
    rows.append("[{\"a\": 1}, 2]").unwrap_err();
    assert_eq!(rows, before);
    assert_eq!(rows.count(), 3);
    let value: Value = serde_json::from_str(&json(&rows)).unwrap();
    assert_eq!(value, serde_json::json!([{"a": 1}, {"a": "]["}, {"b": 2}]));
    assert_eq!(json(&Rows::default()), "[]");
}

#[test]
fn a_row_is_updated_by_its_id() {
    let mut rows = Rows::parse(r#"[{"id": 1, "v": "a"}, {"id": 2, "v": "b"}]"#).unwrap();
    rows = rows.with_row_id("id").unwrap();
    rows.append(r#"[{"id": "x", "v": "c"}]"#).unwrap();
    rows.update(r#"[{"id": "x", "v": "C"}, {"id": 1, "v": "A"}]"#).unwrap();
    let value: Value = serde_json::from_str(&json(&rows)).unwrap();
    let expected =
        serde_json::json!([{"id": 1, "v": "A"}, {"id": 2, "v": "b"}, {"id": "x", "v": "C"}]);
    assert_eq!(value, expected);
}

#[test]
fn an_update_of_nothing_leaves_an_empty_table_whole() {
    let mut rows = Rows::parse("[]").unwrap().with_row_id("id").unwrap();
    rows.update("[]").unwrap();
    rows.append(r#"[{"id": 1}]"#).unwrap();
    assert_eq!(json(&rows), r#"[{"id": 1}]"#);
}

#[test]
fn a_row_whose_id_javascript_cannot_hold_is_named_by_its_digits() {
    let text = r#"[{"id": 9007199254740993, "a": 1}, {"id": 9007199254740992, "a": 2}]"#;
    let mut rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
    rows.set_cell(&"9007199254740993".into(), "a", &7.into()).unwrap();
    assert!(json(&rows).contains(r#""id":9007199254740993,"a":7"#), "{}", json(&rows));
    rows.set_cell(&"1".into(), "a", &7.into()).unwrap_err();
}

#[test]
fn row_ids_are_there_and_unique() {
    let twice = Rows::parse(r#"[{"id": 1}, {"id": 1}]"#).unwrap();
    assert!(twice.with_row_id("id").unwrap_err().to_string().contains("two rows"));
    let missing = Rows::parse(r#"[{"id": 1}, {}]"#).unwrap();
    assert!(missing.with_row_id("id").unwrap_err().to_string().contains("no `id`"));
    let mut rows = Rows::parse(r#"[{"id": 1}]"#).unwrap().with_row_id("id").unwrap();
    assert!(rows.append(r#"[{"id": 1}]"#).unwrap_err().to_string().contains("two rows"));
    assert!(rows.update(r#"[{"id": 2}]"#).unwrap_err().to_string().contains("append"));
    let mut plain = Rows::parse("[{}]").unwrap();
    assert!(plain.update("[{}]").unwrap_err().to_string().contains("row_id"));
}

#[test]
fn an_id_is_the_same_however_it_is_written() {
    let text = r#"[{"id": "caf\u00e9", "v": 1}, {"id": 2.0, "v": 2}, {"id": "2", "v": 3}]"#;
    let mut rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
    for (id, value) in [(serde_json::json!("café"), 10), (2.into(), 20), ("2".into(), 30)] {
        rows.set_cell(&id, "v", &value.into()).unwrap();
    }
    rows.update(r#"[{"id": 2, "v": 21}]"#).unwrap();
    assert!(rows.append(r#"[{"id": "café"}]"#).unwrap_err().to_string().contains("two rows"));
    let expected = r#"[{"id":"caf\u00e9","v":10},{"id": 2, "v": 21},{"id":"2","v":30}]"#;
    assert_eq!(json(&rows), expected);
    rows.set_cell(&2.into(), "id", &3.into()).unwrap_err();
    rows.set_cell(&9.into(), "v", &3.into()).unwrap_err();
    assert_eq!(json(&rows), expected);
}

/// The bytes of all texts in memory, of which blocks share some.
fn held(rows: &Rows) -> usize {
    let texts = rows.blocks.iter().map(|block| block.shared().0);
    texts.map(|text| (text.as_ptr(), text.len())).collect::<BTreeMap<_, _>>().values().sum()
}

#[test]
fn text_of_rows_that_went_is_let_go_behind_one_that_was_changed() {
    let list = |range: std::ops::Range<u32>| {
        let rows = range.map(|n| format!("{{\"id\":{n},\"v\":\"some words\"}}"));
        format!("[{}]", rows.collect::<Vec<_>>().join(","))
    };
    let mut rows = Rows::parse(list(0..1_000)).unwrap().with_row_id("id").unwrap();
    rows.set_cell(&700.into(), "v", &"other words".into()).unwrap();
    rows.append(list(1_000..1_010)).unwrap();
    rows.keep_last(310);
    assert!(rows.row(0).unwrap().contains("other words"));
    assert!(held(&rows) <= 2 * rows.bytes() + 2 * rows.blocks.len());
}

#[test]
fn only_the_last_rows_are_kept() {
    let list = |range: std::ops::Range<u32>| {
        let rows = range.map(|n| format!("{{\"id\":{n},\"v\":\"{n}\"}}"));
        format!("[{}]", rows.collect::<Vec<_>>().join(","))
    };
    for (first, then, kept) in [(300, 500, 250), (3, 4, 1), (130, 131, 130), (128, 256, 128)] {
        let mut rows = Rows::parse(list(0..first)).unwrap().with_row_id("id").unwrap();
        rows.append(list(first..then)).unwrap();
        rows.keep_last(kept as usize);
        let fresh = Rows::parse(list(then - kept..then)).unwrap().with_row_id("id").unwrap();
        assert!(rows.texts().eq(fresh.texts()));
        assert!(
            held(&rows) <= 2 * rows.bytes() + 2 * rows.blocks.len(),
            "the text of rows that went"
        );
        assert_eq!(
            (rows.count(), rows.bytes()),
            (fresh.count(), rows.blocks.iter().map(Block::len).sum())
        );
        assert_eq!(rows.ids, fresh.ids);
        let last = (then - 1).to_string();
        assert_eq!(rows.position(&then.saturating_sub(1).into()), Some(kept as usize - 1));
        assert!(rows.row(kept as usize - 1).unwrap().contains(&last));
        rows.set_cell(&(then - kept).into(), "v", &"first".into()).unwrap();
        assert!(rows.row(0).unwrap().contains("first"));
        rows.append(list(0..1)).unwrap();
        rows.update(r#"[{"id": 0, "v": "again"}]"#).unwrap();
        assert!(rows.row(rows.count() - 1).unwrap().contains("again"));
    }
}
