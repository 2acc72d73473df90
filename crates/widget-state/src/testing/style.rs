//! The look of a widget, and what is offered to the person.

use serde_json::{Value, json};

use super::counter;
use super::follower::Follower;
use crate::op::Op;
use crate::op::user_prompt::{FileContent, FileOffer};
use crate::store::{WidgetStore, WidgetStoreExt};
use crate::style::{StyleChange, Theme};

fn style(id: &str, property: &str, value: Option<&str>) -> Op {
    let style: StyleChange = [(property.to_owned(), value.map(ToOwned::to_owned))].into();
    Op::SetStyle { component_id: id.into(), style }
}

pub(super) async fn the_appearance_is_part_of_the_document(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let mut near = Follower::default();
    near.sync(store, id).await;
    let inject = |css: &str| Op::InjectCss { css_id: "own".into(), css: css.into() };
    for op in [
        style("counter", "backgroundColor", Some("red !important")),
        style("counter", "margin", Some("1px")),
        style("counter", "margin", None),
        style("dark", "color", Some("blue")),
        style("dark", "color", Some("")),
        inject("b { color: red }"),
        inject("b { color: green }"),
        Op::SetTheme { theme: Theme::Dark },
    ] {
        store.apply(id, op).await.expect("applied");
    }
    for refused in [
        style("countr", "color", Some("red")),
        style("counter", "colr", Some("red")),
        Op::RemoveCss { css_id: "other".into() },
    ] {
        store.apply(id, refused).await.expect_err("refused");
    }
    near.sync(store, id).await;
    assert_eq!((near.documents, near.revision), (1, 9));
    let document = document_of(&near);
    assert_eq!(document["styles"], json!({"counter": {"background-color": "red"}}));
    assert_eq!(document["sheets"], json!([{"css_id": "own", "css": "b { color: green }"}]));
    assert_eq!(document["theme"], "dark");
    store.apply(id, Op::RemoveCss { css_id: "own".into() }).await.expect("applied");
    near.sync(store, id).await;
    assert_eq!(document_of(&near)["sheets"], json!([]));
}

fn document_of(viewer: &Follower) -> Value {
    let widget = viewer.widget.as_ref().expect("a document");
    serde_json::to_value(widget.document()).expect("JSON")
}

pub(super) async fn offers_are_signals(store: &impl WidgetStore) {
    let id = store.create(counter()).await.expect("created");
    let before = store.get(id).await.expect("there").document();
    let file = FileOffer::new("a.csv", None, FileContent::Text("a,b".into())).expect("a file");
    store.apply(id, Op::Download(file)).await.expect("applied");
    let navigate = |url: &str| Op::Navigate { url: url.into() };
    store.apply(id, navigate("HTTPS://e.example")).await.expect("applied");
    store.apply(id, navigate("javascript:alert(1)")).await.expect_err("refused");
    assert_eq!(store.get(id).await.expect("there").document(), before);
    let mut first = Follower::default();
    first.sync(store, id).await;
    assert_eq!(first.signals, ["a.csv", "https://e.example/"]);
}
