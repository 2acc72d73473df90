//! Effects of events that need no agent.

use serde_json::Value;

use crate::block::{Block, BlockKind};
use crate::component::modal::CLOSED;
use crate::event::EventName;
use crate::op::Content;
use crate::op::Op;
use crate::widget::Widget;
use crate::widget::action::Action;
use crate::widget::table_effects;
use crate::widget::target::Target;

/// The operations that follow from an event: the value of the component that
/// emitted it, the closing of a modal, the forms that it hands in, what people see of a chart or a
/// table, and its local actions.
pub(crate) fn effects(widget: &Widget, event: &EventName, data: &Value) -> Vec<Op> {
    let mut ops: Vec<Op> = new_value(widget, event, data).into_iter().collect();
    ops.extend(in_block(widget, event, data));
    let action = widget.callbacks.get(event).cloned().or_else(|| implied(widget, event));
    match action {
        Some(action) => ops.extend(operation(widget, &action)),
        None => ops.extend(handed_in(widget, data)),
    }
    ops
}

/// The change of the view of the chart or table that an event is about.
fn in_block(widget: &Widget, event: &EventName, data: &Value) -> Option<Op> {
    let block_id = data.get("block_id").and_then(Value::as_str);
    match event.namespace() {
        "chart" => {
            let (id, chart) = widget.the_chart(block_id).ok()?;
            let view = chart.view_after(event, data)?;
            Some(Op::SetChartViewport { block_id: Some(id.to_owned()), view })
        }
        "grid" => {
            let (id, table) = widget.the_table(block_id).ok()?;
            table_effects::operation(id, table, event, data)
        }
        _ => None,
    }
}

fn new_value(widget: &Widget, event: &EventName, data: &Value) -> Option<Op> {
    let id = data.get("componentId")?.as_str()?;
    if event.as_str() == CLOSED && widget.modal(id).is_some() {
        return Some(Op::set_value(id, Value::Bool(false)));
    }
    if let Some(block) = widget.block(id)
        && let Some(before) = widget.block_value(block)
    {
        let value = block.kind.as_kind().value_after(&before, event, data);
        return value.map(|value| Op::set_value(id, value));
    }
    let component = widget.component(id)?;
    let value = component.value_in(data)?;
    let its_own = component.event_name() == event.as_str() && component.accepts(&value);
    its_own.then(|| Op::set_value(id, value))
}

/// The values of the forms that leave their button to the one that this event is from. They are
/// busy then, so it is for events that the agent answers.
fn handed_in(widget: &Widget, data: &Value) -> Vec<Op> {
    let Some(values) = data.get("values").and_then(Value::as_object) else { return Vec::new() };
    let sent = widget.all_blocks().filter_map(|block| {
        let BlockKind::Form(form) = &block.kind else { return None };
        let values = values.get(block.id())?;
        let value = form.handed_in(&widget.block_value(block)?, values)?;
        Some(Op::set_value(block.id(), value))
    });
    sent.collect()
}

/// Marks the data of an event that sends a form which waits for the answer to another one: a person
/// has sent it again, or in two pages at once.
pub(crate) fn mark_again(widget: &Widget, ops: &[Op], event: &EventName, data: &mut Value) {
    let is_busy = |id: &str| {
        let block = widget.block(id).filter(|block| matches!(block.kind, BlockKind::Form(_)));
        block.and_then(|block| widget.block_value(block)).is_some_and(|state| is_waiting(&state))
    };
    let sends_again = |op: &Op| match op {
        Op::SetValue { component_id, value } => is_waiting(value) && is_busy(component_id),
        _ => false,
    };
    if !event.is_draft()
        && ops.iter().any(sends_again)
        && let Some(data) = data.as_object_mut()
    {
        data.insert("again".into(), Value::Bool(true));
    }
}

fn is_waiting(state: &Value) -> bool {
    state.get("busy").is_some_and(|busy| *busy == Value::Bool(true))
}

/// The action that is in the name of the event, such as `counter:increment`.
pub(crate) fn implied(widget: &Widget, event: &EventName) -> Option<Action> {
    let target = event.namespace().to_owned();
    match event.action() {
        "increment" => Some(Action::Increment { target, by: 1.0 }),
        "decrement" => Some(Action::Decrement { target, by: 1.0 }),
        "toggle" => Some(Action::Toggle { target }),
        "reset" => Some(Action::Reset { target }),
        // An element may be called `door`: only a modal has an open state.
        "open" | "close" if opens(widget, &target) => {
            Some(Action::Set { target, value: Value::Bool(event.action() == "open") })
        }
        _ => None,
    }
}

/// Returns whether there is a modal of this id, of components or of blocks.
fn opens(widget: &Widget, id: &str) -> bool {
    let is_modal = |block: &Block| matches!(block.kind, BlockKind::Modal(_));
    widget.modal(id).is_some() || widget.block(id).is_some_and(is_modal)
}

/// Returns the operation of an action on this document; `None` when its target does not exist.
fn operation(widget: &Widget, action: &Action) -> Option<Op> {
    let text = |target: &str, text: String| Op::set_content(target, Content::Text(text));
    match action {
        Action::Increment { target, by } => added(widget, target, *by),
        Action::Decrement { target, by } => added(widget, target, -by),
        Action::Set { target, value } => match widget.target(target) {
            Target::Component(component) if component.initial_value().is_some() => {
                component.accepts(value).then(|| Op::set_value(target, value.clone()))
            }
            Target::Block(block) if block.takes_text() => Some(text(target, plain(value))),
            Target::Block(block) => {
                block.kind.as_kind().accepts(value).then(|| Op::set_value(target, value.clone()))
            }
            Target::Modal(_) => value.is_boolean().then(|| Op::set_value(target, value.clone())),
            Target::Missing(_) => None,
            _ => Some(text(target, plain(value))),
        },
        Action::Toggle { target } => Some(match is_on(widget, target) {
            Some(is_on) => Op::set_value(target, Value::Bool(!is_on)),
            None => text(target, flip(&widget.text(target)?)),
        }),
        Action::Emit { event, data } => {
            Some(Op::Emit { event_type: event.clone(), data: Value::Object(data.clone()) })
        }
        Action::Reset { target } => match widget.target(target) {
            Target::Component(component) => {
                component.initial_value().map(|value| Op::set_value(target, value))
            }
            Target::Modal(modal) => Some(Op::set_value(target, Value::Bool(modal.open))),
            Target::Element(first) => Some(text(target, first.into_owned())),
            Target::Block(block) => block.initial_value().map(|value| Op::set_value(target, value)),
            Target::Unknown | Target::Missing(_) => None,
        },
    }
}

/// Adds to the value of a component, such as a number or a slider, else to the text of an element.
fn added(widget: &Widget, target: &str, by: f64) -> Option<Op> {
    let (component, value) = match widget.target(target) {
        Target::Component(component) => (component, widget.value(component)),
        _ => return added_to_text(widget, target, by),
    };
    let sum = match value {
        None => return added_to_text(widget, target, by),
        Some(Value::Null) => serde_json::from_str(&add("", by)).ok()?,
        Some(Value::Number(number)) => serde_json::from_str(&add(&number.to_string(), by)).ok()?,
        Some(Value::String(text)) => Value::String(add(&text, by)),
        Some(_) => return None,
    };
    component.accepts(&sum).then(|| Op::set_value(target, sum))
}

/// The text of a metric is its number.
fn added_to_text(widget: &Widget, target: &str, by: f64) -> Option<Op> {
    let number = match widget.target(target) {
        Target::Block(block) if matches!(block.kind, BlockKind::Metric(_)) => block.first_text(),
        _ => None,
    };
    let sum = add(&widget.text(target).or(number)?, by);
    Some(Op::set_content(target, Content::Text(sum)))
}

/// The value of a part that is on or off; `None` for one that has none of its own.
fn is_on(widget: &Widget, id: &str) -> Option<bool> {
    match widget.target(id) {
        Target::Component(component) => widget.value(component)?.as_bool(),
        Target::Modal(modal) => Some(widget.is_open(modal)),
        Target::Block(block) => widget.block_value(block)?.as_bool(),
        _ => None,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// A text that is not a number counts as 0; a sum beyond all numbers is not taken.
fn add(text: &str, by: f64) -> String {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let sum = number.unwrap_or_default() + by;
    if !sum.is_finite() {
        return text.to_owned();
    }
    // Nine digits hide that 0.1 + 0.2 is not quite 0.3.
    let rounded = if sum.abs() < 1e6 { (sum * 1e9).round() / 1e9 } else { sum };
    format!("{}", rounded + 0.0)
}

/// The two words that a text can be turned over between.
const PAIRS: [(&str, &str); 6] = [
    ("on", "off"),
    ("On", "Off"),
    ("yes", "no"),
    ("Yes", "No"),
    ("true", "false"),
    ("True", "False"),
];

fn flip(text: &str) -> String {
    let other = |(one, two): (&'static str, &'static str)| match text.trim() {
        now if now == one => Some(two),
        now if now == two => Some(one),
        _ => None,
    };
    PAIRS.into_iter().find_map(other).unwrap_or("true").to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::component::toolbar::Toolbar;

    fn widget() -> Widget {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "toggle", "component_id": "dark", "value": true},
            {"type": "text", "component_id": "name", "event": "form:name"},
            {"type": "button", "label": "+1", "event": "counter:increment"},
        ]}))
        .unwrap();
        Widget::html("<b id=counter>5</b><i id=state>Off</i>").with_toolbars([toolbar]).unwrap()
    }

    fn run(widget: &mut Widget, event: &str, data: &Value) -> usize {
        let ops = effects(widget, &EventName::new(event).unwrap(), data);
        let count = ops.len();
        for op in ops {
            widget.apply(op).unwrap();
        }
        count
    }

    fn text<'a>(widget: &'a Widget, id: &str) -> &'a str {
        widget.content(id).unwrap().as_str()
    }

    #[test]
    fn the_name_of_an_event_acts_on_its_element() {
        let mut widget = widget();
        for (event, expected) in
            [("increment", "6"), ("increment", "7"), ("decrement", "6"), ("reset", "5")]
        {
            run(&mut widget, &format!("counter:{event}"), &json!({}));
            assert_eq!(text(&widget, "counter"), expected);
        }
        run(&mut widget, "state:toggle", &json!({}));
        assert_eq!(text(&widget, "state"), "On");
        run(&mut widget, "dark:toggle", &json!({}));
        assert_eq!(widget.value(widget.component("dark").unwrap()), Some(json!(false)));
        assert_eq!(run(&mut widget, "cart:increment", &json!({})), 0);
        assert_eq!(run(&mut widget, "counter:other", &json!({})), 0);
    }

    #[test]
    fn the_event_of_a_component_carries_its_value() {
        let mut widget = widget();
        run(&mut widget, "form:name", &json!({"value": "Ada", "componentId": "name"}));
        assert_eq!(widget.value(widget.component("name").unwrap()), Some(json!("Ada")));
        let foreign = json!({"value": "Eve", "componentId": "name"});
        assert_eq!(run(&mut widget, "other:name", &foreign), 0);
        assert_eq!(run(&mut widget, "form:name", &json!({"value": 3, "componentId": "name"})), 0);
    }

    #[test]
    fn components_with_other_payloads_carry_their_values_too() {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "multiselect", "component_id": "tags", "options": ["a", "b"]},
            {"type": "range", "component_id": "span"},
            {"type": "secret", "component_id": "token"},
        ]}))
        .unwrap();
        let mut widget = Widget::html("").with_toolbars([toolbar]).unwrap();
        let reference = "0123456789abcdef0123456789abcdef";
        for (id, data, value) in [
            ("tags", json!({"values": ["b"]}), json!(["b"])),
            ("span", json!({"start": 0, "end": 25}), json!({"start": 0, "end": 25})),
            ("token", json!({"secret_ref": reference}), json!(reference)),
        ] {
            let mut data = data;
            data["componentId"] = json!(id);
            run(&mut widget, "toolbar:change", &data);
            assert_eq!(widget.value(widget.component(id).unwrap()), Some(value));
        }
        let typed = json!({"secret_ref": "hunter2", "componentId": "token"});
        assert_eq!(run(&mut widget, "toolbar:change", &typed), 0);
    }

    #[test]
    fn events_open_and_close_modals_and_nothing_else() {
        let modal = serde_json::from_value(json!({"component_id": "box"})).unwrap();
        let mut widget = widget().with_modals([modal]).unwrap();
        let closed = json!({"componentId": "box"});
        for (event, data, open) in [
            ("box:open", json!({}), true),
            ("box:close", json!({}), false),
            ("box:toggle", json!({}), true),
            ("modal:close", closed, false),
            ("box:toggle", json!({}), true),
            ("box:reset", json!({}), false),
        ] {
            assert_eq!(run(&mut widget, event, &data), 1, "{event}");
            assert_eq!(widget.is_open(widget.modal("box").unwrap()), open, "{event}");
        }
        assert_eq!(run(&mut widget, "counter:open", &json!({})), 0);
        assert_eq!(run(&mut widget, "modal:close", &json!({"componentId": "dark"})), 0);
    }

    #[test]
    fn events_open_and_close_modals_of_blocks() {
        let modal = json!({"type": "modal", "id": "ask", "reset_on_close": true, "blocks": [
            {"type": "toggle", "id": "in"}]});
        let mut widget = Widget::page(vec![serde_json::from_value(modal).unwrap()]).unwrap();
        let value = |widget: &Widget, id: &str| widget.block_value(widget.block(id).unwrap());
        let closed = json!({"componentId": "ask"});
        for (event, data, open) in [
            ("ask:open", json!({}), true),
            ("ask:close", json!({}), false),
            ("ask:toggle", json!({}), true),
            ("modal:close", closed, false),
            ("ask:toggle", json!({}), true),
            ("ask:reset", json!({}), false),
        ] {
            run(&mut widget, "toolbar:change", &json!({"value": true, "componentId": "in"}));
            assert_eq!(run(&mut widget, event, &data), 1, "{event}");
            assert_eq!(value(&widget, "ask"), Some(json!(open)), "{event}");
            let inside = widget.value(widget.component("in").unwrap());
            assert_eq!(inside, Some(json!(open)), "{event}: what was set inside is kept or not");
        }
    }

    #[test]
    fn callbacks_map_any_event() {
        let callbacks: BTreeMap<EventName, Action> = serde_json::from_value(json!({
            "app:more": {"action": "increment", "target": "counter", "by": 0.1},
            "app:say": {"action": "set", "target": "state", "value": "said"},
            "app:ring": {"action": "emit", "event": "app:bell", "data": {"loud": true}},
            "app:off": {"action": "set", "target": "dark", "value": false},
        }))
        .unwrap();
        let mut widget = widget().with_callbacks(callbacks);
        run(&mut widget, "app:more", &json!({}));
        run(&mut widget, "app:more", &json!({}));
        assert_eq!(text(&widget, "counter"), "5.2");
        run(&mut widget, "app:say", &json!({}));
        assert_eq!(text(&widget, "state"), "said");
        assert_eq!(run(&mut widget, "app:ring", &json!({})), 1);
        run(&mut widget, "app:off", &json!({}));
        assert_eq!(widget.value(widget.component("dark").unwrap()), Some(json!(false)));
    }

    #[test]
    fn what_is_no_number_counts_as_zero() {
        assert_eq!(add("abc", 1.0), "1");
        assert_eq!(add("NaN", 1.0), "1");
        assert_eq!(add("1", -1.0), "0");
        assert_eq!(add("0.2", 0.1), "0.3");
        assert_eq!(add("9007199254740991", -1.0), "9007199254740990");
        assert_eq!(add("1e308", f64::MAX), "1e308");
    }
}
