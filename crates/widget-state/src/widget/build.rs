//! Making widgets: of HTML, a figure, rows or blocks, and what stands around them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::block::{BODY_ID, Block, BlockKind, HtmlBlock, MAX_DEPTH, tree};
use crate::bounds::check_title;
use crate::chart::Chart;
use crate::chart::figure::Figure;
use crate::component::Component;
use crate::component::modal::Modal;
use crate::component::toolbar::Toolbar;
use crate::error::StateError;
use crate::event::EventName;
use crate::event::route::EventRoutes;
use crate::style::Appearance;
use crate::table::Table;
use crate::widget::Widget;
use crate::widget::action::Action;
use crate::widget::contents::Contents;
use crate::widget::page::{PageDensity, PageWidth};

impl Widget {
    /// A widget that shows HTML.
    #[must_use]
    pub fn html(html: impl Into<Arc<str>>) -> Self {
        Self::of_body(BlockKind::Html(HtmlBlock::new(html)))
    }

    /// A widget that shows HTML in which blocks stand: each in the place of
    /// `<widget-block id="its id"></widget-block>`.
    ///
    /// ```
    /// use widget_state::{Block, Widget};
    ///
    /// let json = r#"{"type": "metric", "id": "orders", "label": "Orders", "value": 312}"#;
    /// let orders: Block = serde_json::from_str(json)?;
    /// let html = r#"<h1>Today</h1><widget-block id="orders"></widget-block>"#;
    /// let widget = Widget::html_with_blocks(html, vec![orders])?;
    /// assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["orders"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`StateError::Block`] for a place without a block and a block without a place, and as
    /// [`Widget::page`].
    pub fn html_with_blocks(
        html: impl Into<Arc<str>>,
        blocks: Vec<Block>,
    ) -> Result<Self, StateError> {
        let html = HtmlBlock::new(html).with_blocks(blocks);
        html.check_places()?;
        let mut widget = Self::new(Vec::new());
        widget.blocks = widget.with_block_ids(vec![html.into()])?;
        for body in &mut widget.blocks {
            body.common.id = Some(BODY_ID.to_owned());
        }
        widget.width = PageWidth::Wide;
        check_initial_values(widget.components())?;
        Ok(widget)
    }

    /// A widget that shows a chart.
    #[must_use]
    pub fn chart(figure: Figure) -> Self {
        Self::of_body(BlockKind::Chart(Chart::new(figure)))
    }

    /// A widget that shows a table.
    #[must_use]
    pub fn table(table: impl Into<Table>) -> Self {
        Self::of_body(BlockKind::Table(Box::new(table.into())))
    }

    /// A page of blocks. A block or component without an id gets one from its type.
    ///
    /// # Errors
    ///
    /// [`StateError::ComponentId`] and [`StateError::DuplicateId`] for ids,
    /// [`StateError::BadValue`] when a component cannot have the value it starts with,
    /// [`StateError::Block`] when more than 24 blocks are inside of each other.
    pub fn page(blocks: Vec<Block>) -> Result<Self, StateError> {
        Self::new(Vec::new()).with_blocks(blocks)
    }

    /// Puts blocks below its body. A block or component without an id gets one from its type.
    ///
    /// # Errors
    ///
    /// As [`Widget::page`].
    pub fn with_blocks(mut self, blocks: Vec<Block>) -> Result<Self, StateError> {
        let blocks = self.with_block_ids(blocks)?;
        self.blocks.extend(blocks);
        self.width = PageWidth::Wide;
        check_initial_values(self.components())?;
        Ok(self)
    }

    fn of_body(kind: BlockKind) -> Self {
        let mut block = Block::new(kind);
        block.common.id = Some(BODY_ID.to_owned());
        Self::new(vec![block])
    }

    /// The blocks with an id each, beside those that are there.
    pub(crate) fn with_block_ids(&self, mut blocks: Vec<Block>) -> Result<Vec<Block>, StateError> {
        check_depth(&blocks)?;
        let mut ids = self.ids_beside("");
        ids.claim_blocks(&blocks)?;
        ids.give_blocks(&mut blocks);
        Ok(blocks)
    }

    fn new(blocks: Vec<Block>) -> Self {
        Self {
            title: String::new(),
            height: None,
            width: PageWidth::default(),
            density: PageDensity::default(),
            blocks,
            toolbars: Vec::new(),
            modals: Vec::new(),
            callbacks: BTreeMap::new(),
            routes: EventRoutes::default(),
            values: BTreeMap::new(),
            contents: Contents::default(),
            appearance: Appearance::default(),
            revision: 1,
        }
    }

    /// Gives it a title.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] above 1,024 bytes.
    pub fn with_title(mut self, title: impl Into<String>) -> Result<Self, StateError> {
        let title = title.into();
        check_title(&title)?;
        self.title = title;
        Ok(self)
    }

    /// Gives the body a height in CSS pixels; without one it fills the window.
    #[must_use]
    pub fn with_height(mut self, height: Option<u32>) -> Self {
        self.height = height;
        self
    }

    /// Gives the page a width.
    #[must_use]
    pub fn with_width(mut self, width: PageWidth) -> Self {
        self.width = width;
        self
    }

    /// Gives the page more or less space between its parts.
    #[must_use]
    pub fn with_density(mut self, density: PageDensity) -> Self {
        self.density = density;
        self
    }

    /// Gives it toolbars. A component without an id gets one from its type.
    ///
    /// # Errors
    ///
    /// [`StateError::ComponentId`] and [`StateError::DuplicateId`] for ids,
    /// [`StateError::BadValue`] when a component cannot have the value it starts with.
    pub fn with_toolbars(
        mut self,
        toolbars: impl IntoIterator<Item = Toolbar>,
    ) -> Result<Self, StateError> {
        let mut toolbars: Vec<_> = toolbars.into_iter().collect();
        self.toolbars.clear();
        if toolbars.is_empty() {
            return Ok(self);
        }
        let mut ids = self.ids_beside("");
        for toolbar in &toolbars {
            ids.claim(&toolbar.items)?;
        }
        for toolbar in &mut toolbars {
            ids.give(&mut toolbar.items);
        }
        self.toolbars = toolbars;
        check_initial_values(self.components())?;
        Ok(self)
    }

    /// Gives it modals. A modal or component without an id gets one from its type.
    ///
    /// # Errors
    ///
    /// As [`Widget::with_toolbars`].
    pub fn with_modals(
        mut self,
        modals: impl IntoIterator<Item = Modal>,
    ) -> Result<Self, StateError> {
        let mut modals: Vec<_> = modals.into_iter().collect();
        self.modals.clear();
        if modals.is_empty() {
            return Ok(self);
        }
        let mut ids = self.ids_beside("");
        ids.claim_modals(&modals)?;
        ids.give_modals(&mut modals);
        self.modals = modals;
        check_initial_values(self.components())?;
        Ok(self)
    }

    /// Says what events do by themselves, beside the `elementId:increment` kind.
    #[must_use]
    pub fn with_callbacks(mut self, callbacks: BTreeMap<EventName, Action>) -> Self {
        self.callbacks = callbacks;
        self
    }

    /// Says which events reach the model by more than the log.
    #[must_use]
    pub fn with_event_routes(mut self, routes: EventRoutes) -> Self {
        self.routes = routes;
        self
    }
}

/// Refuses a component that cannot have the value it starts with.
pub(super) fn check_initial_values<'a>(
    mut components: impl Iterator<Item = &'a Component>,
) -> Result<(), StateError> {
    let refused = components.find(|component| {
        let value = component.initial_value().filter(|value| !value.is_null());
        value.is_some_and(|value| !component.accepts(&value))
    });
    refused.map_or(Ok(()), |component| Err(component.bad_value()))
}

/// Refuses more blocks inside of each other than pages draw.
pub(super) fn check_depth(blocks: &[Block]) -> Result<(), StateError> {
    if tree::depth(blocks) > MAX_DEPTH {
        let problem = format!("more than {MAX_DEPTH} blocks are inside of each other");
        return Err(StateError::Block { problem });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::SizedPart;

    #[test]
    fn a_title_is_at_most_1_024_bytes() {
        assert!(Widget::html("").with_title("é".repeat(512)).is_ok());
        let error = Widget::html("").with_title("é".repeat(513)).unwrap_err();
        assert!(matches!(error, StateError::TooLarge { part: SizedPart::Title, .. }), "{error}");
    }
}
