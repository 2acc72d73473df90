//! Values of components as models write them.

use serde_json::{Value, json};
use widget_state::Part;

/// The value that a part takes: for one that takes no text the number or other value that a text
/// says, as models write it, and a list for its only item.
pub(crate) fn said(part: Part<'_>, value: Value) -> Value {
    if part.accepts(&value) {
        return value;
    }
    let said = match &value {
        Value::String(text) => in_text(text),
        Value::Object(members) => {
            let said = |value: &Value| value.as_str().and_then(in_text);
            let said = members
                .iter()
                .map(|(name, value)| (name.clone(), said(value).unwrap_or_else(|| value.clone())));
            Some(Value::Object(said.collect()))
        }
        Value::Array(ends) => match &ends[..] {
            [start, end] => Some(json!({"start": start, "end": end})),
            _ => None,
        },
        _ => None,
    };
    let as_list = || Some(Value::Array(vec![value.clone()]));
    let accepted = |value: &Value| part.accepts(value);
    said.filter(accepted).or_else(|| as_list().filter(accepted)).unwrap_or(value)
}

/// The value that all of a text is the JSON of, but for `null` and a text.
fn in_text(text: &str) -> Option<Value> {
    let text = text.trim();
    let value: Option<Value> = serde_json::from_str(text).ok();
    let boolean = || match &*text.to_ascii_lowercase() {
        "true" | "on" | "yes" => Some(Value::Bool(true)),
        "false" | "off" | "no" => Some(Value::Bool(false)),
        _ => None,
    };
    value.or_else(boolean).filter(|value| !value.is_null() && !value.is_string())
}
