//! The page around the blocks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The width of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageWidth {
    /// At most 720 CSS pixels, for text and forms.
    Narrow,
    /// At most 1280 CSS pixels.
    Wide,
    /// All of the window.
    #[default]
    Full,
}

/// The space between the parts of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageDensity {
    /// Room to breathe.
    #[default]
    Comfortable,
    /// As much as fits.
    Compact,
}
