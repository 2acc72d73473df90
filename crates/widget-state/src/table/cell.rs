//! One value of a row, read as far as sorting and filtering need it.

use serde_json::value::RawValue;

use crate::json::JsonError;

/// From here on two whole numbers may be the same to JavaScript.
const MAX_SAFE: i128 = 1 << 53;

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// `null`, or the row lacks the field.
    Nothing,
    /// A number.
    Number(f64),
    /// A whole number with more digits than JavaScript keeps, such as an id.
    Whole(i128),
    /// Everything else, as a person reads it.
    Text(String),
}

impl Cell {
    pub(super) fn read(value: Option<&RawValue>) -> Result<Self, JsonError> {
        let Some(text) = value.map(RawValue::get) else { return Ok(Self::Nothing) };
        let malformed = |error: serde_json::Error| JsonError::new(&error, text);
        Ok(match text.as_bytes().first() {
            Some(b'n') => Self::Nothing,
            Some(b'"') => Self::Text(serde_json::from_str(text).map_err(malformed)?),
            Some(b'-' | b'0'..=b'9') => match text.parse() {
                Ok(whole) if !(-MAX_SAFE..MAX_SAFE).contains(&whole) => Self::Whole(whole),
                _ => Self::Number(serde_json::from_str(text).map_err(malformed)?),
            },
            _ => Self::Text(text.to_owned()),
        })
    }

    /// The value as a person reads it; `None` for nothing.
    pub(crate) fn shown(&self) -> Option<std::borrow::Cow<'_, str>> {
        match self {
            Self::Nothing => None,
            Self::Number(number) => Some(number.to_string().into()),
            Self::Whole(number) => Some(number.to_string().into()),
            Self::Text(text) => Some(text.into()),
        }
    }
}
