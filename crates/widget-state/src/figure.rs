//! The figure of a chart: Plotly's `{data, layout, config, frames}`.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::json::JsonError;

/// A Plotly figure as JSON text, checked for its shape and kept as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure(Arc<str>);

#[derive(Deserialize)]
#[expect(dead_code, reason = "the fields are there to be checked by serde, not to be read")]
struct Shape {
    data: Vec<Object>,
    layout: Option<Object>,
    config: Option<Object>,
    frames: Option<Vec<Object>>,
}

type Object = std::collections::BTreeMap<String, IgnoredAny>;

impl Figure {
    /// Takes the JSON text of a figure.
    ///
    /// # Errors
    ///
    /// [`JsonError`] when the text is not JSON, or not an object with a list
    /// `data` of trace objects and, if present, an object `layout`.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, JsonError> {
        let text = text.into();
        // serde would also take a list for a struct.
        if text.trim_start().starts_with('[') {
            return Err(JsonError::shape("expected an object with a list `data`, not a list"));
        }
        serde_json::from_str::<Shape>(&text).map_err(|error| JsonError::new(&error, &text))?;
        Ok(Self(text))
    }

    /// The JSON text.
    #[must_use]
    pub fn as_json(&self) -> &str {
        &self.0
    }

    /// The JSON text, shared.
    #[must_use]
    pub fn to_shared(&self) -> Arc<str> {
        Arc::clone(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_kept_as_it_came() {
        let text = r#"{ "data": [{"type": "bar", "y": [1, 2]}, {"y":[1]}], "layout": {} }"#;
        assert_eq!(Figure::parse(text).unwrap().as_json(), text);
    }

    #[test]
    fn other_shapes_are_refused_with_the_place() {
        for (text, part) in [
            ("[]", "expected an object"),
            ("{}", "missing field `data`"),
            (r#"{"data": {}}"#, "expected a sequence"),
            (r#"{"data": [1]}"#, "invalid type: integer"),
            (r#"{"data": [["bar"]]}"#, "expected a map"),
            (r#"{"data": [], "layout": 3}"#, "expected a map"),
            ("{\"data\": [\n}", "line 2 column 1"),
        ] {
            let error = Figure::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
