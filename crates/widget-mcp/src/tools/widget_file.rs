//! `widget_file`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{IdError, UploadInfo};
use widget_web::FilePart;

use crate::app::AppRole;
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::view_tools::Answer;

pub(crate) struct WidgetFile;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget of the form. May be left out while there is only one
    /// widget.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The file, in the first part.
    file: Option<UploadInfo>,
    /// The ref of the file, in the other parts.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// The place of the part in the file, in bytes.
    #[serde(default)]
    start: usize,
    /// The part.
    base64: String,
}

#[async_trait]
impl Tool for WidgetFile {
    type Arguments = Arguments;
    type Output = Answer;

    const NAME: &'static str = "widget_file";
    const TITLE: &'static str = "Take a file from a view";
    const DESCRIPTION: &'static str = "For the page that shows a form, not for models: takes a \
        part of a file that the person has chosen.";
    const HINTS: Hints = Hints::Changes;
    const ROLE: AppRole = AppRole::ForViews;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef",
        "file": {"name": "a.txt", "type": "text/plain", "size": 5}, "base64": "SGVsbG8="}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Answer, ToolError> {
        let Arguments { widget_id, file, reference, start, base64 } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let reference = reference.map(|text| text.parse()).transpose();
        let reference = reference.map_err(|error: IdError| ToolError::argument("ref", error))?;
        let part = FilePart { file, reference, start, base64 };
        Answer::new(call.widgets.web().receive_file(widget_id, part).await?)
    }
}
