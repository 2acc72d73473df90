//! MCP resources.

mod component;
pub(crate) mod component_sources;
mod docs;
pub(crate) mod export;
pub(crate) mod file;
mod skill;
mod source;
mod template;
mod view;
mod widget;

use std::borrow::Cow;

use async_trait::async_trait;
use rmcp::model::{MetaObject, Resource, ResourceContents, ResourceTemplate};
use schemars::JsonSchema;
use serde::Serialize;
use widget_state::{StateError, WidgetId, nearest};

use crate::error::{ServerError, clipped};
use crate::widgets::Widgets;
pub(crate) use template::Template;

/// Resources of one kind. A new kind is a file in `resources/` and a line in
/// [`RESOURCE_KINDS`].
#[async_trait]
pub(crate) trait ResourceKind: Send + Sync {
    /// Returns the address template of resources of this kind, with their description.
    fn template(&self) -> Template;

    /// Those there are now.
    async fn list(&self, widgets: &Widgets) -> Result<Vec<ResourceEntry>, StateError>;

    /// The one of this name; `None` when there is none.
    async fn read(&self, widgets: &Widgets, name: &str) -> Result<Option<Content>, StateError>;

    /// Returns whether `resources/list` names each of them.
    fn is_listed(&self) -> bool {
        true
    }

    /// The widget that the resource of this name changes with.
    fn widget(&self, _name: &str) -> Option<WidgetId> {
        None
    }
}

/// Every kind, in the order in which clients list them.
static RESOURCE_KINDS: [&dyn ResourceKind; 10] = [
    &docs::Docs,
    &skill::Text,
    &skill::File,
    &component::Component,
    &source::Source,
    &widget::Widget,
    &export::HTML,
    &export::RUST,
    &file::File,
    &view::View,
];

/// A resource in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ResourceEntry {
    /// The value of the template's argument in its address.
    pub(crate) name: Cow<'static, str>,
    pub(crate) title: Cow<'static, str>,
    pub(crate) description: Cow<'static, str>,
}

impl ResourceEntry {
    pub(crate) fn new(
        name: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        description: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { name: name.into(), title: title.into(), description: description.into() }
    }
}

/// The content of a resource.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Text {
        text: Cow<'static, str>,
        meta: Option<MetaObject>,
    },
    /// Any bytes, in base64.
    Blob(String),
}

impl<T: Into<Cow<'static, str>>> From<T> for Content {
    fn from(text: T) -> Self {
        Self::Text { text: text.into(), meta: None }
    }
}

/// Every resource there is now.
pub(crate) async fn list(widgets: &Widgets) -> Result<Vec<Resource>, ServerError> {
    let mut resources = Vec::new();
    for family in RESOURCE_KINDS.iter().filter(|family| family.is_listed()) {
        let template = family.template();
        let listed = family.list(widgets).await?;
        resources.extend(listed.into_iter().map(|listed| template.resource(listed)));
    }
    Ok(resources)
}

/// A kind of resources, for a model to read.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Kind {
    /// The address, with the argument in braces.
    uri: &'static str,
    /// The description of the value.
    description: &'static str,
    /// The type of the content.
    mime_type: &'static str,
    /// The allowed values of the argument.
    names: Vec<Cow<'static, str>>,
}

/// Every kind with the names there are now.
pub(crate) async fn kinds(widgets: &Widgets) -> Result<Vec<Kind>, StateError> {
    let mut kinds = Vec::new();
    for family in RESOURCE_KINDS.iter().filter(|family| family.is_listed()) {
        let Template { uri, description, mime_type, .. } = family.template();
        let listed = family.list(widgets).await?;
        let names = listed.into_iter().map(|listed| listed.name).collect();
        kinds.push(Kind { uri, description, mime_type, names });
    }
    Ok(kinds)
}

/// The templates of all addresses.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    RESOURCE_KINDS.iter().map(|family| family.template().describe()).collect()
}

/// Returns the values of the argument of a template; `None` when there is no such template
/// or argument.
pub(crate) async fn names(
    widgets: &Widgets,
    template: &str,
    argument: &str,
) -> Result<Option<Vec<String>>, StateError> {
    let is_meant = |family: &&&dyn ResourceKind| {
        let ours = family.template();
        ours.uri == template && ours.argument() == argument
    };
    let Some(family) = RESOURCE_KINDS.iter().find(is_meant) else { return Ok(None) };
    let listed = family.list(widgets).await?;
    Ok(Some(listed.into_iter().map(|listed| listed.name.into_owned()).collect()))
}

/// Reads the resource at an address.
///
/// # Errors
///
/// [`ServerError::UnknownResource`] when there is none, [`ServerError::Store`]
/// when the store of the widgets fails.
pub(crate) async fn read(widgets: &Widgets, uri: &str) -> Result<ResourceContents, ServerError> {
    if let Some((family, name)) = find(uri)
        && let Some(content) = family.read(widgets, name).await?
    {
        let (uri, mime_type) = (uri.to_owned(), Some(family.template().mime_type.to_owned()));
        return Ok(match content {
            Content::Text { text, meta } => {
                let text = text.into_owned();
                ResourceContents::TextResourceContents { uri, mime_type, text, meta }
            }
            Content::Blob(blob) => {
                ResourceContents::BlobResourceContents { uri, mime_type, blob, meta: None }
            }
        });
    }
    Err(unknown(widgets, uri).await?)
}

/// The widget that the resource at an address changes with.
pub(crate) fn widget(uri: &str) -> Option<WidgetId> {
    let (family, name) = find(uri)?;
    family.widget(name)
}

fn find(uri: &str) -> Option<(&'static dyn ResourceKind, &str)> {
    let found =
        RESOURCE_KINDS.iter().find_map(|family| Some((family, family.template().name_in(uri)?)));
    found.map(|(family, name)| (*family, name))
}

/// The error about an address that nothing is at.
async fn unknown(widgets: &Widgets, uri: &str) -> Result<ServerError, ServerError> {
    let listed = list(widgets).await?;
    let nearest = nearest(uri, listed.iter().map(|resource| resource.uri.as_str()));
    Ok(ServerError::UnknownResource { uri: clipped(uri), nearest: nearest.map(str::to_owned) })
}
