//! Another name in the place of one that is wrong.

use serde_json::Value;

/// Writes another name wherever a name stands: as a value, as a key, or as the namespace of an
/// event. Returns whether it stood somewhere.
pub(super) fn rename(value: &mut Value, name: &str, other: &str) -> bool {
    match value {
        Value::String(text) => match text.strip_prefix(name) {
            Some(rest) if rest.is_empty() || rest.starts_with(':') => {
                *text = format!("{other}{rest}");
                true
            }
            _ => false,
        },
        Value::Array(items) => {
            items.iter_mut().fold(false, |found, item| found | rename(item, name, other))
        }
        Value::Object(members) => {
            let moved = members.remove(name);
            let has_moved = moved.is_some();
            if let Some(value) = moved {
                members.entry(other).or_insert(value);
            }
            members.values_mut().fold(has_moved, |found, value| found | rename(value, name, other))
        }
        _ => false,
    }
}
