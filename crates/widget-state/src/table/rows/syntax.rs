//! The row and the field of a syntax error in a table that is not a list of row objects.

use crate::json::JsonError;

/// Names the row and the field in an error about the syntax of a text, as far as they are known.
pub(super) fn in_place(mut error: JsonError, text: &str) -> JsonError {
    let before = text.lines().take(error.line.saturating_sub(1)).map(|line| line.len() + 1);
    let end = before.sum::<usize>() + error.column.saturating_sub(1);
    if let Some((row, field)) = cell_of(&Walk::to(text, end)) {
        error.message = format!("row {row}, {field}: {}", error.message);
    }
    error
}

/// The row and the field of a place in one of the forms of a table, see `shapes`.
fn cell_of(walk: &Walk) -> Option<(String, String)> {
    let quoted = |name: &String| format!("{name:?}");
    match walk.open.as_slice() {
        // The values of each row, whose names came before or come later.
        [Step::Key(Some(_)), Step::Index(row), Step::Index(at)] => {
            let name = walk.columns.get(*at).map_or_else(|| format!("value {at}"), quoted);
            Some((row.to_string(), name))
        }
        [Step::Index(row), Step::Index(at)] => Some((row.to_string(), format!("value {at}"))),
        [Step::Key(Some(_)), Step::Index(row), Step::Key(Some(field))] => {
            Some((row.to_string(), quoted(field)))
        }
        // A list for each column.
        [Step::Key(Some(field)), Step::Index(row)] => Some((row.to_string(), quoted(field))),
        // Rows of columns, or columns of rows: the rows have numbers.
        [Step::Key(Some(first)), Step::Key(Some(second))] => {
            let is_row = |name: &String| name.parse::<u64>().is_ok();
            match (is_row(first), is_row(second)) {
                (true, false) => Some((first.clone(), quoted(second))),
                (_, true) => Some((second.clone(), quoted(first))),
                (false, false) => None,
            }
        }
        _ => None,
    }
}

/// A place in what is open there: the key of an object, the position in a list.
#[derive(Debug)]
enum Step {
    Key(Option<String>),
    Index(usize),
}

/// The way to a place in a JSON text that is valid up to there.
#[derive(Debug, Default)]
struct Walk {
    open: Vec<Step>,
    /// The texts in the list `columns` of the object, which names the values of each row.
    columns: Vec<String>,
}

impl Walk {
    fn to(text: &str, end: usize) -> Self {
        let (mut walk, mut rest) = (Self::default(), text.get(..end).unwrap_or(text));
        while let Some(next) = rest.chars().next() {
            let length = if next == '"' { string_length(rest) } else { next.len_utf8() };
            let (token, behind) = rest.split_at(length);
            walk.step(token);
            rest = behind;
        }
        walk
    }

    fn step(&mut self, token: &str) {
        match token {
            "{" => self.open.push(Step::Key(None)),
            "[" => self.open.push(Step::Index(0)),
            "}" | "]" => drop(self.open.pop()),
            "," => match self.open.last_mut() {
                Some(Step::Index(position)) => *position += 1,
                Some(Step::Key(key)) => *key = None,
                None => {}
            },
            text if text.starts_with('"') => self.read_text(text),
            _ => {}
        }
    }

    fn read_text(&mut self, text: &str) {
        let text = serde_json::from_str(text).ok();
        if self.is_in_columns() {
            self.columns.extend(text);
        } else if let Some(Step::Key(key @ None)) = self.open.last_mut() {
            *key = text;
        }
    }

    fn is_in_columns(&self) -> bool {
        let open = self.open.as_slice();
        matches!(open, [Step::Key(Some(key)), Step::Index(_)] if key == "columns")
    }
}

/// The bytes of the string at the start of a text, with its quotes.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use crate::table::rows::Rows;

    #[test]
    fn a_nan_is_refused_with_its_row_its_field_and_what_to_write() {
        for (text, place) in [
            (r#"{"a": {"0": 1, "1": 2}, "b": {"0": 1, "1": NaN}}"#, r#"row 1, "b""#),
            (r#"{"0": {"a": 1, "b\"": -Infinity}}"#, r#"row 0, "b\"""#),
            (r#"{"2023": {"0": NaN}}"#, r#"row 0, "2023""#),
            (r#"{"a": [1, 2], "b": [1, NaN]}"#, r#"row 1, "b""#),
            (r#"{"columns": ["a", "b"], "data": [[1, 2], [3, NaN]]}"#, r#"row 1, "b""#),
            (r#"{"data": [[1, NaN]], "columns": ["a", "b"]}"#, "row 0, value 1"),
            (r#"{"schema": {}, "data": [{"a": ",[{"}, {"a": NaN}]}"#, r#"row 1, "a""#),
            ("{\n \"a\": {\n  \"0\": 1,\n  \"1\": NaN\n }\n}", r#"row 1, "a""#),
            (r#"[{"a": 1}, {"a": NaN}]"#, r#"row 1, "a""#),
            ("{\"a\": 1}\n{\"a\": NaN}", r#"row 1, "a""#),
        ] {
            let error = Rows::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(place) && error.contains("write null"), "{text}: {error}");
        }
    }

    #[test]
    fn other_errors_are_placed_as_far_as_they_can_be() {
        for (text, message) in [
            (r#"{"a": {"0": 1, "1": }}"#, r#"row 1, "a": expected value"#),
            (r#"{"a": {"x": }}"#, "expected value"),
            (r#"{"a": }"#, "expected value"),
            (r#"{"a": {"0": 1"#, r#"row 0, "a": EOF"#),
            ("{", "EOF"),
        ] {
            let error = Rows::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
