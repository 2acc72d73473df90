//! Changes of every kind, all or none.

use serde_json::{Value, json};
use widget_state::{BlockKind, Limits, WidgetId};

use super::*;
use crate::tool::arguments;
use crate::widgets::Widgets;

async fn page() -> (Call, WidgetId) {
    let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
    let blocks = json!({"notes": {"type": "markdown", "markdown": "# A"},
        "sum": {"type": "metric", "label": "Sum", "value": 1}});
    let blocks: widget_state::Blocks = serde_json::from_value(blocks).unwrap();
    let html = "<ul id=log></ul><b id=total>0</b><widget-block id=notes></widget-block>\
        <widget-block id=sum></widget-block>";
    let toolbar = json!({"items": [{"type": "toggle", "component_id": "dark"}]});
    let widget = Widget::html_with_blocks(html, blocks.0).unwrap();
    let widget = widget.with_toolbars([serde_json::from_value(toolbar).unwrap()]).unwrap();
    let id = call.widgets.store().create(widget).await.unwrap();
    (call, id)
}

async fn update(call: &Call, mut arguments: Value) -> Result<Value, (String, String)> {
    let arguments = std::mem::take(arguments.as_object_mut().unwrap());
    let changed = match arguments::parse(arguments) {
        Ok(arguments) => UpdateWidget::call(call, arguments).await,
        Err(error) => Err(error),
    };
    match changed {
        Ok(changed) => Ok(serde_json::to_value(changed).unwrap()),
        Err(ToolError::Argument { name, problem }) => Err((name, problem)),
        Err(ToolError::Failed(problem)) => Err((String::new(), problem)),
    }
}

#[tokio::test]
async fn the_page_itself_is_the_body_unless_an_element_is() {
    let (call, id) = page().await;
    let html = "<p id=new></p><widget-block id=sum></widget-block>";
    let sum = json!({"sum": {"type": "metric", "label": "Sum", "value": 2}});
    let set = json!({"op": "set", "id": "body", "html": html, "blocks": sum});
    update(&call, json!({"changes": [set]})).await.unwrap();
    let add = json!({"op": "append", "id": "body", "html": "<p id=last></p>"});
    update(&call, json!({"changes": [add]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["sum"]);
    let ids: Vec<_> = widget.elements_now().into_iter().map(|(id, _)| id.to_owned()).collect();
    assert_eq!(ids, ["new", "last"]);
    let none = json!({"changes": [{"op": "remove", "id": "body"}]});
    assert!(update(&call, none).await.unwrap_err().1.contains("the page itself stays"));
    let line = json!({"op": "append", "id": "body", "blocks": {"line": {"type": "divider"}}});
    update(&call, json!({"changes": [line]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["sum", "line"]);
    let own = json!({"op": "set", "id": "body", "html": "<b id=body></b><i id=n></i>"});
    update(&call, json!({"changes": [own]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let ids: Vec<_> = widget.elements_now().into_iter().map(|(id, _)| id.to_owned()).collect();
    assert_eq!(ids, ["body", "n"]);
    let inside = json!({"op": "append", "id": "body", "html": "<u id=u></u>"});
    update(&call, json!({"changes": [inside]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(widget.content("body"), None);
    assert!(widget.elements_now().iter().any(|(id, _)| *id == "u"));
}

#[tokio::test]
async fn a_change_may_be_of_what_an_earlier_one_brings() {
    let (call, id) = page().await;
    let changes = json!([
        {"op": "after", "id": "sum", "blocks": {
            "rev": {"type": "metric", "label": "Revenue", "value": 1},
            "text": {"type": "markdown", "markdown": "One"},
            "seats": {"type": "number", "value": 3},
            "gone": {"type": "divider"}}},
        {"op": "set", "id": "rev", "value": 42},
        {"op": "append", "id": "text", "text": ", two"},
        {"op": "set", "id": "seats", "block": {"max": "9"}},
        {"op": "set", "id": "seats", "value": null, "text": null, "html": null},
        {"op": "remove", "id": "gone"},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(widget.values()["seats"], Value::Null);
    assert!(widget.markdown().any(|text| text == "One, two"));
    assert!(widget.block("gone").is_none());
    let contents = serde_json::to_value(widget.document()).unwrap()["contents"].take();
    assert!(contents.to_string().contains("42"), "{contents}");
    let nothing = json!({"op": "set", "id": "rev", "text": "5", "value": null, "block": null});
    update(&call, json!({"changes": [nothing]})).await.unwrap();
}

#[tokio::test]
async fn whether_a_modal_is_open_is_its_value() {
    let (call, id) = page().await;
    let text = json!({"type": "text", "id": "name"});
    let modal = json!({"type": "modal", "title": "A", "reset_on_close": true, "blocks": [text]});
    let put = json!([{"op": "after", "id": "sum", "blocks": {"ask": modal}},
        {"op": "set", "id": "ask", "block": {"open": true}},
        {"op": "set", "id": "name", "value": "Ada"}]);
    update(&call, json!({ "changes": put })).await.unwrap();
    let values = async || {
        let widget = call.widgets.store().get(id).await.unwrap();
        ["ask", "name"].map(|id| widget.values()[id].clone())
    };
    assert_eq!(values().await, [json!(true), json!("Ada")]);
    let close = json!([{"op": "set", "id": "ask", "block": {"open": "false", "title": "B"}}]);
    update(&call, json!({ "changes": close })).await.unwrap();
    assert_eq!(values().await, [json!(false), json!("")]);
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(widget.part("ask").unwrap().label(), "B");
}

#[tokio::test]
async fn rows_may_be_lists_of_cells_and_other_types_are_warned_of() {
    let (call, id) = page().await;
    let table = json!({"type": "table", "row_id": "a", "rows": [{"a": 1, "b": 2}]});
    let changes = json!([
        {"op": "after", "id": "sum", "blocks": {"t": table}},
        {"op": "append", "id": "t", "rows": [[2, 3], [3, 4]]},
    ]);
    let answer = update(&call, json!({ "changes": changes })).await.unwrap();
    assert_eq!(answer["warnings"], Value::Null);
    let rows = async || {
        let widget = call.widgets.store().get(id).await.unwrap();
        let (_, table) = widget.the_table(Some("t")).unwrap();
        (table.rows().count(), table.rows().row(2).map(ToOwned::to_owned))
    };
    assert_eq!(rows().await, (3, Some(r#"{"a":3,"b":4}"#.to_owned())));
    let other = json!({"op": "update", "id": "t", "rows": {"a": 3, "b": 5}});
    update(&call, json!({ "changes": [other] })).await.unwrap();
    assert_eq!(rows().await, (3, Some(r#"{"a":3,"b":5}"#.to_owned())));
    let odd = json!({"op": "append", "id": "t", "rows": [[4, "5"]]});
    let set = json!({"op": "set", "id": "t", "block": {"rows": [[1, "x"]]}});
    let answer = update(&call, json!({ "changes": [odd, set] })).await.unwrap();
    assert_eq!(answer["warnings"], Value::Null, "the rows are others");
    let answer = update(&call, json!({ "changes": [odd] })).await.unwrap();
    assert_eq!(answer["warnings"], Value::Null, "a column of texts");
    let numbers = json!({"op": "set", "id": "t", "block": {"rows": [[1, 2]]}});
    update(&call, json!({ "changes": [numbers] })).await.unwrap();
    let answer = update(&call, json!({ "changes": [odd] })).await.unwrap();
    let warning = answer["warnings"][0].as_str().unwrap();
    assert!(warning.contains("\"b\" had numbers and now has texts"), "{warning}");
}

#[tokio::test]
async fn errors_about_rows_name_the_way_that_there_is() {
    let (call, _) = page().await;
    for (change, way) in [
        (json!({"op": "prepend", "id": "log", "rows": []}), "`newest_first` of the table"),
        (json!({"op": "append", "id": "log", "rows": [], "max_rows": 3}), "{\"max_rows\": 100}"),
    ] {
        let (_, problem) = update(&call, json!({"changes": [change]})).await.unwrap_err();
        assert!(problem.contains(way), "{problem}");
    }
}

#[tokio::test]
async fn what_a_change_of_a_block_leaves_out_stays() {
    let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
    let layout = json!({"title": {"text": "2025"}, "xaxis": {"title": {"text": "Day"}}});
    let columns = json!([{"field": "eur", "title": "Sum", "width": 80},
        {"field": "id", "hidden": true}]);
    let blocks = json!([
        {"type": "chart", "id": "c", "figure": {"data": [{"y": [1]}], "layout": layout}},
        {"type": "table", "id": "t", "rows": [{"id": 1, "eur": 2}], "columns": columns},
        {"type": "card", "id": "k", "class_name": "muted wide"},
    ]);
    let blocks: widget_state::Blocks = serde_json::from_value(blocks).unwrap();
    let id = call.widgets.store().create(Widget::page(blocks.0).unwrap()).await.unwrap();
    let range = json!({"xaxis": {"range": [0, 2]}});
    let changes = json!([
        {"op": "set", "id": "c", "block": {"title": "2026"}},
        {"op": "set", "id": "c", "block": {"figure": {"layout": range}, "height": 300}},
        {"op": "set", "id": "t", "block": {"columns": [{"field": "eur", "title": "Total"}]}},
        {"op": "class", "id": "k", "add": ["danger"], "remove": ["wide"]},
        {"op": "attributes", "id": "k", "attributes": {"hidden": true}},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let block = |id: &str| serde_json::to_value(widget.block(id).unwrap()).unwrap();
    let chart = block("c");
    let layout = &chart["figure"]["layout"];
    assert_eq!((&layout["title"]["text"], &chart["height"]), (&json!("2026"), &json!(300)));
    assert_eq!(layout["xaxis"], json!({"title": {"text": "Day"}, "range": [0, 2]}));
    assert_eq!(chart["figure"]["data"], json!([{"y": [1]}]));
    let changes = json!([
        {"op": "set", "id": "c", "block": {"title": 2027}},
        {"op": "set", "id": "c", "block": {"data": [{"y": [2]}]}},
        {"op": "set", "id": "c", "block": {"config": {"responsive": true}, "layout": range}},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let chart = serde_json::to_value(call.widgets.store().get(id).await.unwrap().block("c"));
    let figure = &chart.unwrap()["figure"];
    assert_eq!(
        (&figure["data"], &figure["config"]["responsive"]),
        (&json!([{"y": [2]}]), &json!(true))
    );
    assert_eq!(figure["layout"]["title"]["text"], "2027");
    let columns = json!([{"field": "eur", "title": "Total", "width": 80},
        {"field": "id", "hidden": true}]);
    assert_eq!(block("t")["columns"], columns);
    assert_eq!(
        (&block("k")["class_name"], &block("k")["hidden"]),
        (&json!("muted danger"), &json!(true))
    );
}

#[tokio::test]
async fn a_component_of_a_toolbar_is_changed_as_a_block_is() {
    let (call, id) = page().await;
    let changes = json!([
        {"op": "set", "id": "dark", "block": {"label": "Dark", "value": "true", "class": "x"}},
        {"op": "attributes", "id": "dark", "attributes": {"disabled": true}},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let dark = async || {
        let widget = call.widgets.store().get(id).await.unwrap();
        serde_json::to_value(widget.component("dark").unwrap()).unwrap()
    };
    let expected = json!({"type": "toggle", "component_id": "dark", "label": "Dark",
        "value": true, "class_name": "x", "disabled": true});
    assert_eq!(dark().await, expected);
    let whole = json!([{"op": "set", "id": "dark", "block": {"type": "toggle", "value": true}}]);
    let answer = update(&call, json!({"changes": whole})).await.unwrap();
    let told = answer.to_string();
    assert!(told.contains("has lost its label, disabled, class_name: with a `type`"), "{told}");
    assert_eq!(dark().await.get("label"), None);
}

#[tokio::test]
async fn changes_of_every_kind_are_one_step() {
    let (call, id) = page().await;
    let changes = json!([
        {"op": "append", "id": "log", "html": "<li id=one>1</li>"},
        {"op": "append", "id": "log", "text": "2 < 3"},
        {"op": "prepend", "id": "log", "html": "<li>0</li>"},
        {"op": "before", "id": "one", "text": "!"},
        {"op": "after", "id": "log", "html": "<p id=end></p>"},
        {"op": "class", "id": "one", "add": ["done"], "remove": ["busy"]},
        {"op": "attributes", "id": "one", "attributes": {"hidden": true, "aria-busy": false,
            "title": null, "value": 3}},
        {"op": "style", "id": "one", "style": {"color": "red"}},
        {"op": "set", "id": "total", "text": "42"},
        {"op": "set", "id": "end", "html": "<i id=last></i>"},
        {"op": "set", "id": "dark", "value": "true"},
        {"op": "set", "id": "sum", "value": 7},
        {"op": "append", "id": "notes", "text": "\n\n- b"},
        {"op": "remove", "id": "last"},
    ]);
    let answer = update(&call, json!({"changes": changes, "if_revision": 1})).await.unwrap();
    assert_eq!(answer["revision"], 2);
    let widget = call.widgets.store().get(id).await.unwrap();
    let text = |id: &str| widget.content(id).map(|content| content.as_str().to_owned());
    assert_eq!(text("total").unwrap(), "42");
    assert_eq!(text("sum").unwrap(), "7");
    assert_eq!(text("notes").unwrap(), "# A\n\n- b");
    assert_eq!(widget.values()["dark"], json!(true));
    let document = serde_json::to_value(widget.document()).unwrap();
    let edits: Vec<_> = document["contents"].as_array().unwrap().iter().collect();
    let edit_of = |id: &str, name: &str| {
        let found =
            edits.iter().find(|one| one["component_id"] == id && !one["edit"][name].is_null());
        found.map(|one| one["edit"][name].clone()).unwrap_or_default()
    };
    assert_eq!(edit_of("one", "classes"), json!({"busy": false, "done": true}));
    let attributes = json!({"hidden": "", "aria-busy": "false", "title": null, "value": "3"});
    assert_eq!(edit_of("one", "attributes"), attributes);
    assert!(edits.iter().any(|one| one["edit"] == json!({"append": "2 &lt; 3"})));
}

#[tokio::test]
async fn blocks_are_put_in_changed_moved_and_taken_out() {
    let (call, id) = page().await;
    let table = json!({"type": "table", "rows": [{"a": 1}]});
    let chart = json!({"type": "chart", "figure": {"data": [{"y": [1]}]}});
    let changes = json!([
        {"op": "set", "id": "sum", "block": {"label": "Total", "value": 3}},
        {"op": "after", "id": "sum", "blocks": {"rows": table, "chart": chart}},
        {"op": "append", "id": "rows", "rows": {"a": 2}},
        {"op": "append", "id": "chart", "extend": {"y": [[2, 3]]}, "max_points": 2},
        {"op": "move", "id": "sum", "before": "log"},
        {"op": "set", "id": "notes", "block": {"type": "divider"}},
        {"op": "remove", "id": "notes"},
        {"op": "set", "id": "log", "html": "<widget-block id=notes></widget-block>",
            "blocks": {"notes": {"type": "markdown", "markdown": "# New"}}},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let mut ids: Vec<_> = widget.block_ids().collect();
    ids.sort_unstable();
    assert_eq!(ids, ["chart", "notes", "rows", "sum"]);
    let (_, table) = widget.the_table(None).unwrap();
    assert_eq!(table.rows().count(), 2);
    let (_, chart) = widget.the_chart(None).unwrap();
    assert_eq!(chart.figure().traces()[0].points, 2);
    let sum = serde_json::to_value(widget.block("sum").unwrap()).unwrap();
    assert_eq!((&sum["label"], &sum["value"]), (&json!("Total"), &json!(3)));
    assert_eq!(widget.markdown().collect::<Vec<_>>(), ["# New"]);
}

#[tokio::test]
async fn a_block_of_html_is_set_and_takes_more() {
    let (call, id) = page().await;
    let block = json!({"type": "html", "html": "<i id=old>1</i>"});
    let metric = json!({"type": "metric", "value": 2});
    let changes = json!([
        {"op": "after", "id": "notes", "blocks": {"box": block}},
        {"op": "append", "id": "box", "html": "<i id=more>2</i>"},
        {"op": "prepend", "id": "box", "text": "0 < 1"},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let elements = async || {
        let widget = call.widgets.store().get(id).await.unwrap();
        let now = widget.elements_now().into_iter().map(|(id, _)| id.to_owned());
        now.filter(|id| id != "log" && id != "total").collect::<Vec<_>>()
    };
    assert_eq!(elements().await, ["old", "more"]);
    let place = "<u id=new><widget-block id=two></widget-block></u>";
    let set = json!({"op": "set", "id": "box", "html": place, "blocks": {"two": metric}});
    update(&call, json!({"changes": [set]})).await.unwrap();
    assert_eq!(elements().await, ["new"]);
    assert!(call.widgets.store().get(id).await.unwrap().block("two").is_some());
    let more = json!({"op": "append", "id": "box", "blocks": {"three": metric}});
    update(&call, json!({"changes": [more]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let inside = |widget: &Widget| {
        let blocks = widget.block("box").unwrap().blocks();
        blocks.iter().map(|block| block.id().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(inside(&widget), ["two", "three"]);
    let more = json!({"op": "append", "id": "box", "blocks": {"four": metric},
        "html": "<widget-block id=four></widget-block>"});
    update(&call, json!({"changes": [more]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(inside(&widget), ["two", "three", "four"]);
    let text = json!({"op": "set", "id": "box", "text": "3 < 4"});
    update(&call, json!({"changes": [text]})).await.unwrap();
    assert_eq!(elements().await, [""; 0]);
}

#[tokio::test]
async fn errors_of_a_form_may_be_set_by_their_name() {
    let (call, id) = page().await;
    let form = json!({"type": "form", "fields": [{"name": "amount", "type": "number"}]});
    let changes = json!([
        {"op": "after", "id": "sum", "blocks": {"expense": form}},
        {"op": "set_errors", "id": "expense", "errors": {"amount": "Too much"}},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(widget.values()["expense"]["errors"], json!({"amount": "Too much"}));
    let wrong = json!({"op": "set_errors", "id": "expense", "errors": {"amuont": "Too much"}});
    let (_, problem) = update(&call, json!({"changes": [wrong]})).await.unwrap_err();
    assert!(problem.contains("did you mean \"amount\"?"), "{problem}");
}

#[tokio::test]
async fn properties_of_a_block_may_be_written_as_text() {
    let (call, id) = page().await;
    let set = json!({"op": "set", "id": "sum", "block": {"span": "2", "value": "7",
        "format": null, "trend": "[1, 2]"}});
    update(&call, json!({"changes": [set]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let sum = serde_json::to_value(widget.block("sum").unwrap()).unwrap();
    assert_eq!((&sum["span"], &sum["trend"]), (&json!(2), &json!([1, 2])));
    let whole = json!({"type": "slider", "min": "1", "max": 5, "disabled": "true"});
    let set = json!({"op": "set", "id": "notes", "block": whole});
    update(&call, json!({"changes": [set]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let slider = serde_json::to_value(widget.block("notes").unwrap()).unwrap();
    assert_eq!((&slider["min"], &slider["disabled"]), (&json!(1), &json!(true)));
}

#[tokio::test]
async fn faults_of_figures_are_warned_of() {
    let (call, _) = page().await;
    let chart = json!({"type": "chart", "figure": {"data": [{"type": "scater", "y": [1]}]}});
    let changes = json!([{"op": "after", "id": "sum", "blocks": {"chart": chart}}]);
    let answer = update(&call, json!({"changes": changes})).await.unwrap();
    let [problem] = &answer["warnings"].as_array().unwrap()[..] else { panic!() };
    assert!(problem.as_str().unwrap().contains("did you mean \"scatter\"?"), "{problem}");
    let figure = json!({"data": [], "layout": {"titel": "A"}});
    let changes = json!([{"op": "set", "id": "chart", "block": {"figure": figure}}]);
    let answer = update(&call, json!({"changes": changes})).await.unwrap();
    assert!(answer["warnings"][0].as_str().unwrap().contains("titel"), "{answer}");
}

#[tokio::test]
async fn html_that_does_nothing_is_warned_of() {
    let (call, _) = page().await;
    let changes = json!([
        {"op": "append", "id": "log", "html": "<li data-event=more>1</li>"},
        {"op": "set", "id": "total", "html": "<img src=https://e.example/a.png>"},
    ]);
    let answer = update(&call, json!({"changes": changes})).await.unwrap();
    let [event, picture] = &answer["warnings"].as_array().unwrap()[..] else { panic!() };
    assert!(event.as_str().unwrap().contains("page:more"), "{event}");
    assert!(picture.as_str().unwrap().contains("nothing from the network"), "{picture}");
    let taken = json!({"op": "append", "id": "log", "html": "<b id=total>1</b>"});
    let answer = update(&call, json!({"changes": [taken]})).await.unwrap();
    assert!(answer["warnings"][0].as_str().unwrap().contains("\"total\" already"), "{answer}");
    let fine = json!([{"op": "append", "id": "log", "html": "<li data-event=list:more>"}]);
    let answer = update(&call, json!({"changes": fine})).await.unwrap();
    assert_eq!(answer["warnings"], Value::Null);
}

#[tokio::test]
async fn blocks_are_put_into_lists_and_moved_in_them() {
    let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
    let line = json!({"type": "divider"});
    let blocks = json!([{"type": "card", "id": "card", "blocks": {"a": line, "b": line}},
        {"type": "card", "id": "empty"}, {"type": "divider", "id": "end"}]);
    let blocks: widget_state::Blocks = serde_json::from_value(blocks).unwrap();
    let widget = Widget::page(blocks.0).unwrap();
    let id = call.widgets.store().create(widget).await.unwrap();
    let changes = json!([
        {"op": "after", "id": "a", "blocks": {"c": line, "d": line}},
        {"op": "prepend", "id": "card", "blocks": {"e": line, "f": line}},
        {"op": "append", "id": "card", "blocks": {"g": line, "h": line}},
        {"op": "before", "id": "h", "blocks": {"i": line, "j": line}},
        {"op": "move", "id": "b", "before": "end"},
        {"op": "move", "id": "end", "into": "card"},
        {"op": "move", "id": "b", "into": "empty"},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let ids: Vec<_> = widget.block_ids().collect();
    assert_eq!(ids, ["card", "e", "f", "a", "c", "d", "g", "i", "j", "h", "end", "empty", "b"]);
    let place = "<p><widget-block id=in></widget-block>";
    let wrong = json!({"op": "after", "id": "a", "html": place});
    let (_, problem) = update(&call, json!({"changes": [wrong]})).await.unwrap_err();
    assert!(problem.contains("there is no block for <widget-block id=\"in\">"), "{problem}");
    let changes = json!([
        {"op": "append", "id": "empty", "text": "a < b"},
        {"op": "before", "id": "b", "html": place, "blocks": {"in": line}},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let blocks = widget.block("empty").unwrap().blocks().iter();
    let htmls: Vec<_> = blocks
        .map(|block| match &block.kind {
            BlockKind::Html(html) => (html.html().to_owned(), block.blocks().len()),
            _ => (String::new(), 0),
        })
        .collect();
    let expected = [(place, 1), ("", 0), ("a &lt; b", 0)];
    assert_eq!(htmls, expected.map(|(html, count)| (html.to_owned(), count)));
    let changes = json!([
        {"op": "append", "id": "body", "text": "End"},
        {"op": "append", "id": "body", "blocks": {"last": line}},
        {"op": "prepend", "id": "body", "blocks": {"first": line, "second": line}},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let page: Vec<_> = widget.blocks().iter().map(widget_state::Block::id).collect();
    assert_eq!((page.first(), page.last()), (Some(&"first"), Some(&"last")));
    assert!(page.starts_with(&["first", "second", "card"]), "{page:?}");
}

#[tokio::test]
async fn a_page_whose_last_block_is_gone_takes_others() {
    let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
    let line = json!({"type": "divider"});
    let card = json!([{"type": "card", "id": "card", "blocks": {"in": line}}]);
    let blocks: widget_state::Blocks = serde_json::from_value(card.clone()).unwrap();
    let widget = Widget::page(blocks.0).unwrap();
    let id = call.widgets.store().create(widget).await.unwrap();
    let changes = json!([
        {"op": "move", "id": "in", "into": "body"},
        {"op": "remove", "id": "card"},
        {"op": "remove", "id": "in"},
        {"op": "append", "id": "body", "blocks": {"a": line, "b": line}},
        {"op": "prepend", "id": "body", "blocks": card},
        {"op": "append", "id": "body", "html": "<p id=end>"},
    ]);
    update(&call, json!({"changes": changes})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    let ids: Vec<_> = widget.block_ids().take(4).collect();
    assert_eq!(ids, ["card", "in", "a", "b"]);
    assert_eq!((widget.blocks().len(), widget.content("end")), (4, None));
    let set = json!({"op": "set", "id": "body", "blocks": {"a": line, "z": line}});
    update(&call, json!({"changes": [set]})).await.unwrap();
    let widget = call.widgets.store().get(id).await.unwrap();
    assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["a", "z"]);
    let tabs = json!({"type": "tabs", "id": "tabs", "tabs": [
        {"id": "one", "title": "1"}, {"id": "two", "title": "2"}]});
    let add = json!({"op": "append", "id": "body", "blocks": [tabs]});
    let tab = json!({"op": "move", "id": "one", "into": "body"});
    update(&call, json!({"changes": [add]})).await.unwrap();
    let (_, problem) = update(&call, json!({"changes": [tab]})).await.unwrap_err();
    assert!(problem.contains("is a tab, which stays among its tabs"), "{problem}");
}

#[tokio::test]
async fn one_wrong_change_changes_nothing_and_is_named() {
    let (call, id) = page().await;
    let before = call.widgets.store().get(id).await.unwrap();
    let fine = json!({"op": "append", "id": "log", "text": "1"});
    for (wrong, part) in [
        (json!({"op": "append", "id": "lgo", "text": "1"}), "did you mean \"log\"?"),
        (json!({"op": "apend", "id": "log", "text": "1"}), "did you mean \"append\"?"),
        (json!({"op": "append", "id": "log"}), "give html or text"),
        (json!({"op": "set", "id": "log"}), "give one of text, html, value and block"),
        (json!({"op": "set", "id": "dark", "value": 7}), "it takes true or false"),
        (json!({"op": "remove", "id": "dark"}), "is a toggle of a toolbar"),
        (json!({"op": "append", "id": "sum", "text": "1"}), "is a metric"),
        (json!({"op": "class", "id": "log"}), "give add or remove"),
        (json!({"op": "attributes", "id": "log", "attributes": {"onclick": "x"}}), "data-event"),
        (json!({"op": "style", "id": "log", "style": {"color": []}}), "style.color: "),
        (json!({"op": "append", "id": "log", "html": "<widget-block id=nots>"}), "\"notes\"?"),
        (json!({"op": "set", "id": "sum", "block": {"vlaue": 1}}), "did you mean \"value\"?"),
        (json!({"op": "set", "id": "smu", "block": {"value": 1}}), "did you mean \"sum\"?"),
        (json!({"op": "set", "id": "dark", "block": {"value": 1}}), "expected a boolean"),
        (json!({"op": "set", "id": "dark", "block": {"lable": "x"}}), "did you mean \"label\"?"),
        (
            json!({"op": "move", "id": "dark", "after": "log"}),
            "op set with `block` changes its properties",
        ),
        (
            json!({"op": "append", "id": "sum", "rows": [{"a": 1}]}),
            "is of the type metric, not a table",
        ),
        (json!({"op": "append", "id": "sum", "rows": {"a": 1}}), "not a table"),
        (json!({"op": "append", "id": "sum", "extend": {"y": [[1]]}}), "not a chart"),
        (json!({"op": "move", "id": "total", "after": "log"}), "put it in again"),
        (json!({"op": "move", "id": "sum", "after": "sum"}), "the id of another"),
        (json!({"op": "move", "id": "smu", "after": "log"}), "did you mean \"sum\"?"),
        (
            json!({"op": "after", "id": "log", "blocks": {"sum": {"type": "divider"}}}),
            "there is a block \"sum\" already",
        ),
        (
            json!({"op": "after", "id": "log", "blocks": {"new": {"type": "metrik"}}}),
            "did you mean \"metric\"?",
        ),
        (
            json!({"op": "after", "id": "log", "html": "<p>", "blocks": {
                "new": {"type": "divider"}}}),
            "the html has no place for it",
        ),
    ] {
        let refused = update(&call, json!({"changes": [fine, wrong]})).await;
        let (name, problem) = refused.unwrap_err();
        assert!(name.starts_with("changes[1]"), "{name}: {problem}");
        assert!(problem.contains(part), "{part}: {problem}");
    }
    let refused = update(&call, json!({"changes": [fine], "if_revision": 7})).await;
    let (name, problem) = refused.unwrap_err();
    assert!(name == "if_revision" && problem.contains("at revision 1, not 7"), "{problem}");
    let refused = update(&call, json!({"changes": []})).await.unwrap_err();
    assert_eq!(refused.1, "give at least one");
    assert_eq!(call.widgets.store().get(id).await.unwrap(), before);
}

#[tokio::test]
async fn what_a_change_loses_is_warned_of() {
    let (call, _) = page().await;
    let table = json!({"type": "table", "row_id": "a", "rows": [{"a": 1, "b": 48.2, "c": 3}]});
    let warnings = async |changes: Value| {
        let answer = update(&call, json!({ "changes": changes })).await.unwrap();
        let warnings = answer["warnings"].as_array().cloned().unwrap_or_default();
        warnings.iter().map(|one| one.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let put = json!([{"op": "append", "id": "log", "blocks": {"t": table}}]);
    assert_eq!(warnings(put).await, [""; 0]);
    let row = json!({"op": "update", "id": "t", "rows": {"a": 1, "b": 48.2}});
    let more = json!({"op": "append", "id": "t", "rows": {"a": 2, "b": 0.5, "c": 1}});
    let [told] = &warnings(json!([more, row])).await[..] else { panic!("one") };
    assert!(told.contains("have no c, so"), "{told}");
    let fine = json!({"op": "update", "id": "t", "rows": {"a": 1, "b": 48.2, "c": 3}});
    let lost = json!({"op": "update", "id": "t", "rows": {"a": 2, "b": 0.5}});
    let [told] = &warnings(json!([fine, lost])).await[..] else { panic!("one") };
    assert!(told.contains("have no c, so"), "{told}");
    let titled = json!({"op": "set", "id": "t", "block": {"title": "Shares"}});
    let [told] = &warnings(json!([titled, row, row])).await[..] else { panic!("one") };
    assert!(told.contains("have no c, so"), "{told}");
    let percent = json!({"op": "set", "id": "t", "block": {
        "rows": [{"a": 1, "b": 48.2}], "columns": [{"field": "b", "format": "percent"}]}});
    let total = json!({"op": "set", "id": "total", "text": "1"});
    let [told] = &warnings(json!([percent, total])).await[..] else { panic!("one") };
    assert!(told.contains("48.2 is 4820 %"), "{told}");
    assert_eq!(warnings(json!([row])).await, [""; 0], "told before");
    let inside = json!({"op": "after", "id": "t", "html": "<i id=aside>1</i>"});
    let emptied = json!({"op": "set", "id": "log", "text": "none"});
    let [told] = &warnings(json!([inside, emptied])).await[..] else { panic!("one") };
    assert!(told.starts_with("the block \"t\" has no place"), "{told}");
    assert_eq!(warnings(json!([emptied])).await, [""; 0], "told before");
}
