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
        let read = icu_locale_core::Locale::normalize(&tag).ok();
        let read = read.filter(|tag| tag.len() <= MAX_LENGTH && !tag.starts_with("und"));
        read.map(|tag| Self(tag.into_owned())).ok_or_else(|| {
            let shown: String = text.chars().take(MAX_LENGTH).collect();
            format!("\"{shown}\" is no language; write a tag such as de, en-GB or pt-BR")
        })
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
        for (text, tag) in [
            ("de", "de"),
            ("pt_BR", "pt-BR"),
            (" zh-hant-tw ", "zh-Hant-TW"),
            ("ar-EG-u-nu-latn", "ar-EG-u-nu-latn"),
        ] {
            assert_eq!(Locale::parse(text).unwrap().as_str(), tag);
        }
        let long = format!("de-{}", "abcde-".repeat(9));
        for text in ["", "german", "d", "de-", "de-D", "de-DE-DE", "x-private", "de DE", &long] {
            assert!(Locale::parse(text).is_err(), "{text}");
        }
    }
}
