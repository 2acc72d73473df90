//! Keys that sort as people do: nothing first, numbers by size, then text.

use crate::table::cell::Cell;

/// The sort key of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SortKey {
    Nothing,
    /// A number, and all the digits of one that is whole.
    Number(f64, i128),
    /// Bytes whose order is that of the text: without regard to case, numbers in it by size.
    Text(Box<[u8]>),
}

impl SortKey {
    pub(super) fn of(cell: &Cell) -> Self {
        match cell {
            Cell::Nothing => Self::Nothing,
            // Zero has a sign that no person sees.
            #[expect(clippy::cast_possible_truncation, reason = "it decides between equals only")]
            Cell::Number(number) => Self::Number(number + 0.0, *number as i128),
            #[expect(clippy::cast_precision_loss, reason = "all the digits are there as well")]
            Cell::Whole(number) => Self::Number(*number as f64, *number),
            Cell::Text(text) => Self::Text(text_key(text)),
        }
    }
}

impl Eq for SortKey {}

impl PartialOrd for SortKey {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SortKey {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self, other) {
            (Self::Number(a, whole_a), Self::Number(b, whole_b)) => {
                a.total_cmp(b).then(whole_a.cmp(whole_b))
            }
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

impl SortKey {
    fn rank(&self) -> u8 {
        match self {
            Self::Nothing => 0,
            Self::Number(..) => 1,
            Self::Text(_) => 2,
        }
    }
}

/// A run of digits becomes `0`, its length and the digits: a longer number is a larger one.
fn text_key(text: &str) -> Box<[u8]> {
    let mut key = Vec::with_capacity(text.len() + 4);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let end = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
            let digits = rest[..end].trim_start_matches('0');
            key.push(b'0');
            // Four bytes, most significant first, keep the order for every length that fits.
            key.extend(u32::try_from(digits.len()).unwrap_or(u32::MAX).to_be_bytes());
            key.extend(digits.as_bytes());
            rest = &rest[end..];
        } else {
            let mut buffer = [0; 4];
            for lower in first.to_lowercase() {
                key.extend(lower.encode_utf8(&mut buffer).as_bytes());
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    key.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_sort_as_people_do() {
        let text = |text: &str| Cell::Text(text.into());
        let sorted = [
            Cell::Nothing,
            Cell::Number(-1.0),
            Cell::Number(9.0),
            Cell::Number(10.0),
            Cell::Number(9_007_199_254_740_991.0),
            Cell::Whole(9_007_199_254_740_992),
            Cell::Whole(9_007_199_254_740_993),
            Cell::Whole(9_007_199_254_740_994),
            Cell::Number(1e30),
            text(""),
            text("2026-01-09"),
            text("2026-01-10"),
            text("item 9"),
            text("Item 10"),
            text("item 10a"),
            text("zebra"),
            text("Äpfel"),
        ];
        for pair in sorted.windows(2) {
            assert!(SortKey::of(&pair[0]) < SortKey::of(&pair[1]), "{pair:?}");
        }
        assert_eq!(SortKey::of(&text("A007")), SortKey::of(&text("a7")));
    }
}
