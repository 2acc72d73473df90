//! Reading the arguments of a call, with errors that say what to write instead.

use std::sync::Arc;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use widget_state::{JsonError, unknown_variant};

use crate::runtime::LARGE_MESSAGE_BYTES;
use crate::tool::error::ToolError;
use crate::tool::lenient::ArgumentTypes;
use crate::tool::names::{meant, word_for};

/// The problems that are told of, a line each. The caller may have written lines, too.
const MAX_LINES: usize = 12;

/// Reads typed arguments. The error names the argument, the problem and, where
/// there is one, the nearest name that is allowed.
pub(crate) fn parse<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, ToolError> {
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let name = if path == "." { String::new() } else { path };
        let message = error.into_inner().to_string();
        let mut problems = message.lines().take(MAX_LINES);
        let (first, words) = explained(&name, problems.next().unwrap_or_default());
        let others = problems.map(|problem| match explained(&name, problem) {
            (place, words) if place == name => format!("\n{words}"),
            (place, words) => format!("\n{place}: {words}"),
        });
        ToolError::argument(first, words + &others.collect::<String>())
    })
}

/// A place in an argument, and what is wrong there, in words.
fn explained(argument: &str, problem: &str) -> (String, String) {
    let inside = further_in(argument, problem);
    let (place, problem) = inside.unwrap_or_else(|| (argument.to_owned(), problem));
    (place, in_words(problem))
}

/// As [`parse`], of data whose types the schema of its argument does not tell: what cannot be read as
/// it stands is taken for what it says.
pub(crate) fn parse_leniently<T>(data: &JsonObject) -> Result<T, ToolError>
where
    T: DeserializeOwned + JsonSchema,
{
    parse(data.clone()).or_else(|_| {
        let mut said = data.clone();
        ArgumentTypes::of::<T>().adapt(&mut said);
        parse(said)
    })
}

/// The place and the problem where what was read as a whole says where in it: `in blocks[0]: `.
fn further_in<'a>(path: &str, message: &'a str) -> Option<(String, &'a str)> {
    let (place, problem) = message.strip_prefix("in ")?.split_once(": ")?;
    let inside = place.strip_prefix(path.rsplit('.').next()?)?;
    inside.starts_with(['[', '.']).then(|| (format!("{path}{inside}"), problem))
}

/// Returns whether there is so much to read in them that others should not wait for it.
pub(crate) fn are_large(arguments: &JsonObject) -> bool {
    let mut room = LARGE_MESSAGE_BYTES;
    !arguments.values().all(|value| fits(value, &mut room))
}

/// Subtracts the approximate size of a value from the room and returns whether it fits.
pub(crate) fn fits(value: &Value, room: &mut usize) -> bool {
    let bytes = if let Value::String(text) = value { text.len() } else { 4 };
    let Some(left) = room.checked_sub(bytes) else { return false };
    *room = left;
    match value {
        Value::Array(items) => items.iter().all(|item| fits(item, room)),
        Value::Object(fields) => fields.values().all(|field| fits(field, room)),
        _ => true,
    }
}

/// Rephrases a serde message for a reader who does not know Rust.
fn in_words(message: &str) -> String {
    let mut text = message.replace('`', "\"");
    for (rust, words) in RUST_TYPES {
        text = text.replace(&format!("expected {rust}"), &format!("expected {words}"));
    }
    for (rust, words) in RUST_KINDS {
        if let Some((before, rest)) = text.split_once(&format!("{rust} ")) {
            let after = rest.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric());
            text = format!("{before}{words}{after}");
        }
    }
    if let Some((_, way)) = WAYS.iter().find(|(problem, _)| message.starts_with(problem)) {
        return format!("{text}; {way}");
    }
    let meant = unknown_variant(message).or_else(|| meant_field(message));
    match meant.or_else(|| meant_word(message)) {
        Some(name) if !message.contains("did you mean") => {
            format!("{text}; did you mean \"{name}\"?")
        }
        _ => text,
    }
}

/// The field that was meant by serde's message about one that there is not.
fn meant_field(message: &str) -> Option<&str> {
    let mut quoted = message.strip_prefix("unknown field ")?.split('`').skip(1).step_by(2);
    meant(quoted.next()?, &quoted.collect::<Vec<_>>())
}

/// The word that was meant by serde's message about one that there is not.
fn meant_word(message: &str) -> Option<&str> {
    let (_, names) = message.split_once("unknown variant ")?;
    let mut quoted = names.split('`').skip(1).step_by(2);
    word_for(quoted.next()?, &quoted.collect::<Vec<_>>())
}

/// Messages about fields that callers look for in vain, and the ways that there are.
const WAYS: [(&str, &str); 5] = [
    (
        "unknown field `layout`",
        "blocks lay out blocks: {\"type\": \"grid\", \"columns\": 12, \"blocks\": [{…, \"span\": 8}]}, \
         and row, card and tabs; the layout of a chart is in its figure",
    ),
    (
        "unknown field `rows`, expected one of `id`, `html`",
        "rows go to the end, by append; `newest_first` of the table shows the last of them first",
    ),
    (
        "unknown field `max_rows`",
        "it is a property of the table: {\"op\": \"set\", \"id\": …, \"block\": {\"max_rows\": 100}}",
    ),
    ("unknown field `seconds", "timeout_ms is in milliseconds: 30 seconds are 30000"),
    ("unknown field `timeout", "timeout_ms is in milliseconds: 30 seconds are 30000"),
];

/// The names of types in serde messages, and their names in JSON.
const RUST_TYPES: [(&str, &str); 6] = [
    ("u32", "a whole number"),
    ("u64", "a whole number"),
    ("usize", "a whole number"),
    ("f64", "a number"),
    ("a sequence", "a list"),
    ("a map", "an object"),
];

/// Before the name of a Rust type in serde messages, and both in JSON.
const RUST_KINDS: [(&str, &str); 4] = [
    ("internally tagged enum", "an object with a type"),
    ("any variant of untagged enum", "any form that is allowed here"),
    ("struct", "an object"),
    ("enum", "a word"),
];

/// A JSON text, or the JSON value itself, which many models write instead.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transparent)]
pub(crate) struct JsonText(String);

impl JsonText {
    pub(crate) fn into_text(self) -> Arc<str> {
        self.0.into()
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::String(text) => {
                let mut text = encoded_once(text);
                match not_json(without_mark(&mut text)) {
                    Some(problem) => return Err(D::Error::custom(problem)),
                    None => text,
                }
            }
            value => value.to_string(),
        }))
    }
}

/// The JSON text that is in a JSON text, as `json.dumps(figure.to_json())` makes one.
fn encoded_once(text: String) -> String {
    if !text.trim_start().starts_with('"') {
        return text;
    }
    match serde_json::from_str::<String>(&text) {
        Ok(inner) if inner.trim_start().starts_with(['[', '{']) => inner,
        _ => text,
    }
}

/// Drops the byte-order mark that files of some programs begin with.
fn without_mark(text: &mut String) -> &str {
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    text
}

/// Names a text that was given in the place of the JSON of rows or a figure.
fn not_json(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if text.is_empty() || text.starts_with(['[', '{']) {
        return None;
    }
    let line = text.lines().next().unwrap_or_default();
    if text.lines().nth(1).is_some() && line.contains([',', ';', '\t']) {
        return Some(
            "this is CSV; write it as a JSON list of objects, such as [{\"city\": \"Oslo\", \"people\": 717710}]",
        );
    }
    let is_path = text.lines().nth(1).is_none() && line.contains(['/', '\\', '.']);
    is_path.then_some(
        "this looks like the path of a file; read the file and pass what is in it as JSON",
    )
}

/// Names the argument that held a malformed JSON text.
pub(crate) fn in_argument(name: &'static str) -> impl Fn(JsonError) -> ToolError {
    move |error| ToolError::argument(name, error)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct Sample {
        title: String,
        height: Option<u32>,
        json: Option<JsonText>,
    }

    fn problem(arguments: Value) -> (String, String) {
        let Value::Object(arguments) = arguments else { panic!("an object") };
        match parse::<Sample>(arguments) {
            Err(ToolError::Argument { name, problem }) => (name, problem),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn texts_and_values_are_large_at_any_depth() {
        let are_large = |value: Value| {
            are_large(&JsonObject::from_iter([
                ("title".into(), json!("x")),
                ("json".into(), value),
            ]))
        };
        assert!(!are_large(json!("x".repeat(LARGE_MESSAGE_BYTES / 2))));
        assert!(are_large(json!("x".repeat(LARGE_MESSAGE_BYTES))));
        assert!(!are_large(json!([[{"a": [1, 2, "x"]}], null])));
        assert!(are_large(json!([{"a": {"b": vec![1; LARGE_MESSAGE_BYTES]}}])));
    }

    #[test]
    fn errors_name_the_way_that_there_is() {
        for (text, part) in [
            ("/home/me/cars.json", "path of a file"),
            ("cars.csv", "path of a file"),
            ("city,people\nOslo,717710", "this is CSV"),
        ] {
            let (name, problem) = problem(json!({"title": "x", "json": text}));
            assert!(name == "json" && problem.contains(part), "{text}: {name}: {problem}");
        }
        for text in ["[1, 2", " {}", ""] {
            assert!(not_json(text).is_none(), "{text}");
        }
        let (_, text) = problem(json!({"title": "x", "layout": "grid"}));
        assert!(text.contains("blocks lay out blocks"), "{text}");
    }

    #[test]
    fn errors_are_in_the_words_of_json() {
        let problem = "invalid type: string \"x\", expected struct ColumnSettings";
        assert!(in_words(problem).ends_with("expected an object"));
        let problem = "invalid type: integer `5`, expected internally tagged enum Component";
        assert!(in_words(problem).ends_with("expected an object with a type"));
        let problem = "data did not match any variant of untagged enum Choice";
        assert!(in_words(problem).ends_with("any form that is allowed here"));
    }

    #[test]
    fn errors_name_the_argument_and_the_nearest_match() {
        let (name, text) = problem(json!({"title": "x", "height": "tall"}));
        assert!(name == "height" && text.contains("expected a whole number"), "{name}: {text}");
        let (_, text) = problem(json!({"titel": "x"}));
        assert!(text.contains("did you mean \"title\"?"), "{text}");
        let (_, text) = problem(json!({"title": "x", "json_text": "[]"}));
        assert!(text.contains("did you mean \"json\"?"), "{text}");
        let (name, text) = problem(json!({}));
        assert!(name.is_empty() && text.contains("missing field \"title\""), "{name}: {text}");
    }

    #[test]
    fn json_may_come_as_text_or_as_itself() {
        let read = |value| serde_json::from_value::<JsonText>(value).unwrap().0;
        assert_eq!(read(json!("[1]")), "[1]");
        assert_eq!(read(json!("\u{feff}[1]")), "[1]");
        assert_eq!(read(json!("\"[{\\\"a\\\": 1}]\"")), "[{\"a\": 1}]", "encoded twice");
        assert_eq!(read(json!([1, {"a": 2}])), "[1,{\"a\":2}]");
    }
}
