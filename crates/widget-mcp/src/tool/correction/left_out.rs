//! The arguments of a caller that a call put right no longer has.

use serde_json::{Map, Value};

/// The paths of members that `call` has neither by their name nor, in the same object, by another.
pub(super) fn left_out(given: &Map<String, Value>, call: &Map<String, Value>) -> Vec<String> {
    let mut paths = Vec::new();
    compare(given, call, "", &mut paths);
    paths
}

fn compare(
    given: &Map<String, Value>,
    call: &Map<String, Value>,
    path: &str,
    paths: &mut Vec<String>,
) {
    let dot = if path.is_empty() { "" } else { "." };
    let mut renamed: Vec<&Value> = call
        .iter()
        .filter(|(name, _)| !given.contains_key(*name))
        .map(|(_, value)| value)
        .collect();
    for (name, value) in given {
        let path = format!("{path}{dot}{name}");
        match call.get(name) {
            Some(kept) => compare_values(value, kept, &path, paths),
            None => match renamed.iter().position(|other| *other == value) {
                Some(place) => drop(renamed.remove(place)),
                None => paths.push(path),
            },
        }
    }
}

fn compare_values(given: &Value, call: &Value, path: &str, paths: &mut Vec<String>) {
    match (given, call) {
        (Value::Object(given), Value::Object(call)) => compare(given, call, path, paths),
        (Value::Array(given), Value::Array(call)) => {
            for (index, (given, call)) in given.iter().zip(call).enumerate() {
                compare_values(given, call, &format!("{path}[{index}]"), paths);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_that_are_gone_are_named_and_renamed_ones_are_not() {
        let given = json!({"titel": "x", "gone": 1, "list": [{"a": 1, "b": 2}, 3], "kept": "y"});
        let call = json!({"title": "x", "list": [{"a": 5}, 3], "kept": "z", "new": 7});
        let paths = left_out(given.as_object().unwrap(), call.as_object().unwrap());
        assert_eq!(paths, ["gone", "list[0].b"]);
    }
}
