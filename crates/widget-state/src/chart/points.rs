//! New points of a trace.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::chart::typed_array::TypedArray;

/// Points to add to an attribute of one trace. A typed list, as plotly.py writes it, is read as a
/// plain one.
///
/// ```
/// use widget_state::Points;
///
/// let points: Points = serde_json::from_str(r#"{"dtype": "i1", "bdata": "AQID"}"#)?;
/// assert_eq!(*points, [1, 2, 3]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Points(Vec<Value>);

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(from)?;
        if let Some(list) = TypedArray::of(&value) {
            let fault = list.len().err().unwrap_or_default();
            return list.decode().map(Self).ok_or_else(|| D::Error::custom(fault));
        }
        match value {
            Value::Array(points) => Ok(Self(points)),
            other => Err(D::Error::custom(format_args!(
                "each trace has a list of its own points, as in [[3, 4]] for one trace, not {}",
                brief(&other)
            ))),
        }
    }
}

/// A value, as far as an error can show it.
fn brief(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Object(_) => "an object".into(),
        Value::String(text) if text.len() > 40 => "a text".into(),
        other => other.to_string().into(),
    }
}

impl Deref for Points {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl From<Vec<Value>> for Points {
    fn from(points: Vec<Value>) -> Self {
        Self(points)
    }
}

/// A list: the typed form needs no place in every schema.
impl JsonSchema for Points {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Vec::<Value>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Value>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_are_taken_and_what_is_none_says_why() {
        for (value, points) in [
            (json!([1, "a", null]), json!([1, "a", null])),
            (json!({"dtype": "i1", "bdata": "AQID"}), json!([1, 2, 3])),
            (json!({"dtype": "i1", "bdata": "AQID", "shape": "3, 1"}), json!([[1], [2], [3]])),
        ] {
            let read: Points = serde_json::from_value(value).unwrap();
            assert_eq!(json!(read), points);
        }
        for (value, why) in [
            (json!(1), "a list of its own points, as in [[3, 4]] for one trace, not 1"),
            (json!({"a": 1}), "not an object"),
            (json!({"dtype": "f8", "bdata": "AAAA"}), "bdata has 3 bytes"),
        ] {
            let error = serde_json::from_value::<Points>(value).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
