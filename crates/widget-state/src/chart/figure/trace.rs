//! The summary of a trace without its data.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// A trace of a figure in short.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Its name, or empty.
    pub name: String,
    /// Plotly's name of its type.
    pub type_name: String,
    /// `true`, `false` or `"legendonly"`, as the figure says.
    pub visible: Value,
    /// The number of points: the length of its longest list.
    pub points: usize,
}

impl Default for Trace {
    fn default() -> Self {
        let type_name = "scatter".into();
        Self { name: String::new(), type_name, visible: Value::Bool(true), points: 0 }
    }
}

impl Trace {
    pub(super) fn of(trace: &Map<String, Value>) -> Self {
        let mut short = Self::default();
        for (key, value) in trace {
            match key.as_str() {
                "name" | "type" | "visible" => short.note(key, value.clone()),
                _ => short.points = short.points.max(value.as_array().map_or(0, Vec::len)),
            }
        }
        short
    }

    fn note(&mut self, key: &str, value: Value) {
        match (key, value) {
            (_, Value::Null) => {}
            ("visible", value) => self.visible = value,
            ("type", Value::String(text)) => self.type_name = text,
            ("name", Value::String(text)) => self.name = text,
            ("name", value) => self.name = value.to_string(),
            _ => {}
        }
    }
}

/// Reads the JSON of a trace and passes over its data.
impl<'de> Deserialize<'de> for Trace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InShort;
        impl<'de> Visitor<'de> for InShort {
            type Value = Trace;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Trace, A::Error> {
                let mut short = Trace::default();
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "name" | "type" | "visible" => short.note(&key, map.next_value()?),
                        _ => short.points = short.points.max(map.next_value::<Length>()?.0),
                    }
                }
                Ok(short)
            }
        }
        deserializer.deserialize_map(InShort)
    }
}

/// The length of a list; 0 for anything else.
struct Length(usize);

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Count;
        impl<'de> Visitor<'de> for Count {
            type Value = Length;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Length, A::Error> {
                let mut length = 0;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    length += 1;
                }
                Ok(Length(length))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Length, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Length(0))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Length, E> {
                Ok(Length(0))
            }

            fn visit_u64<E>(self, _: u64) -> Result<Length, E> {
                Ok(Length(0))
            }

            fn visit_i64<E>(self, _: i64) -> Result<Length, E> {
                Ok(Length(0))
            }

            fn visit_f64<E>(self, _: f64) -> Result<Length, E> {
                Ok(Length(0))
            }

            fn visit_str<E>(self, _: &str) -> Result<Length, E> {
                Ok(Length(0))
            }

            fn visit_unit<E>(self) -> Result<Length, E> {
                Ok(Length(0))
            }
        }
        deserializer.deserialize_any(Count)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_text_and_the_tree_of_a_trace_say_the_same() {
        for trace in [
            json!({}),
            json!({"type": "bar", "name": 7, "x": [1, [2], {"a": 3}], "y": ["a"], "visible": false}),
            json!({"name": "n", "type": null, "marker": {"color": [1, 2, 3]}, "z": [[1, 2], [3]],
                   "opacity": 0.5, "text": "t", "showlegend": true, "dx": -1, "ids": null}),
        ] {
            let read: Trace = serde_json::from_str(&trace.to_string()).unwrap();
            assert_eq!(read, Trace::of(trace.as_object().unwrap()));
        }
        let points = |text: &str| serde_json::from_str::<Trace>(text).unwrap().points;
        assert_eq!(points(r#"{"x": [1, [2], {"a": [1, 2, 3, 4]}], "y": [1]}"#), 3);
        assert!(serde_json::from_str::<Trace>("[1]").is_err());
    }
}
