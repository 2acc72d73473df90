//! The figure of a chart: Plotly's `{data, layout, config, frames}`.

mod attributes;
mod contents;
mod edit;
pub(crate) mod json_text;
mod lists;
mod merge;
mod names;
mod network;
mod path;
mod places;
mod problems;
mod template;
mod trace;
mod values;

use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::json::JsonError;
pub(crate) use path::Path;
pub use trace::Trace;

/// A Plotly figure as JSON text, checked for its shape and kept as it came. The
/// first edit turns it into a tree, so that the next ones need not read it again.
#[derive(Clone, Debug)]
pub struct Figure {
    form: Form,
    traces: Arc<[Trace]>,
    ui_revision: Value,
}

#[derive(Clone, Debug)]
enum Form {
    Text(Arc<str>),
    Edited(Arc<Tree>),
}

/// A figure that was edited.
#[derive(Clone, Debug)]
struct Tree {
    root: Map<String, Value>,
    /// About the length of its JSON text.
    bytes: usize,
    text: OnceLock<Arc<str>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "some fields are there to be checked by serde, not to be read")]
struct Shape {
    data: Vec<Trace>,
    layout: Option<Object>,
    config: Option<Object>,
    frames: Option<Vec<Object>>,
}

type Object = std::collections::BTreeMap<String, IgnoredAny>;

/// The text of a figure of these traces.
fn of_traces(text: &str) -> Result<String, JsonError> {
    let no_figure =
        || JsonError::shape("expected an object with a list `data`, or a list of trace objects");
    let members: Vec<Object> =
        serde_json::from_str(text).map_err(|error| match error.is_data() {
            true => no_figure(),
            false => JsonError::new(&error, text),
        })?;
    if members.is_empty() {
        return Err(no_figure());
    }
    if members.iter().any(|member| member.contains_key("data")) {
        return Err(JsonError::shape("expected one figure, not a list of them"));
    }
    Ok(format!("{{\"data\":{text}}}"))
}

/// The figure's own rules on keeping changes of the person.
#[derive(Deserialize)]
struct Kept {
    layout: Option<KeptLayout>,
}

#[derive(Deserialize)]
struct KeptLayout {
    #[serde(default)]
    uirevision: Value,
}

impl Figure {
    /// Takes the JSON text of a figure, or of its list of traces.
    ///
    /// # Errors
    ///
    /// [`JsonError`] when the text is not JSON, or not an object with a list
    /// `data` of trace objects and, if present, an object `layout`.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, JsonError> {
        let mut text = text.into();
        // serde would also take a list for a struct.
        if text.trim_start().starts_with('[') {
            text = of_traces(&text)?.into();
        }
        let explain = |error| match serde_json::from_str::<Value>(&text) {
            Ok(figure) if figure["data"].is_object() => JsonError::shape(
                "`data` is a list of traces, such as [{\"type\": \"bar\", \"x\": […], \"y\": […]}]",
            ),
            _ => JsonError::new(&error, &text),
        };
        let shape: Shape = serde_json::from_str(&text).map_err(explain)?;
        let ui_revision = if text.contains("uirevision") {
            let kept: Kept = serde_json::from_str(&text).map_err(explain)?;
            kept.layout.map_or(Value::Null, |layout| layout.uirevision)
        } else {
            Value::Null
        };
        Ok(Self { form: Form::Text(text), traces: shape.data.into(), ui_revision })
    }

    /// The JSON text.
    #[must_use]
    pub fn as_json(&self) -> &str {
        self.text()
    }

    /// The JSON text, shared.
    #[must_use]
    pub fn to_shared(&self) -> Arc<str> {
        Arc::clone(self.text())
    }

    /// The traces in short, in their order.
    #[must_use]
    pub fn traces(&self) -> &[Trace] {
        &self.traces
    }

    /// The layout, once its JSON was parsed for an edit.
    pub(crate) fn layout(&self) -> Option<&Map<String, Value>> {
        let Form::Edited(tree) = &self.form else { return None };
        tree.root.get("layout")?.as_object()
    }

    /// True if its JSON was parsed, for an edit.
    pub(crate) fn is_parsed(&self) -> bool {
        matches!(self.form, Form::Edited(_))
    }

    /// About how many bytes its JSON text has; exact before the first edit.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.form {
            Form::Text(text) => text.len(),
            Form::Edited(tree) => tree.bytes,
        }
    }

    /// Returns whether the author asks, by the same `layout.uirevision`, that what the
    /// person changed in the figure `before` holds for this one as well.
    pub(crate) fn keeps_the_view_of(&self, before: &Self) -> bool {
        let says_nothing = match &self.ui_revision {
            Value::Null | Value::Bool(false) => true,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::String(text) => text.is_empty(),
            Value::Bool(true) | Value::Array(_) | Value::Object(_) => false,
        };
        !says_nothing && self.ui_revision == before.ui_revision
    }

    fn text(&self) -> &Arc<str> {
        match &self.form {
            Form::Text(text) => text,
            Form::Edited(tree) => tree.text.get_or_init(|| {
                // A map with string keys always has a JSON form.
                serde_json::to_string(&tree.root).unwrap_or_default().into()
            }),
        }
    }
}

/// Two figures are the same when their texts are.
impl PartialEq for Figure {
    fn eq(&self, other: &Self) -> bool {
        self.as_json() == other.as_json()
    }
}

impl Eq for Figure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_kept_as_it_came() {
        let text = r#"{ "data": [{"type": "bar", "y": [1, 2]}, {"y":[1]}], "layout": {} }"#;
        let figure = Figure::parse(text).unwrap();
        assert_eq!((figure.as_json(), figure.bytes()), (text, text.len()));
        let traces = figure.traces().iter().map(|trace| (&*trace.type_name, trace.points));
        assert_eq!(traces.collect::<Vec<_>>(), [("bar", 2), ("scatter", 1)]);
        let traces = Figure::parse(r#"[{"type": "bar", "y": [1, 2]}]"#).unwrap();
        assert_eq!(traces.as_json(), r#"{"data":[{"type": "bar", "y": [1, 2]}]}"#);
    }

    #[test]
    fn the_same_ui_revision_keeps_the_view_unless_it_says_nothing() {
        let figure = |ui_revision: &str| {
            let text = format!(r#"{{"data": [], "layout": {{"uirevision": {ui_revision}}}}}"#);
            Figure::parse(text).unwrap()
        };
        for (text, keeps) in [("1", true), ("\"a\"", true), ("true", true), ("0", false)] {
            assert_eq!(figure(text).keeps_the_view_of(&figure(text)), keeps, "{text}");
        }
        assert!(!figure("null").keeps_the_view_of(&figure("null")));
        assert!(!figure("1").keeps_the_view_of(&figure("2")));
        let silent = Figure::parse(r#"{"data": []}"#).unwrap();
        assert!(!silent.keeps_the_view_of(&silent));
    }

    #[test]
    fn other_shapes_are_refused_with_the_place() {
        for (text, part) in [
            ("[]", "expected an object"),
            ("{}", "missing field `data`"),
            ("[1]", "expected an object with a list"),
            (r#"[{"data": []}]"#, "expected one figure"),
            (r#"[["bar"]]"#, "or a list of trace objects"),
            (r#"{"data": {}}"#, "`data` is a list of traces, such as"),
            (r#"{"data": 1}"#, "expected a sequence"),
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
