//! Faults of changes that are no errors: found in what they bring, and in what they leave behind.

use std::collections::{BTreeSet, HashSet};

use widget_state::{Op, RowStrategy, StateError, Widget, WidgetId, WidgetStore};

use crate::tools::shared::column_changes::TablesBefore;
use crate::tools::shared::lost_places::{UnplacedBefore, takes_out};

/// The faults of the operations of one call.
#[derive(Default)]
pub(crate) struct Faults {
    found: Vec<String>,
    /// The ids of the elements in the HTML that was put in.
    brought: BTreeSet<String>,
    /// The elements that were changed, and the tables whose rows were set.
    changed: BTreeSet<String>,
    /// True once the elements of the page may be others than those of the noted widget.
    is_emptied: bool,
    tables: TablesBefore,
    unplaced: UnplacedBefore,
}

impl Faults {
    pub(crate) fn add(&mut self, found: impl IntoIterator<Item = String>) {
        self.found.extend(found);
    }

    /// Notes the faults of operations that come next, as far as they show before they are made.
    pub(crate) fn note(&mut self, widget: &Widget, ops: &[Op]) {
        let is_as_known = !self.is_emptied;
        for op in ops {
            if is_as_known || matches!(op, Op::SetBlock { .. }) {
                self.found.extend(widget.problem_with(op, &mut self.brought));
            }
            if self.may_lose(op) {
                self.found.extend(widget.loss_by(op));
            }
            self.found.extend(op.problems());
        }
        self.tables.note(widget, ops);
        self.unplaced.note(widget, ops);
        self.is_emptied |= ops.iter().any(takes_out);
    }

    /// Returns whether what an operation changes is as in the noted widget: an element that none has
    /// changed before it, and rows until others are set.
    fn may_lose(&mut self, op: &Op) -> bool {
        let (id, is_as_known) = match op {
            Op::SetContent { component_id, .. } | Op::EditElement { component_id, .. } => {
                (component_id.as_str(), !self.is_emptied)
            }
            Op::SetBlock { .. } => return true,
            Op::TableRows { block_id, strategy, .. } => {
                let id = block_id.as_deref().unwrap_or_default();
                if *strategy == RowStrategy::Set {
                    self.changed.insert(id.to_owned());
                }
                return !self.changed.contains(id);
            }
            _ => return false,
        };
        self.changed.insert(id.to_owned()) && is_as_known
    }

    /// All of them, once the operations are made.
    ///
    /// # Errors
    ///
    /// [`StateError`] if the widget is gone.
    pub(crate) async fn told(
        self,
        store: &dyn WidgetStore,
        id: WidgetId,
    ) -> Result<Vec<String>, StateError> {
        let mut known = HashSet::new();
        let mut all = self.found;
        all.retain(|one| known.insert(one.clone()));
        all.extend(self.tables.problems(store, id).await?);
        all.extend(self.unplaced.problems(store, id).await?);
        Ok(all)
    }
}
