//! Blocks that lose their place in the page by a change of the HTML around them.

use widget_state::{ElementEdit, Op, StateError, Widget, WidgetId, WidgetStore};

/// The blocks that had no place before the first operation that may take places out of the page.
#[derive(Default)]
pub(crate) struct UnplacedBefore(Option<Vec<String>>);

impl UnplacedBefore {
    /// Notes them, if these operations, which come next, are the first of that kind.
    pub(crate) fn note(&mut self, widget: &Widget, ops: &[Op]) {
        if self.0.is_none() && ops.iter().any(takes_out) {
            self.0 = Some(widget.unplaced_blocks().into_iter().map(ToOwned::to_owned).collect());
        }
    }

    /// The blocks that have lost theirs since.
    ///
    /// # Errors
    ///
    /// [`StateError`] if the widget is gone.
    pub(crate) async fn problems(
        self,
        store: &dyn WidgetStore,
        id: WidgetId,
    ) -> Result<Vec<String>, StateError> {
        let Some(before) = self.0 else { return Ok(Vec::new()) };
        let widget = store.get(id).await?;
        let lost = widget.unplaced_blocks().into_iter();
        let lost = lost.filter(|id| !before.iter().any(|known| known == id));
        Ok(lost.map(problem).collect())
    }
}

fn problem(id: &str) -> String {
    format!(
        "the block {id:?} has no place in the page any more, and no page shows it: put in html with \
         <widget-block id={id:?}></widget-block>, or take it out by op remove"
    )
}

/// Returns whether an operation may take elements, and the places in them, out of the page.
pub(crate) fn takes_out(op: &Op) -> bool {
    match op {
        Op::EditElement { edit, .. } => matches!(edit, ElementEdit::Remove),
        Op::SetContent { .. } | Op::SetBlock { .. } | Op::RemoveBlock { .. } => true,
        _ => false,
    }
}
