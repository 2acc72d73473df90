//! Tests of the changes of elements.

use serde_json::{Value, json};

use super::*;

impl Contents {
    fn set(&mut self, id: &str, content: Content) {
        self.put(Changed::content(id, 2, content));
    }

    fn edit(&mut self, id: &str, edit: Value) {
        self.put(Changed::edit(id, 2, serde_json::from_value(edit).unwrap()));
    }
}

fn html(html: &str) -> Content {
    Content::Html(html.into())
}

fn text(text: &str) -> Content {
    Content::Text(text.into())
}

fn ids(contents: &Contents) -> Vec<&str> {
    contents.iter().map(Changed::id).collect()
}

#[test]
fn contents_are_kept_in_the_order_of_their_last_writes() {
    let mut contents = Contents::default();
    for (id, content) in [
        ("panel", html("<b id=count>1</b>")),
        ("count", text("5")),
        ("a", text("x")),
        ("count", text("6")),
    ] {
        contents.set(id, content);
    }
    assert_eq!(ids(&contents), ["panel", "a", "count"]);
    let json = serde_json::to_value(&contents).unwrap();
    let written = json!({"component_id": "a", "revision": 2, "content": {"text": "x"}});
    assert_eq!(json[1], written);
}

#[test]
fn what_was_inside_of_replaced_content_is_gone() {
    let mut contents = Contents::default();
    contents.set("count", text("5"));
    contents.set("box", html("<i id=x></i><b id=count>0</b>"));
    assert_eq!((ids(&contents), contents.text("count")), (vec!["box"], Some("0")));
    contents.set("x", html("<u id=y>1</u>"));
    contents.set("y", text("2"));
    assert_eq!((contents.text("y"), contents.first_text("y")), (Some("2"), Some("1")));
    contents.set("box", text("empty"));
    assert_eq!(ids(&contents), ["box"]);
    assert_eq!((contents.text("y"), contents.text("box")), (None, Some("empty")));
}

#[test]
fn an_element_that_stands_elsewhere_by_now_keeps_its_content() {
    let mut contents = Contents::default();
    contents.set("inner", html("<b id=note>a</b>"));
    contents.set("sum", html("<b id=note>b</b>"));
    contents.set("note", text("5"));
    // It replaces `inner`, which contained `note`.
    contents.set("count", html("<b id=inner></b>"));
    assert_eq!((ids(&contents), contents.text("note")), (vec!["sum", "note", "count"], Some("5")));
}

#[test]
fn the_text_of_html_is_not_its_markup() {
    let mut contents = Contents::default();
    contents.set("count", html("<b>4</b><b>1</b>"));
    assert_eq!(contents.text("count"), Some("41"));
}

#[test]
fn edits_are_kept_until_the_content_around_them_is_replaced() {
    let mut contents = Contents::default();
    contents.edit("log", json!({"append": "<li id=a>1</li>"}));
    contents.edit("log", json!({"append": "<li id=b>2</li>"}));
    contents.edit("b", json!({"after": "<li id=c>3</li>"}));
    contents.set("c", text("4"));
    contents.edit("log", json!({"before": "<h2 id=head></h2>"}));
    contents.edit("log", json!({"classes": {"busy": true}}));
    assert_eq!(ids(&contents), ["log", "log", "b", "c", "log", "log"]);
    assert_eq!((contents.text("c"), contents.first_text("c")), (Some("4"), Some("3")));
    contents.set("log", html("<li id=b>5</li>"));
    assert_eq!(ids(&contents), ["log", "log", "log"], "what is beside it stays");
    let known = |id| contents.first_text(id).is_some();
    assert!(known("head") && known("b") && !known("a") && !known("c"));
}

#[test]
fn an_element_that_was_taken_out_is_gone_until_it_comes_again() {
    let mut contents = Contents::default();
    contents.edit("log", json!({"append": "<div id=a><b id=inner>1</b></div>"}));
    contents.set("inner", text("2"));
    contents.edit("a", json!({"attributes": {"title": "x"}}));
    contents.edit("a", json!({"before": "<i id=beside></i>"}));
    contents.edit("a", json!("remove"));
    assert!(contents.is_removed("a", 0) && contents.is_emptied("a", 0));
    let known = |contents: &Contents, id| contents.first_text(id).is_some();
    assert!(!known(&contents, "a") && !known(&contents, "inner"));
    assert!(known(&contents, "beside"));
    contents.edit("log", json!({"append": "<p id=a>3</p>"}));
    assert_eq!(contents.text("a"), Some("3"));
    contents.edit("a", json!({"classes": {"new": true}}));
    contents.set("log", text(""));
    assert!(!known(&contents, "a") && !known(&contents, "beside"));
    assert_eq!(ids(&contents), ["log"], "the place of the element is gone as well");
}

#[test]
fn edits_of_attributes_and_of_classes_become_one_each() {
    let mut contents = Contents::default();
    for edit in [
        json!({"attributes": {"title": "x"}}),
        json!({"classes": {"a": true}}),
        json!({"attributes": {"title": null, "lang": "en"}}),
        json!({"classes": {"a": false, "b": true}}),
    ] {
        contents.edit("box", edit);
    }
    let json = serde_json::to_value(&contents).unwrap();
    let attributes = json!({"title": null, "lang": "en"});
    let classes = json!({"a": false, "b": true});
    assert_eq!(json[0]["edit"], json!({"attributes": attributes}));
    assert_eq!(json[1]["edit"], json!({"classes": classes}));
    // The element of this id after it is another.
    contents.edit("log", json!({"append": "<p id=box></p>"}));
    contents.edit("box", json!({"classes": {"c": true}}));
    assert_eq!(ids(&contents), ["box", "box", "log", "box"]);
    assert_eq!(contents.largest(), Some(("log", 14)));
}
