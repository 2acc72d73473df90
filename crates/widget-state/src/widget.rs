//! The document: everything there is to know about a widget.

pub(crate) mod action;
mod apply;
mod blocks;
pub(crate) mod contents;
pub(crate) mod effects;
mod elements;
mod ids;
pub(crate) mod page;
pub(crate) mod part;
mod signals;
pub(crate) mod table_effects;
mod targets;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::block::{BODY_ID, Block, BlockKind, HtmlBlock, MAX_DEPTH, tree};
use crate::bounds::check_size;
use crate::chart::Chart;
use crate::chart::figure::Figure;
use crate::component::modal::Modal;
use crate::component::toolbar::Toolbar;
use crate::component::{Component, ComponentKind};
use crate::error::StateError;
use crate::event::EventName;
use crate::event::route::EventRoutes;
use crate::html_index::HtmlIndex;
use crate::limits::SizedPart;
use crate::op::Content;
use crate::style::Appearance;
use crate::suggest::nearest;
use crate::table::Table;
use action::Action;
use contents::Contents;
pub(crate) use ids::Ids;
use page::{PageDensity, PageWidth};
use part::Part;

/// The longest title, in bytes.
const MAX_TITLE_BYTES: usize = 1_024;

/// A widget: a document that changes by [`Op`](crate::Op) only.
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    pub(crate) title: String,
    pub(crate) height: Option<u32>,
    pub(crate) width: PageWidth,
    pub(crate) density: PageDensity,
    pub(crate) blocks: Vec<Block>,
    pub(crate) toolbars: Vec<Toolbar>,
    pub(crate) modals: Vec<Modal>,
    pub(crate) callbacks: BTreeMap<EventName, Action>,
    pub(crate) routes: EventRoutes,
    pub(crate) values: BTreeMap<String, Value>,
    pub(crate) contents: Contents,
    pub(crate) appearance: Appearance,
    /// Counts the operations, from 1.
    pub(crate) revision: u64,
}

/// The main content of a widget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body<'a> {
    /// The agent's HTML.
    Html(&'a str),
    /// A Plotly chart.
    Chart(&'a Chart),
    /// A table.
    Table(&'a Table),
    /// A page of blocks: [`Widget::blocks`].
    Blocks,
}

/// The kind of thing that an id names in a widget.
pub(crate) enum Place<'a> {
    /// A component.
    Component(&'a Component),
    /// A modal.
    Modal(&'a Modal),
    /// A block that is no component.
    Block(&'a Block),
    /// An element of the agent's HTML, with the text that it starts with.
    Element(Cow<'a, str>),
    /// Nothing is known, but scripts of the page may have made it.
    Perhaps,
    /// There is none; the most similar id is given.
    Nowhere(Option<&'a str>),
}

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
        let body = Block::new(BlockKind::Html(HtmlBlock::new(html).with_blocks(blocks)));
        body.kind.as_kind().check().map_err(|problem| StateError::Block { problem })?;
        let mut widget = Self::new(Vec::new());
        widget.blocks = widget.with_block_ids(vec![body])?;
        for body in &mut widget.blocks {
            body.common.id = Some(BODY_ID.to_owned());
        }
        widget.check_initial_values()?;
        Ok(widget)
    }

    /// A widget that shows a chart.
    #[must_use]
    pub fn chart(figure: Figure) -> Self {
        Self::of_body(BlockKind::Chart(Chart::new(figure)))
    }

    /// A widget that shows a table.
    #[must_use]
    pub fn grid(grid: impl Into<Table>) -> Self {
        Self::of_body(BlockKind::Table(Box::new(grid.into())))
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
        self.check_initial_values()?;
        Ok(self)
    }

    fn of_body(kind: BlockKind) -> Self {
        let mut block = Block::new(kind);
        block.common.id = Some(BODY_ID.to_owned());
        Self::new(vec![block])
    }

    /// The blocks with an id each, beside those that are there.
    pub(crate) fn with_block_ids(&self, mut blocks: Vec<Block>) -> Result<Vec<Block>, StateError> {
        if tree::depth(&blocks) > MAX_DEPTH {
            let problem = format!("more than {MAX_DEPTH} blocks are inside of each other");
            return Err(StateError::Block { problem });
        }
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
        self.title = title.into();
        check_size(SizedPart::Title, self.title.len(), MAX_TITLE_BYTES)?;
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
        self.check_initial_values()?;
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
        self.check_initial_values()?;
        Ok(self)
    }

    fn check_initial_values(&self) -> Result<(), StateError> {
        let refused = self.components().find(|component| {
            let value = component.initial_value().filter(|value| !value.is_null());
            value.is_some_and(|value| !component.accepts(&value))
        });
        refused.map_or(Ok(()), |component| Err(component.bad_value()))
    }

    /// Every id that is taken, but for those of the components inside `parent`.
    pub(crate) fn ids_beside(&self, parent: &str) -> Ids<'_> {
        let children = self.component(parent).map_or(&[][..], Component::children);
        self.ids_but(|id| children.iter().any(|child| child.id() == id))
    }

    /// Every id that is taken, but for those of what goes.
    pub(crate) fn ids_but(&self, goes: impl Fn(&str) -> bool) -> Ids<'_> {
        let elements = self.element_ids().chain(self.contents.element_ids());
        let blocks = self.all_blocks().map(Block::id);
        Ids::new(elements.chain(blocks).chain(self.component_ids()).filter(|id| !goes(id)))
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

    /// The title; may be empty.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The height of its body in CSS pixels; without one it fills the window.
    #[must_use]
    pub fn height(&self) -> Option<u32> {
        self.height
    }

    /// Returns the appearance that the agent set beside the HTML.
    #[must_use]
    pub fn appearance(&self) -> &Appearance {
        &self.appearance
    }

    /// The width of the page.
    #[must_use]
    pub fn width(&self) -> PageWidth {
        self.width
    }

    /// The space between the parts of the page.
    #[must_use]
    pub fn density(&self) -> PageDensity {
        self.density
    }

    /// Counts the operations, from 1 for the widget as created.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Every component, children after their parent.
    pub fn components(&self) -> impl Iterator<Item = &Component> {
        let in_modals = self.modals.iter().flat_map(|modal| Component::walk(&modal.items));
        self.components_in_page().chain(in_modals)
    }

    fn components_in_page(&self) -> impl Iterator<Item = &Component> {
        let in_toolbars = self.toolbars.iter().flat_map(|toolbar| Component::walk(&toolbar.items));
        in_toolbars.chain(tree::components(&self.blocks))
    }

    /// Visits every component.
    pub(crate) fn visit_components(&mut self, visit: &mut dyn FnMut(&mut Component)) {
        let in_toolbars = self.toolbars.iter_mut().flat_map(|toolbar| &mut toolbar.items);
        let in_modals = self.modals.iter_mut().flat_map(|modal| &mut modal.items);
        for component in in_toolbars.chain(in_modals) {
            component.visit_mut(visit);
        }
        tree::visit_mut(&mut self.blocks, &mut |block| {
            block.components_mut().iter_mut().for_each(|component| component.visit_mut(visit));
        });
    }

    /// The ids of every component and modal, a modal before what is in it.
    pub fn component_ids(&self) -> impl Iterator<Item = &str> {
        self.parts().filter(|part| !matches!(part, Part::Block(_))).map(Part::id)
    }

    /// The ids of the elements in the agent's HTML as it was given.
    pub fn element_ids(&self) -> impl Iterator<Item = &str> {
        self.elements().map(|(id, _)| id)
    }

    /// The indexes of the agent's HTML, from top to bottom.
    fn indexes(&self) -> impl Iterator<Item = &HtmlIndex> {
        self.all_blocks().filter_map(|block| block.kind.as_kind().index())
    }

    /// Returns whether its HTML has password fields, or scripts that may make some.
    #[must_use]
    pub fn may_have_password_fields(&self) -> bool {
        let inside: Vec<HtmlIndex> = self.div_contents().map(HtmlIndex::of).collect();
        let mut all = self.indexes().chain(self.contents.indexes()).chain(&inside);
        all.any(|index| index.has_password_field || index.scripted)
    }

    /// The toolbars, in the order in which they were given.
    #[must_use]
    pub fn toolbars(&self) -> &[Toolbar] {
        &self.toolbars
    }

    /// The modals.
    #[must_use]
    pub fn modals(&self) -> &[Modal] {
        &self.modals
    }

    /// The modal of this id.
    #[must_use]
    pub fn modal(&self, id: &str) -> Option<&Modal> {
        self.modals.iter().find(|modal| modal.id() == id)
    }

    /// Returns whether a modal is open now.
    #[must_use]
    pub fn is_open(&self, modal: &Modal) -> bool {
        self.values.get(modal.id()).and_then(Value::as_bool).unwrap_or(modal.open)
    }

    /// The component of this id.
    #[must_use]
    pub fn component(&self, id: &str) -> Option<&Component> {
        self.components().find(|component| component.id() == id)
    }

    /// The value of a component now; `None` for one that has none.
    #[must_use]
    pub fn value(&self, component: &Component) -> Option<Value> {
        self.values.get(component.id()).cloned().or_else(|| component.initial_value())
    }

    /// The value of a block that has one by itself, such as the tab that is shown.
    #[must_use]
    pub fn block_value(&self, block: &Block) -> Option<Value> {
        let initial = block.initial_value()?;
        Some(self.values.get(block.id()).cloned().unwrap_or(initial))
    }

    /// The value of each component that has one and whether each modal is open, by id.
    #[must_use]
    pub fn values(&self) -> BTreeMap<&str, Value> {
        let components = self.components();
        let values =
            components.filter_map(|component| Some((component.id(), self.value(component)?)));
        let modals = self.modals.iter().map(|modal| (modal.id(), Value::Bool(self.is_open(modal))));
        let blocks =
            self.all_blocks().filter_map(|block| Some((block.id(), self.block_value(block)?)));
        values.chain(modals).chain(blocks).collect()
    }

    /// Returns the replacement of the content of an element or component.
    #[must_use]
    pub fn content(&self, id: &str) -> Option<&Content> {
        self.contents.get(id)
    }

    /// Returns the local actions by event name, besides those of the `elementId:increment` kind.
    #[must_use]
    pub fn callbacks(&self) -> &BTreeMap<EventName, Action> {
        &self.callbacks
    }

    /// Returns the ways of its events to the model, beside the log.
    #[must_use]
    pub fn event_routes(&self) -> &EventRoutes {
        &self.routes
    }

    /// The elements of the agent's HTML that have an id, with the text they start
    /// with, by their id.
    pub fn elements(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.indexes().flat_map(|index| &index.texts);
        texts.map(|(id, text)| (id.as_str(), text.as_str()))
    }

    pub(crate) fn place(&self, id: &str) -> Place<'_> {
        self.place_beside(id, &OnceCell::new())
    }

    /// As [`place`](Self::place), with the indexes of the HTML in components, which are made
    /// when one is looked into.
    pub(crate) fn place_beside(&self, id: &str, inside: &OnceCell<Vec<HtmlIndex>>) -> Place<'_> {
        if let Some(component) = self.component(id) {
            return Place::Component(component);
        }
        if let Some(modal) = self.modal(id) {
            return Place::Modal(modal);
        }
        if let Some(text) = self.contents.first_text(id).or_else(|| self.original_text(id)) {
            return Place::Element(Cow::Borrowed(text));
        }
        if let Some(block) = self.block(id).filter(|_| id != BODY_ID) {
            return Place::Block(block);
        }
        let inside = inside.get_or_init(|| self.div_contents().map(HtmlIndex::of).collect());
        if let Some(text) = inside.iter().find_map(|index| index.first_text(id)) {
            return Place::Element(Cow::Owned(text.to_owned()));
        }
        let mut indexes = inside.iter().chain(self.indexes());
        if indexes.any(|index| index.scripted) || self.contents.is_scripted() {
            return Place::Perhaps;
        }
        let original = self.element_ids().filter(|id| self.original_text(id).is_some());
        let put_in = self.contents.element_ids();
        let known = original.chain(put_in.filter(|id| self.contents.first_text(id).is_some()));
        Place::Nowhere(nearest(id, known.chain(self.parts().map(Part::id))))
    }

    /// The text that an element of the HTML as it was given starts with, unless it was replaced
    /// away together with what it stood in.
    fn original_text(&self, id: &str) -> Option<&str> {
        if self.contents.is_removed(id) {
            return None;
        }
        let is_replaced = |other: &str| self.contents.is_emptied(other);
        self.indexes().find_map(|index| {
            let text = index.first_text(id)?;
            index.holds(id, is_replaced).then_some(text)
        })
    }

    /// The text that stands in an element or component now, if the document knows it.
    pub(crate) fn text(&self, id: &str) -> Option<Cow<'_, str>> {
        if let Some(component) = self.component(id) {
            let replaced = self.contents.own_text(id).map(Cow::Borrowed);
            return replaced.or_else(|| first_text(component));
        }
        match (self.contents.text(id), self.place(id)) {
            (_, Place::Nowhere(_)) => None,
            (Some(text), _) => Some(Cow::Borrowed(text)),
            (None, Place::Element(text)) => Some(text),
            (None, _) => None,
        }
    }

    /// The HTML in components that has not been replaced.
    fn div_contents(&self) -> impl Iterator<Item = &str> {
        let is_first = |component: &&Component| self.contents.get(component.id()).is_none();
        self.components().filter(is_first).filter_map(|component| match &component.kind {
            ComponentKind::Div(div) => Some(div.content.as_str()),
            _ => None,
        })
    }
}

/// The text that a component starts with that has content.
fn first_text(component: &Component) -> Option<Cow<'_, str>> {
    match &component.kind {
        ComponentKind::Div(div) if !div.content.is_empty() => {
            Some(Cow::Owned(HtmlIndex::of(&div.content).text))
        }
        _ => component.has_content().then_some(Cow::Borrowed(component.common.label.as_str())),
    }
}
