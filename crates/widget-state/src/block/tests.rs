//! Blocks as they are read and written.

use serde_json::json;

use super::*;
use crate::component::modal::Modal;

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
        (json!({"type": "modal", "title": "A", "size": "lg", "close_on_escape": false}), "modal"),
        (json!({"type": "html", "html": "<b id=sum>1</b>", "height": 90}), "html"),
        (json!({"type": "markdown", "markdown": "# A", "class_name": "note"}), "markdown"),
        (json!({"type": "metric", "value": 7, "trend": [1, 2.5], "good": "down"}), "metric"),
        (json!({"type": "chart", "figure": {"data": [{"y": [1.5]}]}, "sticky": true}), "chart"),
        (json!({"type": "table", "rows": [{"a": 1}], "row_id": "a", "page_size": 5}), "table"),
        (json!({"type": "table", "title": "Sales", "rows": [{"a": 1}]}), "table"),
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
    for name in ["toggle", "metric"] {
        let error = read(json!({"type": name, "id": "a", "component_id": "b"})).unwrap_err();
        assert!(error.contains("write one of them"), "{error}");
    }
}

#[test]
fn a_block_may_be_named_as_a_component() {
    for name in ["metric", "table", "card"] {
        let block = read(json!({"type": name, "component_id": "k"})).unwrap();
        assert_eq!(block, read(json!({"type": name, "id": "k"})).unwrap());
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place_and_what_is_allowed() {
    for (block, part) in [
        (json!({"blocks": []}), "no `type`; the types are row, column"),
        (json!({"type": 3}), "`type` must be a string"),
        (json!({"type": "crad"}), "unknown block type \"crad\"; did you mean \"card\"?"),
        (json!({"type": "Heading"}), "unknown block type \"Heading\"; did you mean \"html\"?"),
        (json!({"type": "plot"}), "unknown block type \"plot\"; did you mean \"chart\"?"),
        (json!({"type": "img"}), "did you mean \"image\"?"),
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
fn all_that_is_wrong_with_several_blocks_is_said() {
    let inner = json!({"type": "column", "blocks": [{"type": "crad"}, 5]});
    let form =
        json!({"type": "form", "fields": [{"name": "a", "typ": 1}, {"name": "b", "typ": 1}]});
    let card = json!({"type": "card", "bloks": 1});
    let error = read(json!({"type": "row", "blocks": [card, {"type": "divider"}, inner, form]}));
    let error = error.unwrap_err();
    let starts = [
        "in a row: in blocks[0]: a card has no property \"bloks\"",
        "in a row: in blocks[2]: in a column: in blocks[0]: unknown block type \"crad\"",
        "in a row: in blocks[2]: in a column: in blocks[1]: a block is an object",
        "in a row: in blocks[3]: in a form: fields[0]: unknown field `typ`",
        "in a row: in blocks[3]: in a form: fields[1]: unknown field `typ`",
    ];
    assert_eq!(error.lines().count(), starts.len(), "{error}");
    for (line, start) in error.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let error = read(json!({"type": "row", "blocks": vec![1; 50]})).unwrap_err();
    assert!(error.lines().count() == 11 && error.ends_with("and more"), "{error}");
}

#[test]
fn all_places_without_blocks_and_blocks_without_places_are_said() {
    let html = "<widget-block id=smu></widget-block><widget-block id=rows></widget-block>";
    let metric = json!({"type": "metric", "value": 1});
    let block = json!({"type": "html", "html": html, "blocks": {"sum": metric, "x": metric}});
    assert_eq!(
        read(block).unwrap_err(),
        "in an html: there is no block for <widget-block id=\"smu\">; did you mean \"sum\"?\n\
         in an html: there is no block for <widget-block id=\"rows\">; add it to blocks\n\
         in an html: the block \"x\" has no place; put <widget-block id=\"x\"></widget-block> \
         into the HTML"
    );
}

#[test]
fn blocks_stand_in_the_places_of_html() {
    let html = "<h1>Q3</h1><widget-block id=sum></widget-block><widget-block id=\"by-month\"/>";
    let blocks = json!({
        "sum": {"type": "metric", "label": "Sum", "value": 12, "format": "EUR"},
        "by-month": {"type": "chart", "figure": {"data": []}},
    });
    let by_id = read(json!({"type": "html", "html": html, "blocks": blocks})).unwrap();
    assert_eq!(by_id.blocks().iter().map(Block::id).collect::<Vec<_>>(), ["sum", "by-month"]);
    let list = json!([{"type": "metric", "id": "sum", "label": "Sum", "value": 12, "format": "EUR"},
        {"type": "chart", "id": "by-month", "figure": {"data": []}}]);
    assert_eq!(read(json!({"type": "html", "html": html, "blocks": list})).unwrap(), by_id);
    let written = serde_json::to_value(&by_id).unwrap();
    assert_eq!(read(written).unwrap(), by_id);
}

#[test]
fn a_place_without_a_block_and_a_block_without_a_place_are_refused() {
    let metric = json!({"type": "metric", "value": 1});
    for (html, blocks, part) in [
        ("<widget-block id=smu></widget-block>", json!({"sum": metric}), "did you mean \"sum\"?"),
        ("<p id=sum></p>", json!({"sum": metric}), "put <widget-block id=\"sum\"></widget-block>"),
        (
            "<widget-block id=sum></widget-block><widget-block id=total></widget-block>",
            json!({"sum": metric, "total": metric, "totl": metric}),
            "the block \"totl\" has no place; did you mean \"total\"?",
        ),
        ("<widget-block></widget-block>", json!({"sum": metric}), "needs the id of the block"),
        (
            "<widget-block id=sum>",
            json!([metric]),
            "blocks is {\"sum\": {\"type\": \"metric\", …}}",
        ),
        ("<widget-block id=sum>", json!([]), "there is no block for <widget-block id=\"sum\">"),
        ("<widget-block id=a><widget-block id=a>", json!({"a": metric}), "two places"),
        ("<widget-block id=a>", json!({"a": {"type": "metric", "id": "b"}}), "its id is another"),
        ("<widget-block id=a>", json!({"a": 5}), "in blocks.a: a block is an object with a type"),
        ("<widget-block id=a>", json!({"a": {"type": "metrik"}}), "did you mean \"metric\"?"),
        ("<p>", json!(3), "a list, or an object of blocks by their ids"),
    ] {
        let error = read(json!({"type": "html", "html": html, "blocks": blocks})).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_metric_says_what_it_cannot_be() {
    for (metric, part) in [
        (json!({"value": 1, "reference": 1, "change": "+1"}), "either reference or change"),
        (json!({"value": "many", "reference": 1}), "reference needs a value that is a number"),
        (json!({"value": 1, "format": "curency"}), "such as EUR"),
        (
            json!({"value": "many", "format": "EUR", "reference": 1}),
            "needs a value that is a number",
        ),
        (json!({"value": "12", "reference": 1}), "needs a value that is a number"),
        (json!({"value": 1, "trend": vec![0; 1_001]}), "more than 1000"),
        (json!({"value": 1, "delta": 4}), "a metric has no property \"delta\""),
        (json!({"value": 1, "change": [4]}), "in a metric: "),
    ] {
        let mut block = metric;
        block["type"] = "metric".into();
        let error = read(block).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_change_of_a_metric_may_be_a_number() {
    for change in [json!(4), json!(-0.5), json!(0), json!("+4 %")] {
        let block = read(json!({"type": "metric", "value": 1, "change": change})).unwrap();
        assert_eq!(serde_json::to_value(&block).unwrap()["change"], change);
    }
    read(json!({"type": "metric", "value": 1, "change": "", "reference": 2})).unwrap();
    read(json!({"type": "metric", "value": 1, "change": 0, "reference": 2})).unwrap_err();
}

#[test]
fn a_block_among_components_is_told_where_it_can_stand() {
    for name in crate::component::BLOCKS {
        assert!(BlockKind::TYPES.contains(&name), "{name}");
        let items = json!({"component_id": "ask", "items": [{"type": name}]});
        let error = serde_json::from_value::<Modal>(items).unwrap_err().to_string();
        assert!(error.contains("is a block, no component: put it into `blocks`"), "{error}");
    }
}

#[test]
fn a_wrong_column_is_named() {
    let table = json!({"type": "table", "rows": [{"a": 1}],
        "columns": [{"field": "a"}, {"field": "a", "pined": "left"}]});
    let error = read(table).unwrap_err();
    let problem = "columns[1]: a column has no property \"pined\"; did you mean \"pinned\"?";
    assert!(error.contains(problem), "{error}");
}

#[test]
fn a_block_may_be_as_high_as_what_is_in_it() {
    let pixels = Some(BlockHeight::Pixels(90));
    let auto = Some(BlockHeight::Auto);
    for (height, expected) in [(json!("auto"), auto), (json!(null), None), (json!(90), pixels)] {
        let table = json!({"type": "table", "rows": [{"a": 1}], "height": height});
        let block = read(table).unwrap();
        assert_eq!(block.common.height, expected);
        assert_eq!(serde_json::to_value(&block).unwrap().get("height"), expected.map(|_| &height));
    }
    let error = read(json!({"type": "divider", "height": "tall"})).unwrap_err();
    assert!(error.contains("height: invalid type: string \"tall\""), "{error}");
}

#[test]
fn rows_may_be_lists_of_cells_below_their_columns() {
    let table = |more: Value| {
        let mut table = json!({"type": "table", "rows": [["Ada", 1815], ["Alan", 1912]]});
        table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        read(table)
    };
    let columns = json!([{"field": "name", "title": "Name"}, {"field": "born"}]);
    let block = table(json!({ "columns": columns })).unwrap();
    let BlockKind::Table(read) = &block.kind else { panic!("a table") };
    assert_eq!(read.rows().row(1), Some(r#"{"name":"Alan","born":1912}"#));
    let error = table(json!({})).unwrap_err();
    assert!(error.contains("need the names of their columns in `columns`"), "{error}");
    let error = table(json!({"columns": [{"field": "name"}]})).unwrap_err();
    assert!(error.contains("row 0 has 2 cells for 1 column: name"), "{error}");
}
