//! The arrangement of a list of blocks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Block, BlockCommon, BlockKind, CardBlock, GridBlock, TabBlock, TabsBlock};
use crate::error::StateError;

/// The arrangement of a list of blocks, in the place of blocks for layout around them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageLayout {
    /// From top to bottom; in a `grid` when a block has a `span`.
    #[default]
    Column,
    /// In a `grid`; `span` of a block says how many columns it takes.
    Grid,
    /// In a `grid`, each in a `card`.
    #[serde(alias = "card")]
    Cards,
    /// Each on a `tab` with its title or label.
    Tabs,
}

impl PageLayout {
    /// Puts blocks into those that arrange them.
    ///
    /// # Errors
    ///
    /// [`StateError::Block`] when a block for a tab has neither a title nor an id.
    pub fn arrange(self, blocks: Vec<Block>) -> Result<Vec<Block>, StateError> {
        let has_span = |block: &Block| block.common.span.is_some();
        if self == Self::Column && !blocks.iter().any(has_span) {
            return Ok(blocks);
        }
        // What stands over the page has no place in it.
        let is_modal = |block: &Block| matches!(block.kind, BlockKind::Modal(_));
        let (modals, blocks): (Vec<_>, Vec<_>) = blocks.into_iter().partition(is_modal);
        let arranged = match self {
            Self::Column | Self::Grid => grid(blocks),
            Self::Cards => grid(blocks.into_iter().map(card).collect()),
            Self::Tabs => tabs(blocks)?,
        };
        Ok([vec![arranged], modals].concat())
    }
}

fn grid(blocks: Vec<Block>) -> Block {
    Block::new(BlockKind::Grid(GridBlock { blocks, ..GridBlock::default() }))
}

/// A card is one already.
fn card(mut block: Block) -> Block {
    if matches!(block.kind, BlockKind::Card(_)) {
        return block;
    }
    let common = BlockCommon { span: block.common.span.take(), ..BlockCommon::default() };
    let card = CardBlock { blocks: vec![block], ..CardBlock::default() };
    Block { common, kind: BlockKind::Card(card) }
}

fn tabs(blocks: Vec<Block>) -> Result<Block, StateError> {
    let tabs = blocks.into_iter().enumerate().map(tab).collect::<Result<_, _>>()?;
    Ok(Block::new(BlockKind::Tabs(TabsBlock { tabs, ..TabsBlock::default() })))
}

/// A tab is one already.
fn tab((index, block): (usize, Block)) -> Result<Block, StateError> {
    if matches!(block.kind, BlockKind::Tab(_)) {
        return Ok(block);
    }
    let label = block.kind.as_kind().label();
    let title = if label.trim().is_empty() { block.id() } else { label }.to_owned();
    if title.is_empty() {
        let problem = format!(
            "blocks[{index}] has no title, label or id to stand on its tab; put it into \
             {{\"type\": \"tab\", \"title\": \"…\", \"blocks\": […]}}"
        );
        return Err(StateError::Block { problem });
    }
    Ok(Block::new(BlockKind::Tab(TabBlock { title, blocks: vec![block] })))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::widget::Widget;

    /// The types of the blocks that a layout makes, inside of each other.
    fn shape(layout: &str, blocks: Value) -> Result<Value, String> {
        let layout: PageLayout = serde_json::from_value(json!(layout)).unwrap();
        let blocks = layout.arrange(serde_json::from_value(blocks).unwrap());
        let blocks = blocks.map_err(|error| error.to_string())?;
        let widget = Widget::page(blocks).unwrap();
        Ok(types(widget.blocks()))
    }

    fn types(blocks: &[Block]) -> Value {
        let with_inner = |block: &Block| {
            if !block.holds_list() {
                return json!(block.kind.type_name());
            }
            json!([block.kind.type_name(), types(block.blocks())])
        };
        blocks.iter().map(with_inner).collect()
    }

    #[test]
    fn a_list_is_put_into_blocks_that_arrange_it() {
        let blocks = json!([{"type": "metric", "label": "A", "value": 1, "span": 2},
            {"type": "modal", "id": "ask"}, {"type": "card", "title": "B", "blocks": []}]);
        let (card, modal) = (json!(["card", []]), json!(["modal", []]));
        for (layout, expected) in [
            ("column", json!([["grid", ["metric", card]], modal])),
            ("grid", json!([["grid", ["metric", card]], modal])),
            ("cards", json!([["grid", [["card", ["metric"]], card]], modal])),
            ("tabs", json!([["tabs", [["tab", ["metric"]], ["tab", [card]]]], modal])),
        ] {
            assert_eq!(shape(layout, blocks.clone()).unwrap(), expected, "{layout}");
        }
        let without_spans = json!([{"type": "metric", "value": 1}, {"type": "divider"}]);
        assert_eq!(shape("column", without_spans).unwrap(), json!(["metric", "divider"]));
    }

    #[test]
    fn a_tab_needs_a_name() {
        let named = json!([{"type": "markdown", "id": "notes", "markdown": "x"}]);
        assert_eq!(shape("tabs", named).unwrap(), json!([["tabs", [["tab", ["markdown"]]]]]));
        let unnamed = json!([{"type": "tab", "title": "A", "blocks": []}, {"type": "divider"}]);
        let error = shape("tabs", unnamed).unwrap_err();
        assert!(error.starts_with("blocks[1] has no title"), "{error}");
    }
}
