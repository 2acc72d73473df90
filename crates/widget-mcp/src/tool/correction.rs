//! The call that was meant, for the error of one that is wrong.

mod left_out;
mod own_names;
mod rename;

use std::fmt;

use rmcp::model::JsonObject;
use serde_json::Value;
use widget_state::{Widget, WidgetId};

use self::left_out::left_out;
use self::own_names::OwnNames;
use self::rename::rename;
use crate::tool::ToolEntry;
use crate::tool::arguments::{fits, is_content};
use crate::tool::error::ToolError;
use crate::tool::names::meant;
use crate::tool::repair::repaired;

/// Bytes of all arguments that are repeated to the caller.
const MAX_SHOWN: usize = 800;

/// The argument that stays whatever else is wrong.
const WIDGET: &str = "widget_id";

/// The argument that makes a call depend on what the widget was.
const CONDITION: &str = "if_revision";

/// The words before the name that was meant, at the end of a problem.
const SUGGESTS: &str = "did you mean ";

/// The arguments of a caller; `None` if they are too long to be repeated.
pub(crate) fn sketch(arguments: &JsonObject) -> Option<JsonObject> {
    let mut room = MAX_SHOWN;
    let is_short = arguments.values().all(|value| fits(value, &mut room));
    is_short.then(|| arguments.clone())
}

/// A call of the caller with its faults put right.
#[derive(Debug)]
pub(crate) struct CorrectCall {
    tool: String,
    arguments: Value,
    /// The paths of what the caller gave and it no longer has.
    left_out: Vec<String>,
}

impl fmt::Display for CorrectCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A correct call")?;
        if !self.left_out.is_empty() {
            write!(f, ", without {}", self.left_out.join(", "))?;
        }
        write!(f, ": {} {}", self.tool, self.arguments)
    }
}

/// The call of the caller with its faults put right: with the names that the widget of the call
/// has, or without what is wrong. `None` if content would be left out with it, if content is
/// missing that only the caller has, or if the same would be wrong again.
///
/// `wrong` is the path of the argument that was not right, and empty when a name is; `problem` may
/// end with the value that was meant.
pub(crate) fn correct_call(
    tool: &ToolEntry,
    given: &JsonObject,
    (wrong, problem): (&str, &str),
    widget: Option<&Widget>,
) -> Option<CorrectCall> {
    // Without the condition it would undo what the caller has not seen.
    if wrong == CONDITION {
        return None;
    }
    let mut call = put_right(tool, given, (wrong, problem), widget)?;
    // An error names one fault; each argument may have another.
    for _ in 0..=given.len() {
        let Err(error) = (tool.check)(call.clone()) else {
            let left_out = left_out(given, &call);
            let tool = tool.description.name.to_string();
            return (call != *given).then_some(CorrectCall {
                tool,
                arguments: call.into(),
                left_out,
            });
        };
        let ToolError::Argument { name, problem } = error else { return None };
        call = put_right(tool, &call, (&name, &problem), widget)?;
    }
    None
}

/// The arguments without one fault.
fn put_right(
    tool: &ToolEntry,
    given: &JsonObject,
    (wrong, problem): (&str, &str),
    widget: Option<&Widget>,
) -> Option<JsonObject> {
    let mended = wrong.contains(['.', '[']).then(|| repaired(tool, given)).flatten();
    mended
        .or_else(|| renamed(tool, given, (wrong, problem), widget))
        .or_else(|| OwnNames::new(tool, given, widget?).in_place((wrong, problem)))
        .or_else(|| completed(tool, given, (wrong, problem), widget))
}

/// The arguments but for the wrong one, with the names and numbers that are missing.
fn completed(
    tool: &ToolEntry,
    given: &JsonObject,
    (wrong, problem): (&str, &str),
    widget: Option<&Widget>,
) -> Option<JsonObject> {
    let argument = wrong.split(['.', '[']).next().unwrap_or_default();
    let mut call = without(tool, given, argument)?;
    let has_own = call.keys().any(|name| name != WIDGET);
    // The widget of the example is not theirs; left out, it is the only one.
    if argument == WIDGET {
        match named_widget(problem, given.get(WIDGET)) {
            Some(widget) => drop(call.insert(WIDGET.to_owned(), widget.into())),
            // Without it the call would be about a widget that was not meant.
            None if is_id(given.get(WIDGET)) || !given.contains_key(WIDGET) => return None,
            None => {}
        }
    }
    let original: JsonObject = serde_json::from_str(tool.example).unwrap_or_default();
    let mut example = original.clone();
    if let Some(widget) = widget {
        OwnNames::new(tool, given, widget).adopt(&mut example);
    }
    if let Some(meant) = suggestion(problem)
        && example.get(wrong).is_some_and(Value::is_string)
    {
        example.insert(wrong.to_owned(), meant.into());
    }
    for (name, value) in example.into_iter().filter(|(name, _)| *name != WIDGET) {
        let is_needed = is_required(tool, &name) || name == argument || !has_own;
        if is_needed && !call.contains_key(&name) {
            // Content of the example would spoil what the widget shows.
            let is_example = original.get(&name) == Some(&value);
            let is_free = value.is_number() || value.is_boolean();
            if !is_free && (is_example || is_content(&value)) {
                return None;
            }
            call.insert(name, value);
        }
    }
    Some(call)
}

/// The arguments that were right, with their known names; `None` if the others are content.
fn without(tool: &ToolEntry, given: &JsonObject, wrong: &str) -> Option<JsonObject> {
    let known = tool.description.input_schema.get("properties").and_then(Value::as_object);
    let known: Vec<&str> = known.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    // Of a path into an argument that does not begin with its name only the widget is kept.
    let is_clear = wrong.is_empty() || known.contains(&wrong);
    let mut call = JsonObject::new();
    for (name, value) in given {
        let known_name = match meant(name, &known) {
            _ if known.contains(&name.as_str()) => Some(name.as_str()),
            Some(near) if !given.contains_key(near) => Some(near),
            _ => None,
        };
        match known_name.filter(|name| *name != wrong && (is_clear || *name == WIDGET)) {
            Some(name) => {
                call.insert(name.to_owned(), value.clone());
            }
            None if is_content(value) => return None,
            None => {}
        }
    }
    Some(call)
}

/// The arguments with the name that the problem suggests in the place of the one that it quotes
/// last, in the argument that is wrong.
fn renamed(
    tool: &ToolEntry,
    given: &JsonObject,
    (wrong, problem): (&str, &str),
    widget: Option<&Widget>,
) -> Option<JsonObject> {
    let meant = suggestion(problem)?;
    let (before, _) = problem.rsplit_once(SUGGESTS)?;
    let quoted = before.rsplit('"').nth(1)?;
    // An earlier change of the call has removed what has this name; another is not meant.
    if widget.is_some_and(|widget| has(widget, quoted)) {
        return None;
    }
    let mut call = given.clone();
    let argument = wrong.split(['.', '[']).next().unwrap_or_default();
    let is_renamed = match call.get_mut(argument) {
        Some(value) => rename(value, quoted, meant),
        None => call.values_mut().any(|value| rename(value, quoted, meant)),
    };
    (is_renamed && (tool.check)(call.clone()).is_ok()).then_some(call)
}

fn has(widget: &Widget, id: &str) -> bool {
    widget.part(id).is_some() || widget.elements_now().iter().any(|(element, _)| *element == id)
}

fn is_id(given: Option<&Value>) -> bool {
    given.and_then(Value::as_str).is_some_and(|given| given.parse::<WidgetId>().is_ok())
}

/// The widget that a problem suggests for the one that was given.
fn named_widget<'a>(problem: &'a str, given: Option<&Value>) -> Option<&'a str> {
    let (_, suggested) = problem.rsplit_once(SUGGESTS)?;
    let mut words = suggested.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.find(|word| word.parse::<WidgetId>().is_ok() && given.is_none_or(|given| given != word))
}

/// The first name in a problem that ends with a suggestion.
fn suggestion(problem: &str) -> Option<&str> {
    let (_, rest) = problem.rsplit_once(SUGGESTS)?;
    let (names, _) = rest.split_once('?')?;
    names.trim_start_matches('"').split('"').next()
}

fn is_required(tool: &ToolEntry, name: &str) -> bool {
    let required = tool.description.input_schema.get("required").and_then(Value::as_array);
    required.is_some_and(|required| required.iter().any(|one| one == name))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tools;

    fn correct(tool: &str, given: &Value, wrong: &str) -> Value {
        correct_with(tool, given, wrong, "")
    }

    fn correct_with(tool: &str, given: &Value, wrong: &str, problem: &str) -> Value {
        corrected(tool, given, (wrong, problem)).unwrap()
    }

    fn corrected(tool: &str, given: &Value, error: (&str, &str)) -> Option<Value> {
        let tool = tools::all().iter().find(|one| one.description.name == tool).unwrap();
        let call = correct_call(tool, given.as_object().unwrap(), error, None)?;
        Some(call.arguments)
    }

    /// The error of a call, and its correction.
    fn corrected_by_itself(tool: &str, given: &Value) -> (String, Option<Value>) {
        let entry = tools::all().iter().find(|one| one.description.name == tool).unwrap();
        let Err(ToolError::Argument { name, problem }) =
            (entry.check)(given.as_object().unwrap().clone())
        else {
            panic!("{given} is wrong");
        };
        let call = corrected(tool, given, (&name, &problem));
        (format!("{name}: {problem}"), call)
    }

    #[test]
    fn what_was_right_stays() {
        let id = "fedcba9876543210fedcba9876543210";
        let given = json!({"widget_id": id, "after": "five", "limit": 7});
        let call = correct("get_events", &given, "after");
        assert_eq!(call, json!({"widget_id": id, "limit": 7, "after": 0}));
        let given = json!({"widget_id": id, "componentid": "a", "text": "x"});
        let call = correct("set_content", &given, "");
        assert_eq!(call, json!({"widget_id": id, "component_id": "a", "text": "x"}));
    }

    #[test]
    fn every_fault_is_put_right() {
        let given = json!({"after": "five", "limit": "many", "lmt": 3, "widget_id": "x"});
        assert_eq!(correct("get_events", &given, "after"), json!({"after": 0}));
    }

    #[test]
    fn a_widget_is_one_that_is_there_or_left_out() {
        let call = correct("get_events", &json!({"after": "five"}), "after");
        assert!(call.get("widget_id").is_none(), "{call}");
        let id = "fedcba9876543210fedcba9876543210";
        let problem =
            format!("there are 2 widgets, so say which one: {id} \"A\", {} \"B\"", "0".repeat(32));
        assert_eq!(
            corrected("show_toast", &json!({"message": "x"}), ("widget_id", &problem)),
            None
        );
        let gone = "0".repeat(32);
        let problem = format!("there is no widget {gone}; did you mean {id}?");
        let call = correct_with("get_widget", &json!({"widget_id": gone}), "widget_id", &problem);
        assert_eq!(call, json!({"widget_id": id}));
        // It is not for us to choose another one to be changed or destroyed.
        let unknown = format!("there is no widget {gone}");
        for (tool, given, problem) in [
            ("destroy_widget", json!({"widget_id": gone}), &*unknown),
            ("set_content", json!({"widget_id": gone, "component_id": "a", "text": "x"}), &unknown),
            ("request_chart_state", json!({}), "this widget is html, not a chart"),
        ] {
            assert_eq!(corrected(tool, &given, ("widget_id", problem)), None, "{tool}");
        }
    }

    #[test]
    fn it_uses_what_the_widget_has() {
        let given = json!({"component_id": "cuonter", "text": "5"});
        let problem = "no element \"cuonter\"; did you mean \"counter\"?";
        let call = correct_with("set_content", &given, "component_id", problem);
        assert_eq!(call, json!({"component_id": "counter", "text": "5"}));
    }

    #[test]
    fn the_name_that_was_meant_is_written_where_the_wrong_one_stood() {
        let problem = "\"app:more\" changes the element \"coutn\", which is not there; did you mean \"count\"?";
        let given = json!({"html": "<b id=count>0</b>", "title": "coutn",
            "callbacks": {"app:more": {"action": "increment", "target": "coutn"}}});
        let call = correct_with("create_widget", &given, "callbacks", problem);
        assert_eq!(
            call["callbacks"]["app:more"],
            json!({"action": "increment", "target": "count"})
        );
        assert_eq!((&call["html"], &call["title"]), (&given["html"], &given["title"]));
        let given = json!({"html": "<b id=count>0</b>", "toolbars": [{"position": "top",
            "items": [{"type": "button", "label": "Go", "event": "coutn:increment"}]}]});
        let problem = "\"coutn:increment\" changes the element \"coutn\", which is not there; did you mean \"count\"?";
        let call = correct_with("create_widget", &given, "toolbars", problem);
        assert_eq!(call["toolbars"][0]["items"][0]["event"], "count:increment");
        let given = json!({"values": {"drak": true, "size": 3}});
        let problem = "no element \"drak\"; did you mean \"dark\"?";
        let call = correct_with("set_toolbar_values", &given, "values.drak", problem);
        assert_eq!(call, json!({"values": {"dark": true, "size": 3}}));
        let problem =
            "there is no component \"buton\"; did you mean button?; there are button, select";
        let call = correct_with(
            "get_component_docs",
            &json!({"component": "buton"}),
            "component",
            problem,
        );
        assert_eq!(call, json!({"component": "button"}));
    }

    #[test]
    fn another_name_keeps_its_value() {
        let call = correct("show_dataframe", &json!({"data": [{"a": 1}]}), "");
        assert_eq!(call["data_json"], json!([{"a": 1}]), "{call}");
    }

    #[test]
    fn content_is_neither_left_out_nor_that_of_the_example() {
        let id = "fedcba9876543210fedcba9876543210";
        let state = json!({"sort": [{"field": "nme", "direction": "asc"}]});
        let html = "<widget-block id=a></widget-block>";
        for (tool, given, wrong) in [
            ("update_chart", json!({"widget_id": id, "extend": {"x": [[1]]}}), "extend"),
            (
                "update_chart",
                json!({"widget_id": id, "extend": {"x": [[1]]}, "reset_zoom": true}),
                "extend",
            ),
            ("update_chart", json!({"widget_id": id, "layout": 3}), "layout"),
            ("update_chart", json!({"widget_id": id, "colours": {"a": 1}}), ""),
            (
                "update_chart",
                json!({"widget_id": id, "restyle": {"y": [[1]]}, "traces": [2]}),
                "traces",
            ),
            ("update_chart", json!({"widget_id": id}), ""),
            ("set_content", json!({"widget_id": id, "component_id": "a"}), "text"),
            ("navigate", json!({"widget_id": id, "url": 3}), "url"),
            ("restore_grid_state", json!({"widget_id": id, "state": state}), "field"),
            ("restore_grid_state", json!({"widget_id": id}), ""),
            (
                "create_widget",
                json!({"html": html, "blocks": [{"type": "metric", "value": 1}]}),
                "blocks",
            ),
        ] {
            assert_eq!(corrected(tool, &given, (wrong, "")), None, "{tool} {given}");
        }
        let given = json!({"widget_id": id, "reset_zoom": true, "max_points": 3});
        let call = correct("update_chart", &given, "max_points");
        assert_eq!(call, json!({"widget_id": id, "reset_zoom": true}));
        let call = correct("destroy_widget", &json!({"widget_id": id, "force": true}), "");
        assert_eq!(call, json!({"widget_id": id}));
    }

    #[test]
    fn content_inside_of_an_argument_is_not_left_out() {
        for (block, mended) in [
            (json!({"type": "table", "rows": [[1, 2]], "columns": [{"field": "a"}]}), false),
            (json!({"type": "table", "rows": [{"a": 1}], "height": {"of": "a"}}), false),
            (json!({"type": "chart", "figur": {"data": []}}), true),
            (json!({"type": "table", "rowz": [{"a": 1}]}), true),
        ] {
            let given = json!({"blocks": [block]});
            let (problem, call) = corrected_by_itself("create_widget", &given);
            assert_eq!(call.is_some(), mended, "{problem}: {call:?}");
            if let Some(call) = call {
                let members = call["blocks"][0].as_object().unwrap();
                assert_eq!(members.len(), block.as_object().unwrap().len(), "{call}");
            }
        }
    }

    #[test]
    fn what_was_right_inside_of_an_argument_stays() {
        let column = |member: (&str, Value)| {
            let mut column = json!({"field": "a"});
            column[member.0] = member.1;
            json!({"data_json": "[]", "columns": [column, {"field": "b", "title": "B"}]})
        };
        let button = |member: (&str, Value)| {
            let mut button = json!({"type": "button", "label": "Go"});
            button[member.0] = member.1;
            let more = json!({"type": "toggle", "label": "On", "value": true});
            json!({"html": "<p>", "toolbars": [{"position": "top", "items": [more, button]}]})
        };
        let row = |member: (&str, Value)| {
            let mut block = json!({"type": "html", "html": "<p>"});
            block[member.0] = member.1;
            json!({"blocks": [{"type": "row", "blocks": [{"type": "divider"}, block]}]})
        };
        let right = ("label", json!("Go"));
        for (tool, given, expected) in [
            ("show_dataframe", column(("titel", json!("A"))), column(("title", json!("A")))),
            ("show_dataframe", column(("format", json!("monney"))), column(("field", json!("a")))),
            ("create_widget", button(("evnt", json!("a:b"))), button(("event", json!("a:b")))),
            ("create_widget", button(("event", json!("noname"))), button(right.clone())),
            ("create_widget", button(("type", json!("buton"))), button(right.clone())),
            ("create_widget", button(("disabled", json!("sometimes"))), button(right)),
            ("create_widget", row(("clas_name", json!("x"))), row(("class_name", json!("x")))),
            ("create_widget", row(("span", json!("all"))), row(("html", json!("<p>")))),
        ] {
            let tool = tools::all().iter().find(|one| one.description.name == tool).unwrap();
            let given = given.as_object().unwrap();
            let Err(ToolError::Argument { name, problem }) = (tool.check)(given.clone()) else {
                panic!("{given:?} is wrong");
            };
            let call = correct_call(tool, given, (&name, &problem), None).unwrap();
            assert_eq!(call.arguments, expected, "{name}: {problem}");
        }
    }

    #[test]
    fn long_calls_are_not_repeated() {
        let given = json!({"html": "x".repeat(1_000), "height": "tall"});
        assert_eq!(sketch(given.as_object().unwrap()), None);
    }
}
