//! The language in which numbers and dates are written.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// The longest tag, in bytes.
const MAX_LENGTH: usize = 35;

/// A language as BCP 47 (RFC 5646) names it, such as `de` or `pt-BR`.
///
/// ```
/// use widget_state::Locale;
///
/// let locale: Locale = serde_json::from_str(r#""de_DE""#)?;
/// assert_eq!(locale.as_str(), "de-DE");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Locale(String);

impl Locale {
    /// Its tag.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads a tag, also with the underscores that programs write in one.
    fn parse(text: &str) -> Result<Self, String> {
        let tag = text.trim().replace('_', "-");
        let mut parts = tag.split('-');
        let is_word = |part: &str, shortest: usize, is_of: fn(&u8) -> bool| {
            (shortest..=8).contains(&part.len()) && part.as_bytes().iter().all(is_of)
        };
        let is_language = parts
            .next()
            .is_some_and(|part| part.len() <= 3 && is_word(part, 2, u8::is_ascii_alphabetic));
        if tag.len() <= MAX_LENGTH
            && is_language
            && parts.all(|part| is_word(part, 2, u8::is_ascii_alphanumeric))
        {
            return Ok(Self(tag));
        }
        let shown: String = text.chars().take(MAX_LENGTH).collect();
        Err(format!("\"{shown}\" is no language; write a tag such as de, en-GB or pt-BR"))
    }
}

impl<'de> Deserialize<'de> for Locale {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_those_of_languages() {
        for (text, tag) in [("de", "de"), ("pt_BR", "pt-BR"), (" zh-Hant-TW ", "zh-Hant-TW")] {
            assert_eq!(Locale::parse(text).unwrap().as_str(), tag);
        }
        for text in [
            "",
            "german",
            "d",
            "de-",
            "de-D",
            "x-private",
            "de DE",
            "de-\u{e9}t",
            &"de-ab".repeat(9),
        ] {
            assert!(Locale::parse(text).is_err(), "{text}");
        }
    }
}
