//! A viewer without a page: it follows a widget by what a viewer gets.

mod blocks;
mod components;
mod style;

use serde_json::Value;

use crate::id::WidgetId;
use crate::store::{Changes, WidgetStore};
use crate::widget::Widget;
use crate::widget::contents::Contents;

/// The state of a viewer that follows the operations of a widget.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replica {
    /// The newest revision.
    pub revision: u64,
    /// The document, without figures and rows.
    pub document: Value,
    /// The figures and rows, by their block.
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
            self.data = blocks::data_of(widget);
            self.documents += 1;
        }
        for logged in &changes.ops {
            if !fresh {
                self.revision += 1;
                assert_eq!(logged.revision(), self.revision, "a revision was skipped");
            }
            let change: Value = serde_json::from_str(logged.as_json()).expect("a change is JSON");
            let mut op = change["op"].clone();
            for (name, state) in change["after"].as_object().into_iter().flatten() {
                op[name] = state.clone();
            }
            self.apply(&op, logged.revision(), widget);
        }
        self.revision = changes.revision;
    }

    fn apply(&mut self, op: &Value, revision: u64, widget: &Widget) {
        if let Some(id) = op["block_id"].as_str() {
            blocks::apply(self, id, op, revision, widget);
            return;
        }
        match op["type"].as_str().expect("a type") {
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
            "toast" => self.signals.push(op["message"].as_str().expect("a message").to_owned()),
            "set_style" => style::set_style(&mut self.document["styles"], op),
            "inject_css" => style::inject_css(&mut self.document["sheets"], op),
            "remove_css" => style::remove_css(&mut self.document["sheets"], op),
            "set_theme" => self.document["theme"] = op["theme"].clone(),
            "navigate" => self.signals.push(op["url"].as_str().expect("an address").to_owned()),
            "download" => self.signals.push(op["filename"].as_str().expect("a name").to_owned()),
            "close_question" => {}
            "emit" => self.signals.push(op["event_type"].as_str().expect("a name").to_owned()),
            other => panic!("unknown operation {other}"),
        }
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
