//! The sizes of widgets and operations, held against the limits.

use crate::block::{Block, BlockKind, tree};
use crate::bounds::{check_count, check_size};
use crate::component::Component;
use crate::error::StateError;
use crate::json::encoded_len;
use crate::limits::{CountedItems, Limits, SizedPart};
use crate::op::element_edit::ElementEdit;
use crate::op::{MarqueeContent, Op};
use crate::table::RowStrategy;
use crate::widget::Widget;

/// Changes of elements, or elements that were styled, in one widget.
const MAX_ELEMENTS: usize = 10_000;

impl Limits {
    /// Checks that a new widget is within the limits.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] or [`StateError::TooMany`].
    pub fn check(&self, widget: &Widget) -> Result<(), StateError> {
        self.check_blocks(widget.blocks())?;
        self.check_components(widget.parts().count())
    }

    /// Checks that each block and all markup together are within the limits.
    fn check_blocks(&self, blocks: &[Block]) -> Result<(), StateError> {
        let (mut html, mut pictures) = (0, 0);
        for block in tree::walk(blocks) {
            pictures += picture_bytes(block);
            match &block.kind {
                BlockKind::Chart(chart) => {
                    check_size(SizedPart::Figure, chart.figure().bytes(), self.figure_bytes)?;
                }
                BlockKind::Table(table) => {
                    check_size(SizedPart::Rows, table.rows().bytes(), self.rows_bytes)?;
                }
                _ => html += content_bytes(block),
            }
        }
        check_size(SizedPart::Pictures, pictures, self.download_bytes)?;
        check_size(SizedPart::Html, html, self.html_bytes)
    }

    /// Checks that a block that comes in the place of another or of none is within the limits.
    fn check_block(
        &self,
        widget: &Widget,
        block: &Block,
        before: Option<&Block>,
    ) -> Result<(), StateError> {
        self.check_blocks(std::slice::from_ref(block))?;
        let new = Measures::of(block);
        let old = before.map(Measures::of).unwrap_or_default();
        let all: usize = widget.all_blocks().map(content_bytes).sum();
        check_size(SizedPart::Html, all + new.html - old.html, self.html_bytes)?;
        let all: usize = widget.all_blocks().map(picture_bytes).sum();
        check_size(SizedPart::Pictures, all + new.pictures - old.pictures, self.download_bytes)?;
        self.check_components(widget.parts().count() + new.parts - old.parts)
    }

    /// Checks that a component that comes in the place of another is within the limits.
    fn check_component(
        &self,
        widget: &Widget,
        block: &Block,
        before: &Component,
    ) -> Result<(), StateError> {
        let old = Component::walk(std::slice::from_ref(before)).count();
        self.check_components(widget.parts().count() + Measures::of(block).parts - old)
    }

    /// The most that an operation without data adds to a document and to its logs.
    pub(crate) fn small_growth(&self) -> usize {
        self.html_bytes.saturating_add(self.event_bytes).saturating_mul(2)
    }

    /// Checks that one more edit is within the limits. A removal takes nothing but its place.
    fn check_edit(&self, widget: &Widget, edit: &ElementEdit) -> Result<(), StateError> {
        check_changes(widget, widget.contents.len() + 1)?;
        let size = widget.contents.bytes() + edit.bytes();
        let limit = self.html_bytes;
        match widget.contents.largest() {
            Some((largest, bytes)) if size > limit && *edit != ElementEdit::Remove => {
                let largest = largest.to_owned();
                Err(StateError::ContentsFull { size, limit, largest, bytes })
            }
            Some(_) => Ok(()),
            None => check_size(SizedPart::ReplacedContent, size, limit),
        }
    }

    fn check_components(&self, count: usize) -> Result<(), StateError> {
        check_count(CountedItems::Components, count, self.components)
    }

    /// Checks that a widget may take an operation.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] or [`StateError::TooMany`].
    pub fn check_op(&self, widget: &Widget, op: &Op) -> Result<(), StateError> {
        match op {
            Op::SetContent { component_id, content } => {
                check_changes(widget, widget.contents.count_beside(component_id) + 1)?;
                let size = widget.contents.bytes_beside(component_id) + content.as_str().len();
                check_size(SizedPart::ReplacedContent, size, self.html_bytes)
            }
            Op::AppendText { component_id, text } => {
                let block = widget.block(component_id);
                let now = block.and_then(|block| widget.markdown_now(block)).map_or(0, str::len);
                let size = widget.contents.bytes_beside(component_id) + now + text.len();
                check_changes(widget, widget.contents.count_beside(component_id) + 1)?;
                check_size(SizedPart::ReplacedContent, size, self.html_bytes)
            }
            Op::EditElement { edit, .. } => self.check_edit(widget, edit),
            Op::PutBlock { block, .. } => self.check_block(widget, block, None),
            Op::InsertBlock { place, block, .. } => {
                self.check_edit(widget, &place.for_block(block.id(), ""))?;
                self.check_block(widget, block, None)
            }
            Op::MoveBlock { component_id, place, .. } => {
                // It may leave a place, too.
                check_changes(widget, widget.contents.len() + 2)?;
                let look = widget.look_at_place(component_id);
                self.check_edit(widget, &place.for_block(component_id, look))
            }
            Op::SetBlock { component_id, properties } => {
                // What is refused holds nothing.
                let block = widget.block_with(component_id, properties).ok();
                block.map_or(Ok(()), |block| match widget.component_beside_blocks(component_id) {
                    Some(before) => self.check_component(widget, &block, before),
                    None => self.check_block(widget, &block, widget.block(component_id)),
                })
            }
            Op::RemoveBlock { .. } => check_changes(widget, widget.contents.len() + 1),
            Op::SetValue { value, .. } => {
                check_size(SizedPart::Value, encoded_len(value), self.event_bytes)
            }
            Op::SetMarquee { content: MarqueeContent::Text(text), .. } => {
                check_size(SizedPart::Marquee, text.len(), self.html_bytes)
            }
            Op::SetMarquee { content: MarqueeContent::Items(items), .. } => {
                self.check_components(widget.components().count() + items.len())?;
                check_size(SizedPart::Marquee, encoded_len(items), self.html_bytes)
            }
            Op::UpdateTicker { change, .. } => {
                check_size(SizedPart::TickerItem, encoded_len(change), self.event_bytes)
            }
            Op::Toast(toast) => check_size(SizedPart::Toast, toast.bytes(), self.event_bytes),
            Op::SetFigure { figure, .. } => {
                check_size(SizedPart::Figure, figure.bytes(), self.figure_bytes)
            }
            Op::EditChart { block_id, edit } => match widget.the_chart(block_id.as_deref()) {
                Ok((_, chart)) => {
                    let figure = chart.figure();
                    let size = figure.bytes() + figure.growth(edit);
                    check_size(SizedPart::Figure, size, self.figure_bytes)
                }
                Err(_) => Ok(()),
            },
            Op::SetChartViewport { view, .. } => {
                check_size(SizedPart::ChartViewport, encoded_len(view), self.event_bytes)
            }
            Op::TableRows { block_id, strategy, rows } => {
                let is_set = *strategy == RowStrategy::Set;
                let before = if is_set { 0 } else { rows_bytes(widget, block_id.as_deref()) };
                let size = before.saturating_add(bytes_as_list(widget, block_id.as_deref(), rows));
                check_size(SizedPart::Rows, size, self.rows_bytes)
            }
            Op::TableCell { block_id, field, value, .. } => {
                check_size(SizedPart::Value, encoded_len(value), self.event_bytes)?;
                let rows = rows_bytes(widget, block_id.as_deref());
                let size = rows + field.len() + encoded_len(value);
                check_size(SizedPart::Rows, size, self.rows_bytes)
            }
            Op::TableColumns { columns, .. } => {
                let titles = columns.iter().filter_map(|column| column.title.as_ref());
                check_size(SizedPart::ColumnTitles, titles.map(String::len).sum(), self.event_bytes)
            }
            Op::TableState { state, .. } => {
                check_size(SizedPart::TableState, encoded_len(state), self.event_bytes)
            }
            Op::SetStyle { component_id, style } => {
                let appearance = widget.appearance();
                let is_new = !appearance.styles().contains_key(component_id);
                let count = appearance.styles().len() + usize::from(is_new);
                check_count(CountedItems::StyledElements, count, MAX_ELEMENTS)?;
                check_size(
                    SizedPart::Style,
                    appearance.styles_bytes(component_id, style),
                    self.html_bytes,
                )
            }
            Op::InjectCss { css_id, css } => {
                let size = widget.appearance().sheets_bytes(css_id, css);
                check_size(SizedPart::InjectedCss, size, self.html_bytes)
            }
            Op::Download(file) => {
                check_size(SizedPart::File, file.content().as_str().len(), self.download_bytes)
            }
            Op::Emit { data, .. } => {
                check_size(SizedPart::Event, encoded_len(data), self.event_bytes)
            }
            // An operation that holds little needs no arm.
            _ => check_size(SizedPart::Operation, encoded_len(op), self.event_bytes),
        }
    }
}

impl Widget {
    /// The bytes of its document, of its figures and rows, as JSON.
    pub(crate) fn bytes(&self) -> usize {
        encoded_len(&self.document()) + self.data_bytes()
    }

    /// The bytes of its figures and rows, as JSON.
    pub(crate) fn data_bytes(&self) -> usize {
        self.all_blocks().map(|block| block.kind.as_kind().data_bytes()).sum()
    }

    /// The most that an operation adds in data or in a file.
    pub(crate) fn growth(&self, op: &Op) -> usize {
        match op {
            Op::SetFigure { figure, .. } => figure.bytes(),
            Op::EditChart { block_id, edit } => {
                let found = self.the_chart(block_id.as_deref());
                found.map_or(0, |(_, chart)| chart.figure().growth(edit))
            }
            Op::TableRows { block_id, rows, .. } => bytes_as_list(self, block_id.as_deref(), rows),
            Op::PutBlock { block, .. } | Op::InsertBlock { block, .. } => {
                tree::walk(std::slice::from_ref(&**block))
                    .map(|block| block.kind.as_kind().data_bytes() + picture_bytes(block))
                    .sum()
            }
            Op::SetBlock { properties, .. } => encoded_len(properties),
            Op::Download(file) => file.content().as_str().len(),
            _ => 0,
        }
    }
}

/// The size of a block and all that is inside it.
#[derive(Default)]
struct Measures {
    /// The bytes of markup and texts.
    html: usize,
    /// The bytes of pictures.
    pictures: usize,
    /// The number of parts.
    parts: usize,
}

impl Measures {
    fn of(block: &Block) -> Self {
        let mut measures = Self::default();
        for block in tree::walk(std::slice::from_ref(block)) {
            measures.html += content_bytes(block);
            measures.pictures += picture_bytes(block);
            measures.parts += Component::walk(block.components()).count();
            measures.parts += usize::from(!block.is_component());
        }
        measures
    }
}

/// The bytes of markup and texts, without those of a picture.
fn content_bytes(block: &Block) -> usize {
    block.kind.as_kind().content_bytes() - picture_bytes(block)
}

fn picture_bytes(block: &Block) -> usize {
    match &block.kind {
        BlockKind::Image(image) => image.src.len(),
        _ => 0,
    }
}

/// Checks the number of changes of elements, be they of one or of many.
fn check_changes(widget: &Widget, count: usize) -> Result<(), StateError> {
    if count <= MAX_ELEMENTS {
        return Ok(());
    }
    let (most, changes) = widget.contents.most_changed().unwrap_or_default();
    Err(StateError::TooManyChanges { count, limit: MAX_ELEMENTS, most: most.to_owned(), changes })
}

/// The bytes of rows as a table will have them.
fn bytes_as_list(widget: &Widget, block_id: Option<&str>, rows: &str) -> usize {
    widget.the_table(block_id).map_or(rows.len(), |(_, table)| table.bytes_as_list(rows))
}

/// The rows that are there; an update adds to them at worst.
fn rows_bytes(widget: &Widget, block_id: Option<&str>) -> usize {
    widget.the_table(block_id).map_or(0, |(_, table)| table.rows().bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Content;
    use crate::widget::contents::Changed;

    #[test]
    fn the_way_out_of_too_many_changes_is_there_when_they_are_full() {
        let mut widget = Widget::html("<ul id=log></ul><p id=total></p>");
        let line = || ElementEdit::Append("<li>".into());
        for _ in 0..MAX_ELEMENTS {
            widget.contents.put(Changed::edit("log", 2, line()));
        }
        let limits = Limits::default();
        let refused = |op: Op| limits.check_op(&widget, &op).unwrap_err().to_string();
        let set = |id: &str| Op::set_content(id, Content::Text("12".into()));
        for op in [Op::edit_element("log", line()), set("total")] {
            let error = refused(op);
            assert!(error.contains("10000 went into \"log\": set_content of it"), "{error}");
        }
        limits.check_op(&widget, &set("log")).unwrap();
    }
}
