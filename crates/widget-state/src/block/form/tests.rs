//! Forms as they are read, and their value in the document.

use super::*;
use crate::block::Block;
use crate::event::EventName;
use crate::op::Op;
use crate::widget::Widget;
use crate::widget::effects::effects;

fn read(mut form: Value) -> Result<Block, String> {
    form["type"] = "form".into();
    serde_json::from_value(form).map_err(|error| error.to_string())
}

fn expense() -> Value {
    json!({"id": "expense", "title": "Expense", "fields": [
        {"name": "what", "label": "What for", "required": true},
        {"name": "amount", "type": "number", "min": 0.01, "max": 500, "step": 0.01},
        {"name": "kind", "type": "select", "options": ["Travel", "Meal"]},
    ], "sections": [{"title": "Meal", "show_if": {"kind": "Meal"}, "fields": [
        {"name": "guests", "type": "number", "value": 1},
        {"name": "tags", "type": "multiselect", "options": ["a", "b"]},
        {"name": "alone", "type": "switch"},
        {"name": "day", "type": "date", "min": "2026-01-01", "show_if": {"tags": ["a", "b"]}},
    ]}]})
}

fn widget() -> Widget {
    Widget::page(vec![read(expense()).unwrap()]).unwrap()
}

fn value(widget: &Widget) -> Value {
    widget.values()["expense"].clone()
}

/// Applies the effects of an event of the page; false when there are none.
fn event(widget: &mut Widget, name: &str, values: &Value) -> bool {
    let data = json!({"componentId": "expense", "values": values});
    let ops = effects(widget, &EventName::new(name).unwrap(), &data);
    let is_changed = !ops.is_empty();
    ops.into_iter().for_each(|op| drop(widget.apply(op).unwrap()));
    is_changed
}

#[test]
fn a_form_is_read_and_written_again() {
    let form = read(expense()).unwrap();
    let written = serde_json::to_value(&form).unwrap();
    assert_eq!(written["sections"][0]["fields"][2]["type"], "toggle");
    assert_eq!(serde_json::from_value::<Block>(written).unwrap(), form);
}

#[test]
fn values_may_be_written_as_in_html() {
    let field = |field: Value| read(json!({"fields": [field]}));
    let as_in_html = json!({"name": "n", "type": "number", "min": "1", "max": "3", "value": "2"});
    let own = json!({"name": "n", "type": "number", "min": 1, "max": 3, "value": 2});
    assert_eq!(field(as_in_html), field(own));
    let size = |kind: &str, value: Value| {
        field(json!({"name": "n", "type": kind, "options": ["10", "25"], "value": value}))
    };
    assert_eq!(size("select", json!(25)), size("select", json!("25")));
    assert_eq!(size("multiselect", json!([25, 10])), size("multiselect", json!(["25", "10"])));
}

#[test]
fn it_starts_with_the_value_of_each_field() {
    let expected = json!({"values": {"what": "", "amount": null, "kind": null, "guests": 1,
        "tags": [], "alone": false, "day": null}});
    assert_eq!(value(&widget()), expected);
}

#[test]
fn a_draft_is_kept_and_answers_the_errors_of_its_fields() {
    let mut widget = widget();
    assert!(event(&mut widget, "widget:draft", &json!({"amount": 12.5, "what": "Tea"})));
    let errors = json!({"errors": {"amount": "Too much", "what": "More"}, "message": "Look again"});
    widget.apply(Op::set_value("expense", errors)).unwrap();
    assert_eq!(value(&widget)["values"]["what"], "Tea");
    assert_eq!(value(&widget)["message"], "Look again");
    assert!(event(&mut widget, "widget:draft", &json!({"amount": 700})));
    assert_eq!(value(&widget)["values"]["amount"], 700, "a wrong amount is a draft too");
    assert_eq!(value(&widget)["errors"], json!({"what": "More"}));
    assert_eq!(value(&widget).get("message"), None);
    for wrong in [
        json!({"amount": "12"}),
        json!({"kind": "Trip"}),
        json!({"tags": ["a", "a"]}),
        json!({"nothing": 1}),
        json!({"what": "x".repeat(1_001)}),
        json!([1]),
    ] {
        assert!(!event(&mut widget, "widget:draft", &wrong), "{wrong}");
    }
}

#[test]
fn it_is_busy_from_its_event_to_the_answer() {
    let mut widget = widget();
    assert!(!event(&mut widget, "other:submit", &json!({"what": "Tea"})));
    assert!(event(&mut widget, "form:submit", &json!({"what": "Tea", "amount": 3})));
    assert_eq!(value(&widget)["busy"], true);
    let change = widget.apply(Op::set_value("expense", json!({"message": "Saved"}))).unwrap();
    let Op::SetValue { value: logged, .. } = change.op else { panic!("a value") };
    assert_eq!(logged, value(&widget), "viewers get the whole value");
    assert_eq!(logged.get("busy"), None);
    assert_eq!((&logged["values"]["amount"], &logged["message"]), (&json!(3), &json!("Saved")));
    widget.apply(Op::set_value("expense", json!({"values": {"amount": null}}))).unwrap();
    assert_eq!(value(&widget)["values"]["what"], "Tea");
    assert!(event(&mut widget, "expense:reset", &Value::Null));
    assert_eq!(value(&widget), value(&self::widget()));
}

#[test]
fn a_condition_may_name_an_option_by_its_number() {
    let stars = json!({"name": "stars", "type": "radio", "options": ["1", "2"]});
    let why = |wanted: Value| json!({"name": "why", "show_if": {"stars": wanted}});
    let form = |wanted: Value| read(json!({"id": "f", "fields": [stars, why(wanted)]}));
    assert!(form(json!(1)).is_ok() && form(json!([1, "2"])).is_ok());
    assert!(form(json!(3)).unwrap_err().contains("never has the value 3"));
}

#[test]
fn one_without_a_button_is_busy_when_another_hands_it_in() {
    let mut widget = widget();
    let handed_in = json!({"componentId": "save", "values": {"expense": {"what": "Tea"}}});
    let save = EventName::new("trip:save").unwrap();
    let set_block = |properties: Value| {
        let set = json!({"type": "set_block", "component_id": "expense", "properties": properties});
        serde_json::from_value::<Op>(set).unwrap()
    };
    assert_eq!(effects(&widget, &save, &handed_in), [], "it has a button");
    widget.apply(set_block(json!({"submit": false}))).unwrap();
    for wrong in [json!({"what": 3}), json!({"nothing": ""}), json!("Tea")] {
        let wrong = json!({"values": {"expense": wrong}});
        assert_eq!(effects(&widget, &save, &wrong), [], "{wrong}");
    }
    let sets = json!({"trip:save": {"action": "set", "target": "x", "value": 1}});
    let answered = widget.clone().with_callbacks(serde_json::from_value(sets).unwrap());
    assert_eq!(effects(&answered, &save, &handed_in), [], "a callback answers it");
    for op in effects(&widget, &save, &handed_in) {
        widget.apply(op).unwrap();
    }
    assert_eq!(value(&widget)["busy"], true);
    assert_eq!(value(&widget)["values"]["what"], "Tea");
    widget.apply(set_block(json!({"hidden": true}))).unwrap();
    assert_eq!(value(&widget).get("busy"), None, "a change answers it");
    assert_eq!(value(&widget)["values"]["what"], "Tea");
}

#[test]
fn an_answer_that_is_none_is_refused_with_what_is_allowed() {
    let mut widget = widget();
    let before = widget.clone();
    for (wrong, part) in [
        (json!({"amount": 3}), ""),
        (json!({"errors": {"amout": "x"}}), "no field \"amout\"; did you mean \"amount\"?"),
        (json!({"errors": {"amount": 1}}), ""),
        (json!({"values": {"amount": "3"}}), "\"amount\" is of type \"number\""),
        (json!({"values": {"wat": "x"}}), "no field \"wat\""),
        (json!({"message": "x".repeat(1_001)}), ""),
        (json!("Saved"), ""),
    ] {
        let error = widget.apply(Op::set_value("expense", wrong)).unwrap_err().to_string();
        assert!(error.contains("errors: {field: text}"), "{error}");
        assert!(error.contains("what, amount, kind"), "{error}");
        assert!(error.contains(part), "{error}");
        assert_eq!(widget, before);
    }
}

#[test]
fn what_is_wrong_in_a_form_is_said_at_its_field() {
    let options: Vec<String> = (0..1_001).map(|n| n.to_string()).collect();
    for (field, part) in [
        (json!({"label": "A"}), "the field \"A\": it has no name, such as"),
        (json!({"name": "__proto__"}), "its name must be 1 to 64 letters"),
        (json!({"name": "first"}), "the field \"first\": another field has this name"),
        (json!({"name": "a", "lable": "A"}), "fields[1]: unknown field `lable`"),
        (json!({"name": "a", "lable": "A"}), "did you mean \"label\"?"),
        (json!({"name": "a", "type": "nmber"}), "did you mean \"number\"?"),
        (json!({"name": "a", "type": "image"}), "of type file; for pictures"),
        (json!({"name": "a", "type": "files"}), "file with \"multiple\": true"),
        (json!({"name": "a", "accept": ".csv"}), "only a file field has accept"),
        (json!({"name": "a", "type": "select", "options": ["x"], "multiple": true}), "multiselect"),
        (json!({"name": "a", "type": "file", "value": "a.csv"}), "its value cannot be"),
        (json!({"name": "a", "type": "password"}), "put the component secret beside it"),
        (json!({"name": "a", "type": "submit"}), "a form has its button by itself"),
        (json!({"name": "a", "type": "group"}), "`sections` of the form"),
        (json!({"name": "a", "type": "select"}), "it needs options"),
        (json!({"name": "a", "type": "select", "options": ["x", "x"]}), "two options"),
        (json!({"name": "a", "type": "radio", "options": options}), "1001 options"),
        (json!({"name": "a", "options": ["x"]}), "only a select, multiselect or radio"),
        (json!({"name": "a", "options": {"x": "X"}}), "options is a list"),
        (json!({"name": "a", "type": "select", "options": [{}]}), "an option has a label, a value"),
        (json!({"name": "a", "min": 3}), "only a number, day or time has a min"),
        (json!({"name": "a", "type": "number", "max": "all"}), "max must be a number"),
        (json!({"name": "a", "type": "number", "min": 3, "max": 2}), "min is above max"),
        (json!({"name": "a", "type": "number", "step": 0}), "step must be above 0"),
        (json!({"name": "a", "step": 1}), "only a number has a step"),
        (
            json!({"name": "a", "type": "date", "min": "1.5.2026"}),
            "min must be written as 2026-05-01",
        ),
        (json!({"name": "a", "type": "date", "value": "1.5.2026"}), "write it as 2026-05-01"),
        (json!({"name": "a", "type": "time", "min": "12:00", "max": "09:30"}), "min is above max"),
        (json!({"name": "a", "type": "textarea", "pattern": "x"}), "only a line has a pattern"),
        (json!({"name": "a", "pattern": "x".repeat(1_001)}), "pattern has 1001 bytes"),
        (json!({"name": "a", "type": "number", "value": "x"}), "its value cannot be \"x\""),
        (
            json!({"name": "a", "type": "radio", "options": ["x", "y"], "value": "z"}),
            "its value cannot be \"z\"; it is one of \"x\", \"y\"",
        ),
        (json!({"name": "a", "show_if": {"frist": "x"}}), "did you mean \"first\"?"),
        (
            json!({"name": "a", "show_if": {"a": "x"}}),
            "which is no field before it; write {\"FIELD\": value}",
        ),
        (json!({"name": "a", "show_if": {"first": 3}}), "never has the value 3"),
    ] {
        let error = read(json!({"fields": [{"name": "first"}, field]})).unwrap_err();
        assert!(error.starts_with("in a form: ") && error.contains(part), "{field}: {error}");
    }
}

#[test]
fn a_file_is_a_reference_with_what_the_page_says_of_it() {
    let fields = json!([{"name": "one", "type": "upload", "accept": ".csv"},
        {"name": "more", "type": "file", "multiple": true}]);
    let mut widget =
        Widget::page(vec![read(json!({"id": "expense", "fields": fields})).unwrap()]).unwrap();
    assert!(widget.takes_files() && !self::widget().takes_files());
    assert_eq!(value(&widget)["values"], json!({"one": null, "more": []}));
    let file = |n: u8| json!({"ref": format!("{n:032x}"), "name": "a.csv", "size": 3, "type": ""});
    let both = json!({"one": file(1), "more": [file(2), file(3)]});
    assert!(event(&mut widget, "widget:draft", &both));
    assert_eq!(value(&widget)["values"], both);
    let many: Vec<_> = (0..21).map(file).collect();
    let longer = json!({"ref": "0".repeat(32), "name": "a".repeat(1_001), "size": 1, "type": ""});
    for wrong in [
        json!({"one": "a.csv"}),
        json!({"one": [file(1)]}),
        json!({"one": {"ref": "1", "name": "a", "size": 1, "type": ""}}),
        json!({"one": longer}),
        json!({"more": file(1)}),
        json!({"more": [file(1), file(1)]}),
        json!({"more": [file(1), null]}),
        json!({"more": many}),
    ] {
        assert!(!event(&mut widget, "widget:draft", &wrong), "{wrong}");
    }
}

#[test]
fn a_form_may_have_no_button_of_its_own() {
    let fields = json!([{"name": "a"}]);
    for (submit, kept) in
        [(json!(false), json!(false)), (json!("Save"), json!("Save")), (json!(true), json!(null))]
    {
        let form = read(json!({"fields": fields, "submit": submit})).unwrap();
        assert_eq!(serde_json::to_value(&form).unwrap()["submit"], kept);
    }
    let twice = json!({"fields": fields, "event": "trip:cancel", "cancel": "Not now"});
    assert!(read(twice).unwrap_err().contains("that of its `cancel` button"));
    let error = read(json!({"fields": fields, "submit": {"label": "Save"}})).unwrap_err();
    assert!(error.contains("submit is the text on the button"), "{error}");
}

#[test]
fn settings_of_fields_that_miss_what_was_meant_are_told() {
    let problems = |field: Value| {
        let form = read(json!({"fields": [field]})).unwrap();
        Widget::page(vec![form]).unwrap().problems().collect::<Vec<_>>()
    };
    let told = problems(json!({"name": "eur", "type": "number", "min": 0.01, "step": 1}));
    assert!(told[0].contains("0.01 and 1.01 are right"), "{told:?}");
    let told = problems(json!({"name": "urgent", "type": "toggle", "required": true}));
    assert!(told[0].contains("a checkbox that is required"), "{told:?}");
    let told = problems(json!({"name": "plate", "pattern": "[A-Z]{2} [0-9]{4}"}));
    assert!(told[0].contains("say in `help`"), "{told:?}");
    for right in [
        json!({"name": "plate", "pattern": "[A-Z]{2} [0-9]{4}", "help": "Such as AB 1234"}),
        json!({"name": "plate", "pattern": "[A-Z]{2} [0-9]{4}", "placeholder": "AB 1234"}),
        json!({"name": "eur", "type": "number", "min": 0.01, "step": 0.01}),
        json!({"name": "eur", "type": "number", "min": 10, "step": 5}),
        json!({"name": "eur", "type": "number", "min": 0.3, "step": 0.1}),
        json!({"name": "eur", "type": "number", "step": 1}),
    ] {
        assert_eq!(problems(right), [""; 0]);
    }
}

#[test]
fn a_form_is_bounded() {
    let fields = |count: usize| (0..count).map(|n| json!({"name": format!("f{n}")}));
    read(json!({"fields": fields(100).collect::<Vec<_>>()})).unwrap();
    for (form, part) in [
        (json!({"fields": []}), "at least one field"),
        (json!({"fields": fields(101).collect::<Vec<_>>()}), "101 fields, more than 100"),
        (json!({"fields": fields(1).collect::<Vec<_>>(), "title": "x".repeat(1_001)}), "title has"),
        (json!({"fields": fields(1).collect::<Vec<_>>(), "event": "widget:x"}), "widget:x"),
    ] {
        let error = read(form).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}
