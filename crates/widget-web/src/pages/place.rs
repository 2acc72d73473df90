//! The places of widgets in the page of the shell.

use std::collections::BTreeSet;

use widget_state::{StateError, Widget, WidgetId, WidgetStore};

use crate::programs::{Plotly, programs};

/// The most widgets that one page shows.
const MAX_WIDGETS: usize = 12;

/// The places of the widgets that an address names, each once; `None` when there is none.
///
/// A frame that stands in the page is loaded while the script of the shell is, by the one that
/// stands in the page behind it: `frontend/src/shell/early.ts`.
pub(super) async fn places(
    store: &dyn WidgetStore,
    ids: &str,
) -> Result<Option<String>, StateError> {
    let ids: Result<Vec<WidgetId>, _> = ids.split(',').map(str::parse).collect();
    let Some(ids) = ids.ok().filter(|ids| ids.len() <= MAX_WIDGETS) else { return Ok(None) };
    let mut seen = BTreeSet::new();
    let mut places = Vec::new();
    let mut is_any_there = false;
    for id in ids.into_iter().filter(|id| seen.insert(*id)) {
        let widget = match store.get(id).await {
            Ok(widget) => Some(widget),
            Err(StateError::UnknownWidget { .. }) => None,
            Err(error) => return Err(error),
        };
        // A page of several widgets works while one of them exists.
        is_any_there |= widget.is_some();
        places.push(place(widget.as_deref()));
    }
    let class = if places.len() > 1 { "several" } else { "single" };
    Ok(is_any_there.then(|| format!("<main class=\"{class}\">{}</main>", places.concat())))
}

/// A place with its frame, as the shell makes one that it loads later.
fn place(widget: Option<&Widget>) -> String {
    let names = widget.map(|widget| programs(widget, Plotly::Smallest)).unwrap_or_default();
    format!(
        "<section><iframe title=\"Widget\" sandbox=\"allow-scripts allow-forms\" \
         referrerpolicy=\"no-referrer\" data-programs=\"{}\"></iframe></section>",
        names.join(",")
    )
}
