//! The thing that an id names in a widget.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::block::{BODY_ID, Block, BlockKind};
use crate::component::modal::Modal;
use crate::component::{Component, ComponentKind};
use crate::html_index::HtmlIndex;
use crate::suggest::nearest;
use crate::widget::Widget;
use crate::widget::part::Part;

/// The kind of thing that an id names in a widget.
pub(crate) enum Target<'a> {
    /// A component.
    Component(&'a Component),
    /// A modal.
    Modal(&'a Modal),
    /// A block that is no component.
    Block(&'a Block),
    /// An element of the agent's HTML, with the text that it starts with.
    Element(Cow<'a, str>),
    /// Nothing is known, but scripts of the page may have made it.
    Unknown,
    /// There is none; the most similar id is given.
    Missing(Option<&'a str>),
}

impl Widget {
    pub(crate) fn target(&self, id: &str) -> Target<'_> {
        self.target_beside(id, &OnceCell::new())
    }

    /// As [`target`](Self::target), with the indexes of the HTML in components, which are made
    /// when one is looked into.
    pub(crate) fn target_beside(&self, id: &str, inside: &OnceCell<Vec<HtmlIndex>>) -> Target<'_> {
        if let Some(component) = self.component(id) {
            return Target::Component(component);
        }
        if let Some(modal) = self.modal(id) {
            return Target::Modal(modal);
        }
        if let Some(text) = self.contents.first_text(id).or_else(|| self.original_text(id)) {
            return Target::Element(Cow::Borrowed(text));
        }
        if let Some(block) = self.block(id).filter(|_| id != BODY_ID) {
            return Target::Block(block);
        }
        let inside = inside.get_or_init(|| self.div_contents().map(HtmlIndex::of).collect());
        if let Some(text) = inside.iter().find_map(|index| index.first_text(id)) {
            return Target::Element(Cow::Owned(text.to_owned()));
        }
        let mut indexes = inside.iter().chain(self.indexes());
        if indexes.any(|index| index.scripted) || self.contents.is_scripted() {
            return Target::Unknown;
        }
        let original = self.element_ids().filter(|id| self.original_text(id).is_some());
        let put_in = self.contents.element_ids();
        let known = original.chain(put_in.filter(|id| self.contents.first_text(id).is_some()));
        Target::Missing(nearest(id, known.chain(self.parts().map(Part::id))))
    }

    /// The text that an element of the HTML as it was given starts with, unless it was replaced
    /// away together with what it stood in.
    fn original_text(&self, id: &str) -> Option<&str> {
        self.all_blocks().find_map(|block| {
            let BlockKind::Html(html) = &block.kind else { return None };
            let (index, since) = (html.own_index(), html.revision());
            let text = index.first_text(id)?;
            let is_replaced = |other: &str| self.contents.is_emptied(other, since);
            let is_there = !self.contents.is_removed(id, since) && index.holds(id, is_replaced);
            is_there.then_some(text)
        })
    }

    /// The text that stands in an element or component now, if the document knows it.
    pub(crate) fn text(&self, id: &str) -> Option<Cow<'_, str>> {
        if let Some(component) = self.component(id) {
            let replaced = self.contents.own_text(id).map(Cow::Borrowed);
            return replaced.or_else(|| first_text(component));
        }
        match (self.contents.text(id), self.target(id)) {
            (_, Target::Missing(_)) => None,
            (Some(text), _) => Some(Cow::Borrowed(text)),
            (None, Target::Element(text)) => Some(text),
            (None, _) => None,
        }
    }

    /// The HTML in components that has not been replaced.
    pub(super) fn div_contents(&self) -> impl Iterator<Item = &str> {
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
