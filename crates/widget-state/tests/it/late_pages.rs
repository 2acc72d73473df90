//! Changes of pages with blocks as a viewer gets them step by step, and the document that one gets
//! that comes late: `tests/fixtures/late_pages.json`. The tests of the view draw both.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use widget_state::{MemoryStore, Op, Widget, WidgetStore, WidgetStoreExt};

use crate::fixture::check;

/// The sequences made from a fixed seed.
const SEQUENCES: usize = 60;

#[tokio::test]
async fn the_pages_are_what_this_crate_makes_of_them() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[13; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sequence = prop::collection::vec(op(), 8..16);
    let mut cases = Vec::new();
    for _ in 0..SEQUENCES {
        let ops = sequence.new_tree(&mut runner).expect("a sequence").current();
        cases.push(case(ops).await);
    }
    check("late_pages.json", &cases);
}

pub(crate) fn page() -> Widget {
    let metric = |id: &str| json!({"type": "metric", "id": id, "label": id, "value": 1});
    let blocks = json!([
        metric("one"),
        {"type": "markdown", "id": "notes", "markdown": "# A"},
        {"type": "html", "id": "inner", "html": "<b id=deep>1</b>"},
        {"type": "card", "id": "card", "title": "C", "blocks": [metric("two"), metric("three")]},
        {"type": "tabs", "id": "tabs", "tabs": [
            {"id": "tab-a", "title": "A", "blocks": [{"type": "form", "id": "form", "fields": [
                {"name": "what", "required": true},
                {"name": "amount", "type": "number", "max": 5}]}]},
            {"id": "tab-b", "title": "B", "blocks": []}]},
    ]);
    let html = "<div id=a><widget-block id=one class=\"wide x\" style=\"width: 50%; height: 320px\">\
        </widget-block></div><ul id=log></ul>\
        <div id=b><widget-block id=notes></widget-block></div>\
        <widget-block id=inner></widget-block><widget-block id=card></widget-block>\
        <widget-block id=tabs></widget-block>";
    Widget::html_with_blocks(html, serde_json::from_value(blocks).expect("blocks")).expect("ids")
}

/// A document, what a viewer that has it gets after each operation that is not refused, the
/// document after all of them, and the ids of the elements that are there then.
async fn case(ops: Vec<Op>) -> Value {
    let store = MemoryStore::new();
    let id = store.create(page()).await.expect("created");
    let whole = async || {
        let changes = store.changes_since(id, None).await.expect("changes");
        json!(changes.document.expect("a document"))
    };
    let (first, mut revision, mut steps) = (whole().await, 1, Vec::new());
    for op in ops {
        let widget = store.get(id).await.expect("the widget");
        if brings_again(&op, &widget) || store.apply(id, op).await.is_err() {
            continue;
        }
        let changes = store.changes_since(id, Some(revision)).await.expect("changes");
        revision = changes.revision;
        steps.push(match changes.document {
            Some(document) => json!({"document": document}),
            None => json!({"ops": changes.ops}),
        });
    }
    let widget = store.get(id).await.expect("the widget");
    let ids: BTreeSet<&str> = widget.elements_now().into_iter().map(|(id, _)| id).collect();
    json!({"first": first, "steps": steps, "last": whole().await, "ids": ids})
}

/// Returns whether an operation brings an element whose id another has already: which is meant then
/// is not said.
fn brings_again(op: &Op, widget: &Widget) -> bool {
    // What a page has goes with its html.
    if matches!(op, Op::SetBlock { component_id, .. } if component_id == ":body") {
        return false;
    }
    let op = json!(op).to_string();
    widget.elements_now().iter().any(|(id, _)| op.contains(&format!("id={id}>")))
}

/// An operation, as one of those that `update_widget` makes.
pub(crate) fn op() -> impl Strategy<Value = Op> {
    let op = prop_oneof![
        4 => (near(), markup()).prop_map(|(id, edit)| edited(id, &edit)),
        1 => elements().prop_map(|id| edited(id, &json!("remove"))),
        2 => (near(), text()).prop_map(|(id, text)| {
            json!({"type": "set_content", "component_id": id, "content": {"text": text}})
        }),
        1 => elements().prop_map(|id| {
            let html = "<i id=note>n</i> <u id=line>l</u>";
            json!({"type": "set_content", "component_id": id, "content": {"html": html}})
        }),
        1 => text().prop_map(|text| {
            json!({"type": "append_text", "component_id": "notes", "text": text})
        }),
        2 => (blocks(), place(), near()).prop_map(|(id, place, near)| {
            json!({"type": "move_block", "component_id": id, "place": place, "near": near})
        }),
        2 => (near(), place(), new_block()).prop_map(|(id, place, block)| {
            json!({"type": "insert_block", "component_id": id, "place": place, "block": block})
        }),
        2 => answer().prop_map(|value| {
            json!({"type": "set_value", "component_id": "form", "value": value})
        }),
        1 => select(vec!["tab-a", "tab-b"]).prop_map(|tab| {
            json!({"type": "set_value", "component_id": "tabs", "value": tab})
        }),
        2 => (blocks(), properties()).prop_map(|(id, properties)| {
            json!({"type": "set_block", "component_id": id, "properties": properties})
        }),
        1 => blocks().prop_map(|id| json!({"type": "remove_block", "component_id": id})),
        1 => markup().prop_map(|edit| edited(":body", &edit)),
        1 => whole_page().prop_map(|properties| {
            json!({"type": "set_block", "component_id": ":body", "properties": properties})
        }),
    ];
    op.prop_map(|op| serde_json::from_value(op).expect("an operation"))
}

fn edited(id: &str, edit: &Value) -> Value {
    json!({"type": "edit_element", "component_id": id, "edit": edit})
}

fn elements() -> impl Strategy<Value = &'static str> {
    select(vec!["a", "b", "log", "deep", "note", "line", "fresh"])
}

fn blocks() -> impl Strategy<Value = &'static str> {
    select(vec!["one", "two", "three", "notes", "inner", "card", "new", "form", "tabs", "tab-b"])
}

fn near() -> impl Strategy<Value = &'static str> {
    prop_oneof![elements(), blocks()]
}

fn place() -> impl Strategy<Value = &'static str> {
    select(vec!["before", "after", "start", "end"])
}

fn text() -> impl Strategy<Value = &'static str> {
    select(vec!["7", "\n\n- b", "8 < 9"])
}

/// HTML put into an element or beside it; some has a place for a block.
fn markup() -> impl Strategy<Value = Value> {
    let html = select(vec![
        "<li id=line>x<p>y<i id=note>n</i>",
        "<i id=note>n</i>",
        "y",
        "<p><widget-block id=one class=narrow style=\"height: 200px\"></widget-block></p>",
        "<widget-block id=notes></widget-block>",
    ]);
    let kind = select(vec!["append", "prepend", "before", "after"]);
    (kind, html).prop_map(|(kind, html)| json!({ kind: html }))
}

fn new_block() -> impl Strategy<Value = Value> {
    select(vec![
        json!({"type": "metric", "id": "new", "label": "new", "value": 5}),
        json!({"type": "markdown", "id": "new", "markdown": "*new*"}),
        json!({"type": "html", "id": "new", "html": "<s id=fresh>f</s>"}),
        json!({"type": "card", "id": "new", "blocks": [{"type": "divider", "id": "rule"}]}),
        json!({"type": "html", "id": "again", "html": "<i id=note>n</i><widget-block id=one></widget-block>",
            "blocks": [{"type": "metric", "id": "one", "label": "again", "value": 6}]}),
        json!({"type": "form", "id": "form", "title": "F", "submit": false, "fields": [
            {"name": "what", "required": true, "value": "Tea"}]}),
    ])
}

/// An answer to the form.
fn answer() -> impl Strategy<Value = Value> {
    select(vec![
        json!({"values": {"what": "Bread"}}),
        json!({"values": {"amount": 3}, "message": "Look again"}),
        json!({"errors": {"what": "More"}}),
        json!({"busy": true, "message": "Wait"}),
        json!({}),
    ])
}

fn whole_page() -> impl Strategy<Value = Value> {
    // Without the tags that may be left out.
    let place = "<ul><li id=log><p>x<li></ul>\
        <table id=b><thead><tr id=line><tbody><tr><td><div><widget-block id=one></widget-block></table>";
    select(vec![
        json!({"html": "<p id=fresh>f<div id=a><p></div>", "blocks": []}),
        json!({"html": place, "blocks": [{"type": "metric", "id": "one", "label": "o", "value": 3}]}),
        json!({"html": "<widget-block id=notes></widget-block><widget-block id=inner></widget-block>",
            "blocks": [{"type": "markdown", "id": "notes", "markdown": "# New"},
                {"type": "html", "id": "inner", "html": "<b id=deep>1</b>"}]}),
        json!({"class_name": "x"}),
    ])
}

fn properties() -> impl Strategy<Value = Value> {
    select(vec![
        json!({"label": "L", "value": 9}),
        json!({"markdown": "# B"}),
        json!({"html": "<b id=deep>2</b><i id=note>m</i>"}),
        json!({"title": "D"}),
        json!({"fields": [{"name": "what", "help": "H"}, {"name": "paid", "type": "toggle"}]}),
        json!({"class_name": "x"}),
        json!({"class_name": null, "height": 480}),
        json!({"style": {"width": "30%", "color": "red"}, "height": null}),
        json!({"type": "divider"}),
    ])
}
