//! The document and its operations as viewers get them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::{Body, Column, Content, EventName, GridStrategy, Op, Toolbar, Widget};

/// Figures and rows up to this many bytes go with the operation; larger ones
/// are fetched.
const INLINE_BYTES: usize = 64 << 10;

/// A whole document as viewers get it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    title: String,
    height: Option<u32>,
    body: DocumentBody,
    toolbars: Vec<Toolbar>,
    values: BTreeMap<String, Value>,
    contents: BTreeMap<String, Content>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum DocumentBody {
    Html { html: Arc<str> },
    Chart { data: DataRef },
    Grid { columns: Vec<Column>, row_id: Option<String>, data: DataRef },
}

/// A figure or rows that are fetched on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DataRef {
    /// The revision that last changed them.
    pub revision: u64,
}

/// An operation as viewers get it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum WireOp {
    /// [`Op::SetContent`].
    SetContent {
        /// The id of the element or component.
        component_id: String,
        /// The new content.
        content: Content,
    },
    /// [`Op::SetValue`].
    SetValue {
        /// The id of the component.
        component_id: String,
        /// The new value.
        value: Value,
    },
    /// [`Op::SetFigure`] with a small figure.
    SetFigure {
        /// The figure as JSON text.
        json: Arc<str>,
    },
    /// [`Op::GridRows`] with few rows.
    GridRows {
        /// What to do with the rows.
        strategy: GridStrategy,
        /// The rows as JSON text.
        json: Arc<str>,
        /// The columns of the table after it.
        columns: Vec<Column>,
    },
    /// A figure or rows too large to go along: they are to be fetched.
    ReloadData {
        /// What to fetch.
        data: DataRef,
        /// The columns of the table after it; none for a chart.
        columns: Vec<Column>,
    },
    /// [`Op::Emit`].
    Emit {
        /// The name of the event.
        event_type: EventName,
        /// What it carries.
        data: Value,
    },
}

impl Widget {
    /// The whole document as viewers get it, figure and rows by reference.
    #[must_use]
    pub fn document(&self) -> Document {
        let data = DataRef { revision: self.data_revision };
        let body = match &self.body {
            Body::Html(html) => DocumentBody::Html { html: Arc::clone(html) },
            Body::Chart(_) => DocumentBody::Chart { data },
            Body::Grid(rows) => DocumentBody::Grid {
                columns: rows.columns(),
                row_id: rows.row_id().map(Into::into),
                data,
            },
        };
        Document {
            title: self.title.clone(),
            height: self.height,
            body,
            toolbars: self.toolbars.clone(),
            values: self.values.clone(),
            contents: self.contents.clone(),
        }
    }

    /// An operation that was just applied, as viewers get it.
    #[must_use]
    pub fn wire(&self, op: &Op) -> WireOp {
        let data = DataRef { revision: self.data_revision };
        match op.clone() {
            Op::SetContent { component_id, content } => {
                WireOp::SetContent { component_id, content }
            }
            Op::SetValue { component_id, value } => WireOp::SetValue { component_id, value },
            Op::SetFigure { figure } if figure.as_json().len() <= INLINE_BYTES => {
                WireOp::SetFigure { json: figure.to_shared() }
            }
            Op::SetFigure { .. } => WireOp::ReloadData { data, columns: Vec::new() },
            Op::GridRows { strategy, rows } => {
                let columns = match &self.body {
                    Body::Grid(rows) => rows.columns(),
                    Body::Html(_) | Body::Chart(_) => Vec::new(),
                };
                if rows.len() <= INLINE_BYTES {
                    WireOp::GridRows { strategy, json: rows, columns }
                } else {
                    WireOp::ReloadData { data, columns }
                }
            }
            Op::Emit { event_type, data } => WireOp::Emit { event_type, data },
        }
    }
}

impl WireOp {
    /// About how many bytes it takes, to bound what is kept.
    pub(crate) fn weight(&self) -> usize {
        64 + match self {
            Self::SetContent { component_id, content } => {
                component_id.len() + content.as_str().len()
            }
            Self::SetValue { component_id, value } => component_id.len() + json_len(value),
            Self::SetFigure { json } | Self::GridRows { json, .. } => json.len(),
            Self::ReloadData { .. } => 0,
            Self::Emit { data, .. } => json_len(data),
        }
    }
}

/// The length of a value as JSON text, without writing it.
pub(crate) fn json_len(value: &Value) -> usize {
    struct Count(usize);
    impl std::io::Write for Count {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut count = Count(0);
    // A value with string keys always has a JSON form, and counting cannot fail.
    serde_json::to_writer(&mut count, value).map_or(usize::MAX, |()| count.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Figure, Rows};

    #[test]
    fn documents_refer_to_their_data() {
        let rows = Rows::parse(r#"[{"a": 1}]"#).unwrap();
        let document = Widget::grid(rows).with_title("T").unwrap().document();
        let expected = json!({
            "title": "T", "height": null, "toolbars": [], "values": {}, "contents": {},
            "body": {"kind": "grid", "columns": [{"field": "a", "type": "number"}],
                     "row_id": null, "data": {"revision": 1}},
        });
        assert_eq!(serde_json::to_value(document).unwrap(), expected);
    }

    #[test]
    fn small_data_goes_along_and_large_data_is_fetched() {
        let figure = |text: &str| Figure::parse(format!(r#"{{"data":[{{"name":"{text}"}}]}}"#));
        let mut widget = Widget::chart(figure("a").unwrap());
        let small = Op::SetFigure { figure: figure("b").unwrap() };
        widget.apply(&small).unwrap();
        assert!(matches!(widget.wire(&small), WireOp::SetFigure { .. }));
        let large = Op::SetFigure { figure: figure(&"x".repeat(INLINE_BYTES)).unwrap() };
        widget.apply(&large).unwrap();
        let expected = json!({"type": "reload_data", "data": {"revision": 3}, "columns": []});
        assert_eq!(serde_json::to_value(widget.wire(&large)).unwrap(), expected);
    }
}
