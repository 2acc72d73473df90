//! Blocks as they are read and written.

use serde_json::json;

use super::*;

fn read(value: Value) -> Result<Block, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

#[test]
fn every_type_is_read_and_written_again() {
    for (block, name) in [
        (json!({"type": "row", "blocks": [{"type": "spacer"}], "gap": "small"}), "row"),
        (json!({"type": "column", "id": "main", "hidden": true}), "column"),
        (json!({"type": "grid", "columns": 3, "blocks": [{"type": "divider"}]}), "grid"),
        (json!({"type": "card", "title": "Sum", "style": {"color": "red"}, "span": 2}), "card"),
        (json!({"type": "tabs", "tabs": [{"title": "A", "blocks": []}]}), "tabs"),
        (json!({"type": "tabs", "options": ["A", "B"]}), "tabs"),
        (json!({"type": "html", "html": "<b id=sum>1</b>", "height": 90}), "html"),
        (json!({"type": "chart", "figure": {"data": [{"y": [1.5]}]}, "sticky": true}), "chart"),
        (json!({"type": "table", "rows": [{"a": 1}], "row_id": "a", "page_size": 5}), "table"),
        (json!({"type": "button", "id": "go", "label": "Go", "height": 40}), "button"),
    ] {
        let read_block = read(block.clone()).unwrap();
        assert_eq!(read_block.kind.type_name(), name);
        let written = serde_json::to_value(&read_block).unwrap();
        assert_eq!(read(written.clone()).unwrap(), read_block, "{written}");
        for (property, value) in block.as_object().unwrap() {
            let is_list = value.is_array() && name != "table";
            assert!(is_list || written[property] == *value, "{property}: {written}");
        }
    }
}

#[test]
fn a_component_is_named_as_a_block_or_as_a_component() {
    for name in ["id", "component_id"] {
        let block = read(json!({"type": "toggle", name: "dark", "disabled": true})).unwrap();
        let [component] = block.components() else { panic!("one component") };
        assert_eq!((block.id(), component.id()), ("dark", "dark"));
        assert!(component.common.disabled);
    }
    let error = read(json!({"type": "toggle", "id": "a", "component_id": "b"})).unwrap_err();
    assert!(error.contains("write one of them"), "{error}");
}

#[test]
fn what_is_wrong_is_said_with_its_place_and_what_is_allowed() {
    for (block, part) in [
        (json!({"blocks": []}), "no `type`; the types are row, column"),
        (json!({"type": 3}), "`type` must be a string"),
        (json!({"type": "crad"}), "unknown block type \"crad\"; did you mean \"card\"?"),
        (json!({"type": "Heading"}), "unknown block type \"Heading\"; did you mean \"html\"?"),
        (json!({"type": "plot"}), "unknown block type \"plot\"; did you mean \"chart\"?"),
        (json!({"type": "dropdown"}), "did you mean \"select\" or \"multiselect\"?"),
        (json!({"type": "buton"}), "did you mean \"button\"?"),
        (json!({"type": "card", "titel": "x"}), "no property \"titel\"; did you mean \"title\"?"),
        (json!({"type": "row", "gap": "smal"}), "in a row: unknown variant `smal`"),
        (json!({"type": "row", "gap": "smal"}), "did you mean \"small\"?"),
        (json!({"type": "spacer", "blocks": []}), "a spacer has no property \"blocks\""),
        (
            json!({"type": "column", "blocks": [{"type": "divider"}, {"type": "card", "bloks": 1}]}),
            "in blocks[1]: a card has no property \"bloks\"; did you mean \"blocks\"?",
        ),
        (
            json!({"type": "column", "blocks": [{"type": "tab", "title": "A"}]}),
            "in blocks[0]: a tab",
        ),
        (json!({"type": "tabs", "tabs": []}), "at least one tab"),
        (
            json!({"type": "tabs", "tabs": [{"title": " "}]}),
            "in tabs[0]: in a tab: it needs a title",
        ),
        (json!({"type": "tabs", "tabs": [{"type": "card"}]}), "in tabs[0]: it is a card"),
        (
            json!({"type": "tabs", "selected": "b", "tabs": [{"id": "a", "title": "A"}]}),
            "selected \"b\" is the id of none of its tabs",
        ),
        (json!({"type": "grid", "columns": 13}), "columns 13 is out of range 1..=12"),
        (json!({"type": "divider", "span": 0}), "span 0 is out of range 1..=12"),
        (json!({"type": "chart"}), "in a chart: missing field `figure`"),
        (json!({"type": "chart", "figure": {}}), "missing field `data`"),
        (json!({"type": "table", "rows": [1]}), "in a table: rows:"),
        (json!({"type": "table", "rows": [{"a": 1}], "row_id": "b"}), "row_id:"),
        (json!({"type": "table", "rows": [{"a": 1}], "columns": [{"field": "A"}]}), "\"a\"?"),
        (json!({"type": "select", "options": ["a"], "selectd": "a"}), "did you mean \"selected\"?"),
    ] {
        let error = read(block.clone()).unwrap_err();
        assert!(error.contains(part), "{block}: {error}");
    }
}

#[test]
fn every_type_has_its_source() {
    for name in BlockKind::TYPES {
        let source = BlockKind::source_of(name).unwrap();
        assert!(source.starts_with("//! "), "{name}");
    }
    assert_eq!(BlockKind::source_of("button"), None);
}
