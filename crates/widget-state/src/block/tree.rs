//! Blocks inside of blocks: walking and finding.

use super::{Block, BlockKind};
use crate::chart::Chart;
use crate::component::Component;
use crate::table::Table;

/// Blocks and everything inside them, blocks after the one that they are in.
pub(crate) fn walk(blocks: &[Block]) -> impl Iterator<Item = &Block> {
    let mut stack: Vec<&Block> = blocks.iter().rev().collect();
    std::iter::from_fn(move || {
        let block = stack.pop()?;
        stack.extend(block.blocks().iter().rev());
        Some(block)
    })
}

/// The components in blocks, with those inside of components.
pub(crate) fn components(blocks: &[Block]) -> impl Iterator<Item = &Component> {
    walk(blocks).flat_map(|block| Component::walk(block.components()))
}

/// Visits the blocks and everything inside them.
pub(crate) fn visit_mut(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Block)) {
    for block in blocks {
        visit(block);
        if let Some(inside) = block.blocks_mut() {
            visit_mut(inside, visit);
        }
    }
}

/// The block of this id.
pub(crate) fn find<'a>(blocks: &'a [Block], id: &str) -> Option<&'a Block> {
    walk(blocks).find(|block| block.id() == id)
}

/// The block of this id, to be changed.
pub(crate) fn find_mut<'a>(blocks: &'a mut [Block], id: &str) -> Option<&'a mut Block> {
    for block in blocks {
        if block.id() == id {
            return Some(block);
        }
        if let Some(found) = block.blocks_mut().and_then(|inside| find_mut(inside, id)) {
            return Some(found);
        }
    }
    None
}

/// The block that the one of this id stands in.
pub(crate) fn parent<'a>(blocks: &'a [Block], id: &str) -> Option<&'a Block> {
    walk(blocks).find(|parent| parent.blocks().iter().any(|block| block.id() == id))
}

/// Removes the block of this id and returns it.
pub(crate) fn remove(blocks: &mut Vec<Block>, id: &str) -> Option<Block> {
    if let Some(index) = blocks.iter().position(|block| block.id() == id) {
        return Some(blocks.remove(index));
    }
    blocks.iter_mut().find_map(|block| remove(block.blocks_mut()?, id))
}

/// The number of blocks that stand inside of each other at the deepest place.
pub(crate) fn depth(blocks: &[Block]) -> usize {
    // Reading is recursive, and its depth is bounded by the JSON parser.
    blocks.iter().map(|block| 1 + depth(block.blocks())).max().unwrap_or_default()
}

impl Block {
    /// Its chart, if it is one.
    #[must_use]
    pub fn as_chart(&self) -> Option<&Chart> {
        match &self.kind {
            BlockKind::Chart(chart) => Some(chart),
            _ => None,
        }
    }

    /// Its table, if it is one.
    #[must_use]
    pub fn as_table(&self) -> Option<&Table> {
        match &self.kind {
            BlockKind::Table(table) => Some(table),
            _ => None,
        }
    }
}
