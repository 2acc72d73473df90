//! Operations on the blocks themselves: they are put in, changed and taken out.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::block::{BODY_ID, Block, BlockKind, tree};
use crate::component::Component;
use crate::error::StateError;
use crate::op::element_edit::ElementEdit;
use crate::suggest::nearest;
use crate::widget::Widget;
use crate::widget::apply::replaced::replaced_in;
use crate::widget::build::{check_depth, check_initial_values};
use crate::widget::contents::Changed;
use crate::widget::part::Part;
use crate::widget::standing::Standing;

impl Widget {
    pub(super) fn put_block(
        &mut self,
        beside: &str,
        is_inside: bool,
        block: &mut Block,
    ) -> Result<(), StateError> {
        let own = self.html_block(beside);
        let html = own.filter(|_| is_inside).or_else(|| self.html_around(beside));
        let html = html.or(own).or_else(|| self.htmls().next());
        let Some(html) = html.map(|html| html.id().to_owned()) else {
            return Err(self.listed(beside));
        };
        self.put_in_html(&html, block)
    }

    /// Puts a block into HTML that has, or gets, a place for it.
    pub(super) fn put_in_html(&mut self, html: &str, block: &mut Block) -> Result<(), StateError> {
        if block.id().is_empty() {
            let problem = "a block in HTML needs an id: {\"ID\": {\"type\": …}}";
            return Err(refused(problem.into()));
        }
        self.check_new(block.id())?;
        self.fit(block, &HashSet::new())?;
        let mut blocks = self.blocks.clone();
        let inside = tree::find_mut(&mut blocks, html).and_then(Block::blocks_mut);
        inside.into_iter().for_each(|inside| inside.push(block.clone()));
        self.set_blocks(blocks)
    }

    pub(super) fn set_block(
        &mut self,
        id: &str,
        properties: &Map<String, Value>,
    ) -> Result<(), StateError> {
        if let Some(before) = self.as_block(id) {
            return self.set_component(&before, properties);
        }
        let before = self.block_to_set(id)?;
        let block = before.with_properties(properties).map_err(refused)?;
        let old: HashSet<String> = before.ids().map(Into::into).collect();
        let mut elements: HashSet<String> = before.element_ids().map(Into::into).collect();
        let has_new_blocks = properties.contains_key(before.kind.as_kind().blocks_property());
        if has_new_blocks {
            elements.extend(before.blocks().iter().flat_map(Block::ids).map(Into::into));
        }
        if let BlockKind::Html(html) = &before.kind
            && properties.contains_key("html")
        {
            let is_gone = |place: &&str| self.block(place).is_none();
            elements.extend(html.places().filter(is_gone).map(Into::into));
        }
        let inside = before.blocks().iter().chain(block.blocks());
        let inside: HashSet<String> = inside.map(|block| block.id().into()).collect();
        let is_whole = Block::is_whole(properties);
        let says = |names: &[&str]| names.iter().any(|name| properties.contains_key(*name));
        let says_value = says(block.kind.as_kind().start_properties());
        let value = self.values.get(id).filter(|_| !is_whole && !says_value);
        let value = value.and_then(|value| block.kind.as_kind().carried(&before.kind, value));
        let replaced = replaced_in(before, properties);
        let new: HashSet<String> = block.ids().map(Into::into).collect();
        // What goes leaves its ids to what comes.
        let contents = self.contents.clone();
        if is_whole {
            let left = places_left(before);
            self.forget_inside(id, &old, &left);
            let placed = if is_html(&block) { block.blocks() } else { &[] };
            self.contents.forget_edits_of(|one| placed.iter().any(|block| block.id() == one));
        } else if has_new_blocks || properties.contains_key("html") {
            self.contents.forget_all_of(self.revision + 1, |one| elements.contains(one.id()));
            self.contents.forget_edits_of(|one| inside.contains(one));
        }
        if is_whole || says(block.kind.as_kind().content_properties()) {
            self.contents.forget_content(id, self.revision + 1);
        }
        let is_given = |one: &str| {
            is_whole || if one == id { properties.contains_key("html") } else { has_new_blocks }
        };
        let put = self.put_in_place(id, block, &old, is_given);
        put.inspect_err(|_| self.contents = contents)?;
        if is_whole {
            self.forget_looks(|one| one != id && old.contains(one));
        }
        self.forget_replaced(&replaced, &new);
        match value {
            Some(value) => self.values.insert(id.to_owned(), value),
            None => self.values.remove(id),
        };
        self.keep_fitting_values(&old);
        Ok(())
    }

    pub(super) fn remove_block(&mut self, id: &str) -> Result<(), StateError> {
        let block = self.known_block(id)?;
        let left = places_left(block);
        let parent = tree::parent(&self.blocks, id);
        let is_in_html = parent.is_some_and(is_html);
        if matches!(block.kind, BlockKind::Tab(_)) && parent.is_some_and(|tabs| is_last(tabs, id)) {
            return Err(refused(format!("\"{id}\" is the only tab there: remove the tabs")));
        }
        let parent_id = parent.map(Block::id).unwrap_or_default().to_owned();
        let old: HashSet<String> = block.ids().map(Into::into).collect();
        let mut blocks = self.blocks.clone();
        tree::remove(&mut blocks, id);
        tree::visit_mut(&mut blocks, &mut |block| {
            if let BlockKind::Tabs(tabs) = &mut block.kind {
                tabs.selected.take_if(|selected| selected == id);
            }
        });
        self.set_blocks(blocks)?;
        self.forget_inside(id, &old, &left);
        self.forget_looks(|one| one != id && old.contains(one));
        self.values.retain(|one, value| one != id && (*one != parent_id || value != id));
        self.appearance.forget_styles(|one| one == id);
        if is_in_html {
            // What was put beside it stays.
            self.contents.put(Changed::edit(id, self.revision + 1, ElementEdit::Remove));
        } else {
            self.contents.forget_inside(id, self.revision + 1);
        }
        Ok(())
    }

    /// Puts a block into the place of the one of this id, whose ids were these.
    fn put_in_place(
        &mut self,
        id: &str,
        mut block: Block,
        old: &HashSet<String>,
        is_given: impl Fn(&str) -> bool,
    ) -> Result<(), StateError> {
        // The id of the body is none that a block may claim.
        let body = block.common.id.take_if(|own| own == BODY_ID);
        self.fit(&mut block, old)?;
        if body.is_some() {
            block.common.id = body;
        }
        self.keep_revisions(&mut block, is_given);
        let mut blocks = self.blocks.clone();
        if let Some(place) = tree::find_mut(&mut blocks, id) {
            *place = block;
        }
        self.set_blocks(blocks)
    }

    /// HTML that is not given again keeps its revision, and with it what was put into it since.
    fn keep_revisions(&self, block: &mut Block, is_given: impl Fn(&str) -> bool) {
        tree::visit_mut(std::slice::from_mut(block), &mut |block| {
            let before = self.block(block.id()).filter(|_| !is_given(block.id()));
            if let (BlockKind::Html(html), Some(BlockKind::Html(before))) =
                (&mut block.kind, before.map(|before| &before.kind))
            {
                html.set_revision(before.revision());
            }
        });
    }

    /// The block that properties make of the block or component of this id.
    pub(crate) fn block_with(
        &self,
        id: &str,
        properties: &Map<String, Value>,
    ) -> Result<Block, StateError> {
        let component = self.as_block(id);
        let before = component.as_ref().map_or_else(|| self.block_to_set(id), Ok)?;
        before.with_properties(properties).map_err(refused)
    }

    /// The component of this id in a toolbar, modal or card, as a block of its own.
    fn as_block(&self, id: &str) -> Option<Block> {
        let component = self.component_beside_blocks(id)?.clone();
        Some(Block::new(BlockKind::Component(Box::new(component))))
    }

    /// The component of this id in a toolbar, modal or card, which is no block of its own.
    pub(crate) fn component_beside_blocks(&self, id: &str) -> Option<&Component> {
        self.component(id).filter(|_| self.block(id).is_none())
    }

    /// A block of this id, or the body, which can be set but keeps its place.
    fn block_to_set(&self, id: &str) -> Result<&Block, StateError> {
        if id == BODY_ID
            && let Some(body) = self.block(id)
        {
            return Ok(body);
        }
        self.known_block(id)
    }

    /// The block of this id, if it is one of HTML.
    pub(super) fn html_block(&self, id: &str) -> Option<&Block> {
        self.block(id).filter(|block| is_html(block))
    }

    /// The blocks of HTML.
    pub(crate) fn htmls(&self) -> impl Iterator<Item = &Block> {
        self.all_blocks().filter(|block| is_html(block))
    }

    /// The HTML that a block or an element of this id stands in, as it was given or put in since.
    pub(super) fn html_around(&self, id: &str) -> Option<&Block> {
        let asked = id;
        let mut id = id;
        for changed in self.contents.iter().rev() {
            if changed.brings(id) {
                id = changed.id();
            }
        }
        let has_it = |html: &&Block| {
            let places = match &html.kind {
                BlockKind::Html(html) => html.places().any(|place| place == id),
                _ => false,
            };
            places || html.element_ids().any(|own| own == id)
        };
        // A block beside which it was put may stand elsewhere by now.
        let own = self.html_of(id).filter(|_| id == asked);
        own.or_else(|| self.htmls().find(has_it)).or_else(|| self.html_of(id))
    }

    /// The HTML that has a place for the block of this id.
    pub(super) fn html_of(&self, id: &str) -> Option<&Block> {
        self.htmls().find(|html| html.blocks().iter().any(|block| block.id() == id))
    }

    /// Checks that a block in HTML has a place in the page, beside which something can be put.
    pub(super) fn check_stands(&self, id: &str) -> Result<(), StateError> {
        let standing = Standing::of(self);
        if standing.has_block(id) {
            return Ok(());
        }
        let lost = standing.unplaced_around(id).unwrap_or(id);
        Err(refused(format!(
            "\"{id}\" stands nowhere in the page, as what \"{lost}\" was in has other content now: \
             put in html with a place, <widget-block id=\"{lost}\"></widget-block>"
        )))
    }

    /// Checks that a block stands in the HTML around what gets a place for it.
    pub(super) fn check_place(&self, id: &str, by: &Changed) -> Result<(), StateError> {
        let Some(html) = self.html_of(id) else {
            if self.block(id).is_some_and(|block| block.id() != BODY_ID) {
                let problem = "and not in HTML: op move takes it there";
                return Err(refused(format!("\"{id}\" stands in another block, {problem}")));
            }
            let placed = self.htmls().flat_map(|html| html.blocks().iter().map(Block::id));
            let nearest = nearest(id, placed).map(Into::into);
            let id = id.chars().take(80).collect();
            return Err(StateError::UnknownBlock { id, kind: None, nearest });
        };
        let around = by.id();
        let holds_html = self
            .block(id)
            .is_some_and(|block| tree::walk(std::slice::from_ref(block)).any(is_html));
        if holds_html
            && (around == id && by.is_inside() || Standing::of(self).is_within(around, id))
        {
            return Err(refused(format!(
                "\"{around}\" is a part of \"{id}\", which cannot stand in itself"
            )));
        }
        let inside = self.block(around).filter(|block| by.is_inside() && is_html(block));
        let other = inside.or_else(|| self.html_around(around));
        if other.is_none_or(|other| other.id() == html.id()) {
            return Ok(());
        }
        Err(refused(format!(
            "\"{id}\" stands in other HTML than \"{around}\": put a block into that one"
        )))
    }

    /// The refusal of HTML beside a block that stands in a list of blocks, or in one that holds one.
    pub(super) fn listed(&self, id: &str) -> StateError {
        if self.block(id).is_none() {
            return refused(
                "this page has no HTML that a block could stand in: make it with html".into(),
            );
        }
        refused(format!(
            "\"{id}\" is part of a list of blocks: put in `blocks`, such as {{\"ID\": {{\"type\": \
             \"html\", \"html\": \"…\"}}}}"
        ))
    }

    /// Checks that no block has this id yet.
    pub(super) fn check_new(&self, id: &str) -> Result<(), StateError> {
        if self.block(id).is_none() {
            return Ok(());
        }
        Err(refused(format!(
            "there is a block \"{id}\" already: change it by op set, or choose another id"
        )))
    }

    pub(super) fn known_block(&self, id: &str) -> Result<&Block, StateError> {
        if let Some(block) = self.block(id).filter(|_| id != BODY_ID) {
            return Ok(block);
        }
        match self.part(id) {
            Some(Part::Modal(_)) => Err(refused(format!(
                "\"{id}\" is a modal beside the blocks: set_toolbar_values opens and closes it, and \
                 op set changes what is in it by its ids"
            ))),
            Some(part) => Err(refused(format!(
                "\"{id}\" is a {} of a toolbar, modal or card, and no block: op set with `block` \
                 changes its properties",
                part.type_name()
            ))),
            None => {
                let ids = self.all_blocks().map(Block::id).filter(|id| *id != BODY_ID);
                let nearest = nearest(id, ids).map(Into::into);
                let id = id.chars().take(80).collect();
                Err(StateError::UnknownBlock { id, kind: None, nearest })
            }
        }
    }

    /// Gives a block that comes in the place of `old` ids its own, and its data a revision.
    pub(super) fn fit(&self, block: &mut Block, old: &HashSet<String>) -> Result<(), StateError> {
        let block = std::slice::from_mut(block);
        let mut ids = self.ids_but(|id| old.contains(id));
        ids.claim_blocks(block)?;
        ids.give_blocks(block);
        check_initial_values(tree::components(block))?;
        let revision = self.revision + 1;
        let same = |block: &Block| self.block(block.id()).is_some_and(|old| old.kind == block.kind);
        tree::visit_mut(block, &mut |block| {
            let is_same = same(block);
            match &mut block.kind {
                BlockKind::Chart(chart) if !is_same => chart.set_revision(revision),
                BlockKind::Table(table) if !is_same => table.set_revision(revision),
                BlockKind::Html(html) => html.set_revision(revision),
                _ => {}
            }
        });
        Ok(())
    }

    pub(super) fn set_blocks(&mut self, blocks: Vec<Block>) -> Result<(), StateError> {
        check_depth(&blocks)?;
        self.blocks = blocks;
        Ok(())
    }

    /// Forgets what was done in a block that goes, but for the places elsewhere that blocks in it
    /// have left.
    fn forget_inside(&mut self, id: &str, inside: &HashSet<String>, left: &HashSet<String>) {
        self.contents.forget_all_of(self.revision + 1, |one| {
            let has_left = one.removes() && left.contains(one.id());
            one.id() != id && inside.contains(one.id()) && !has_left
        });
    }

    /// Forgets the styles and values of what is gone.
    pub(super) fn forget_looks(&mut self, is_gone: impl Fn(&str) -> bool) {
        self.appearance.forget_styles(&is_gone);
        self.values.retain(|id, _| !is_gone(id));
    }

    /// Keeps of these values those that their components and blocks can still have.
    pub(super) fn keep_fitting_values(&mut self, ids: &HashSet<String>) {
        let fits = |id: &String, value: &Value| self.part(id).is_some_and(|it| it.accepts(value));
        let unfit = self.values.iter().filter(|(id, value)| ids.contains(*id) && !fits(id, value));
        let unfit: Vec<String> = unfit.map(|(id, _)| id.clone()).collect();
        self.values.retain(|id, _| !unfit.contains(id));
    }
}

/// The ids of the blocks in the lists of a block: the places that they may have had in HTML are
/// elsewhere.
pub(super) fn places_left(block: &Block) -> HashSet<String> {
    let lists = tree::walk(std::slice::from_ref(block)).filter(|block| !is_html(block));
    lists.flat_map(Block::blocks).map(|inside| inside.id().to_owned()).collect()
}

fn is_html(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Html(_))
}

fn is_last(tabs: &Block, id: &str) -> bool {
    tabs.blocks().iter().all(|tab| tab.id() == id)
}

pub(super) fn refused(problem: String) -> StateError {
    StateError::Block { problem }
}

#[cfg(test)]
mod tests;
