//! `update_theme`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Op, Theme};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::schema::only_names;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct UpdateTheme;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// `light`, `dark`, or `system` for what the person has set.
    #[schemars(transform = only_names)]
    theme: Theme,
}

#[async_trait]
impl Tool for UpdateTheme {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "update_theme";
    const TITLE: &'static str = "Switch between light and dark";
    const DESCRIPTION: &'static str = "Makes a widget light or dark. A new one follows the \
        person's system; HTML follows when it uses variables such as --widget-bg and \
        --widget-text, or :root[data-theme=\"dark\"].";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "theme": "dark"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, theme } = arguments;
        let widget_id = call.widget(widget_id).await?;
        change(call, widget_id, Op::SetTheme { theme }).await
    }
}
