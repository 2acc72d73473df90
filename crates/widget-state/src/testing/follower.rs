//! A viewer without a page: a widget that applies what the log holds.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::block::tree;
use crate::change::{Change, LoggedChange};
use crate::id::WidgetId;
use crate::op::Op;
use crate::store::{Changes, WidgetStore};
use crate::widget::Widget;

/// A viewer that follows a widget by the changes that viewers get.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    /// The newest revision that it has.
    pub revision: u64,
    /// The widget as the viewer has it; `None` before the first document.
    pub widget: Option<Widget>,
    /// The names of the signals that came, the messages of toasts, the addresses and
    /// the names of files.
    pub signals: Vec<String>,
    /// The number of whole documents received.
    pub documents: usize,
}

impl Follower {
    /// Catches up with the store, after which the viewer has what the store has.
    ///
    /// # Panics
    ///
    /// When the store fails, skips a revision, or logs a change that makes another document.
    pub async fn sync(&mut self, store: &impl WidgetStore, id: WidgetId) {
        let known = self.widget.as_ref().map(|_| self.revision);
        let changes = store.changes_since(id, known).await.expect("changes");
        let newest = store.get(id).await.expect("the widget");
        self.follow(&changes, &newest);
        assert_eq!(self.widget.as_ref(), Some(&*newest), "a viewer has another document");
    }

    /// Does what a viewer does with its changes; larger data comes from `newest`.
    fn follow(&mut self, changes: &Changes, newest: &Widget) {
        let is_fresh = changes.document.is_some();
        if let Some(document) = &changes.document {
            assert_eq!(*document, newest.document(), "the document is not the newest");
            self.widget = Some(newest.clone());
            self.documents += 1;
        }
        // What was fetched holds the operations that come after it.
        let mut fetched = BTreeSet::new();
        for logged in &changes.ops {
            let change = self.receive(logged);
            if !is_fresh {
                let is_beside = change.revision == self.revision;
                self.revision += u64::from(!is_beside);
                assert_eq!(change.revision, self.revision, "a revision was skipped");
                let widget = self.widget.as_mut().expect("a document");
                apply(widget, &change, is_beside, newest, &mut fetched);
            }
        }
        self.revision = changes.revision;
    }

    fn receive(&mut self, logged: &LoggedChange) -> Change {
        let change: Change = serde_json::from_str(logged.as_json()).expect("a change");
        self.signals.extend(match &change.op {
            Op::Toast(toast) => Some(toast.message.clone()),
            Op::Navigate { url } => Some(url.clone()),
            Op::Download(file) => Some(file.filename().to_owned()),
            Op::Emit { event_type, .. } => Some(event_type.to_string()),
            _ => None,
        });
        change
    }
}

fn apply(
    widget: &mut Widget,
    change: &Change,
    is_beside: bool,
    newest: &Widget,
    fetched: &mut BTreeSet<String>,
) {
    let block = block_of(&change.op);
    if let Op::ReloadData { block_id, .. } | Op::ReloadPages { block_id, .. } = &change.op {
        let block = tree::find_mut(&mut widget.blocks, block_id).expect("the block");
        block.clone_from(newest.block(block_id).expect("the block"));
        fetched.insert(block_id.clone());
        widget.revision = change.revision;
    } else if block.is_some_and(|block| fetched.contains(&block)) {
        widget.revision = change.revision;
    } else {
        let op = change.op.clone();
        let again = if is_beside { widget.apply_beside(op) } else { widget.apply(op) };
        let again = again.expect("what is logged can be applied");
        assert_eq!(&again, change, "what is logged is logged the same way again");
    }
}

/// The block that an operation is about.
fn block_of(op: &Op) -> Option<String> {
    let op = serde_json::to_value(op).expect("an operation is JSON");
    op.get("block_id").and_then(Value::as_str).map(ToOwned::to_owned)
}
