//! Integers that JavaScript cannot hold: numbers in the document, in events and in files, and the
//! text of their digits in a page.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Number, Value};

use crate::table::rows::{ColumnType, Rows, id_text};

/// Whole numbers below are exact in JavaScript.
pub(crate) const MAX_EXACT: f64 = (1_u64 << 53) as f64;

/// The digits of 2^53.
const MIN_DIGITS: usize = 16;

/// Returns whether a text is a whole number that JavaScript cannot hold.
pub(super) fn is_beyond_exact(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    // What is more than 64 bits hold is more than JavaScript does.
    let is_held = || digits.parse::<u64>().is_ok_and(|number| number < 1 << 53);
    are_digits && !digits.is_empty() && !digits.starts_with('0') && !is_held()
}

/// The number that a page gives as the text of its digits, as far as 64 bits hold it.
fn number(text: &str) -> Option<Number> {
    if !is_beyond_exact(text) {
        return None;
    }
    let signed = text.parse::<i64>().map(Number::from);
    signed.or_else(|_| text.parse::<u64>().map(Number::from)).ok()
}

/// A value as a page holds it, at any depth.
pub(crate) fn for_page(value: Value) -> Value {
    match value {
        Value::Number(number) if !number.is_f64() && is_beyond_exact(&number.to_string()) => {
            Value::String(number.to_string())
        }
        Value::Array(items) => items.into_iter().map(for_page).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, member)| (name, for_page(member))).collect()
        }
        other => other,
    }
}

/// Returns whether a value has a whole number, at any depth, that JavaScript cannot hold.
pub(crate) fn has_long_integer(value: &Value) -> bool {
    match value {
        Value::Number(number) => {
            let size = number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs));
            size.is_some_and(|size| size >= 1 << 53)
        }
        Value::Array(items) => items.iter().any(has_long_integer),
        Value::Object(members) => members.values().any(has_long_integer),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// JSON text with a text of its digits for each whole number that JavaScript cannot hold, however
/// long it is.
fn with_long_integers_as_text(json: &str) -> Cow<'_, str> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    if !json.split(|letter| !is_digit(letter)).any(|run| run.len() >= MIN_DIGITS) {
        return Cow::Borrowed(json);
    }
    let mut text = String::with_capacity(json.len() + 16);
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let is_number = first == '-' || is_digit(first);
        let length = match first {
            '"' => text_length(rest),
            _ if is_number => {
                rest.find(['\u{20}', '\n', '\r', '\t', ',', ']', '}']).unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        let quote = if is_number && is_beyond_exact(token) { "\"" } else { "" };
        text.extend([quote, token, quote]);
        rest = after;
    }
    Cow::Owned(text)
}

/// The length of the JSON text that begins here, with its quotes.
fn text_length(json: &str) -> usize {
    let mut bytes = json.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return at + 1,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    json.len()
}

impl Rows {
    /// The JSON text of the row at a position as a page holds it: an integer beyond 2^53 is the
    /// text of its digits.
    #[must_use]
    pub fn row_for_page(&self, position: usize) -> Option<Cow<'_, str>> {
        self.row(position).map(with_long_integers_as_text)
    }

    /// Puts numbers in the place of their digits in the data of an event of a page: in a column of
    /// numbers, in a cell that holds a number, and for a row id that is one.
    pub(crate) fn restore_numbers(&self, action: &str, data: &mut Value) {
        let columns = self.columns().into_iter();
        let numeric = columns.filter(|column| column.kind == ColumnType::Number);
        let page = Page { rows: self, numeric: numeric.map(|column| column.field).collect() };
        match action {
            "cell-click" | "cell-edit" => page.restore_cell(data),
            "row-selected" => page.restore_rows(data),
            "state" => page.restore_ids(data.pointer_mut("/selection/row_ids")),
            _ => {}
        }
    }

    /// The JSON text of a new value of a column: digits stand for a number where numbers stand.
    pub(super) fn text_of(&self, field: &str, value: &Value) -> String {
        let digits = value.as_str().filter(|text| is_beyond_exact(text));
        let is_numeric = || {
            let mut columns = self.columns().into_iter();
            columns.any(|column| *column.field == *field && column.kind == ColumnType::Number)
        };
        match digits.filter(|_| is_numeric()) {
            Some(digits) => digits.to_owned(),
            None => value.to_string(),
        }
    }
}

/// A table whose rows a page shows.
struct Page<'a> {
    rows: &'a Rows,
    /// Its columns of numbers.
    numeric: HashSet<Arc<str>>,
}

impl Page<'_> {
    fn restore_cell(&self, data: &mut Value) {
        let Some(data) = data.as_object_mut() else { return };
        let id = data.get("row_id").cloned().unwrap_or_default();
        let field = data.get("field").and_then(Value::as_str).unwrap_or_default().to_owned();
        for name in ["value", "old_value", "new_value"] {
            if let Some(value) = data.get_mut(name) {
                self.restore(&id, &field, value);
            }
        }
        if let Some(id) = data.get_mut("row_id") {
            self.restore_id(id);
        }
    }

    fn restore_rows(&self, data: &mut Value) {
        let ids = data.get("row_ids").and_then(Value::as_array).cloned().unwrap_or_default();
        let rows = data.get_mut("rows").and_then(Value::as_array_mut);
        for (row, id) in rows.into_iter().flatten().zip(&ids) {
            for (field, value) in row.as_object_mut().into_iter().flatten() {
                self.restore(id, field, value);
            }
        }
        self.restore_ids(data.get_mut("row_ids"));
    }

    fn restore_ids(&self, ids: Option<&mut Value>) {
        let ids = ids.and_then(Value::as_array_mut);
        ids.into_iter().flatten().for_each(|id| self.restore_id(id));
    }

    fn restore(&self, id: &Value, field: &str, value: &mut Value) {
        if let Some(number) = value.as_str().and_then(number)
            && (self.numeric.contains(field) || self.holds_number(id, field))
        {
            *value = Value::Number(number);
        }
    }

    fn holds_number(&self, id: &Value, field: &str) -> bool {
        let row = self.rows.position(id).and_then(|position| self.rows.row(position));
        let cell = row.and_then(|row| self.rows.cell(row, field).ok()?);
        cell.is_some_and(|cell| {
            cell.get().starts_with(|first: char| first.is_ascii_digit() || first == '-')
        })
    }

    /// An id that is a text stays one.
    fn restore_id(&self, id: &mut Value) {
        let Some(number) = id.as_str().and_then(number) else { return };
        let ids = &self.rows.ids;
        if !ids.contains_key(&*id_text(id)) && ids.contains_key(&*number.to_string()) {
            *id = Value::Number(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BIG: u64 = 9_007_199_254_740_993;

    fn rows() -> Rows {
        let text = r#"[{"id": 9007199254740993, "n": 9007199254740995, "mixed": 9007199254740997},
            {"id": 1, "n": 2, "mixed": "9007199254740997"}]"#;
        Rows::parse(text).unwrap().with_row_id("id").unwrap()
    }

    fn restored(action: &str, mut data: Value) -> Value {
        rows().restore_numbers(action, &mut data);
        data
    }

    #[test]
    fn an_edit_has_numbers_where_the_column_or_the_cell_has() {
        let edit = |id: Value, field: &str| {
            let old = json!("9007199254740997");
            let data = json!({"row_id": id, "field": field, "old_value": old, "new_value": "9007199254740999"});
            let data = restored("cell-edit", data);
            (data["row_id"].clone(), data["new_value"].clone())
        };
        let exact = json!(9_007_199_254_740_999_u64);
        assert_eq!(edit(json!(BIG.to_string()), "n"), (json!(BIG), exact.clone()));
        assert_eq!(edit(json!(BIG.to_string()), "mixed"), (json!(BIG), exact));
        assert_eq!(edit(json!(1), "mixed"), (json!(1), json!("9007199254740999")));
    }

    #[test]
    fn selected_rows_and_ids_are_numbers() {
        let row =
            json!({"id": BIG.to_string(), "n": "9007199254740995", "mixed": "9007199254740997"});
        let data = json!({"rows": [row], "row_ids": [BIG.to_string(), 1], "count": 2});
        let expected = json!({"rows": [{"id": BIG, "n": 9_007_199_254_740_995_u64,
            "mixed": 9_007_199_254_740_997_u64}], "row_ids": [BIG, 1], "count": 2});
        assert_eq!(restored("row-selected", data), expected);
        let state = json!({"selection": {"row_ids": [BIG.to_string()], "count": 1}});
        assert_eq!(restored("state", state)["selection"]["row_ids"], json!([BIG]));
    }

    #[test]
    fn text_that_is_text_stays() {
        let text = r#"[{"id": "9007199254740993", "n": "x"}]"#;
        let rows = Rows::parse(text).unwrap().with_row_id("id").unwrap();
        let data = json!({"row_id": "9007199254740993", "field": "n", "value": "9007199254740995"});
        let mut same = data.clone();
        rows.restore_numbers("cell-click", &mut same);
        assert_eq!(same, data);
        for value in ["9007199254740991", "0009007199254740993", "90071992547409931e1", "-"] {
            let data = json!({"row_id": 1, "field": "n", "value": value});
            assert_eq!(restored("cell-click", data)["value"], value);
        }
    }

    #[test]
    fn every_digit_is_kept_in_the_rows_and_given_to_pages() {
        let mut rows = rows();
        rows.set_cell(&json!(1), "n", &json!("-9007199254740999")).unwrap();
        rows.set_cell(&json!(1), "n", &json!("123456789012345678901234567890")).unwrap();
        assert!(rows.row(1).unwrap().contains(r#""n":123456789012345678901234567890"#));
        let column = rows.columns().remove(1);
        assert_eq!((&*column.field, column.kind), ("n", ColumnType::Number));
        rows.set_cell(&json!(1), "mixed", &json!("9007199254740999")).unwrap();
        assert!(rows.row(1).unwrap().contains(r#""mixed":"9007199254740999""#));
        let page = rows.row_for_page(0).unwrap();
        assert!(page.contains(r#""id": "9007199254740993""#), "{page}");
        let page = rows.row_for_page(1).unwrap();
        assert!(page.contains(r#""n":"123456789012345678901234567890""#), "{page}");
        let long = r#"{"a\\\"1234567890123456789":["12345678901234567890",1.2345678901234567,-12345678901234567890123 ,1]}"#;
        let quoted = long.replace("-12345678901234567890123", r#""-12345678901234567890123""#);
        assert_eq!(with_long_integers_as_text(long), quoted);
        let value = json!({"a": [i64::MIN, u64::MAX, 9_007_199_254_740_991_u64, 1.5, "x"]});
        let shown = json!({"a": ["-9223372036854775808", "18446744073709551615", 9_007_199_254_740_991_u64, 1.5, "x"]});
        assert_eq!(for_page(value), shown);
    }
}
