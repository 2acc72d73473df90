//! A viewer without a page: it follows a widget by what a viewer gets.

use serde_json::{Value, json};

use crate::{Body, Changes, Widget, WidgetId, WidgetStore};

/// What a viewer knows of a widget after following its operations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replica {
    /// The newest revision.
    pub revision: u64,
    /// The document, without figure and rows.
    pub document: Value,
    /// The figure or the rows.
    pub data: Value,
    /// The names of the signals that came.
    pub signals: Vec<String>,
    /// How many whole documents came.
    pub documents: usize,
}

impl Replica {
    /// Catches up with the store.
    ///
    /// # Panics
    ///
    /// When the store fails or skips a revision.
    pub async fn sync(&mut self, store: &impl WidgetStore, id: WidgetId) {
        let known = (self.documents > 0).then_some(self.revision);
        let changes = store.changes_since(id, known).await.expect("changes");
        let widget = store.get(id).await.expect("the widget");
        self.follow(&changes, &widget);
    }

    /// Does what a viewer does with its changes; larger data comes from `widget`.
    ///
    /// # Panics
    ///
    /// When a revision is skipped.
    pub fn follow(&mut self, changes: &Changes, widget: &Widget) {
        let fresh = changes.document.is_some();
        if let Some(document) = &changes.document {
            self.document = serde_json::to_value(document).expect("a document is JSON");
            self.data = data_of(widget);
            self.documents += 1;
        }
        for (revision, op) in &changes.ops {
            if !fresh {
                self.revision += 1;
                assert_eq!(*revision, self.revision, "a revision was skipped");
            }
            let op = serde_json::to_value(op).expect("an operation is JSON");
            self.apply(&op, *revision, widget);
        }
        self.revision = changes.revision;
    }

    fn apply(&mut self, op: &Value, revision: u64, widget: &Widget) {
        let body = &mut self.document["body"];
        match op["type"].as_str().expect("a type") {
            "set_content" => {
                self.document["contents"][op["component_id"].as_str().expect("an id")] =
                    op["content"].clone();
            }
            "set_value" => {
                self.document["values"][op["component_id"].as_str().expect("an id")] =
                    op["value"].clone();
            }
            "set_figure" => {
                body["data"] = json!({ "revision": revision });
                self.data = parse(&op["json"]);
            }
            "grid_rows" => {
                body["data"] = json!({ "revision": revision });
                body["columns"] = op["columns"].clone();
                let key = body["row_id"].as_str().map(ToOwned::to_owned);
                let rows = parse(&op["json"]);
                self.rows(op["strategy"].as_str().expect("a strategy"), &rows, key);
            }
            "reload_data" => {
                body["data"] = op["data"].clone();
                if body["kind"] == "grid" {
                    body["columns"] = op["columns"].clone();
                }
                self.data = data_of(widget);
            }
            "emit" => self.signals.push(op["event_type"].as_str().expect("a name").to_owned()),
            other => panic!("unknown operation {other}"),
        }
    }

    fn rows(&mut self, strategy: &str, new: &Value, key: Option<String>) {
        let rows = self.data.as_array_mut().expect("rows");
        let new = new.as_array().expect("rows").clone();
        match strategy {
            "set" => *rows = new,
            "append" => rows.extend(new),
            "update" => {
                let key = key.expect("a row id");
                for row in new {
                    let place = rows.iter_mut().find(|old| old[&key] == row[&key]);
                    *place.expect("a row to update") = row;
                }
            }
            other => panic!("unknown strategy {other}"),
        }
    }
}

fn parse(json: &Value) -> Value {
    serde_json::from_str(json.as_str().expect("JSON text")).expect("JSON")
}

/// The figure or rows of a widget as a value; null for HTML.
fn data_of(widget: &Widget) -> Value {
    match widget.body() {
        Body::Html(_) => Value::Null,
        Body::Chart(figure) => serde_json::from_str(figure.as_json()).expect("JSON"),
        Body::Grid(rows) => rows_of(rows),
    }
}

/// The rows of a table as a value.
///
/// # Panics
///
/// When the pieces do not make a JSON list.
#[must_use]
pub fn rows_of(rows: &crate::Rows) -> Value {
    let text: Vec<u8> = rows.json_pieces().flat_map(|piece| piece.as_ref().to_vec()).collect();
    serde_json::from_slice(&text).expect("JSON")
}
