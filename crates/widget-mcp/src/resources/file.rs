//! `pkg://file/{ref}`: a file that a person has put into a form.

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use widget_state::{StateError, UploadRef};

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::widgets::Widgets;

pub(crate) struct File;

impl File {
    /// The address of a file.
    pub(crate) fn uri_of(reference: UploadRef) -> String {
        Self.template().uri_of(&reference.to_string())
    }
}

#[async_trait]
impl ResourceKind for File {
    fn template(&self) -> Template {
        Template {
            uri: "pkg://file/{ref}",
            name: "file",
            title: "A file of a person",
            description: "A file that a person has put into a form, whole, by the ref in the event.",
            mime_type: "application/octet-stream",
        }
    }

    /// Only the event of the form names it.
    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        Ok(Vec::new())
    }

    async fn read(&self, widgets: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        let Ok(reference) = name.parse::<UploadRef>() else { return Ok(None) };
        let Some(upload) = widgets.uploads().get(reference) else { return Ok(None) };
        widgets.uploads().mark_read(reference);
        Ok(Some(Content::Blob(STANDARD.encode(&upload.bytes))))
    }
}
