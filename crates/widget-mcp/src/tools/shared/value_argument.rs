//! Values of components as models write them.

use serde_json::{Value, json};
use widget_state::{Block, BlockKind, Choice, Part};

/// The value that a part takes: for one that takes no text the number or other value that a text
/// says, as models write it, for a list its only item, and for an option its label.
///
/// # Errors
///
/// The fault of a value that the part would take although no page shows it, in words.
pub(crate) fn said(part: Part<'_>, value: Value) -> Result<Value, String> {
    let value = accepted(part, value);
    match part {
        Part::Block(Block { kind: BlockKind::Form(form), .. }) => form.with_own_times(value),
        _ => Ok(value),
    }
}

fn accepted(part: Part<'_>, value: Value) -> Value {
    let accepted = |value: &Value| part.accepts(value);
    if accepted(&value) {
        return value;
    }
    let as_range = || match value.as_array()?.as_slice() {
        [start, end] => Some(json!({"start": start, "end": end})),
        _ => None,
    };
    let as_list = || Some(Value::Array(vec![value.clone()]));
    let chosen = || match part {
        Part::Component(component) => chosen(component.options(), &value),
        _ => None,
    };
    let chosen_alone = || chosen().map(|chosen| Value::Array(vec![chosen]));
    let said = Some(in_texts(&value)).filter(accepted);
    let said = said.or_else(|| as_range().filter(accepted)).or_else(|| as_list().filter(accepted));
    let said = said.or_else(|| chosen().filter(accepted));
    said.or_else(|| chosen_alone().filter(accepted)).unwrap_or(value)
}

/// The value with what its texts say, also inside objects.
fn in_texts(value: &Value) -> Value {
    match value {
        Value::String(text) => in_text(text).unwrap_or_else(|| value.clone()),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), in_texts(value))).collect()
        }
        _ => value.clone(),
    }
}

/// The values of the options that are named, by labels or in another case, where each is of one
/// option alone.
fn chosen(options: &[Choice], named: &Value) -> Option<Value> {
    match named {
        Value::String(name) => {
            let is = |text: &str| text.trim().eq_ignore_ascii_case(name.trim());
            let mut found = options.iter().filter(|option| is(&option.value) || is(&option.label));
            let option = found.next()?;
            found.next().is_none().then(|| Value::String(option.value.clone()))
        }
        Value::Number(number) => chosen(options, &number.to_string().into()),
        Value::Array(names) => names.iter().map(|name| chosen(options, name)).collect(),
        _ => None,
    }
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
