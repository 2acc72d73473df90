//! `ui://widget-mcp/{view}`: the view that a chat client frames.

use async_trait::async_trait;
use widget_state::StateError;
use widget_web::{InlineView, inline_view};

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::app;
use crate::widgets::Widgets;

pub(super) struct View;

#[async_trait]
impl ResourceKind for View {
    fn template(&self) -> Template {
        Template {
            uri: "ui://widget-mcp/{view}",
            name: "view",
            title: "A view",
            description: "The page that a client with MCP Apps frames to show a widget in the \
                conversation: html, chart or table. It is for the client and not to be read.",
            mime_type: app::MIME_TYPE,
        }
    }

    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        Ok(app::VIEWS.iter().map(|(name, view)| listed(name, *view)).collect())
    }

    async fn read(&self, _: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        let found = app::VIEWS.iter().find(|(known, _)| *known == name);
        let Some((_, view)) = found.copied() else { return Ok(None) };
        // It is packed when it is first asked for.
        let made = tokio::task::spawn_blocking(move || inline_view(view)).await;
        let made = made.map_err(|error| StateError::Backend(error.into()))?;
        let text = made.map_err(|error| StateError::Backend(error.into()))?;
        Ok(Some(Content::Text { text: text.into(), meta: Some(app::view_meta()) }))
    }
}

fn listed(name: &'static str, view: InlineView) -> ResourceEntry {
    let what = match view {
        InlineView::Html => "HTML with toolbars",
        InlineView::Chart => "charts",
        InlineView::Table => "tables",
    };
    let description = format!("Shows {what} in the conversation. For the client, not to be read.");
    ResourceEntry::new(name, format!("The view of {what}"), description)
}
