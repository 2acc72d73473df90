//! Ids of components: each once, and one for every component.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::block::Block;
use crate::component::Component;
use crate::component::modal::Modal;
use crate::error::StateError;
use crate::widget::Widget;

/// The ids of a widget.
#[derive(Debug, Default)]
pub(crate) struct Ids<'a> {
    taken: BTreeSet<Cow<'a, str>>,
    counts: BTreeMap<&'static str, usize>,
}

impl Widget {
    /// Every id that is taken, but for those of the components inside `parent`.
    pub(crate) fn ids_beside(&self, parent: &str) -> Ids<'_> {
        let children = self.component(parent).map_or(&[][..], Component::children);
        self.ids_but(|id| children.iter().any(|child| child.id() == id))
    }

    /// Every id that is taken, but for those of what goes.
    pub(crate) fn ids_but(&self, goes: impl Fn(&str) -> bool) -> Ids<'_> {
        let elements = self.elements_now().into_iter().map(|(id, _)| id);
        let blocks = self.all_blocks().map(Block::id);
        Ids::new(elements.chain(blocks).chain(self.component_ids()).filter(|id| !goes(id)))
    }
}

impl<'a> Ids<'a> {
    pub(crate) fn new(taken: impl IntoIterator<Item = &'a str>) -> Self {
        let taken = taken.into_iter().map(Cow::Borrowed).collect();
        Self { taken, counts: BTreeMap::new() }
    }

    /// Takes the ids that components bring along.
    pub(crate) fn claim(&mut self, items: &[Component]) -> Result<(), StateError> {
        for component in items {
            self.claim_one(component.common.component_id.as_ref())?;
            self.claim(component.children())?;
        }
        Ok(())
    }

    /// Takes the ids that modals and the components in them bring along.
    pub(crate) fn claim_modals(&mut self, modals: &[Modal]) -> Result<(), StateError> {
        for modal in modals {
            self.claim_one(modal.component_id.as_ref())?;
            self.claim(&modal.items)?;
        }
        Ok(())
    }

    /// Takes the ids that blocks and all that is in them bring along.
    pub(crate) fn claim_blocks(&mut self, blocks: &[Block]) -> Result<(), StateError> {
        for block in blocks {
            self.claim_one(block.common.id.as_ref())?;
            self.claim(block.components())?;
            for id in block.element_ids() {
                if !self.taken.insert(Cow::Owned(id.to_owned())) {
                    return Err(StateError::DuplicateId { id: id.to_owned() });
                }
            }
            self.claim_blocks(block.blocks())?;
        }
        Ok(())
    }

    /// Gives an id to each block and component that has none.
    pub(crate) fn give_blocks(&mut self, blocks: &mut [Block]) {
        for block in blocks {
            if !block.is_component() {
                let name = block.kind.type_name();
                self.give_one(name, &mut block.common.id);
            }
            self.give(block.components_mut());
            if let Some(inside) = block.blocks_mut() {
                self.give_blocks(inside);
            }
        }
    }

    fn claim_one(&mut self, id: Option<&String>) -> Result<(), StateError> {
        let Some(id) = id else { return Ok(()) };
        let fine = |b: u8| b.is_ascii_alphanumeric() || b"_-.".contains(&b);
        if id.is_empty() || id.len() > 64 || !id.bytes().all(fine) {
            return Err(StateError::ComponentId { id: id.chars().take(80).collect() });
        }
        if !self.taken.insert(Cow::Owned(id.clone())) {
            return Err(StateError::DuplicateId { id: id.clone() });
        }
        Ok(())
    }

    /// Gives an id to each component that has none.
    pub(crate) fn give(&mut self, items: &mut [Component]) {
        for component in items {
            let name = component.kind.type_name();
            self.give_one(name, &mut component.common.component_id);
            self.give(component.children_mut());
        }
    }

    /// Gives an id to each modal that has none, and to the components in it.
    pub(crate) fn give_modals(&mut self, modals: &mut [Modal]) {
        for modal in modals {
            self.give_one("modal", &mut modal.component_id);
            self.give(&mut modal.items);
        }
    }

    fn give_one(&mut self, name: &'static str, id: &mut Option<String>) {
        while id.is_none() {
            let count = self.counts.entry(name).or_default();
            *count += 1;
            let free = format!("{name}-{count}");
            if self.taken.insert(Cow::Owned(free.clone())) {
                *id = Some(free);
            }
        }
    }
}
