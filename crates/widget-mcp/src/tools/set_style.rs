//! `set_style`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use widget_state::Op;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};
use crate::tools::shared::style_argument::properties;

pub(crate) struct SetStyle;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The id of an element in the widget's HTML, of a component or of a modal.
    component_id: String,
    /// CSS properties and their values: text or a number. null takes back what was
    /// set here before. Properties that are not named stay.
    style: BTreeMap<String, Value>,
}

#[async_trait]
impl Tool for SetStyle {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "set_style";
    const TITLE: &'static str = "Change CSS of an element";
    const DESCRIPTION: &'static str = "Sets CSS properties of one element, component or modal; \
        they win over its own. For rules on many elements use inject_css.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "component_id": "counter", "style": {"color": "green", "font-size": "2rem"}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, component_id, style } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let style = properties(style)?;
        change(call, widget_id, Op::SetStyle { component_id, style }).await
    }
}
