//! Text in Markdown.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Kind;

/// Text in Markdown: CommonMark with tables, task lists, footnotes, highlighted code, formulas
/// between dollar signs and `mermaid` diagrams; HTML in it is text. `set_content` with `text`
/// replaces it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({"type": "markdown", "id": "notes", "markdown": "## Notes\n\n- **First**\n- second"}))]
pub struct MarkdownBlock {
    /// The text.
    pub markdown: Arc<str>,
}

impl Kind for MarkdownBlock {
    fn content_bytes(&self) -> usize {
        self.markdown.len()
    }

    fn first_text(&self) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(&self.markdown))
    }
}
