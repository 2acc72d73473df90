//! A call with the names and words that were meant.

use rmcp::model::JsonObject;
use serde_json::Value;

use crate::tool::ToolEntry;
use crate::tool::error::ToolError;

/// Wrong places that one call is freed of.
const MAX_REPAIRS: usize = 8;

/// The arguments of a call that cannot be read, with the names and words that were meant; `None` if
/// they are not right then, or were right before.
pub(super) fn repaired(tool: &ToolEntry, given: &JsonObject) -> Option<JsonObject> {
    let mut call = Value::Object(given.clone());
    for repairs in 0..=MAX_REPAIRS {
        let Some(fault) = fault(tool, &call) else {
            return into_object(call).filter(|_| repairs > 0);
        };
        call = with_what_was_meant(&call, &fault)?;
        tool.types.adapt(call.as_object_mut()?);
    }
    None
}

/// A place in arguments, as a JSON pointer (RFC 6901), and what is wrong there.
#[derive(Debug)]
struct Fault {
    place: String,
    problem: String,
}

fn fault(tool: &ToolEntry, call: &Value) -> Option<Fault> {
    let arguments = call.as_object()?.clone();
    let Err(ToolError::Argument { name, problem }) = (tool.check)(arguments) else { return None };
    // The next one is found when this one is put right.
    let (mut path, mut problem) = (name, problem.lines().next()?);
    // The path ends at what has a type; the text goes on: `in a row: in blocks[0]: `.
    while let Some((inside, rest)) =
        problem.strip_prefix("in ").and_then(|rest| rest.split_once(": "))
    {
        if inside.contains(['[', '.']) {
            path = format!("{path}.{inside}");
        }
        problem = rest;
    }
    let steps = path.split(['.', '[', ']']).filter(|step| !step.is_empty());
    let place = steps.fold(String::new(), |place, step| inside(&place, step));
    Some(Fault { place, problem: problem.to_owned() })
}

/// The place of a member.
fn inside(place: &str, name: &str) -> String {
    format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn into_object(value: Value) -> Option<JsonObject> {
    match value {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// The call with the name or the word that the problem suggests.
fn with_what_was_meant(call: &Value, fault: &Fault) -> Option<Value> {
    let (before, after) = fault.problem.split_once("did you mean \"")?;
    let (wrong, meant) = (before.split('"').nth(1)?, after.split('"').next()?);
    let outer = fault.place.rsplit_once('/').map(|(outer, _)| outer);
    [Some(&*fault.place), outer].into_iter().flatten().find_map(|place| {
        let mut call = call.clone();
        let object = call.pointer_mut(place)?.as_object_mut()?;
        if object.contains_key(wrong) && object.contains_key(meant) {
            return None;
        }
        if let Some(value) = object.remove(wrong) {
            object.insert(meant.to_owned(), value);
        } else {
            *object.values_mut().find(|value| *value == wrong)? = meant.into();
        }
        Some(call)
    })
}
