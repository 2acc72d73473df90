//! `build_ticker_item`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use widget_state::{ComponentKind, TickerItem};

use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::component_html::{Built, Given, build};

pub(crate) struct BuildTickerItem;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Its key, such as the symbol of a share: update_ticker_item finds it
    /// by this, and its click carries it.
    ticker: String,
    /// Its content, as text; its ticker when left out.
    text: Option<String>,
    /// Its content, as HTML, instead of `text`.
    html: Option<String>,
    /// Its id; made when left out.
    component_id: Option<String>,
    /// CSS properties and their values.
    #[serde(default)]
    style: BTreeMap<String, Value>,
    /// CSS classes, separated by spaces.
    #[serde(default)]
    class_name: String,
}

#[async_trait]
impl Tool for BuildTickerItem {
    type Arguments = Arguments;
    type Output = Built;

    const NAME: &'static str = "build_ticker_item";
    const TITLE: &'static str = "Build a ticker item";
    const DESCRIPTION: &'static str = "Makes an item for a marquee, checked and with an id, \
        without showing it: as a component for create_widget or update_marquee, and as HTML. \
        update_ticker_item changes it in a marquee.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str =
        r#"{"ticker": "AAPL", "text": "AAPL 231.20", "style": {"color": "green"}}"#;

    async fn call(_: &Call, arguments: Arguments) -> Result<Built, ToolError> {
        let Arguments { ticker, text, html, component_id, style, class_name } = arguments;
        if ticker.is_empty() {
            return Err(ToolError::argument("ticker", "say what the item is about"));
        }
        if text.is_some() && html.is_some() {
            return Err(ToolError::argument("html", "give either text or html, not both"));
        }
        let (text, html) = (text.unwrap_or_default(), html.unwrap_or_default());
        let given = Given { component_id, style, class_name };
        build(given, ComponentKind::TickerItem(TickerItem { ticker, text, html }))
    }
}
