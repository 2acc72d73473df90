//! `pkg://widget/{widget_id}`: a widget as it is now.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use serde::Serialize;
use serde_json::Value;
use widget_state::{StateError, WidgetId, WidgetKind, WidgetSummary};

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::widgets::Widgets;

pub(super) struct Widget;

/// The content of the resource of a widget.
#[derive(Serialize)]
struct Now<'a> {
    widget_id: WidgetId,
    title: &'a str,
    kind: WidgetKind,
    url: String,
    revision: u64,
    /// The value of each component that has one, and whether each modal is open.
    values: BTreeMap<&'a str, Value>,
}

#[async_trait]
impl ResourceKind for Widget {
    fn template(&self) -> Template {
        Template {
            uri: "pkg://widget/{widget_id}",
            name: "widget",
            title: "A widget",
            description: "A widget as it is now: its title, kind, address, revision and the \
                values of its components. Subscribe to it to be notified of changes.",
            mime_type: "application/json",
        }
    }

    async fn list(&self, widgets: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        let list = widgets.store().list().await?;
        Ok(list.iter().map(listed).collect())
    }

    async fn read(&self, widgets: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        let Some(widget_id) = self.widget(name) else { return Ok(None) };
        let widget = match widgets.store().get(widget_id).await {
            Err(StateError::UnknownWidget { .. }) => return Ok(None),
            found => found?,
        };
        let url = widgets.url(&[widget_id]);
        Ok(Some(text(widget_id, &widget, url).into()))
    }

    fn widget(&self, name: &str) -> Option<WidgetId> {
        name.parse().ok()
    }
}

fn listed(widget: &WidgetSummary) -> ResourceEntry {
    let name = widget.widget_id.to_string();
    let title = if widget.title.is_empty() { name.clone() } else { widget.title.clone() };
    ResourceEntry::new(name, title, format!("{} that a tool made", widget.kind))
}

fn text(widget_id: WidgetId, widget: &Arc<widget_state::Widget>, url: String) -> String {
    let now = Now {
        widget_id,
        title: widget.title(),
        kind: widget.kind(),
        url,
        revision: widget.revision(),
        values: widget.values(),
    };
    // Strings, numbers and values that came as JSON.
    serde_json::to_string_pretty(&now).unwrap_or_default()
}
