//! JSON text that is checked once and kept as it came.

use std::fmt;

use serde::Serialize;

/// The position and the reason of a JSON syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Line, from 1; 0 when the text itself is fine but its shape is not.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The problem.
    pub message: String,
    /// The suggested correction, if it is plain.
    pub hint: Option<&'static str>,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.line > 0 {
            write!(f, " at line {} column {}", self.line, self.column)?;
        }
        self.hint.map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for JsonError {}

/// The length of a value as JSON text, without writing it.
pub(crate) fn encoded_len<T: Serialize + ?Sized>(value: &T) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // A value with string keys always has a JSON form, and counting cannot fail.
    serde_json::to_writer(&mut count, value).map_or(usize::MAX, |()| count.0)
}

impl JsonError {
    /// Explains an error that parsing `text` gave.
    pub(crate) fn new(error: &serde_json::Error, text: &str) -> Self {
        let full = error.to_string();
        let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(message, _)| message);
        let hint = not_a_number(text, error.line(), error.column())
            .then_some("NaN and Infinity are not JSON, write null");
        Self { line: error.line(), column: error.column(), message: message.to_owned(), hint }
    }

    /// An error about the shape of well-formed JSON.
    pub(crate) fn shape(message: impl Into<String>) -> Self {
        Self { line: 0, column: 0, message: message.into(), hint: None }
    }
}

/// Python writes `NaN` and `Infinity` into JSON by default.
fn not_a_number(text: &str, line: usize, column: usize) -> bool {
    let Some(line) = text.lines().nth(line.saturating_sub(1)) else {
        return false;
    };
    let near = column.saturating_sub(3)..line.len().min(column + 8);
    let near = line.as_bytes().get(near).map(String::from_utf8_lossy).unwrap_or_default();
    near.contains("NaN") || near.contains("Infinity")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> JsonError {
        JsonError::new(&serde_json::from_str::<serde_json::Value>(text).unwrap_err(), text)
    }

    #[test]
    fn line_and_column_are_told_once() {
        let error = error("{\n \"a\": }");
        assert_eq!((error.line, error.column), (2, 7));
        assert_eq!(error.to_string(), "expected value at line 2 column 7");
    }

    #[test]
    fn nan_is_explained() {
        assert!(error("[1, NaN]").to_string().contains("write null"));
        assert!(error("[-Infinity]").to_string().contains("write null"));
        assert!(!error("[1, nope]").to_string().contains("write null"));
    }
}
