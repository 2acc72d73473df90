//! Blocks are put in, changed and taken out.

use serde_json::json;

use super::*;
use crate::block::StoredBlock;
use crate::kind::WidgetKind;
use crate::op::element_edit::ElementEdit;
use crate::op::{Content, Op};

fn widget() -> Widget {
    let blocks = json!([
        {"type": "markdown", "id": "notes", "markdown": "# A"},
        {"type": "card", "id": "card", "title": "C", "blocks": [
            {"type": "chart", "id": "sales", "figure": {"data": [{"y": [1]}]}},
            {"type": "select", "id": "who", "options": ["a", "b"], "selected": "b"},
            {"type": "tabs", "id": "views", "tabs": [{"id": "one", "title": "1", "blocks": [
                {"type": "html", "id": "inner", "html": "<b id=deep>1</b>"}]}]}]},
    ]);
    let html = "<div id=box><widget-block id=notes></widget-block></div>\
        <widget-block id=card></widget-block><p id=end></p>";
    Widget::html_with_blocks(html, serde_json::from_value(blocks).unwrap()).unwrap()
}

fn set(id: &str, properties: Value) -> Op {
    let Value::Object(properties) = properties else { panic!("properties") };
    Op::SetBlock { component_id: id.into(), properties }
}

fn put(beside: &str, block: Value) -> Op {
    let block = serde_json::from_value(block).unwrap();
    Op::PutBlock { component_id: beside.into(), is_inside: false, block }
}

fn remove(id: &str) -> Op {
    Op::RemoveBlock { component_id: id.into() }
}

fn edits(widget: &Widget) -> Value {
    serde_json::to_value(widget.document()).unwrap()["contents"].take()
}

#[test]
fn properties_change_and_all_else_stays() {
    let mut widget = widget();
    widget.apply(Op::set_value("who", json!("a"))).unwrap();
    let deep = Content::Text("2".into());
    widget.apply(Op::set_content("deep", deep.clone())).unwrap();
    let chart = widget.the_chart(None).unwrap().1.clone();
    widget.apply(set("card", json!({"title": "D", "class_name": "x"}))).unwrap();
    assert_eq!(widget.part("card").unwrap().label(), "D");
    assert_eq!(widget.the_chart(None).unwrap().1, &chart);
    assert_eq!(widget.content("deep"), Some(&deep));
    assert_eq!(widget.values()["who"], json!("a"));
    widget.apply(set("who", json!({"options": ["b", "c"]}))).unwrap();
    assert_eq!(widget.values()["who"], json!("b"));
    widget.apply(set("sales", json!({"figure": {"data": []}}))).unwrap();
    assert_eq!(widget.the_chart(None).unwrap().1.revision(), widget.revision());
    widget.apply(set("card", json!({"type": "divider"}))).unwrap();
    assert!(widget.block("deep").is_none() && widget.content("deep").is_none());
    assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["notes", "card"]);
}

#[test]
fn the_body_is_set_as_any_block_and_keeps_its_place() {
    let mut widget = Widget::html("<p id=a>1</p>");
    widget.apply(Op::set_content("a", Content::Text("2".into()))).unwrap();
    widget.apply(set(BODY_ID, json!({"html": "<p id=a>3</p><p id=b></p>"}))).unwrap();
    assert!(widget.content("a").is_none() && widget.kind() == WidgetKind::Html);
    widget.apply(Op::set_content("b", Content::Text("4".into()))).unwrap();
    widget.apply(set(BODY_ID, json!({"type": "chart", "figure": {"data": []}}))).unwrap();
    assert_eq!((widget.kind(), widget.block_ids().next()), (WidgetKind::Chart, None));
    assert_eq!(widget.the_chart(None).unwrap().1.revision(), widget.revision());
    let mut page = Widget::page(vec![]).unwrap();
    assert!(page.apply(set(BODY_ID, json!({"html": "x"}))).is_err());
}

#[test]
fn a_text_that_was_set_gives_way_to_a_property() {
    let mut widget = widget();
    widget.apply(Op::set_content("notes", Content::Text("# B".into()))).unwrap();
    widget.apply(set("notes", json!({"class_name": "card"}))).unwrap();
    assert_eq!(widget.markdown().collect::<Vec<_>>(), ["# B"]);
    widget.apply(set("notes", json!({"markdown": "# C"}))).unwrap();
    assert_eq!(widget.markdown().collect::<Vec<_>>(), ["# C"]);
}

#[test]
fn html_that_is_given_again_is_drawn_again() {
    let mut widget = widget();
    let inner = json!({"type": "html", "id": "inner", "html": "<b id=deep>1</b>"});
    let mut revision_after = |id: &str, properties: Value| {
        widget.apply(set(id, properties)).unwrap();
        let inner = widget.block("inner").unwrap();
        let restored = StoredBlock::of(inner).unwrap().block().unwrap();
        assert_eq!(restored, *inner);
        let BlockKind::Html(html) = &restored.kind else { panic!("{restored:?}") };
        html.revision()
    };
    assert_eq!(revision_after("card", json!({"title": "D"})), 0);
    assert_eq!(revision_after("card", json!({"blocks": [inner]})), 3);
    assert_eq!(revision_after("inner", json!({"class_name": "wide"})), 3);
    assert_eq!(revision_after("inner", json!({"html": "<b id=deep>1</b>"})), 5);
    assert_eq!(revision_after("card", json!({"span": 2})), 5);
    assert_eq!(revision_after("inner", inner), 7);
}

/// A page with one block, whose value a person has changed, and other properties of it.
fn value_after(block: &Value, value: Value, properties: Value) -> Option<Value> {
    let blocks = json!([block]);
    let mut widget = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
    widget.apply(Op::set_value("it", value)).unwrap();
    widget.apply(set("it", properties)).unwrap();
    widget.values().get("it").cloned()
}

#[test]
fn what_people_chose_stays_where_the_properties_do_not_say_it() {
    let select = |options: Value| json!({"type": "select", "id": "it", "options": options});
    let of = |options: Value| value_after(&select(json!(["a", "b"])), json!("b"), options);
    assert_eq!(of(json!({"options": ["new", "a", "b"]})), Some(json!("b")));
    assert_eq!(of(json!({"options": ["a", "c"]})), Some(json!("a")));
    assert_eq!(of(json!({"selected": "a"})), Some(json!("a")));
    assert_eq!(of(select(json!(["a", "b"]))), Some(json!("a")));
    let slider = json!({"type": "slider", "id": "it", "min": 0, "max": 100});
    assert_eq!(value_after(&slider, json!(50), json!({"min": 5})), Some(json!(50)));
}

#[test]
fn a_draft_stays_in_the_fields_that_are_still_there() {
    let form = json!({"type": "form", "id": "it", "fields": [
        {"name": "what", "type": "text"}, {"name": "amount", "type": "number"},
        {"name": "day", "type": "date"}]});
    let draft = json!({"values": {"what": "Tea", "amount": 12, "day": "2026-11-28"},
        "errors": {"day": "too late"}, "message": "Almost", "busy": true});
    let after = |properties| value_after(&form, draft.clone(), properties).unwrap();
    assert_eq!(after(json!({"help": "All of it"})), draft);
    let fields = json!({"fields": [{"name": "amount", "type": "number", "label": "EUR"},
        {"name": "note", "type": "text", "value": "-"}, {"name": "day", "type": "number"},
        {"name": "what", "type": "text", "value": "Coffee"}]});
    let expected = json!({"amount": 12, "note": "-", "day": null, "what": "Coffee"});
    assert_eq!(after(fields), json!({"values": expected}));
}

#[test]
fn columns_stay_where_they_are_whatever_the_rows_say() {
    let table = json!([{"type": "table", "id": "it", "rows": [{"a": 1, "b": 2, "c": 3}],
        "columns": [{"field": "a"}, {"field": "c"}]}]);
    let mut widget = Widget::page(serde_json::from_value(table).unwrap()).unwrap();
    let rows = |strategy: &str, rows: &str| {
        let op = json!({"type": "grid_rows", "block_id": "it", "strategy": strategy, "json": rows});
        serde_json::from_value::<Op>(op).unwrap()
    };
    let order = |widget: &Widget| {
        let columns = widget.the_table(Some("it")).unwrap().1.columns();
        columns.iter().map(|column| column.field.to_string()).collect::<String>()
    };
    widget.apply(rows("set", "[]")).unwrap();
    widget.apply(rows("append", r#"[{"c": 1, "b": 2, "a": 3}]"#)).unwrap();
    assert_eq!(order(&widget), "abc");
    widget.apply(set("it", json!({"title": "T"}))).unwrap();
    widget.apply(set("it", json!({"columns": [{"field": "a", "width": 90}]}))).unwrap();
    assert_eq!(order(&widget), "abc");
    widget.apply(set("it", json!({"columns": [{"field": "c"}, {"field": "a"}]}))).unwrap();
    assert_eq!(order(&widget), "cab");
    widget.apply(set("it", json!({"title": "U"}))).unwrap();
    assert_eq!(order(&widget), "cab");
}

#[test]
fn what_people_see_of_a_table_or_chart_stays_with_its_digits() {
    let rows = r#"[{"n":12345678901234567890123,"a":1.50},{"n":2,"a":3}]"#;
    let table = json!({"type": "table", "id": "it", "rows": rows});
    let figure = |ui| json!({"data": [{"y": [1]}], "layout": {"uirevision": ui}});
    let chart = json!({"type": "chart", "id": "fig", "figure": figure("a")});
    let blocks = serde_json::from_value(json!([table, chart])).unwrap();
    let mut widget = Widget::page(blocks).unwrap();
    let state = json!({"type": "grid_state", "block_id": "it", "state": {
        "columns": [{"field": "n", "width": 90}],
        "sort": [{"field": "n", "direction": "desc"}],
        "filter": {}, "selection": {"row_ids": [1], "count": 1}}});
    let view = json!({"type": "set_chart_view", "block_id": "fig",
        "view": {"layout": {"xaxis.range[0]": 2}, "visible": {}}});
    for op in [state, view] {
        widget.apply(serde_json::from_value(op).unwrap()).unwrap();
    }
    widget.apply(set("it", json!({"page_size": 20}))).unwrap();
    let table = |widget: &Widget| widget.the_table(Some("it")).unwrap().1.clone();
    let after = table(&widget);
    assert_eq!((after.state().sort.len(), after.state().columns.len()), (1, 1));
    let pieces = after.rows().json_pieces();
    let text: String = pieces.map(|piece| piece.as_str().to_owned()).collect();
    assert_eq!(text.replace(' ', ""), rows);
    widget.apply(set("it", json!({"columns": [{"field": "n", "width": 200}]}))).unwrap();
    let after = table(&widget);
    assert_eq!((after.state().sort.len(), after.state().columns.len()), (1, 0));
    widget.apply(set("it", json!({"rows": [{"n": 1}]}))).unwrap();
    assert_eq!(table(&widget).state().sort.len(), 1);
    assert_eq!(table(&widget).settings().len(), 1);
    widget.apply(set("it", json!({"rows": [{"o": {"p": 1}}]}))).unwrap();
    assert!(table(&widget).settings().is_empty());
    let columns = json!([{"field": "o.p", "title": "P"}, {"field": "o"}]);
    widget.apply(set("it", json!({"columns": columns}))).unwrap();
    let fields = |widget: &Widget| {
        let columns = table(widget).columns();
        columns.iter().map(|column| column.field.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(fields(&widget), ["o.p", "o"]);
    widget.apply(set("it", json!({"rows": [{"o": {"p": 2}, "q": 1}]}))).unwrap();
    assert_eq!(fields(&widget), ["o.p", "o", "q"]);

    let is_seen = |widget: &Widget| {
        let (_, chart) = widget.the_chart(Some("fig")).unwrap();
        *chart.view() != crate::chart::viewport::ChartViewport::default()
    };
    widget.apply(set("fig", json!({"figure": figure("a")}))).unwrap();
    assert!(is_seen(&widget));
    widget.apply(set("fig", json!({"figure": figure("b")}))).unwrap();
    assert!(!is_seen(&widget));
}

#[test]
fn html_that_is_set_may_have_what_was_put_in_since_and_what_is_gone() {
    let mut widget = Widget::html("<ul id=log></ul><p id=kpi></p>");
    let line = ElementEdit::Append("<li id=line-1>1</li>".into());
    widget.apply(Op::edit_element("log", line)).unwrap();
    let html = "<ul id=log><li id=line-1>1</li></ul><p id=kpi></p>";
    widget.apply(set(BODY_ID, json!({"html": html}))).unwrap();
    assert_eq!(edits(&widget), json!([]));
    widget.apply(Op::edit_element("kpi", ElementEdit::Remove)).unwrap();
    widget.apply(put("log", json!({"type": "metric", "id": "kpi", "value": 1}))).unwrap();
    let before = widget.clone();
    let taken = json!({"html": "<i id=kpi></i>", "blocks": []});
    widget.apply(set(BODY_ID, taken)).unwrap();
    let mut widget = before.clone();
    let twice = json!({"html": "<i id=a></i>", "blocks": [{"type": "divider", "id": "a"}]});
    widget.apply(set(BODY_ID, twice)).unwrap_err();
    assert_eq!(widget, before);
}

#[test]
fn a_block_around_html_that_has_got_blocks_can_be_changed() {
    let card = json!([{"type": "card", "id": "c", "title": "A", "blocks": [
        {"type": "html", "id": "h", "html": "<p id=a>x</p><widget-block id=b></widget-block>",
            "blocks": [{"type": "divider", "id": "b"}]}]}]);
    let mut widget = Widget::page(serde_json::from_value(card).unwrap()).unwrap();
    widget.apply(put("a", json!({"type": "metric", "id": "m", "value": 1}))).unwrap();
    widget.apply(remove("b")).unwrap();
    widget.apply(set("c", json!({"title": "B"}))).unwrap();
    let ids = |widget: &Widget| {
        let all = widget.block("c").unwrap().ids();
        all.map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(ids(&widget), ["c", "h", "a", "m"]);
    let error = widget.apply(set("h", json!({"html": "<p>"}))).unwrap_err().to_string();
    assert!(error.contains("\"m\" has no place"), "{error}");
}

#[test]
fn a_block_goes_with_all_that_is_in_it_and_its_ids_are_free_again() {
    let mut widget = widget();
    widget.apply(Op::set_value("who", json!("a"))).unwrap();
    widget.apply(Op::set_content("deep", Content::Text("2".into()))).unwrap();
    let note = ElementEdit::After("<i id=note></i>".into());
    widget.apply(Op::edit_element("card", note)).unwrap();
    widget.apply(remove("card")).unwrap();
    assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["notes"]);
    assert!(widget.values().is_empty());
    let expected = json!([
        {"component_id": "card", "revision": 4, "edit": {"after": "<i id=note></i>"}},
        {"component_id": "card", "revision": 5, "edit": "remove"},
    ]);
    assert_eq!(edits(&widget), expected);
    widget.apply(put("end", json!({"type": "divider", "id": "deep"}))).unwrap();
    widget.apply(put("end", json!({"type": "divider", "id": "card"}))).unwrap();
    let places = "<widget-block id=deep></widget-block><widget-block id=card></widget-block>";
    widget.apply(Op::edit_element("end", ElementEdit::After(places.into()))).unwrap();
    assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["notes", "deep", "card"]);
}

#[test]
fn a_block_whose_place_goes_stands_nowhere() {
    let mut widget = widget();
    let place = "<widget-block id=notes></widget-block>";
    widget.apply(Op::edit_element("end", ElementEdit::Append(place.into()))).unwrap();
    let line = ElementEdit::Before("<hr>".into());
    widget.apply(Op::edit_element("notes", line.clone())).unwrap();
    widget.apply(Op::set_content("end", Content::Text("x".into()))).unwrap();
    let expected = json!([
        {"component_id": "notes", "revision": 4, "edit": "remove"},
        {"component_id": "end", "revision": 4, "content": {"text": "x"}},
    ]);
    assert_eq!(edits(&widget), expected);
    assert!(widget.block("notes").is_some());
    let error = widget.apply(Op::edit_element("notes", line.clone())).unwrap_err();
    assert!(error.to_string().contains("stands nowhere"), "{error}");
    let mut replaced = self::widget();
    replaced.apply(Op::set_content("box", Content::Text("x".into()))).unwrap();
    assert!(replaced.apply(Op::edit_element("notes", line.clone())).is_err());
    replaced.apply(Op::edit_element("end", ElementEdit::Append(place.into()))).unwrap();
    replaced.apply(Op::edit_element("notes", line)).unwrap();
}

#[test]
fn html_in_other_html_takes_blocks_of_its_own() {
    let blocks = json!([{"type": "html", "id": "inner", "html": "<b id=deep>1</b>"}]);
    let html = "<p id=end></p><widget-block id=inner></widget-block>";
    let blocks = serde_json::from_value(blocks).unwrap();
    let mut widget = Widget::html_with_blocks(html, blocks).unwrap();
    let place = |id: &str| format!("<widget-block id={id}></widget-block>");
    for (id, is_inside, edit) in [
        ("a", true, ElementEdit::Append(place("a"))),
        ("b", false, ElementEdit::Before(place("b"))),
    ] {
        let block = serde_json::from_value(json!({"type": "divider", "id": id})).unwrap();
        widget.apply(Op::PutBlock { component_id: "inner".into(), is_inside, block }).unwrap();
        widget.apply(Op::edit_element("inner", edit)).unwrap();
    }
    let inside = |id: &str| {
        let blocks = widget.block(id).unwrap().blocks();
        blocks.iter().map(|block| block.id().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(inside("inner"), ["a"]);
    assert_eq!(inside(BODY_ID), ["inner", "b"]);
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut widget = widget();
    let place = |id: &str| format!("<widget-block id={id}></widget-block>");
    let before = widget.clone();
    for (op, part) in [
        (set("card", json!({"blocks": [{"type": "divider", "id": "notes"}]})), "\"notes\""),
        (set("sales", json!({"figure": 7})), "figure"),
        (set("inner", json!({"html": "<i id=box>"})), "two elements or components"),
        (set("who", json!({"selected": "z"})), "cannot have this value"),
        (set("note", json!({})), "did you mean \"notes\"?"),
        (set("box", json!({})), "no block \"box\""),
        (remove("one"), "the only tab"),
        (remove(BODY_ID), "no block"),
        (put("end", json!({"type": "divider", "id": "notes"})), "already"),
        (put("end", json!({"type": "divider", "id": "box"})), "two elements or components"),
        (put("end", json!({"type": "divider"})), "needs an id"),
        (Op::edit_element("inner", ElementEdit::Append(place("notes"))), "in other HTML"),
        (Op::edit_element("inner", ElementEdit::Append(place("inner"))), "op move takes it"),
        (Op::edit_element("deep", ElementEdit::After(place("notes"))), "in other HTML"),
        (Op::edit_element("end", ElementEdit::After(place("sales"))), "op move takes it"),
        (Op::edit_element("sales", ElementEdit::After("x".into())), "put in `blocks`"),
    ] {
        let error = widget.apply(op).unwrap_err().to_string();
        assert!(error.contains(part), "{part}: {error}");
        assert_eq!(widget, before);
    }
    let page = Widget::page(Vec::new()).unwrap().apply(put(
        "a",
        json!({"type": "divider",
        "id": "b"}),
    ));
    assert!(page.unwrap_err().to_string().contains("no HTML"));
}

#[test]
fn other_html_around_a_block_leaves_its_text() {
    let blocks = json!([{"type": "metric", "id": "kpi", "value": 1}]);
    let html = "<div><widget-block id=kpi></widget-block></div>";
    let blocks = serde_json::from_value(blocks).unwrap();
    let mut widget = Widget::html_with_blocks(html, blocks).unwrap();
    widget.apply(Op::set_content("kpi", Content::Text("42".into()))).unwrap();
    let other = json!({"html": "<h1>New</h1><widget-block id=kpi></widget-block>"});
    let properties = other.as_object().unwrap().clone();
    widget.apply(Op::SetBlock { component_id: BODY_ID.into(), properties }).unwrap();
    assert_eq!(widget.content("kpi").unwrap().as_str(), "42");
}

#[test]
fn a_block_cannot_stand_in_itself() {
    let blocks = json!([{"type": "html", "id": "part", "html": "<p id=inner></p>"}]);
    let blocks = serde_json::from_value(blocks).unwrap();
    let mut widget =
        Widget::html_with_blocks("<widget-block id=part></widget-block>", blocks).unwrap();
    let place = "<widget-block id=part></widget-block>".to_owned();
    let inside = Op::edit_element("inner", ElementEdit::Append(place));
    let error = widget.apply(inside).unwrap_err().to_string();
    assert!(error.contains("cannot stand in itself"), "{error}");
}
