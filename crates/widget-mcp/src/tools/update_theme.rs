//! `update_theme`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Op, Theme};

use super::result::{Changed, change};
use crate::arguments::WidgetIdArgument;
use crate::tool::{Call, Hints, Tool};
use crate::tool_error::ToolError;

pub(crate) struct UpdateTheme;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget, as the call that made it returned.
    widget_id: WidgetIdArgument,
    /// `light`, `dark`, or `system` for what the person has set.
    theme: Theme,
}

#[async_trait]
impl Tool for UpdateTheme {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "update_theme";
    const TITLE: &'static str = "Switch between light and dark";
    const DESCRIPTION: &'static str = "Makes a widget light or dark, with its components, charts \
        and tables, in every open page and in those opened later. A new widget follows the \
        person's system. An agent's HTML follows when it uses variables such as --widget-bg and \
        --widget-text, or :root[data-theme=\"dark\"].";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "theme": "dark"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, theme } = arguments;
        change(call, widget_id.0, Op::SetTheme { theme }).await
    }
}
