//! The call that was meant, for the error of one that is wrong.

mod rename;

use std::fmt;

use rmcp::model::JsonObject;
use serde_json::Value;
use widget_state::{Widget, WidgetId, is_typing_error};

use self::rename::rename;
use crate::tool::ToolEntry;
use crate::tool::arguments::fits;
use crate::tool::repair::repaired;

/// Bytes of all arguments that are repeated to the caller.
const MAX_SHOWN: usize = 800;

/// The argument that names a widget.
const WIDGET: &str = "widget_id";

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
}

impl fmt::Display for CorrectCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A correct call: {} {}", self.tool, self.arguments)
    }
}

/// The call of the caller with other names and words in the place of those that are wrong, and all
/// else as it was given. `None` where that is not all that was wrong: a call that says less than the
/// caller, or something else, is followed all the same.
///
/// `wrong` is the path of the argument that was not right, and empty when a name is; `problem` may
/// end with the value that was meant.
pub(crate) fn correct_call(
    tool: &ToolEntry,
    given: &JsonObject,
    (wrong, problem): (&str, &str),
    widget: Option<&Widget>,
) -> Option<CorrectCall> {
    let call = repaired(tool, given)
        .or_else(|| of_named_widget(given, (wrong, problem)))
        .or_else(|| renamed(given, (wrong, problem), widget))?;
    let is_right = call != *given && (tool.check)(call.clone()).is_ok();
    let tool = tool.description.name.to_string();
    is_right.then(|| CorrectCall { tool, arguments: call.into() })
}

/// The arguments with the widget that the problem suggests: one whose id was mistyped.
fn of_named_widget(given: &JsonObject, (wrong, problem): (&str, &str)) -> Option<JsonObject> {
    let (_, suggested) = problem.rsplit_once(SUGGESTS)?;
    let mut words = suggested.split(|letter: char| !letter.is_ascii_alphanumeric());
    let id = words.find(|word| word.parse::<WidgetId>().is_ok()).filter(|_| wrong == WIDGET)?;
    let mut call = given.clone();
    call.insert(WIDGET.to_owned(), id.into());
    Some(call)
}

/// The arguments with the name that the problem suggests in the place of the one that it quotes
/// last, in the argument that is wrong.
fn renamed(
    given: &JsonObject,
    (wrong, problem): (&str, &str),
    widget: Option<&Widget>,
) -> Option<JsonObject> {
    let (before, _) = problem.rsplit_once(SUGGESTS)?;
    let (meant, quoted) = (suggestion(problem)?, before.rsplit('"').nth(1)?);
    // One that is there was removed by an earlier change of the call; another is not meant.
    if !is_typing_error(quoted, meant) || widget.is_some_and(|widget| has(widget, quoted)) {
        return None;
    }
    let mut call = given.clone();
    let argument = wrong.split(['.', '[']).next().unwrap_or_default();
    let is_renamed = match call.get_mut(argument) {
        Some(value) => !removes(value, quoted) && rename(value, quoted, meant),
        None => call.values_mut().any(|value| rename(value, quoted, meant)),
    };
    is_renamed.then_some(call)
}

/// Returns whether one of the changes takes something of this name away, which is not guessed.
fn removes(changes: &Value, id: &str) -> bool {
    let mut changes = changes.as_array().into_iter().flatten();
    changes.any(|change| change["op"] == "remove" && change["id"] == id)
}

fn has(widget: &Widget, id: &str) -> bool {
    widget.part(id).is_some() || widget.elements_now().iter().any(|(element, _)| *element == id)
}

/// The first name in a problem that ends with a suggestion.
fn suggestion(problem: &str) -> Option<&str> {
    let (_, rest) = problem.rsplit_once(SUGGESTS)?;
    let (names, _) = rest.split_once('?')?;
    names.trim_start_matches('"').split('"').next()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tool::error::ToolError;
    use crate::tools;

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
    fn names_that_were_meant_are_put_in_and_all_else_stays() {
        let id = "fedcba9876543210fedcba9876543210";
        for (tool, given, meant) in [
            (
                "set_content",
                json!({"widget_id": id, "componentid": "a", "text": "x"}),
                json!({"widget_id": id, "component_id": "a", "text": "x"}),
            ),
            (
                "show_dataframe",
                json!({"data_json": "[]", "columns": [{"field": "a", "titel": "A"}]}),
                json!({"data_json": "[]", "columns": [{"field": "a", "title": "A"}]}),
            ),
            (
                "create_widget",
                json!({"html": "<p>", "toolbars": [{"items": [
                    {"type": "buton", "label": "Go", "evnt": "a:b"}]}]}),
                json!({"html": "<p>", "toolbars": [{"items": [
                    {"type": "button", "label": "Go", "event": "a:b"}]}]}),
            ),
            (
                "create_widget",
                json!({"blocks": [{"type": "row", "blocks": [{"type": "divider"},
                    {"type": "html", "html": "<p>", "clas_name": "x"}]}]}),
                json!({"blocks": [{"type": "row", "blocks": [{"type": "divider"},
                    {"type": "html", "html": "<p>", "class_name": "x"}]}]}),
            ),
            (
                "update_widget",
                json!({"changes": [{"op": "replace", "id": "a", "text": "x"}]}),
                json!({"changes": [{"op": "set", "id": "a", "text": "x"}]}),
            ),
            (
                "update_widget",
                json!({"changes": [{"op": "append", "id": "a", "markdown": "**x** y"}]}),
                json!({"changes": [{"op": "append", "id": "a", "text": "**x** y"}]}),
            ),
        ] {
            let (problem, call) = corrected_by_itself(tool, &given);
            assert_eq!(call, Some(meant), "{problem}");
        }
    }

    #[test]
    fn all_that_is_wrong_with_blocks_is_told_and_put_right() {
        let given = json!({"html": "<widget-block id=a></widget-block>", "blocks": {
            "a": {"type": "metric", "valu": 1}, "b": {"type": "card", "titel": "B"}}});
        let (problem, call) = corrected_by_itself("create_widget", &given);
        let lines: Vec<&str> = problem.lines().collect();
        assert!(lines[0].starts_with("blocks.a: a metric has no property \"valu\""), "{problem}");
        assert!(lines[1].starts_with("blocks.b: a card has no property \"titel\""), "{problem}");
        let blocks =
            json!({"a": {"type": "metric", "value": 1}, "b": {"type": "card", "title": "B"}});
        assert_eq!(call.unwrap()["blocks"], blocks);
    }

    /// One that said less, or something else, would be followed all the same.
    #[test]
    fn a_call_that_would_say_something_else_is_not_shown() {
        for (tool, given) in [
            ("get_events", json!({"after": "five", "limit": 7})),
            ("wait_for_events", json!({"timeout": 30})),
            ("create_widget", json!({"htlm": "<p>", "height": {"of": "a"}})),
            ("create_widget", json!({"toolbars": [{"type": "button", "label": "Go"}]})),
            (
                "create_widget",
                json!({"blocks": [{"type": "button", "label": "Go", "event": "go"}]}),
            ),
            ("create_widget", json!({"blocks": [{"type": "table", "rows": [], "width": 800}]})),
            ("update_widget", json!({"changes": [{"op": "class", "id": "a", "class": "big"}]})),
            ("update_widget", json!({"changes": [{"op": "move", "id": "a", "to": "b"}]})),
        ] {
            let (problem, call) = corrected_by_itself(tool, &given);
            assert_eq!(call, None, "{problem}");
        }
        let gone = "0".repeat(32);
        let unknown = format!("there is no widget {gone}");
        let several = format!("there are 2 widgets, so say which one: {gone} \"A\"");
        for (tool, given, wrong, problem) in [
            ("destroy_widget", json!({"widget_id": gone}), "widget_id", &*unknown),
            ("show_toast", json!({"message": "x"}), "widget_id", &several),
            (
                "update_widget",
                json!({"changes": [{"op": "remove", "id": "a"}], "if_revision": 1}),
                "if_revision",
                "the widget is at revision 3, not 1",
            ),
        ] {
            assert_eq!(corrected(tool, &given, (wrong, problem)), None, "{tool}");
        }
    }

    #[test]
    fn a_mistyped_name_of_the_widget_is_put_right_where_it_stands() {
        let id = "fedcba9876543210fedcba9876543210";
        let gone = "0".repeat(32);
        let problem = format!("there is no widget {gone}; did you mean {id}?");
        let call = correct_with("get_widget", &json!({"widget_id": gone}), "widget_id", &problem);
        assert_eq!(call, json!({"widget_id": id}));
        let given = json!({"component_id": "cuonter", "text": "5"});
        let problem = "no element \"cuonter\"; did you mean \"counter\"?";
        let call = correct_with("set_content", &given, "component_id", problem);
        assert_eq!(call, json!({"component_id": "counter", "text": "5"}));
        let problem = "\"app:more\" changes the element \"coutn\", which is not there; did you mean \"count\"?";
        let given = json!({"html": "<b id=count>0</b>", "title": "coutn",
            "callbacks": {"app:more": {"action": "increment", "target": "coutn"}}});
        let call = correct_with("create_widget", &given, "callbacks", problem);
        assert_eq!(call["callbacks"]["app:more"]["target"], "count");
        assert_eq!((&call["html"], &call["title"]), (&given["html"], &given["title"]));
        let given = json!({"values": {"drak": true, "size": 3}});
        let problem = "no element \"drak\"; did you mean \"dark\"?";
        let call = correct_with("set_toolbar_values", &given, "values.drak", problem);
        assert_eq!(call, json!({"values": {"dark": true, "size": 3}}));
    }

    /// Another part would be changed, or taken away, in its place.
    #[test]
    fn a_name_that_may_be_right_is_not_replaced() {
        let set = |id: &str| json!({"changes": [{"op": "set", "id": id, "text": "5"}]});
        let remove = |id: &str| json!({"changes": [{"op": "remove", "id": id}]});
        let problem =
            |id: &str, near: &str| format!("no element \"{id}\"; did you mean \"{near}\"?");
        for (given, id, near) in [
            (set("row-3"), "row-3", "row-1"),
            (set("md"), "md", "m"),
            (set("revenue-card"), "revenue-card", "revenue-chart"),
            (remove("totl"), "totl", "total"),
        ] {
            let error = ("changes[0]", &*problem(id, near));
            assert_eq!(corrected("update_widget", &given, error), None, "{given}");
        }
        // An earlier change of the same call has removed it.
        let widget = Widget::html("<b id=total></b><b id=totals></b>");
        let tool = tools::all().iter().find(|one| one.description.name == "update_widget").unwrap();
        let given = json!({"changes": [{"op": "class", "id": "total", "add": ["a"]}]});
        let problem = problem("total", "totals");
        let error = ("changes[0]", &*problem);
        let call = correct_call(tool, given.as_object().unwrap(), error, Some(&widget));
        assert!(call.is_none());
    }

    #[test]
    fn long_calls_are_not_repeated() {
        let given = json!({"html": "x".repeat(1_000), "height": "tall"});
        assert_eq!(sketch(given.as_object().unwrap()), None);
    }
}
