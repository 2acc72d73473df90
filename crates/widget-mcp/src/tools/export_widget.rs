//! `export_widget`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use widget_web::{ExportFormat, WebError, export};

use crate::resources::export as files;
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};

pub(crate) struct ExportWidget;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The format of the export; `html` when left out.
    #[serde(default)]
    format: Format,
}

/// The format of an export.
#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    /// One HTML file that works without a server.
    #[default]
    Html,
    /// The source of a Rust program.
    Rust,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The format of the export.
    format: Format,
    /// The widget's revision that the file holds; one that is fetched later holds
    /// the newest.
    revision: u64,
    /// The size of the file.
    bytes: usize,
    /// Downloads the file in a browser, or with any HTTP client, on this machine.
    url: String,
    /// The same as a resource, for resources/read.
    resource_uri: String,
}

#[async_trait]
impl Tool for ExportWidget {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "export_widget";
    const TITLE: &'static str = "Export a widget";
    const DESCRIPTION: &'static str = "Makes a file of a widget: html, one page \
        that works offline with its data and what events do by themselves, or rust, a program \
        that makes it again. Give the person its url, or read the resource.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "format": "html"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Output, ToolError> {
        let Arguments { widget_id, format } = arguments;
        let id = call.widget(widget_id).await?;
        let widget = call.widgets.store().get(id).await?;
        let revision = widget.revision();
        let (made, file, resource) = match format {
            Format::Html => (ExportFormat::Html, "export.html", &files::HTML),
            Format::Rust => (ExportFormat::Rust, "export.rs", &files::RUST),
        };
        let written = spawn_blocking(move || export(&widget, made)).await;
        let bytes = match written {
            Ok(Ok(text)) => text.len(),
            Ok(Err(error @ WebError::ExportTooLarge { .. })) => {
                return Err(ToolError::argument("widget_id", error));
            }
            Ok(Err(error)) => return Err(failed(&error)),
            Err(error) => return Err(failed(&error)),
        };
        let url = format!("{}/{file}", call.widgets.url(&[id]));
        Ok(Output { format, revision, bytes, url, resource_uri: resource.uri_of(id) })
    }
}

fn failed(error: &(dyn std::error::Error + 'static)) -> ToolError {
    tracing::error!(error, "a widget could not be exported");
    ToolError::Failed("the widget could not be exported; try again".into())
}
