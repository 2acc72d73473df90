//! The fields of one row, as they stand in its text.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::json::JsonError;

/// Every field of a row object with the JSON text of its value, in order.
pub(super) fn fields(row: &str) -> Result<Vec<(String, &RawValue)>, JsonError> {
    let mut fields = Vec::new();
    read(row, |name| Some(name.to_owned()), |name, value| fields.push((name, value)))?;
    Ok(fields)
}

/// The values of the named fields of a row, where it has them. Of a field that is
/// there twice the last one counts, as in JavaScript.
pub(super) fn pick<'a>(
    row: &'a str,
    names: &[&str],
) -> Result<Vec<Option<&'a RawValue>>, JsonError> {
    let mut picked = vec![None; names.len()];
    let wanted = |name: &str| names.iter().position(|wanted| *wanted == name);
    read(row, wanted, |place, value| picked[place] = Some(value))?;
    Ok(picked)
}

fn read<'a, T>(
    row: &'a str,
    wanted: impl Fn(&str) -> Option<T>,
    take: impl FnMut(T, &'a RawValue),
) -> Result<(), JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(row);
    let read = deserializer.deserialize_map(FieldsVisitor { wanted, take });
    read.map_err(|error| JsonError::new(&error, row))
}

struct FieldsVisitor<W, F> {
    wanted: W,
    take: F,
}

impl<'de, T, W, F> Visitor<'de> for FieldsVisitor<W, F>
where
    W: Fn(&str) -> Option<T>,
    F: FnMut(T, &'de RawValue),
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a row object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        while let Some(Name(name)) = fields.next_key::<Name<'de>>()? {
            match (self.wanted)(&name) {
                Some(place) => (self.take)(place, fields.next_value()?),
                None => {
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Borrowed from the text, unless it is escaped there.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] std::borrow::Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_order_and_their_text() {
        let fields = fields(r#"{"b": 1.50, "a\n": [1, 2]}"#).unwrap();
        let texts: Vec<_> = fields.iter().map(|(name, value)| (&**name, value.get())).collect();
        assert_eq!(texts, [("b", "1.50"), ("a\n", "[1, 2]")]);
    }

    #[test]
    fn only_what_is_asked_for_is_picked_and_the_last_counts() {
        let row = r#"{"a": 1, "b": {"a": 9}, "\u0061": 2}"#;
        let picked = pick(row, &["c", "a"]).unwrap();
        assert!(picked[0].is_none());
        assert_eq!(picked[1].unwrap().get(), "2");
    }
}
