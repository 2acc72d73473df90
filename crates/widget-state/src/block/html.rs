//! The agent's HTML.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Kind;
use crate::html_index::HtmlIndex;

/// HTML. Inline scripts and styles work; nothing is loaded from the network. An element with
/// `data-event="group:action"` emits that event. `set_content` changes an element by its id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "HtmlFields", into = "HtmlFields")]
#[schemars(with = "HtmlFields")]
pub struct HtmlBlock {
    html: Arc<str>,
    index: Arc<HtmlIndex>,
}

/// HTML. Inline scripts and styles work; nothing is loaded from the network. An element with
/// `data-event="group:action"` emits that event. `set_content` changes an element by its id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({"type": "html", "html": "<p>In stock: <b id=\"stock\">7</b></p>"}))]
struct HtmlFields {
    /// The HTML: a fragment.
    html: Arc<str>,
}

impl HtmlBlock {
    /// A block of this HTML.
    #[must_use]
    pub fn new(html: impl Into<Arc<str>>) -> Self {
        let html = html.into();
        Self { index: Arc::new(HtmlIndex::of(&html)), html }
    }

    /// The elements that have an id, with the text they start with, by their id.
    pub fn elements(&self) -> impl Iterator<Item = (&str, &str)> {
        self.index.texts.iter().map(|(id, text)| (id.as_str(), text.as_str()))
    }

    /// The HTML.
    #[must_use]
    pub fn html(&self) -> &str {
        &self.html
    }
}

impl From<HtmlFields> for HtmlBlock {
    fn from(fields: HtmlFields) -> Self {
        Self::new(fields.html)
    }
}

impl From<HtmlBlock> for HtmlFields {
    fn from(block: HtmlBlock) -> Self {
        Self { html: block.html }
    }
}

impl Kind for HtmlBlock {
    fn index(&self) -> Option<&HtmlIndex> {
        Some(&self.index)
    }
}
