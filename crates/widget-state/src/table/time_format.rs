//! The way in which the dates of a column are written.

mod pattern;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::table::format::NumberFormat;

/// The longest format, in bytes.
const MAX_LENGTH: usize = 64;

/// The directives of d3-time-format, but for those of a place in time, which a date in a table
/// need not have: `%Z`, `%Q` and `%s`.
const DIRECTIVES: &str = "aAbBcdefgGHIjLmMpqSuUVwWxXyY%";

/// A format of d3-time-format, such as `%d %b %Y`. Names of months and days are those of the
/// reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TimeFormat(String);

impl TimeFormat {
    /// Returns whether a text is meant as one: in those of numbers no letter follows a `%`.
    fn is_meant(text: &str) -> bool {
        text.split('%').skip(1).any(|rest| {
            rest.trim_start_matches(['-', '_', '0']).starts_with(|c: char| c.is_ascii_alphabetic())
        })
    }

    fn parse(text: &str) -> Result<Self, String> {
        if text.len() > MAX_LENGTH {
            return Err(format!("a format of dates has at most {MAX_LENGTH} bytes"));
        }
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                continue;
            }
            let mut directive = letters.next();
            if let Some('-' | '_' | '0') = directive {
                directive = letters.next();
            }
            if !directive.is_some_and(|letter| DIRECTIVES.contains(letter)) {
                let shown = directive.map_or_else(String::new, |letter| letter.to_string());
                return Err(format!(
                    "\"%{shown}\" is no part of a format of dates; those of d3-time-format \
                     are, such as \"%d %b %Y\" and \"%H:%M\""
                ));
            }
        }
        Ok(Self(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for TimeFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// The way in which the values of a column are written. A format of dates may come as a pattern
/// as well (`DD.MM.YYYY`, `dd.MM.yyyy`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ColumnFormat {
    /// Its numbers.
    Number(NumberFormat),
    /// Its dates.
    Time(TimeFormat),
}

impl<'de> Deserialize<'de> for ColumnFormat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        let text = value.as_str();
        if let Some(text) = text.filter(|text| TimeFormat::is_meant(text)) {
            return TimeFormat::parse(text).map(Self::Time).map_err(serde::de::Error::custom);
        }
        // Most letters of patterns are kinds of numbers as well.
        let pattern = text.and_then(pattern::in_d3);
        let number: Result<NumberFormat, _> = serde_json::from_value(value);
        let read = match (number, pattern) {
            (Ok(format), _) => Ok(Self::Number(format)),
            (Err(_), Some(format)) => TimeFormat::parse(&format).map(Self::Time),
            (Err(error), None) => Err(error.to_string()),
        };
        read.map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_pattern_says_what_it_says_in_other_languages() {
        for (text, expected) in [
            ("DD.MM.YYYY", "%d.%m.%Y"),
            ("dd.MM.yyyy", "%d.%m.%Y"),
            ("yyyy-MM-dd HH:mm:ss", "%Y-%m-%d %H:%M:%S"),
            ("YYYY-MM-DDTHH:mm:ss.SSS", "%Y-%m-%dT%H:%M:%S.%L"),
            ("mm/dd/yyyy", "%m/%d/%Y"),
            ("d/m/yy h:mm AM/PM", "%-d/%-m/%y %-I:%M %p"),
            ("MMM D, YYYY", "%b %-d, %Y"),
            ("dddd, MMMM DD", "%A, %B %d"),
            ("EEE d MMM", "%a %-d %b"),
            ("HH:MM", "%H:%M"),
            ("hh:mm a", "%I:%M %p"),
            ("mm:ss", "%M:%S"),
            ("YYYY", "%Y"),
            ("MMMM", "%B"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSS", "%Y-%m-%dT%H:%M:%S.%L"),
            ("YYYY-MM-DD[T]HH:mm", "%Y-%m-%dT%H:%M"),
            ("dd/mm/yyyy;@", "%d/%m/%Y"),
            ("YYYY年MM月DD日", "%Y年%m月%d日"),
            ("yyyyMMdd", "%Y%m%d"),
        ] {
            let format: ColumnFormat = serde_json::from_value(json!(text)).unwrap();
            assert_eq!(json!(format), json!(expected), "{text}");
        }
        for text in [
            "MAD", "AMD", "d", "s", "x", "integer", "0.00", "#,##0", "{:,d}", "{:d}", "$,d", "+,d",
            "(,d", "$~s", "{:s}", "€d", "%,d",
        ] {
            let format = serde_json::from_value::<ColumnFormat>(json!(text));
            assert!(matches!(format, Ok(ColumnFormat::Number(_))), "{text}: {format:?}");
        }
    }

    #[test]
    fn a_format_is_one_of_dates_when_a_letter_follows_a_percent_sign() {
        for text in ["%d %b %Y", "%Y-%m-%d", "%-d.%-m.%y", "100 %% %A", "%H:%M"] {
            let format: ColumnFormat = serde_json::from_value(json!(text)).unwrap();
            assert!(matches!(format, ColumnFormat::Time(_)), "{text}");
            assert_eq!(json!(format), json!(text));
        }
        for text in [".1%", "percent", "%", "EUR", "$,.2f"] {
            let format = serde_json::from_value::<ColumnFormat>(json!(text));
            assert!(matches!(format, Ok(ColumnFormat::Number(_))), "{text}: {format:?}");
        }
        for (text, part) in [
            ("%Q", "\"%Q\" is no part"),
            ("%d %", "\"%\" is no part"),
            ("u", "such as EUR"),
            ("hash", "such as EUR"),
            ("[h]:mm", "such as EUR"),
            ("HH:mm:ss.S", "such as EUR"),
            ("DDDD", "such as EUR"),
        ] {
            let error = serde_json::from_value::<ColumnFormat>(json!(text)).unwrap_err();
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
    }
}
