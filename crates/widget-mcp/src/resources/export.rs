//! `pkg://export/{widget_id}` and `pkg://export-rust/{widget_id}`: a widget as a file.

use async_trait::async_trait;
use tokio::task::spawn_blocking;
use widget_state::{SizedPart, StateError, WidgetId};
use widget_web::{ExportFormat, WebError, export};

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::widgets::Widgets;

/// Widgets as files of one format. They are made when they are read, and a list
/// of all of them would say no more than that of the widgets.
pub(crate) struct Export {
    format: ExportFormat,
    template: Template,
}

/// As a page.
pub(crate) static HTML: Export = Export {
    format: ExportFormat::Html,
    template: Template {
        uri: "pkg://export/{widget_id}",
        name: "export",
        title: "A widget as one HTML file",
        description: "A widget as it is now, as one HTML file that works without a server. It is \
            large: to be saved, not to be read.",
        mime_type: "text/html",
    },
};

/// As a program.
pub(crate) static RUST: Export = Export {
    format: ExportFormat::Rust,
    template: Template {
        uri: "pkg://export-rust/{widget_id}",
        name: "export-rust",
        title: "A widget as a Rust program",
        description: "The source of a program that makes a widget as it is now with widget-kit.",
        mime_type: "text/x-rust",
    },
};

impl Export {
    /// The address of one widget's file.
    pub(crate) fn uri_of(&self, id: WidgetId) -> String {
        self.template.uri_of(&id.to_string())
    }
}

#[async_trait]
impl ResourceKind for Export {
    fn template(&self) -> Template {
        self.template
    }

    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        Ok(Vec::new())
    }

    async fn read(&self, widgets: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        let Ok(id) = name.parse::<WidgetId>() else { return Ok(None) };
        let widget = match widgets.store().get(id).await {
            Err(StateError::UnknownWidget { .. }) => return Ok(None),
            found => found?,
        };
        let format = self.format;
        let written = spawn_blocking(move || export(&widget, format)).await;
        match written.map_err(|error| StateError::Backend(error.into()))? {
            Ok(text) => Ok(Some(text.into())),
            Err(WebError::ExportTooLarge { size, limit }) => {
                Err(StateError::TooLarge { part: SizedPart::Export, size, limit })
            }
            Err(error) => Err(StateError::Backend(error.into())),
        }
    }

    fn widget(&self, name: &str) -> Option<WidgetId> {
        name.parse().ok()
    }
}
