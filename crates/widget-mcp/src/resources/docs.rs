//! `pkg://docs/{page}`: what a person or a model reads first.

use async_trait::async_trait;
use widget_state::StateError;

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::components;
use crate::widgets::Widgets;

pub(super) struct Docs;

/// The pages: their names, titles and what they are about.
const PAGES: [(&str, &str, &str); 3] = [
    ("readme", "Read me", "What this server is and how to add it to a client."),
    ("components", "Components", "Every component of toolbars and modals with its properties."),
    ("events", "Events", "Every event a widget emits and takes, with what it carries."),
];

#[async_trait]
impl ResourceKind for Docs {
    fn template(&self) -> Template {
        Template {
            uri: "pkg://docs/{page}",
            name: "docs",
            title: "Documentation",
            description: "The documentation of this server.",
            mime_type: "text/markdown",
        }
    }

    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        Ok(PAGES
            .iter()
            .map(|(name, title, description)| ResourceEntry::new(*name, *title, *description))
            .collect())
    }

    async fn read(&self, _: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        Ok(match name {
            "readme" => Some(include_str!("../../README.md").into()),
            "components" => Some(format!("# Components\n\n{}", components::reference()).into()),
            "events" => Some(include_str!("../../docs/events.md").into()),
            _ => None,
        })
    }
}
