//! `pkg://source/{module}`: the Rust source of a public module.

use async_trait::async_trait;
use widget_state::StateError;

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::resources::component_sources;
use crate::widgets::Widgets;

pub(super) struct Source;

#[async_trait]
impl ResourceKind for Source {
    fn template(&self) -> Template {
        Template {
            uri: "pkg://source/{module}",
            name: "source",
            title: "Rust source",
            description: "The Rust source of a public module of the crates widget-mcp and \
                widget-state, the server and its widgets, for programs that use them as a library; \
                get_component_source returns the same. The other crates are not among them.",
            mime_type: "text/x-rust",
        }
    }

    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        let modules = component_sources::all().iter();
        Ok(modules
            .map(|module| ResourceEntry::new(module.name, module.name, module.summary))
            .collect())
    }

    async fn read(&self, _: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        let module = component_sources::all().iter().find(|module| module.name == name);
        Ok(module.map(|module| module.source.into()))
    }
}
