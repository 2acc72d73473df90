//! The summary of a trace without its data.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

use super::contents::Contents;
use super::lists::Lists;
use super::network::{NO_PICTURE, NO_REGIONS};

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
    /// True if it brings its regions, as a `geojson` of its own.
    pub has_regions: bool,
    /// The map that it is drawn on, if its type is of one.
    subplot: Option<String>,
    lists: Lists,
    /// The faults of typed lists and of addresses in it, each with its path.
    faults: Vec<String>,
}

impl Default for Trace {
    fn default() -> Self {
        let type_name = "scatter".into();
        Self {
            name: String::new(),
            type_name,
            visible: Value::Bool(true),
            points: 0,
            has_regions: false,
            subplot: None,
            lists: Lists::default(),
            faults: Vec::new(),
        }
    }
}

impl Trace {
    /// The name in the layout of the map on tiles that it is drawn on, by the newer of its names.
    pub(super) fn map(&self) -> Option<&str> {
        let name = self.type_name.strip_suffix("box").unwrap_or(&self.type_name);
        let is_map = matches!(name, "scattermap" | "choroplethmap" | "densitymap");
        is_map.then(|| self.subplot.as_deref().unwrap_or("map"))
    }

    /// The parts of it that are not drawn, each with its path.
    pub(super) fn faults(&self) -> impl Iterator<Item = String> {
        self.faults.iter().cloned().chain(self.faults_of_lists())
    }

    /// The parts of the lists of its points that are not drawn.
    pub(super) fn faults_of_lists(&self) -> impl Iterator<Item = String> + use<> {
        self.lists.faults(&self.type_name)
    }

    pub(super) fn of(trace: &Map<String, Value>) -> Self {
        let mut short = Self::default();
        for (key, value) in trace {
            match key.as_str() {
                "name" | "type" | "visible" | "subplot" => short.note(key, value.clone()),
                _ => short.count(key, Contents::of(value)),
            }
        }
        short
    }

    fn count(&mut self, key: &str, contents: Contents) {
        self.lists.note(key, &contents);
        let Contents { length, is_address, faults, .. } = contents;
        self.points = self.points.max(length);
        self.has_regions |= key == "geojson";
        self.faults.extend(faults.into_iter().map(|fault| format!("{key}{fault}")));
        // A text of any other attribute is no address that is loaded.
        let fault = match key {
            "geojson" if is_address => NO_REGIONS,
            "source" if is_address => NO_PICTURE,
            _ => return,
        };
        self.faults.push(format!("{key}: {fault}"));
    }

    fn note(&mut self, key: &str, value: Value) {
        match (key, value) {
            (_, Value::Null) => {}
            ("visible", value) => self.visible = value,
            ("type", Value::String(text)) => self.type_name = text,
            ("name", Value::String(text)) => self.name = text,
            ("subplot", Value::String(text)) => self.subplot = Some(text.replace("mapbox", "map")),
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
                        "name" | "type" | "visible" | "subplot" => {
                            short.note(&key, map.next_value()?);
                        }
                        _ => short.count(&key, map.next_value()?),
                    }
                }
                Ok(short)
            }
        }
        deserializer.deserialize_map(InShort)
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
                   "ids": {"dtype": "f8", "bdata": "AAAA"}, "line": {"width": {"dtype": "q", "bdata": ""}}, "text": "t",
                   "dimensions": [null, {"values": {"dtype": "f8", "bdata": "AA=="}}, {"values": [1]},
                   {"line": [{"dtype": "q", "bdata": ""}]}], "geojson": "https://a.example/b.json",
                   "source": "data:image/png;base64,AA", "subplot": "mapbox2", "showlegend": true, "dx": -1}),
        ] {
            let read: Trace = serde_json::from_str(&trace.to_string()).unwrap();
            assert_eq!(read, Trace::of(trace.as_object().unwrap()));
        }
        let faults = |trace: Value| Trace::of(trace.as_object().unwrap()).faults;
        let values = json!({"values": {"dtype": "f8", "bdata": "AA=="}});
        let faults = faults(json!({"dimensions": [{"values": [1]}, values], "geojson": "b.json"}));
        assert_eq!(faults.len(), 2);
        assert!(faults[0].starts_with("dimensions[1].values: bdata has 1 bytes"), "{faults:?}");
        assert!(faults[1].starts_with("geojson: pages reach no network"), "{faults:?}");
        let points = |text: &str| serde_json::from_str::<Trace>(text).unwrap().points;
        assert_eq!(points(r#"{"x": [1, [2], {"a": [1, 2, 3, 4]}], "y": [1]}"#), 3);
        assert_eq!(points(r#"{"y": {"dtype": "i2", "bdata": "AAAAAAAA"}}"#), 3);
        assert!(serde_json::from_str::<Trace>("[1]").is_err());
    }
}
