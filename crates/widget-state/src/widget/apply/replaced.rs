//! The inside of a component that gets another content: its elements and components.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::block::Block;
use crate::component::{Component, ComponentKind};
use crate::html_index::HtmlIndex;
use crate::widget::Widget;

impl Widget {
    /// Forgets what was done to the elements and components of these ids, of which some may have come
    /// again.
    pub(super) fn forget_replaced(&mut self, replaced: &HashSet<String>, new: &HashSet<String>) {
        self.contents.forget_all_of(self.revision + 1, |one| replaced.contains(one.id()));
        self.forget_looks(|one| replaced.contains(one) && !new.contains(one));
    }
}

/// The ids of the elements and components inside a component that properties replace.
pub(super) fn replaced_in(before: &Block, properties: &Map<String, Value>) -> HashSet<String> {
    let says = |names: &[&str]| {
        Block::is_whole(properties) || names.iter().any(|name| properties.contains_key(*name))
    };
    let (has_new_content, has_new_parts) = (says(&["content"]), says(&["children", "items"]));
    let is_outermost = |one: &Component| one.id() == before.id();
    let is_replaced =
        |one: &&Component| if is_outermost(one) { has_new_content } else { has_new_parts };
    let all = || Component::walk(before.components());
    let parts = all().filter(|one| has_new_parts && !is_outermost(one));
    let elements = all().filter(is_replaced).flat_map(element_ids);
    parts.map(|one| one.id().to_owned()).chain(elements).collect()
}

fn element_ids(component: &Component) -> Vec<String> {
    match &component.kind {
        ComponentKind::Div(div) => {
            HtmlIndex::of(&div.content).element_ids().map(ToOwned::to_owned).collect()
        }
        _ => Vec::new(),
    }
}
