//! `remove_css`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::Op;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct RemoveCss;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The style sheet, as inject_css returned.
    css_id: String,
}

#[async_trait]
impl Tool for RemoveCss {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "remove_css";
    const TITLE: &'static str = "Remove a style sheet";
    const DESCRIPTION: &'static str = "Takes the rules of an inject_css out of a widget and all \
        its pages again.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "css_id": "dashboard"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, css_id } = arguments;
        let widget_id = call.widget(widget_id).await?;
        change(call, widget_id, Op::RemoveCss { css_id }).await
    }
}
