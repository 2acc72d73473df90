//! `navigate`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::Op;

use super::result::{Changed, change};
use crate::arguments::WidgetIdArgument;
use crate::tool::{Call, Hints, Tool};
use crate::tool_error::ToolError;

pub(crate) struct Navigate;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget, as the call that made it returned.
    widget_id: WidgetIdArgument,
    /// A whole http or https address.
    url: String,
}

#[async_trait]
impl Tool for Navigate {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "navigate";
    const TITLE: &'static str = "Offer to open an address";
    const DESCRIPTION: &'static str = "Asks the person whether to open an address, which then \
        opens beside the widget. Nothing opens unless they agree, and they may decline: applied \
        means that they are being asked. Delivered once: to the pages that are open or to the first \
        that opens.";
    const HINTS: Hints = Hints::Sends;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "url": "https://example.com/report"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, url } = arguments;
        change(call, widget_id.0, Op::Navigate { url }).await
    }
}
