//! `update_marquee`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Common, Component, MarqueeContent, Op, TickerItem};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct UpdateMarquee;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The id of the marquee.
    component_id: String,
    /// The text that is to move through.
    text: Option<String>,
    /// Components of the type ticker_item, instead of text: [{"type": "ticker_item", "ticker":
    /// "ACME", "text": "ACME 12.5"}].
    #[serde(default)]
    #[schemars(with = "Vec<Item>", extend("x-brief" = true))]
    items: Option<Vec<Component>>,
}

/// A component of the one type that a marquee takes, for the schema.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is looked at")]
struct Item {
    /// Always `ticker_item`.
    #[schemars(rename = "type")]
    kind: String,
    #[schemars(flatten)]
    common: Common,
    #[schemars(flatten)]
    item: TickerItem,
}

#[async_trait]
impl Tool for UpdateMarquee {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "update_marquee";
    const TITLE: &'static str = "Replace the content of a marquee";
    const DESCRIPTION: &'static str = "Replaces the text or the items that move through a \
        marquee. For single items while they move use update_ticker_item.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "component_id": "news", "items": [{"type": "ticker_item", "ticker": "AAPL", "text": "AAPL 231.20"}]}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, component_id, text, items } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let content = match (text, items) {
            (Some(text), None) => MarqueeContent::Text(text),
            (None, Some(items)) => MarqueeContent::Items(items),
            (None, None) => return Err(ToolError::argument("text", "give either text or items")),
            (Some(_), Some(_)) => {
                return Err(ToolError::argument("items", "give either text or items, not both"));
            }
        };
        change(call, widget_id, Op::SetMarquee { component_id, content }).await
    }
}
