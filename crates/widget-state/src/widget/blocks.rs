//! The tree of blocks of a widget, and the charts and tables in it.

use crate::block::{BODY_ID, Block, BlockKind, tree};
use crate::chart::Chart;
use crate::component::Component;
use crate::error::StateError;
use crate::kind::WidgetKind;
use crate::op::Content;
use crate::suggest::nearest;
use crate::table::Table;
use crate::widget::part::Part;
use crate::widget::{Body, Widget};

impl Widget {
    /// The blocks of the page, from top to bottom.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Every block, blocks after the one that they are in.
    pub fn all_blocks(&self) -> impl Iterator<Item = &Block> {
        tree::walk(&self.blocks)
    }

    /// The block of this id.
    #[must_use]
    pub fn block(&self, id: &str) -> Option<&Block> {
        tree::find(&self.blocks, id)
    }

    /// The block of this id, or the one that has the component of this id.
    pub(crate) fn block_of(&self, id: &str) -> Option<&Block> {
        let has_it = |block: &&Block| {
            Component::walk(block.components()).any(|component| component.id() == id)
        };
        self.block(id).or_else(|| self.all_blocks().find(has_it))
    }

    /// The ids of the blocks, but for components and for the body of a widget that was made
    /// of HTML, a figure or rows alone.
    pub fn block_ids(&self) -> impl Iterator<Item = &str> {
        self.parts().filter(|part| matches!(part, Part::Block(_))).map(Part::id)
    }

    /// The main content of a widget that was made of HTML, a figure or rows alone.
    #[must_use]
    pub fn body(&self) -> Body<'_> {
        match self.blocks.as_slice() {
            [block] if block.id() == BODY_ID => match &block.kind {
                BlockKind::Html(html) => Body::Html(html.html()),
                BlockKind::Chart(chart) => Body::Chart(chart),
                BlockKind::Table(table) => Body::Table(table),
                _ => Body::Blocks,
            },
            _ => Body::Blocks,
        }
    }

    /// The kind of its body.
    #[must_use]
    pub fn kind(&self) -> WidgetKind {
        match self.body() {
            Body::Html(_) => WidgetKind::Html,
            Body::Chart(_) => WidgetKind::Chart,
            Body::Table(_) => WidgetKind::Table,
            Body::Blocks => WidgetKind::Blocks,
        }
    }

    /// Every chart, with the id of its block.
    pub fn charts(&self) -> impl Iterator<Item = (&str, &Chart)> {
        self.all_blocks().filter_map(|block| Some((block.id(), block.as_chart()?)))
    }

    /// The texts in Markdown as they stand now, from top to bottom.
    pub fn markdown(&self) -> impl Iterator<Item = &str> {
        self.all_blocks().filter_map(|block| self.markdown_now(block))
    }

    /// The text that a block of Markdown shows now; `None` for another block.
    pub(crate) fn markdown_now<'a>(&'a self, block: &'a Block) -> Option<&'a str> {
        match &block.kind {
            BlockKind::Markdown(text) => {
                Some(self.content(block.id()).map_or(&*text.markdown, Content::as_str))
            }
            _ => None,
        }
    }

    /// Every table, with the id of its block.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &Table)> {
        self.all_blocks().filter_map(|block| Some((block.id(), block.as_table()?)))
    }

    /// The chart in the block of this id; without one the only chart, or the body.
    ///
    /// # Errors
    ///
    /// [`StateError::WrongKind`] when there is no chart, [`StateError::UnknownBlock`] when none
    /// has this id, [`StateError::SeveralBlocks`] when there are several and none is named.
    pub fn the_chart(&self, block_id: Option<&str>) -> Result<(&str, &Chart), StateError> {
        self.the(WidgetKind::Chart, block_id, self.charts())
    }

    /// The table in the block of this id; without one the only table, or the body.
    ///
    /// # Errors
    ///
    /// As [`Widget::the_chart`].
    pub fn the_table(&self, block_id: Option<&str>) -> Result<(&str, &Table), StateError> {
        self.the(WidgetKind::Table, block_id, self.tables())
    }

    fn the<'a, T>(
        &self,
        expected: WidgetKind,
        block_id: Option<&str>,
        all: impl Iterator<Item = (&'a str, T)>,
    ) -> Result<(&'a str, T), StateError> {
        let mut all: Vec<_> = all.collect();
        let ids: Vec<String> = all.iter().map(|(id, _)| (*id).to_owned()).collect();
        let wanted = match (block_id, all.len()) {
            (None, 0) => {
                return Err(StateError::WrongKind { expected, actual: self.kind() });
            }
            (None, 1) => 0,
            (None, _) => match ids.iter().position(|id| id == BODY_ID) {
                Some(index) => index,
                None => return Err(StateError::SeveralBlocks { kind: expected, ids }),
            },
            (Some(id), _) => match ids.iter().position(|known| known == id) {
                Some(index) => index,
                None => {
                    if let Some(other) = self.block(id) {
                        let (id, actual) = (other.id().to_owned(), other.kind.type_name());
                        return Err(StateError::WrongBlock { id, expected, actual });
                    }
                    let nearest = nearest(id, ids.iter().map(String::as_str)).map(Into::into);
                    let id = id.chars().take(80).collect();
                    return Err(StateError::UnknownBlock { id, kind: Some(expected), nearest });
                }
            },
        };
        Ok(all.swap_remove(wanted))
    }

    /// The chart of an operation, to be changed, with the id of its block, which the operation
    /// names from now on.
    pub(super) fn chart_mut<'a>(
        &'a mut self,
        block_id: &'a mut Option<String>,
    ) -> Result<(&'a str, &'a mut Chart), StateError> {
        let id = self.the_chart(block_id.as_deref())?.0.to_owned();
        let id: &str = block_id.insert(id);
        match tree::find_mut(&mut self.blocks, id).map(|block| &mut block.kind) {
            Some(BlockKind::Chart(chart)) => Ok((id, chart)),
            _ => Err(StateError::UnknownBlock { id: id.into(), kind: None, nearest: None }),
        }
    }

    /// The table of an operation, to be changed, with the id of its block, which the operation
    /// names from now on.
    pub(super) fn table_mut<'a>(
        &'a mut self,
        block_id: &'a mut Option<String>,
    ) -> Result<(&'a str, &'a mut Table), StateError> {
        let id = self.the_table(block_id.as_deref())?.0.to_owned();
        let id: &str = block_id.insert(id);
        match tree::find_mut(&mut self.blocks, id).map(|block| &mut block.kind) {
            Some(BlockKind::Table(table)) => Ok((id, &mut **table)),
            _ => Err(StateError::UnknownBlock { id: id.into(), kind: None, nearest: None }),
        }
    }
}
