//! `set_content`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::Content;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::element_change::content_op;
use crate::tools::shared::result::{Changed, change};

pub(crate) struct SetContent;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The id of an element, button, div, html, markdown or metric block, or `body`.
    component_id: String,
    /// The new text; markup in it is shown, not read.
    text: Option<String>,
    /// The new content as HTML, instead of `text`.
    html: Option<String>,
}

#[async_trait]
impl Tool for SetContent {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "set_content";
    const TITLE: &'static str = "Replace text or HTML";
    const DESCRIPTION: &'static str = "Replaces what an element of a widget shows, by text or \
        html. delivery says whether it shows already.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "component_id": "counter", "text": "5"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, component_id, text, html } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let content = match (text, html) {
            (Some(text), None) => Content::Text(text),
            (None, Some(html)) => Content::Html(html),
            (None, None) => return Err(ToolError::argument("text", "give either text or html")),
            (Some(_), Some(_)) => {
                return Err(ToolError::argument("html", "give either text or html, not both"));
            }
        };
        let op = content_op(&*call.widgets.store().get(widget_id).await?, component_id, content);
        change(call, widget_id, op).await
    }
}
