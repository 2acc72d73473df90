//! Text that moves through.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Component, ComponentKind, Kind};

/// Text or ticker items that move through. When `clickable`, its event carries
/// `{value, componentId}` with the ticker of the item, or its text; without an
/// `event` of its own it emits `marquee:click`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "marquee", "component_id": "news", "clickable": true, "items": [{"type": "ticker_item", "ticker": "BER", "text": "BER 17°"}]}))]
pub struct Marquee {
    /// The text that moves through.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The content instead of `text`: components of the type
    /// `ticker_item`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Component>,
    /// The speed in CSS pixels a second: above 0, at most 2000.
    pub speed: u32,
    /// The direction of the movement.
    pub direction: MarqueeDirection,
    /// The kind of movement.
    pub behavior: MarqueeBehavior,
    /// True if it stands still under the mouse.
    pub pause_on_hover: bool,
    /// The space between two items, in CSS pixels; at most 1000.
    pub gap: u32,
    /// True if a click on an item emits the event.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clickable: bool,
    /// Stands between two items.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub separator: String,
}

/// The direction in which a [`Marquee`] moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum MarqueeDirection {
    #[default]
    Left,
    Right,
    Up,
    Down,
}

/// The movement of a [`Marquee`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MarqueeBehavior {
    /// Loops.
    #[default]
    Scroll,
    /// Reverses its direction at each end.
    Alternate,
    /// In once, and stays.
    Slide,
    /// Not at all.
    Static,
}

impl Default for Marquee {
    fn default() -> Self {
        Self {
            text: String::new(),
            items: Vec::new(),
            speed: 60,
            direction: MarqueeDirection::default(),
            behavior: MarqueeBehavior::default(),
            pause_on_hover: true,
            gap: 32,
            clickable: false,
            separator: String::new(),
        }
    }
}

impl Kind for Marquee {
    fn default_event(&self) -> &'static str {
        "marquee:click"
    }

    fn children(&self) -> &[Component] {
        &self.items
    }

    fn children_mut(&mut self) -> &mut [Component] {
        &mut self.items
    }

    fn check(&self) -> Result<(), String> {
        if !self.text.is_empty() && !self.items.is_empty() {
            return Err("give either text or items, not both".into());
        }
        if !(1..=2_000).contains(&self.speed) {
            return Err(format!("speed is {}; write 1 to 2000", self.speed));
        }
        if self.gap > 1_000 {
            return Err(format!("gap is {}; write 0 to 1000", self.gap));
        }
        check_items(&self.items)
    }
}

/// Refuses what cannot move through a marquee.
pub(crate) fn check_items(items: &[Component]) -> Result<(), String> {
    let is_item = |item: &&Component| matches!(item.kind, ComponentKind::TickerItem(_));
    match items.iter().find(|item| !is_item(item)) {
        Some(other) => Err(format!(
            "the items of a marquee are of the type ticker_item, not {}",
            other.kind.type_name()
        )),
        None => Ok(()),
    }
}
