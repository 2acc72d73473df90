//! The summary of a trace without its data.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::chart::typed_array::TypedArray;

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
    /// The faults of typed lists in it, each with its path.
    pub(super) faults: Vec<String>,
}

impl Default for Trace {
    fn default() -> Self {
        let type_name = "scatter".into();
        Self {
            name: String::new(),
            type_name,
            visible: Value::Bool(true),
            points: 0,
            faults: Vec::new(),
        }
    }
}

impl Trace {
    pub(super) fn of(trace: &Map<String, Value>) -> Self {
        let mut short = Self::default();
        for (key, value) in trace {
            match key.as_str() {
                "name" | "type" | "visible" => short.note(key, value.clone()),
                _ => short.count(key, Contents::of(value)),
            }
        }
        short
    }

    fn count(&mut self, key: &str, Contents { length, faults }: Contents) {
        self.points = self.points.max(length);
        self.faults.extend(faults.into_iter().map(|fault| format!("{key}{fault}")));
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
                        _ => short.count(&key, map.next_value()?),
                    }
                }
                Ok(short)
            }
        }
        deserializer.deserialize_map(InShort)
    }
}

/// The length of a value that is a list, typed or not, else 0; and the faults of typed lists in it,
/// each with its path.
#[derive(Default)]
struct Contents {
    length: usize,
    faults: Vec<String>,
}

impl Contents {
    fn of(value: &Value) -> Self {
        let mut contents = Self::default();
        match value {
            Value::Array(list) => contents.length = list.len(),
            Value::Object(object) => {
                for (key, value) in object {
                    contents.note(key, Self::of(value));
                }
                contents.close(TypedArray::of(value));
            }
            _ => {}
        }
        contents
    }

    fn note(&mut self, key: &str, inner: Self) {
        self.faults.extend(inner.faults.into_iter().map(|fault| format!(".{key}{fault}")));
    }

    fn close(&mut self, list: Option<TypedArray<'_>>) {
        match list.map(|list| list.len()) {
            Some(Ok(length)) => self.length = length,
            Some(Err(fault)) => self.faults.push(format!(": {fault}")),
            None => {}
        }
    }
}

impl<'de> Deserialize<'de> for Contents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Count;
        impl<'de> Visitor<'de> for Count {
            type Value = Contents;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Contents, A::Error> {
                let mut length = 0;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    length += 1;
                }
                Ok(Contents { length, faults: Vec::new() })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Contents, A::Error> {
                let mut contents = Contents::default();
                let mut typed = Map::new();
                while let Some(key) = map.next_key::<String>()? {
                    if matches!(&*key, "dtype" | "bdata" | "shape") {
                        typed.insert(key, map.next_value()?);
                    } else {
                        contents.note(&key, map.next_value()?);
                    }
                }
                contents.close(TypedArray::of(&Value::Object(typed)));
                Ok(contents)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Contents, E> {
                Ok(Contents::default())
            }

            fn visit_u64<E>(self, _: u64) -> Result<Contents, E> {
                Ok(Contents::default())
            }

            fn visit_i64<E>(self, _: i64) -> Result<Contents, E> {
                Ok(Contents::default())
            }

            fn visit_f64<E>(self, _: f64) -> Result<Contents, E> {
                Ok(Contents::default())
            }

            fn visit_str<E>(self, _: &str) -> Result<Contents, E> {
                Ok(Contents::default())
            }

            fn visit_unit<E>(self) -> Result<Contents, E> {
                Ok(Contents::default())
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
                   "opacity": 0.5, "y": {"dtype": "i1", "bdata": "AAAAAAAA"},
                   "ids": {"dtype": "f8", "bdata": "AAAA"}, "line": {"width": {"dtype": "q", "bdata": ""}}, "text": "t", "showlegend": true, "dx": -1}),
        ] {
            let read: Trace = serde_json::from_str(&trace.to_string()).unwrap();
            assert_eq!(read, Trace::of(trace.as_object().unwrap()));
        }
        let points = |text: &str| serde_json::from_str::<Trace>(text).unwrap().points;
        assert_eq!(points(r#"{"x": [1, [2], {"a": [1, 2, 3, 4]}], "y": [1]}"#), 3);
        assert_eq!(points(r#"{"y": {"dtype": "i2", "bdata": "AAAAAAAA"}}"#), 3);
        assert!(serde_json::from_str::<Trace>("[1]").is_err());
    }
}
