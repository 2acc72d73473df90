//! JSON Lines (<https://jsonlines.org>): an object on each line.

use crate::json::JsonError;
use crate::table::rows::parse::check_row;

/// The error in a text that is meant as JSON Lines: that of the first line which is no row, with
/// the number of the line in the text. `None` if the text looks like something else.
pub(super) fn error(text: &str) -> Option<JsonError> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !are_meant(body) {
        return None;
    }
    numbered(body).enumerate().find_map(|(row, (number, line))| {
        let mut error = check_row(line, row).err()?;
        (error.line, error.column) = (number, error.column.max(1));
        error.hint = error.hint.or(Some("in JSON Lines each line is an object of its own"));
        Some(error)
    })
}

/// True if there are several lines and the first is a row, or each begins as one: an object that
/// is written over several lines has others.
fn are_meant(body: &str) -> bool {
    let mut lines = numbered(body).map(|(_, line)| line);
    let Some(first) = lines.next().filter(|first| begins_as_row(first)) else { return false };
    let mut others = lines.peekable();
    others.peek().is_some() && (check_row(first, 0).is_ok() || others.all(begins_as_row))
}

fn begins_as_row(line: &str) -> bool {
    line.trim_start().starts_with('{')
}

/// The lines that are not empty, with their numbers from 1.
fn numbered(body: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(body.lines()).filter(|(_, line)| !line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rows::Rows;

    #[test]
    fn an_error_names_the_line_and_what_is_wrong_in_it() {
        for (text, place, problem) in [
            (
                "{\"a\": 1}\n{\"a\": }\n{\"a\": 3}\n",
                "line 2 column 7",
                "row 1, \"a\": expected value",
            ),
            (
                "{\"a\": 1}\n\n{\"a\": 2\n{\"a\": 3}",
                "line 3 column 7",
                "EOF while parsing an object",
            ),
            ("{\"a\": 1,\n{\"a\": 2}\n{\"a\": 3}", "line 1 column 8", "EOF while parsing"),
            ("{\"a\": 1}\r\n{\"a\": 1e999}\r\n", "line 2 column", "number out of range"),
            ("{\"a\": 1}\n{\"b\": \"\\ud800\"}", "line 2 column", "row 1, \"b\""),
            ("{\"a\": 1}\n[2]", "line 2 column 1", "row 1 to be an object"),
            ("{\"a\": 1}\n{\"a\": 2} {\"a\": 3}\nend", "line 2 column 10", "trailing characters"),
            ("\u{feff}{\"a\": 1}\nend", "line 2 column 1", "each line is an object"),
        ] {
            let error = Rows::parse(text).expect_err(text).to_string();
            assert!(error.contains(place) && error.contains(problem), "{text}: {error}");
        }
        let error = Rows::parse("{\"a\": 1}\n{\"a\": NaN}").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("write null"), "{error}");
    }

    #[test]
    fn an_object_over_several_lines_is_no_json_lines() {
        for text in ["{\n \"a\": [1,\n}", "{\"a\": 1", "[{\"a\": 1}\n{\"a\": 2}]", ""] {
            assert_eq!(error(text), None, "{text}");
        }
        assert_eq!(error("{\"a\": 1}\n{\"a\": 2}\n"), None);
    }

    #[test]
    fn rows_are_appended_and_updated_by_lines_too() {
        let mut rows = Rows::parse("{\"id\": 1}\n{\"id\": 2}").unwrap().with_row_id("id").unwrap();
        rows.append("{\"id\": 3}\n{\"id\": 4}\n").unwrap();
        rows.update("{\"id\": 1, \"a\": 5}\n{\"id\": 4, \"a\": 6}").unwrap();
        assert_eq!(rows.count(), 4);
        let error = rows.append("{\"id\": 5}\n{\"id\": }").unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
        assert_eq!(rows.count(), 4);
    }
}
