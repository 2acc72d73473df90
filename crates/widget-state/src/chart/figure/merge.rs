//! Putting a value at a path, by the rules of JSON Merge Patch.

use serde_json::{Map, Value};

use crate::chart::figure::path::Step;

/// Returns the reason a value cannot be put there; `None` if it can.
pub(super) fn obstacle(root: &Map<String, Value>, steps: &[Step]) -> Option<String> {
    let [Step::Key(first), rest @ ..] = steps else {
        return Some("it does not begin with a name".into());
    };
    let mut current = root.get(first);
    for step in rest {
        current = match (current, step) {
            (None | Some(Value::Null), Step::Key(_) | Step::Index(0)) => None,
            (Some(Value::Object(object)), Step::Key(key)) => object.get(key),
            (Some(Value::Array(list)), Step::Index(index)) if *index <= list.len() => {
                list.get(*index)
            }
            (list, Step::Index(index))
                if list.is_none_or(|list| list.is_array() || list.is_null()) =>
            {
                let length = list.and_then(Value::as_array).map_or(0, Vec::len);
                return Some(format!("index {index} is beyond the end of a list of {length}"));
            }
            (_, Step::Key(key)) => {
                return Some(format!("there is no object that could have \"{key}\""));
            }
            (_, Step::Index(index)) => {
                return Some(format!("there is no list that could have [{index}]"));
            }
        };
    }
    None
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

/// `MergePatch` of RFC 7396 section 2.
fn merge(target: &mut Value, patch: &Value) {
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
