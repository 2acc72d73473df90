//! The kinds of widget.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WidgetKind {
    /// The agent's HTML.
    Html,
    /// A Plotly chart.
    Chart,
    /// A table.
    #[serde(rename = "grid")]
    Table,
    /// A page of blocks.
    Blocks,
}

impl fmt::Display for WidgetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Html => "an HTML widget",
            Self::Chart => "a chart",
            Self::Table => "a table",
            Self::Blocks => "a page of blocks",
        })
    }
}
