//! `download`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{FileContent, FileOffer, Op};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct Download;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The name of the file, without a folder.
    filename: String,
    /// The content, as text.
    text: Option<String>,
    /// The content, as base64 with padding, instead of `text`.
    base64: Option<String>,
    /// `text/plain`, `text/csv`, `text/markdown`, `application/json`, `image/png`,
    /// `image/jpeg` or `application/pdf`; the ending of the name says it when left out.
    mime_type: Option<String>,
}

#[async_trait]
impl Tool for Download {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "download";
    const TITLE: &'static str = "Offer a file";
    const DESCRIPTION: &'static str = "Offers the person a file (txt, csv, md, json, png, jpg, \
        pdf), saved only if they agree: applied means they are asked. Delivered once, \
        to the open pages or the first that opens. A chart is offered by send_event \
        chart:export.";
    const HINTS: Hints = Hints::Sends;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "filename": "people.csv", "text": "name,born\nAda,1815\n"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, filename, text, base64, mime_type } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let content = match (text, base64) {
            (Some(text), None) => FileContent::Text(text.into()),
            (None, Some(base64)) => FileContent::Base64(base64.into()),
            (None, None) => return Err(ToolError::argument("text", "give either text or base64")),
            (Some(_), Some(_)) => {
                let problem = "give either text or base64, not both";
                return Err(ToolError::argument("base64", problem));
            }
        };
        let file = FileOffer::new(&filename, mime_type.as_deref(), content)?;
        change(call, widget_id, Op::Download(file)).await
    }
}
