//! A viewer without a page: it follows a widget by what a viewer gets.

mod components;
mod style;

use serde_json::{Value, json};

use crate::id::WidgetId;
use crate::store::{Changes, WidgetStore};
use crate::widget::contents::Contents;
use crate::widget::{Body, Widget};

/// The state of a viewer that follows the operations of a widget.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replica {
    /// The newest revision.
    pub revision: u64,
    /// The document, without figure and rows.
    pub document: Value,
    /// The figure or the rows.
    pub data: Value,
    /// The names of the signals that came, the messages of toasts, the addresses and
    /// the names of files.
    pub signals: Vec<String>,
    /// The number of whole documents received.
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
        let op_type = op["type"].as_str().expect("a type");
        if CHANGES_DATA.contains(&op_type) && holds(body, revision) {
            beside_data(body, op);
            return;
        }
        match op_type {
            "set_content" => {
                let contents = &mut self.document["contents"];
                let mut replaced: Contents =
                    serde_json::from_value(contents.take()).expect("contents");
                let content = serde_json::from_value(op["content"].clone()).expect("a content");
                replaced.set(op["component_id"].as_str().expect("an id"), content);
                *contents = serde_json::to_value(replaced).expect("JSON");
            }
            "set_value" => {
                let id = op["component_id"].as_str().expect("an id");
                components::reset(&mut self.document, id, &op["value"]);
                self.document["values"][id] = op["value"].clone();
            }
            "set_marquee" => components::set_marquee(&mut self.document, op),
            "update_ticker" => components::update_ticker(&mut self.document, op),
            "set_figure" => {
                body["data"] = json!({ "revision": revision });
                body["view"] = op["view"].clone();
                self.data = parse(&op["json"]);
            }
            "edit_chart" => {
                body["data"] = json!({ "revision": revision });
                body["view"] = op["view"].clone();
                let edit = serde_json::from_value(op["edit"].clone()).expect("an edit");
                let figure =
                    crate::chart::figure::Figure::parse(self.data.to_string()).expect("a figure");
                let mut chart = Widget::chart(figure);
                chart.apply(&crate::op::Op::EditChart { edit }).expect("an edit that fits");
                self.data = data_of(&chart);
            }
            "set_chart_view" => body["view"] = op["view"].clone(),
            "grid_rows" => {
                has_rows(body, &json!({ "revision": revision }));
                body["columns"] = op["columns"].clone();
                let key = body["row_id"].as_str().map(ToOwned::to_owned);
                let rows = parse(&op["json"]);
                self.rows(op["strategy"].as_str().expect("a strategy"), &rows, key);
            }
            "reload_data" => {
                // As fetched: the newest there is.
                has_rows(body, &json!({ "revision": widget.data_revision() }));
                beside_data(body, op);
                self.data = data_of(widget);
            }
            "toast" => self.signals.push(op["message"].as_str().expect("a message").to_owned()),
            "reload_pages" => {
                body.as_object_mut().expect("a body").remove("data");
                body["pages"] = op["pages"].clone();
                body["columns"] = op["columns"].clone();
                self.data = data_of(widget);
            }
            "grid_cell" => {
                has_rows(body, &json!({ "revision": revision }));
                body["columns"] = op["columns"].clone();
                let key = body["row_id"].as_str().map(ToOwned::to_owned);
                self.cell(op, key.as_deref());
            }
            "grid_columns" => body["columns"] = op["columns"].clone(),
            "grid_state" => body["state"] = op["state"].clone(),
            "set_style" => style::set_style(&mut self.document["styles"], op),
            "inject_css" => style::inject_css(&mut self.document["sheets"], op),
            "remove_css" => style::remove_css(&mut self.document["sheets"], op),
            "set_theme" => self.document["theme"] = op["theme"].clone(),
            "navigate" => self.signals.push(op["url"].as_str().expect("an address").to_owned()),
            "download" => self.signals.push(op["filename"].as_str().expect("a name").to_owned()),
            "ask" | "close_question" => {}
            "emit" => self.signals.push(op["event_type"].as_str().expect("a name").to_owned()),
            other => panic!("unknown operation {other}"),
        }
    }

    fn cell(&mut self, op: &Value, key: Option<&str>) {
        let rows = self.data.as_array_mut().expect("rows");
        let row = match key {
            Some(key) => rows.iter_mut().find(|row| row[key] == op["row_id"]),
            None => rows.get_mut(op["row_id"].as_u64().expect("a position") as usize),
        };
        row.expect("a row")[op["field"].as_str().expect("a field")] = op["value"].clone();
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

/// The operations that edit a figure or rows of a viewer.
const CHANGES_DATA: [&str; 5] =
    ["set_figure", "edit_chart", "grid_rows", "grid_cell", "reload_data"];

/// Returns whether the data is as new as a revision: what was fetched may be newer than the
/// operation that asked for it, and holds the operations in between.
fn holds(body: &Value, revision: u64) -> bool {
    body["data"]["revision"].as_u64().is_some_and(|newest| revision <= newest)
}

/// Applies the part of an operation that is beside the figure or the rows.
fn beside_data(body: &mut Value, op: &Value) {
    let beside = if body["kind"] == "grid" { "columns" } else { "view" };
    body[beside] = op[beside].clone();
}

/// The viewer has all rows, as of a revision.
fn has_rows(body: &mut Value, data: &Value) {
    body.as_object_mut().expect("a body").remove("pages");
    body["data"] = data.clone();
}

fn parse(json: &Value) -> Value {
    serde_json::from_str(json.as_str().expect("JSON text")).expect("JSON")
}

/// The figure or rows of a widget as a value; null for HTML.
fn data_of(widget: &Widget) -> Value {
    match widget.body() {
        Body::Html(_) => Value::Null,
        Body::Chart(chart) => serde_json::from_str(chart.figure().as_json()).expect("JSON"),
        Body::Table(grid) => rows_of(grid.rows()),
    }
}

/// The rows of a table as a value.
///
/// # Panics
///
/// When the pieces do not make a JSON list.
#[must_use]
pub fn rows_of(rows: &crate::table::rows::Rows) -> Value {
    let text: Vec<u8> = rows.json_pieces().flat_map(|piece| piece.as_ref().to_vec()).collect();
    serde_json::from_slice(&text).expect("JSON")
}
