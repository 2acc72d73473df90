//! Messages of clients that do not parse.
//!
//! A client waits for the answer to each of its requests, so one whose id can be read is
//! answered with it.

use std::borrow::Cow;

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::TxJsonRpcMessage;

/// Returns whether a text is meant to be a message. Clients of editors also send lines of other
/// protocols, and programs print where they should not.
pub(super) fn is_meant(text: &[u8]) -> bool {
    matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))
}

/// Replaces by U+FFFD what no parser takes and what can mean nothing else: bytes that are not
/// UTF-8, and halves of surrogate pairs (RFC 8259, section 8.2), which models write when they cut
/// an emoji. `None` when there is nothing of both.
pub(super) fn repair(text: &[u8]) -> Option<String> {
    let utf8 = String::from_utf8_lossy(text);
    let mut repaired = String::with_capacity(utf8.len());
    let mut rest: &str = &utf8;
    let mut lone = false;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        repaired.push_str(before);
        let (length, is_lone) = escape_at(escape);
        lone |= is_lone;
        repaired.push_str(if is_lone { "\\ufffd" } else { &escape[..length] });
        rest = &escape[length..];
    }
    repaired.push_str(rest);
    (lone || matches!(utf8, Cow::Owned(_))).then_some(repaired)
}

/// The length of the escape that a text begins with, and whether it is half of a pair.
fn escape_at(text: &str) -> (usize, bool) {
    match code_unit(text) {
        Some(0xD800..=0xDBFF) => match text.get(6..).and_then(code_unit) {
            Some(0xDC00..=0xDFFF) => (12, false),
            _ => (6, true),
        },
        Some(0xDC00..=0xDFFF) => (6, true),
        Some(_) => (6, false),
        // The backslash and the character behind it.
        None => (1 + text[1..].chars().next().map_or(0, char::len_utf8), false),
    }
}

/// The UTF-16 code unit of the `\uXXXX` that a text begins with.
fn code_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
    u16::from_str_radix(digits, 16).ok()
}

/// The answer to a message that is no JSON.
pub(super) fn parse_error(text: &[u8], error: &serde_json::Error) -> TxJsonRpcMessage<RoleServer> {
    let message = format!("the message does not parse as JSON: {error}");
    let id = id_of(text);
    // JSON-RPC 2.0, section 5.1; with an id it is the request that is wrong.
    let code = if id.is_some() { ErrorCode::INVALID_PARAMS } else { ErrorCode::PARSE_ERROR };
    TxJsonRpcMessage::<RoleServer>::error(ErrorData::new(code, message, None), id)
}

/// The answer to JSON that is no message of MCP.
pub(super) fn invalid_request(text: &[u8]) -> TxJsonRpcMessage<RoleServer> {
    let error = ErrorData::invalid_request("Invalid request", None);
    TxJsonRpcMessage::<RoleServer>::error(error, id_of(text))
}

/// The `id` of an object whose other members need not parse.
fn id_of(text: &[u8]) -> Option<RequestId> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = end_of_string(text, at)?;
                if depth == 1 && &text[at..end] == b"\"id\"" {
                    return value_after(text.get(end..)?);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The position behind the string that begins at `start`.
fn end_of_string(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The value of the member whose name ends here: a number or a string.
fn value_after(text: &[u8]) -> Option<RequestId> {
    let text = text.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    let end = match text.first()? {
        b'"' => end_of_string(text, 0)?,
        _ => text.iter().position(|byte| !matches!(byte, b'-' | b'0'..=b'9'))?,
    };
    serde_json::from_slice(&text[..end]).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn halves_of_pairs_and_bytes_that_are_no_utf8_are_replaced() {
        for (text, expected) in [
            (&br#"{"a":"x\ud83d"}"#[..], "x\u{fffd}"),
            (br#"{"a":"\udE00x"}"#, "\u{fffd}x"),
            (br#"{"a":"\ud83d\u0041"}"#, "\u{fffd}A"),
            (br#"{"a":"\ud83d\ud83d\ude00"}"#, "\u{fffd}\u{1f600}"),
            (b"{\"a\":\"\xff\"}", "\u{fffd}"),
        ] {
            let repaired = repair(text).unwrap();
            let value: Value = serde_json::from_str(&repaired).unwrap();
            assert_eq!(value, json!({ "a": expected }));
        }
        for text in
            [&br#"{"a":"\ud83d\ude00 \\ud83d \" \n"}"#[..], br#"{"a":"\ud8"}"#, b"\\", b"{}"]
        {
            assert_eq!(repair(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_id_is_read_where_it_stands() {
        let id = |text: &str| id_of(text.as_bytes()).map(|id| json!(id));
        assert_eq!(id(r#"{"id": 7, "params": {"x": NaN}}"#), Some(json!(7)));
        assert_eq!(
            id(r#"{"params": {"id": 1, "x": ["}", 1e999]}, "id":"a\"b" }"#),
            Some(json!("a\"b"))
        );
        assert_eq!(id(r#"{"x": "\"id\": 3", "id": -4, nonsense"#), Some(json!(-4)));
        for text in [r#"{"id": null}"#, r#"{"id": 1"#, r#"{"id"#, r#"{"id": {"#, "[]", "{", "\""] {
            assert_eq!(id(text), None, "{text}");
        }
    }
}
