//! `navigate`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::Op;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct Navigate;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// A whole http or https address.
    url: String,
}

#[async_trait]
impl Tool for Navigate {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "navigate";
    const TITLE: &'static str = "Offer to open a URL";
    const DESCRIPTION: &'static str = "Asks the person whether to open an address beside the \
        widget: applied means they are asked. Delivered once, to the open pages or \
        the first that opens.";
    const HINTS: Hints = Hints::Sends;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "url": "https://example.com/report"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, url } = arguments;
        let widget_id = call.widget(widget_id).await?;
        change(call, widget_id, Op::Navigate { url }).await
    }
}
