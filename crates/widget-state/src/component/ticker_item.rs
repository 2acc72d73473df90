//! One of the items that move through a marquee.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Kind;

/// One of the items that move through a marquee. It is changed by its `ticker`,
/// in every marquee that shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "ticker_item", "ticker": "BER", "text": "BER 17°"}))]
pub struct TickerItem {
    /// Its key, such as the symbol of a share; the value of the event.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub ticker: String,
    /// Its content as text; its ticker when left out.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its content as HTML, instead of `text`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub html: String,
}

impl Kind for TickerItem {
    fn check(&self) -> Result<(), String> {
        match (self.text.is_empty(), self.html.is_empty()) {
            (false, false) => Err("give either text or html, not both".into()),
            _ => Ok(()),
        }
    }
}
