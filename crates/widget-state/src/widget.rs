//! The document: everything there is to know about a widget.

pub(crate) mod action;
mod apply;
mod blocks;
mod build;
pub(crate) mod contents;
pub(crate) mod effects;
mod elements;
mod ids;
pub(crate) mod page;
pub(crate) mod part;
mod problems;
mod signals;
pub(crate) mod standing;
pub(crate) mod stored;
pub(crate) mod table_effects;
pub(crate) mod target;
mod targets;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::block::{Block, BlockKind, tree};
use crate::chart::Chart;
use crate::component::Component;
use crate::component::modal::Modal;
use crate::component::toolbar::Toolbar;
use crate::event::EventName;
use crate::event::route::EventRoutes;
use crate::html_index::HtmlIndex;
use crate::op::Content;
use crate::style::Appearance;
use crate::table::Table;
use action::Action;
use contents::Contents;
use page::{PageDensity, PageWidth};
use part::Part;

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

impl Widget {
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

    /// Returns whether a form on its page takes files.
    #[must_use]
    pub fn takes_files(&self) -> bool {
        self.all_blocks()
            .any(|block| matches!(&block.kind, BlockKind::Form(form) if form.takes_files()))
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
        self.indexes().flat_map(HtmlIndex::texts)
    }
}
