//! `update_ticker_item`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Content, Op, TickerChange};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct UpdateTickerItem;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The `ticker` of the items that change, in every marquee that shows it.
    ticker: String,
    /// The new text; markup in it is shown, not read.
    text: Option<String>,
    /// The new content as HTML, instead of `text`.
    html: Option<String>,
    /// The new CSS properties.
    style: Option<BTreeMap<String, String>>,
    /// The new CSS classes, separated by spaces.
    class_name: Option<String>,
}

#[async_trait]
impl Tool for UpdateTickerItem {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "update_ticker_item";
    const TITLE: &'static str = "Change ticker items";
    const DESCRIPTION: &'static str = "Changes every ticker item with this ticker while it \
        moves through its marquee. What is left out stays as it is.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "ticker": "AAPL", "text": "AAPL 232.10", "style": {"color": "green"}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, ticker, text, html, style, class_name } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let content = match (text, html) {
            (Some(text), None) => Some(Content::Text(text)),
            (None, Some(html)) => Some(Content::Html(html)),
            (None, None) => None,
            (Some(_), Some(_)) => {
                return Err(ToolError::argument("html", "give either text or html, not both"));
            }
        };
        let change_of = TickerChange { content, style, class_name };
        if change_of == TickerChange::default() {
            let problem = "give text, html, style or class_name";
            return Err(ToolError::argument("text", problem));
        }
        change(call, widget_id, Op::UpdateTicker { ticker, change: change_of }).await
    }
}
