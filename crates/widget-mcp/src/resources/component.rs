//! `pkg://component/{type}`: a type of component or block.

use async_trait::async_trait;
use widget_state::StateError;

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::components;
use crate::widgets::Widgets;

pub(super) struct Component;

#[async_trait]
impl ResourceKind for Component {
    fn template(&self) -> Template {
        Template {
            uri: "pkg://component/{type}",
            name: "component",
            title: "A component",
            description: "A type of component or block: its properties, its event and an example; \
                get_component_docs returns the same.",
            mime_type: "text/markdown",
        }
    }

    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        let components = components::all().iter();
        Ok(components
            .map(|docs| ResourceEntry::new(docs.name, docs.name, &*docs.summary))
            .collect())
    }

    async fn read(&self, _: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        let docs = components::all().iter().find(|docs| docs.name == name);
        Ok(docs.map(|docs| docs.page().into()))
    }
}
