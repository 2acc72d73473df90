//! The rows as text, cut into short stretches: what is asked for is found in one of them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// So many rows are read to find one of them.
const MAX_ROWS: usize = 128;

/// Longer rows make shorter blocks. In bytes.
const MAX_BYTES: usize = 64 << 10;

/// A stretch of rows: their JSON texts with commas between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    text: Arc<str>,
    range: Range<usize>,
    /// The position of its first row in the table.
    pub(super) first: usize,
    pub(super) count: usize,
}

impl Block {
    /// The rows of a JSON list, which was checked before, in blocks that share its text.
    pub(super) fn split(list: &Arc<str>, mut first: usize) -> Vec<Self> {
        let mut blocks = Vec::new();
        let mut rows = RowTexts { text: list, at: 0 }.peekable();
        while let Some(range) = rows.next() {
            let (mut count, mut end) = (1, range.end);
            while count < MAX_ROWS
                && let Some(next) = rows.next_if(|row| row.end - range.start <= MAX_BYTES)
            {
                (count, end) = (count + 1, next.end);
            }
            let text = Arc::clone(list);
            blocks.push(Self { text, range: range.start..end, first, count });
            first += count;
        }
        blocks
    }

    /// The same stretch with other rows in it, as many as before.
    pub(super) fn with_rows<'a>(&self, rows: impl Iterator<Item = &'a str>) -> Self {
        let mut text = String::with_capacity(self.range.len());
        for row in rows {
            if !text.is_empty() {
                text.push(',');
            }
            text.push_str(row);
        }
        let range = 0..text.len();
        Self { text: text.into(), range, first: self.first, count: self.count }
    }

    /// The same, of a table whose rows before a position have gone.
    pub(super) fn drop_before(&mut self, position: usize) {
        let gone = position.saturating_sub(self.first).min(self.count);
        let text = &self.text[self.range.clone()];
        let first = RowTexts { text, at: 0 }.nth(gone);
        self.range.start += first.map_or(text.len(), |range| range.start);
        self.count -= gone;
        self.first = (self.first + gone) - position;
    }

    /// Copies what is left of a text once that is less than half of it: a block keeps the whole text
    /// that its rows came in.
    pub(super) fn let_texts_go(blocks: &mut [Self]) {
        let mut used = HashMap::new();
        for block in &*blocks {
            *used.entry(block.text.as_ptr()).or_insert(0) += block.len();
        }
        for block in blocks {
            if used.get(&block.text.as_ptr()).is_some_and(|used| *used < block.text.len() / 2) {
                block.text = block.text[block.range.clone()].into();
                block.range = 0..block.text.len();
            }
        }
    }

    /// The JSON text of each row.
    pub(super) fn rows(&self) -> impl Iterator<Item = &str> {
        let text = &self.text[self.range.clone()];
        RowTexts { text, at: 0 }.map(|range| &text[range])
    }

    /// The size of its text in bytes.
    pub(super) fn len(&self) -> usize {
        self.range.len()
    }

    /// The text it shares, and which part of that is its own.
    pub(super) fn shared(&self) -> (Arc<str>, Range<usize>) {
        (Arc::clone(&self.text), self.range.clone())
    }
}

/// The position of each row object in a valid text.
struct RowTexts<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for RowTexts<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        let start = self.at + bytes[self.at..].iter().position(|byte| *byte == b'{')?;
        let (mut depth, mut at) = (0_usize, start);
        while let Some(byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'"' => at = end_of_string(bytes, at),
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        self.at = at;
        Some(start..at)
    }
}

/// Behind the closing quote of a string whose first character is at `at`.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &str) -> Vec<String> {
        let blocks = Block::split(&list.into(), 0);
        blocks.iter().flat_map(Block::rows).map(ToOwned::to_owned).collect()
    }

    #[test]
    fn rows_end_where_their_object_ends() {
        let rows = [r#"{"a":"}{\\\"","b":[{"c":{}}]}"#, "{}", r#"{"ä\\":"]"}"#];
        assert_eq!(texts(&format!(" [ {} ,\n{} , {} ] ", rows[0], rows[1], rows[2])), rows);
        assert!(texts("[]").is_empty());
    }

    #[test]
    fn blocks_are_bounded_by_rows_and_by_bytes() {
        let counts = |row: &str, rows: usize| {
            let list = format!("[{}]", vec![row; rows].join(","));
            let blocks = Block::split(&list.into(), 7);
            blocks.iter().map(|block| (block.first, block.count)).collect::<Vec<_>>()
        };
        assert_eq!(counts("{}", 2 * MAX_ROWS + 1), [(7, 128), (135, 128), (263, 1)]);
        let large = format!("{{\"a\":\"{}\"}}", "x".repeat(MAX_BYTES / 2));
        assert_eq!(counts(&large, 2), [(7, 1), (8, 1)]);
    }
}
