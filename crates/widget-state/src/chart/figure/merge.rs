//! Putting a value at a path, by the rules of JSON Merge Patch.

use serde_json::{Map, Value};

use crate::chart::figure::path::Step;
use crate::chart::typed_array::{TypedArray, list_of};
use crate::json::encoded_len;

/// Returns the reason a value cannot be put there; `None` if it can.
pub(super) fn obstacle(root: &Map<String, Value>, steps: &[Step]) -> Option<String> {
    let [Step::Key(first), rest @ ..] = steps else {
        return Some("it does not begin with a name".into());
    };
    obstacle_below(root.get(first), rest)
}

fn obstacle_below(current: Option<&Value>, steps: &[Step]) -> Option<String> {
    let [step, rest @ ..] = steps else { return None };
    let next = match (current, step) {
        (None | Some(Value::Null), Step::Key(_) | Step::Index(0)) => None,
        (Some(Value::Object(object)), Step::Key(key)) => object.get(key),
        (Some(Value::Array(list)), Step::Index(index)) if *index <= list.len() => list.get(*index),
        (list, Step::Index(index)) if list.is_none_or(|list| list.is_array() || list.is_null()) => {
            let length = list.and_then(Value::as_array).map_or(0, Vec::len);
            return Some(format!("index {index} is beyond the end of a list of {length}"));
        }
        (_, Step::Key(key)) => {
            return Some(format!("there is no object that could have \"{key}\""));
        }
        (typed, Step::Index(index)) => {
            return match typed.and_then(list_of) {
                Some(list) => obstacle_below(Some(&Value::Array(list)), steps),
                None => Some(format!("there is no list that could have [{index}]")),
            };
        }
    };
    obstacle_below(next, rest)
}

/// Puts a list in the place of each typed one on the way to an element, so that the element can be
/// changed; of the one at the end of the path as well, if `and_the_last`. Returns the bytes of
/// JSON that went and that came.
pub(super) fn open_lists(
    root: &mut Map<String, Value>,
    steps: &[Step],
    and_the_last: bool,
) -> (usize, usize) {
    let [Step::Key(first), rest @ ..] = steps else { return (0, 0) };
    let (mut current, mut steps) = (root.get_mut(first), rest);
    let (mut gone, mut come) = (0, 0);
    while let Some(value) = current {
        let is_wanted = match steps.first() {
            Some(step) => matches!(step, Step::Index(_)),
            None => and_the_last,
        };
        if value.is_object()
            && is_wanted
            && let Some(list) = list_of(value)
        {
            gone += encoded_len(value);
            *value = Value::Array(list);
            come += encoded_len(value);
        }
        let [step, rest @ ..] = steps else { break };
        current = match step {
            Step::Key(key) => value.get_mut(key),
            Step::Index(index) => value.get_mut(index),
        };
        steps = rest;
    }
    (gone, come)
}

/// Puts a value at a path that has no [`obstacle`]. An object is merged into one
/// that is there, null removes, anything else replaces (RFC 7396 section 2).
pub(super) fn put(root: &mut Map<String, Value>, steps: &[Step], value: &Value) {
    let [Step::Key(first), rest @ ..] = steps else { return };
    if rest.is_empty() {
        merge_at(root, first, value);
    } else if !value.is_null() || root.contains_key(first) {
        put_below(root.entry(first.as_str()).or_insert(Value::Null), rest, value);
    }
}

fn put_below(current: &mut Value, steps: &[Step], value: &Value) {
    let [step, rest @ ..] = steps else { return };
    if current.is_null() {
        if value.is_null() {
            return;
        }
        *current = match step {
            Step::Key(_) => Value::Object(Map::new()),
            Step::Index(_) => Value::Array(Vec::new()),
        };
    }
    match (current, step) {
        (Value::Object(object), Step::Key(key)) if rest.is_empty() => merge_at(object, key, value),
        (Value::Object(object), Step::Key(key)) if !value.is_null() || object.contains_key(key) => {
            put_below(object.entry(key.as_str()).or_insert(Value::Null), rest, value);
        }
        (Value::Array(list), Step::Index(index)) => {
            if *index == list.len() && !value.is_null() {
                list.push(Value::Null);
            }
            if *index >= list.len() {
                return;
            }
            if !rest.is_empty() {
                put_below(&mut list[*index], rest, value);
            } else if value.is_null() {
                list.remove(*index);
            } else {
                merge(&mut list[*index], value);
            }
        }
        _ => {}
    }
}

fn merge_at(object: &mut Map<String, Value>, key: &str, patch: &Value) {
    if patch.is_null() {
        object.remove(key);
    } else {
        merge(object.entry(key).or_insert(Value::Null), patch);
    }
}

/// `MergePatch` of RFC 7396 section 2. A typed list replaces, as any list does.
fn merge(target: &mut Value, patch: &Value) {
    if TypedArray::of(patch).is_some() {
        *target = patch.clone();
        return;
    }
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    if let Value::Object(target) = target {
        for (key, value) in patch {
            merge_at(target, key, value);
        }
    }
}

/// The value at a path.
pub(super) fn at<'a>(root: &'a Map<String, Value>, steps: &[Step]) -> Option<&'a Value> {
    let [Step::Key(first), rest @ ..] = steps else { return None };
    rest.iter().try_fold(root.get(first)?, |current, step| match step {
        Step::Key(key) => current.get(key),
        Step::Index(index) => current.get(index),
    })
}

/// The value at a path, to be changed.
pub(super) fn at_mut<'a>(
    root: &'a mut Map<String, Value>,
    steps: &[Step],
) -> Option<&'a mut Value> {
    let [Step::Key(first), rest @ ..] = steps else { return None };
    rest.iter().try_fold(root.get_mut(first)?, |current, step| match step {
        Step::Key(key) => current.get_mut(key),
        Step::Index(index) => current.get_mut(index),
    })
}
