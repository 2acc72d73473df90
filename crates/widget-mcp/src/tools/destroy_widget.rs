//! `destroy_widget`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_state::WidgetId;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};

pub(crate) struct DestroyWidget;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The widget that is gone.
    #[schemars(with = "String")]
    widget_id: WidgetId,
    /// True.
    destroyed: bool,
}

#[async_trait]
impl Tool for DestroyWidget {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "destroy_widget";
    const TITLE: &'static str = "Destroy a widget";
    const DESCRIPTION: &'static str = "Ends a widget for good: its pages say that it was closed, \
        and its events are gone.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Output, ToolError> {
        let widget_id = call.widget(arguments.widget_id).await?;
        call.widgets.remove(widget_id).await?;
        Ok(Output { widget_id, destroyed: true })
    }
}
