//! Keys that sort as people do: nothing first, numbers by size, then text.

use crate::table::cell::Cell;
use crate::table::rows::text_date::{TextDate, iso};
use crate::table::rows::text_number::number_in;

/// The meaning of the texts of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reading {
    /// Text.
    #[default]
    Text,
    /// Dates in the form of ISO 8601, which sort by the instant.
    Instants,
    /// Numbers.
    Numbers,
    /// Dates in a form that people write.
    Dates { day_first: bool },
}

impl Reading {
    /// The place of a text among the others.
    fn place(self, text: &str) -> Option<SortKey> {
        match self {
            Self::Text => None,
            // Between nothing and the first that says something.
            _ if text.is_empty() => Some(SortKey::Number(f64::NEG_INFINITY, 0)),
            Self::Instants => iso(text)?.instant().map(SortKey::whole),
            Self::Numbers => text
                .parse()
                .map(SortKey::whole)
                .ok()
                .or_else(|| number_in(text).map(SortKey::number)),
            Self::Dates { day_first } => {
                TextDate::read(text)?.seconds(day_first).map(|place| SortKey::whole(place.into()))
            }
        }
    }
}

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
    pub(super) fn of(cell: &Cell, reading: Reading) -> Self {
        match cell {
            Cell::Nothing => Self::Nothing,
            Cell::Number(number) => Self::number(*number),
            Cell::Whole(number) => Self::whole(*number),
            Cell::Text(text) => reading.place(text).unwrap_or_else(|| Self::Text(text_key(text))),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "it decides between equals only")]
    fn number(number: f64) -> Self {
        // Zero has a sign that no person sees.
        Self::Number(number + 0.0, number as i128)
    }

    #[expect(clippy::cast_precision_loss, reason = "all the digits are there as well")]
    fn whole(number: i128) -> Self {
        Self::Number(number as f64, number)
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

    fn key(cell: &Cell) -> SortKey {
        SortKey::of(cell, Reading::Text)
    }

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
            assert!(key(&pair[0]) < key(&pair[1]), "{pair:?}");
        }
        assert_eq!(key(&text("A007")), key(&text("a7")));
    }

    #[test]
    fn texts_sort_by_their_meaning() {
        for (reading, texts) in [
            (Reading::Numbers, vec!["", "-64.7", "7.138", "12%", "1,000", "2e3", "none"]),
            (Reading::Numbers, vec!["9007199254740992", "9007199254740993", "+9007199254740994"]),
            (Reading::Dates { day_first: false }, vec!["Dec 1 2023", "01/05/2024", "12 June 2024"]),
            (Reading::Dates { day_first: true }, vec!["31/12/2023", "01/02/2024", "05/01/2025"]),
            (
                Reading::Instants,
                vec![
                    "2024-03-31",
                    "2024-03-31T01:30:00+01:00",
                    "2024-03-31T00:45:00Z",
                    "2024-03-31 00:45:00.000000001",
                    "2024-03-30T20:00:00-05:00",
                    "2024-02-31",
                ],
            ),
        ] {
            for pair in texts.windows(2) {
                let [left, right] = [pair[0], pair[1]].map(|text| Cell::Text(text.into()));
                assert!(SortKey::of(&left, reading) < SortKey::of(&right, reading), "{pair:?}");
            }
        }
    }
}
