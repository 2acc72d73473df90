//! The agent's HTML, and the blocks that stand in it.

use std::sync::Arc;

use indexmap::IndexSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::problems::first_of;
use super::stored::StoredParts;
use super::{Block, BlockKind, Blocks, Kind};
use crate::error::StateError;
use crate::html_index::HtmlIndex;
use crate::suggest::{did_you_mean, nearest};

/// HTML. Inline scripts and styles work; nothing is loaded from the network. An element with
/// `data-event="group:action"` emits that event. `set_content` changes an element by its id.
/// A block in `blocks` stands in the place of `<widget-block id="its id"></widget-block>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "HtmlFields", into = "HtmlFields")]
#[schemars(with = "HtmlFields")]
pub struct HtmlBlock {
    html: Arc<str>,
    index: Arc<HtmlIndex>,
    blocks: Vec<Block>,
    revision: u64,
}

/// HTML. Inline scripts and styles work; nothing is loaded from the network. An element with
/// `data-event="group:action"` emits that event. `set_content` changes an element by its id.
/// A block in `blocks` stands in the place of `<widget-block id="its id"></widget-block>`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({"type": "html", "html": "<p>In stock: <b id=\"stock\">7</b></p><widget-block id=\"sales\"></widget-block>", "blocks": {"sales": {"type": "chart", "figure": {"data": []}}}}))]
struct HtmlFields {
    /// The HTML: a fragment.
    html: Arc<str>,
    /// The blocks in it: an object of them by their ids, or a list.
    #[serde(default, skip_serializing)]
    blocks: Blocks,
}

impl HtmlBlock {
    /// A block of this HTML.
    #[must_use]
    pub fn new(html: impl Into<Arc<str>>) -> Self {
        let html = html.into();
        Self { index: Arc::new(HtmlIndex::of(&html)), html, blocks: Vec::new(), revision: 0 }
    }

    /// Puts blocks into the places of its HTML: each stands where
    /// `<widget-block id="its id"></widget-block>` does.
    #[must_use]
    pub fn with_blocks(mut self, blocks: Vec<Block>) -> Self {
        self.blocks = blocks;
        self
    }

    /// Checks that each place has its block, and each block its place.
    ///
    /// # Errors
    ///
    /// [`StateError::Block`] with the places that have no block or are there twice and the blocks
    /// that have no place, or with a block or place without an id.
    pub fn check_places(&self) -> Result<(), StateError> {
        self.check().map_err(|problem| StateError::Block { problem })
    }

    /// The elements that have an id, with the text they start with, by their id.
    pub fn elements(&self) -> impl Iterator<Item = (&str, &str)> {
        self.index.texts()
    }

    /// The HTML.
    #[must_use]
    pub fn html(&self) -> &str {
        &self.html
    }

    /// The ids of the blocks that the HTML has places for, in their order.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        self.index.places.iter().map(|place| &*place.id)
    }

    /// The revision at which it was last put into the page, 0 before the first: pages draw it again
    /// then, though its text be the same.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// The elements and places that it has.
    pub(crate) fn own_index(&self) -> &HtmlIndex {
        &self.index
    }

    pub(crate) fn set_revision(&mut self, revision: u64) {
        self.revision = revision;
    }

    fn properties(&self) -> Map<String, Value> {
        Map::from_iter([("html".into(), (*self.html).into())])
    }

    /// The places that have no block, and the blocks that have no place.
    fn problems_of_places(&self) -> Option<String> {
        let ids: IndexSet<&str> = self.blocks.iter().map(Block::id).collect();
        let mut places = IndexSet::new();
        let mut empty = Vec::new();
        let mut problems = Vec::new();
        for place in self.places() {
            if place.is_empty() {
                problems
                    .push("a <widget-block> needs the id of the block that stands there".into());
            } else if !places.insert(place) {
                problems.push(format!("the HTML has two places for the block \"{place}\""));
            } else if !ids.contains(place) {
                empty.push(place);
            }
        }
        let is_meant = |id: &str| nearest(id, empty.iter().copied()).is_some();
        let unplaced = self.blocks.iter().map(Block::id).filter(|id| !places.contains(id));
        let of_places = empty.iter().map(|place| without_block(place, &ids));
        let of_blocks = unplaced.filter(|id| !is_meant(id)).map(|id| without_place(id, &places));
        first_of(problems.into_iter().chain(of_places).chain(of_blocks))
    }
}

fn without_block(place: &str, ids: &IndexSet<&str>) -> String {
    let meant = nearest(place, ids.iter().copied());
    let hint = meant.map_or("; add it to blocks".into(), |id| did_you_mean(Some(id)));
    format!("there is no block for <widget-block id=\"{place}\">{hint}")
}

fn without_place(id: &str, places: &IndexSet<&str>) -> String {
    let hint = did_you_mean(nearest(id, places.iter().copied()));
    format!(
        "the block \"{id}\" has no place{hint}; put <widget-block id=\"{id}\"></widget-block> \
         into the HTML"
    )
}

impl From<HtmlBlock> for Block {
    fn from(html: HtmlBlock) -> Self {
        Self::new(BlockKind::Html(html))
    }
}

impl From<HtmlFields> for HtmlBlock {
    fn from(fields: HtmlFields) -> Self {
        Self::new(fields.html).with_blocks(fields.blocks.0)
    }
}

impl From<HtmlBlock> for HtmlFields {
    fn from(block: HtmlBlock) -> Self {
        Self { html: block.html, blocks: Blocks(block.blocks) }
    }
}

impl Kind for HtmlBlock {
    fn check(&self) -> Result<(), String> {
        if let Some(block) = self.blocks.iter().find(|block| block.id().is_empty()) {
            let name = block.kind.type_name();
            let place = self.places().next().unwrap_or("ID");
            return Err(format!(
                "a {name} in HTML needs the id of its <widget-block>: \
                 blocks is {{\"{place}\": {{\"type\": \"{name}\", …}}}}"
            ));
        }
        self.problems_of_places().map_or(Ok(()), Err)
    }

    fn wire(&self) -> Option<Map<String, Value>> {
        let revision = ("revision".into(), self.revision.into());
        (self.revision > 0).then(|| self.properties().into_iter().chain([revision]).collect())
    }

    fn stored(&self) -> serde_json::Result<Option<StoredParts>> {
        Ok((self.revision > 0)
            .then(|| StoredParts { properties: self.properties(), state: self.revision.into() }))
    }

    fn restore(&mut self, state: Value) -> serde_json::Result<()> {
        self.revision = serde_json::from_value(state)?;
        Ok(())
    }

    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.blocks)
    }

    fn content_bytes(&self) -> usize {
        self.html.len()
    }

    fn index(&self) -> Option<&HtmlIndex> {
        Some(&self.index)
    }
}
