//! Reading the members of a JSON answer.
//!
//! Providers write an absent member as `null`, and as an empty text or list
//! where no text can be meant. An error names the member and shows its value,
//! so it is for members that are no secret.

use serde_json::{Map, Value};

/// Longest value that an error shows, in characters.
const MAX_SHOWN: usize = 100;

/// A member, unless it is written as absent.
pub(crate) fn present<'a>(members: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    members.get(name).filter(|value| match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    })
}

/// A text.
pub(crate) fn text<'a>(
    members: &'a Map<String, Value>,
    name: &str,
) -> Result<Option<&'a str>, String> {
    match present(members, name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(unexpected(name, "a text", other)),
    }
}

/// A list of texts, or one text, which stands for a list of one.
pub(crate) fn texts(
    members: &Map<String, Value>,
    name: &str,
) -> Result<Option<Vec<String>>, String> {
    let wrong = |other| unexpected(name, "a list of texts", other);
    match present(members, name) {
        None => Ok(None),
        Some(Value::String(one)) => Ok(Some(vec![one.clone()])),
        Some(list @ Value::Array(items)) => {
            let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
            texts.collect::<Option<_>>().map(Some).ok_or_else(|| wrong(list))
        }
        Some(other) => Err(wrong(other)),
    }
}

/// A truth value, which some providers write as a text.
pub(crate) fn boolean(members: &Map<String, Value>, name: &str) -> Result<Option<bool>, String> {
    match present(members, name) {
        None => Ok(None),
        Some(Value::Bool(value)) => Ok(Some(*value)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
        Some(other) => Err(unexpected(name, "true or false", other)),
    }
}

/// A whole number of seconds, which some providers write as digits in a text
/// or with a fraction of zero.
pub(crate) fn seconds(members: &Map<String, Value>, name: &str) -> Result<Option<u64>, String> {
    let Some(value) = present(members, name) else { return Ok(None) };
    let seconds = match value {
        Value::Number(number) => number.as_u64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => digits(text),
        _ => None,
    };
    seconds.map(Some).ok_or_else(|| unexpected(name, "a number of seconds", value))
}

/// The problem of a member that is not what it has to be, with its value.
pub(crate) fn unexpected(name: &str, expected: &str, value: &Value) -> String {
    format!("`{name}` is not {expected}: {}", printable(&value.to_string()))
}

/// A member as an error shows it.
pub(crate) fn found(members: &Map<String, Value>, name: &str) -> String {
    members.get(name).map_or_else(|| "missing".to_owned(), |value| printable(&value.to_string()))
}

/// True for a character that cannot change how the text around it is shown, as
/// control characters do, and the marks, embeddings, overrides and isolates that
/// turn it (Unicode Standard Annex 9, sections 2.1 to 2.6).
pub(crate) fn is_plain(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{61c}'
                | '\u{200e}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
        )
}

/// The beginning of a text that an error shows.
pub(crate) fn printable(text: &str) -> String {
    let characters = text.chars().filter(|character| is_plain(*character));
    let mut shown: String = characters.take(MAX_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// `900` and `900.0`. `parse` alone would also take a leading `+`.
pub(crate) fn digits(text: &str) -> Option<u64> {
    let whole = match text.split_once('.') {
        Some((whole, fraction))
            if !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0') =>
        {
            whole
        }
        Some(_) => return None,
        None => text,
    };
    whole.bytes().all(|byte| byte.is_ascii_digit()).then(|| whole.parse().ok()).flatten()
}

/// `3600.0`.
fn whole(seconds: f64) -> Option<u64> {
    // From 2^53 on a float no longer counts by one.
    let is_whole = seconds.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(&seconds);
    is_whole.then_some(seconds as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_shown_value_is_bounded_and_plain() {
        let claims = json!({"iss": "a\nb\u{202e}c\u{7f}", "aud": "x".repeat(5_000)});
        let claims = claims.as_object().expect("an object");
        assert_eq!(found(claims, "iss"), "\"a\\nbc\"…");
        assert_eq!(found(claims, "aud").chars().count(), MAX_SHOWN + 1);
        assert_eq!(found(claims, "azp"), "missing");
    }
}
