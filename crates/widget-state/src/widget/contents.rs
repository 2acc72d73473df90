//! Changes of elements since the HTML was given: contents that replaced theirs, and edits.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::html_index::HtmlIndex;
use crate::op::Content;
use crate::op::element_edit::ElementEdit;

/// The changes of elements and components in the order of their last writes: applying them in
/// that order to the HTML as it was given gets what an open page shows.
///
/// A change that shows no longer is left out: the content of an element that was replaced since,
/// and whatever happened inside of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contents(Vec<Changed>);

/// One change of an element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Changed {
    id: String,
    /// The revision that it made: a page that has drawn it does not draw it again.
    revision: u64,
    change: ElementChange,
    /// The elements that it brings.
    index: Arc<HtmlIndex>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ElementChange {
    Content(Content),
    Edit(ElementEdit),
}

impl Changed {
    /// A content that replaces the one of an element.
    pub(crate) fn content(id: &str, revision: u64, content: Content) -> Self {
        Self::new(id, revision, ElementChange::Content(content))
    }

    /// An edit of an element.
    pub(crate) fn edit(id: &str, revision: u64, edit: ElementEdit) -> Self {
        Self::new(id, revision, ElementChange::Edit(edit))
    }

    fn new(id: &str, revision: u64, change: ElementChange) -> Self {
        let html = match &change {
            ElementChange::Content(Content::Html(html)) => Some(&**html),
            ElementChange::Content(Content::Text(_)) => None,
            ElementChange::Edit(edit) => edit.html(),
        };
        let index = Arc::new(html.map(HtmlIndex::of_part).unwrap_or_default());
        Self { id: id.to_owned(), revision, change, index }
    }

    /// The id of the element.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The revision that it made.
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// The ids of the blocks that it has places for.
    pub(crate) fn places(&self) -> impl Iterator<Item = &str> {
        self.index.places.iter().map(|place| &*place.id)
    }

    fn element_ids(&self) -> impl Iterator<Item = &str> {
        self.index.element_ids()
    }

    pub(super) fn brings(&self, id: &str) -> bool {
        self.index.first_text(id).is_some()
    }

    /// The HTML that it puts in.
    pub(crate) fn html(&self) -> Option<&str> {
        match &self.change {
            ElementChange::Content(Content::Html(html)) => Some(html),
            ElementChange::Content(Content::Text(_)) => None,
            ElementChange::Edit(edit) => edit.html(),
        }
    }

    /// The bytes of what it puts in.
    fn bytes(&self) -> usize {
        match &self.change {
            ElementChange::Content(content) => content.as_str().len(),
            ElementChange::Edit(edit) => edit.bytes(),
        }
    }

    fn as_content(&self) -> Option<&Content> {
        match &self.change {
            ElementChange::Content(content) => Some(content),
            ElementChange::Edit(_) => None,
        }
    }

    pub(super) fn as_edit(&self) -> Option<&ElementEdit> {
        match &self.change {
            ElementChange::Content(_) => None,
            ElementChange::Edit(edit) => Some(edit),
        }
    }

    /// The elements that it brings.
    pub(super) fn index(&self) -> &HtmlIndex {
        &self.index
    }

    /// True if it takes its element out.
    pub(super) fn removes(&self) -> bool {
        self.as_edit() == Some(&ElementEdit::Remove)
    }

    /// True if what stood in the element is gone after it.
    pub(super) fn empties(&self) -> bool {
        self.as_content().is_some() || self.removes()
    }

    /// True if it is a content of its element, or in the content.
    pub(super) fn is_inside(&self) -> bool {
        match &self.change {
            ElementChange::Content(_) => true,
            ElementChange::Edit(edit) => {
                matches!(edit, ElementEdit::Append(_) | ElementEdit::Prepend(_))
            }
        }
    }

    /// True if it puts something beside its element.
    pub(super) fn is_beside(&self) -> bool {
        matches!(self.as_edit(), Some(ElementEdit::Before(_) | ElementEdit::After(_)))
    }

    /// True if it goes with its element: it is no removal, and nothing beside it.
    fn is_of_element(&self) -> bool {
        let of_itself = |edit: &ElementEdit| {
            matches!(edit, ElementEdit::Attributes(_) | ElementEdit::Classes(_))
        };
        self.is_inside() || self.as_edit().is_some_and(of_itself)
    }

    /// The text that it gives its element.
    pub(super) fn text(&self) -> Option<&str> {
        match self.as_content()? {
            Content::Text(text) => Some(text),
            Content::Html(_) => Some(&self.index.text),
        }
    }

    /// The same as it is read.
    pub(super) fn text_read(&self) -> Option<&str> {
        match self.as_content()? {
            Content::Text(text) => Some(text),
            Content::Html(_) => Some(&self.index.all_read),
        }
    }
}

/// An earlier edit that a new one of the same element goes on with.
struct Joined {
    index: usize,
    both: ElementEdit,
    /// The value that the earlier one gave a field, which stays in its place.
    value: Option<ElementEdit>,
}

impl Contents {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Changed> {
        self.0.iter()
    }

    /// The content that replaced the one of this element.
    pub(crate) fn get(&self, id: &str) -> Option<&Content> {
        self.0.iter().find_map(|changed| changed.as_content().filter(|_| changed.id == id))
    }

    /// Takes a change, and drops those that show no longer.
    pub(crate) fn put(&mut self, mut new: Changed) {
        if new.as_content().is_some() {
            // The elements that were in it are gone, and so are those that it brings if they
            // stood elsewhere.
            let displaced = self.forget(|old| {
                let is_own = old.id == new.id && old.is_inside();
                is_own || (new.brings(&old.id) && old.is_of_element())
            });
            self.remove_displaced(displaced, &new);
        } else if new.removes() {
            let displaced = self.forget(|old| old.id == new.id && old.is_of_element());
            self.remove_displaced(displaced, &new);
        } else if let Some(Joined { index, both, value }) = self.joined(&new) {
            match value {
                Some(value) => {
                    self.0[index].change = ElementChange::Edit(value);
                    self.forget_value_before(index);
                }
                None => _ = self.0.remove(index),
            }
            new.change = ElementChange::Edit(both);
        }
        self.0.push(new);
    }

    /// Takes out the place of a block that goes on elsewhere, with its text.
    pub(crate) fn leave_place(&mut self, id: &str, revision: u64) {
        let content = self.0.iter().position(|old| old.id == id && old.as_content().is_some());
        let content = content.map(|at| self.0.remove(at));
        self.take_out(vec![id.to_owned()], revision);
        self.0.extend(content);
    }

    /// Forgets what was put into a block that is gone; what it stood beside before is still there.
    pub(crate) fn forget_inside(&mut self, id: &str, revision: u64) {
        let displaced = self.forget(|old| old.id == id && old.is_of_element());
        self.take_out(displaced, revision);
    }

    /// Forgets what was done to elements that are gone without a change of their own.
    pub(crate) fn forget_all_of(&mut self, revision: u64, is_gone: impl Fn(&Changed) -> bool) {
        let displaced = self.forget(is_gone);
        self.take_out(displaced, revision);
    }

    /// Forgets the content that replaced the one of this element, and what was put into it.
    pub(crate) fn forget_content(&mut self, id: &str, revision: u64) {
        let displaced = self.forget(|old| old.id == id && old.is_inside());
        self.take_out(displaced, revision);
    }

    /// Forgets that these blocks were taken out, and what was put beside them.
    pub(crate) fn forget_edits_of(&mut self, is_placed_again: impl Fn(&str) -> bool) {
        self.forget(|old| is_placed_again(&old.id) && old.as_edit().is_some());
    }

    /// Blocks whose place went with what a change replaces stand nowhere, and not where the HTML
    /// as it was given has a place for them.
    fn remove_displaced(&mut self, mut displaced: Vec<String>, by: &Changed) {
        displaced.retain(|id| !by.places().any(|place| place == id));
        self.take_out(displaced, by.revision);
    }

    fn take_out(&mut self, blocks: Vec<String>, revision: u64) {
        let removed = |id: String| Changed::edit(&id, revision, ElementEdit::Remove);
        self.0.extend(blocks.into_iter().map(removed));
    }

    /// Drops changes, with those of the elements that they brought, and returns the blocks that
    /// have lost their place.
    fn forget(&mut self, is_first: impl Fn(&Changed) -> bool) -> Vec<String> {
        let mut gone = vec![false; self.0.len()];
        let mut open: Vec<usize> = (0..self.0.len()).filter(|at| is_first(&self.0[*at])).collect();
        while let Some(at) = open.pop() {
            gone[at] = true;
            let mut inside: HashSet<&str> = self.0[at].element_ids().collect();
            let mut blocks: HashSet<&str> = self.0[at].places().collect();
            for (later, changed) in self.0.iter().enumerate().skip(at + 1) {
                if inside.is_empty() && blocks.is_empty() {
                    break;
                }
                // A block is more than its place, and goes on without it.
                let is_of_block = blocks.contains(changed.id()) && changed.is_beside();
                if (inside.contains(changed.id()) || is_of_block) && !gone[later] {
                    open.push(later);
                }
                // What is put in later stands there, and no longer in what is dropped.
                changed.element_ids().for_each(|id| _ = inside.remove(id));
                changed.places().for_each(|id| _ = blocks.remove(id));
            }
        }
        let displaced = self.displaced(&gone);
        let mut gone = gone.into_iter();
        self.0.retain(|_| !gone.next().unwrap_or_default());
        displaced
    }

    /// The blocks that stand in one of the changes that are gone.
    fn displaced(&self, gone: &[bool]) -> Vec<String> {
        let mut found = Vec::new();
        let mut placed_later = HashSet::new();
        for (changed, gone) in self.0.iter().zip(gone).rev() {
            for place in changed.places() {
                if placed_later.insert(place) && *gone {
                    found.push(place.to_owned());
                }
            }
            if changed.removes() && !gone {
                placed_later.insert(changed.id());
            }
        }
        found
    }

    /// The earlier edit of the same element that the new one goes on with.
    fn joined(&self, new: &Changed) -> Option<Joined> {
        let edit = new.as_edit().filter(|edit| edit.joins())?;
        let mut is_written = false;
        for (index, old) in self.0.iter().enumerate().rev() {
            // An element of this id before that is another.
            if old.brings(&new.id) || (old.removes() && old.id == new.id) {
                return None;
            }
            if old.id != new.id {
                continue;
            }
            is_written |= old.as_content().is_some();
            let Some(old) = old.as_edit() else { continue };
            let (value, others) = old.without_value();
            // A text that was written since is the value of a field.
            let value = value.filter(|_| is_written);
            let first = if value.is_some() { &others } else { old };
            if let Some(both) = first.then(edit) {
                return Some(Joined { index, both, value });
            }
        }
        None
    }

    /// Drops what an edit of a value, and of nothing else, takes the place of.
    fn forget_value_before(&mut self, index: usize) {
        let id = self.0[index].id.clone();
        let is_value = |old: &Changed| {
            let parts = old.as_edit().map(ElementEdit::without_value);
            parts.is_some_and(|(value, others)| value.is_some() && others.is_empty())
        };
        let mut place = 0;
        self.0.retain(|old| {
            place += 1;
            place > index || old.id != id || !is_value(old)
        });
    }

    /// The text that replaced the content of this element.
    pub(crate) fn own_text(&self, id: &str) -> Option<&str> {
        self.0.iter().find_map(|changed| changed.text().filter(|_| changed.id == id))
    }

    /// The text that stands in an element now, by what was put there or around it last.
    pub(crate) fn text(&self, id: &str) -> Option<&str> {
        self.latest(id, true)
    }

    /// The text that an element has in the HTML that was put in last.
    pub(crate) fn first_text(&self, id: &str) -> Option<&str> {
        self.latest(id, false)
    }

    /// The text of an element in the HTML that brought it last and that is still there, or, if
    /// `own` ones count, in what replaced its content.
    fn latest(&self, id: &str, own: bool) -> Option<&str> {
        let mut emptied = HashSet::new();
        for changed in self.0.iter().rev() {
            if changed.id == id {
                if changed.removes() {
                    return None;
                }
                if let Some(text) = changed.text().filter(|_| own) {
                    return Some(text);
                }
            }
            if let Some(text) = changed.index.first_text(id)
                && changed.index.holds(id, |container| emptied.contains(container))
            {
                return Some(text);
            }
            if changed.empties() {
                emptied.insert(changed.id());
            }
        }
        None
    }

    /// True if what stood in this element in HTML that was given at a revision is gone.
    pub(crate) fn is_emptied(&self, id: &str, since: u64) -> bool {
        let mut changes = self.0.iter().filter(|changed| changed.revision >= since);
        changes.any(|changed| changed.id == id && changed.empties())
    }

    /// True if the element of this id in HTML that was given at a revision is gone.
    pub(crate) fn is_removed(&self, id: &str, since: u64) -> bool {
        let mut changes = self.0.iter().filter(|changed| changed.revision >= since);
        changes.any(|changed| changed.id == id && changed.removes())
    }

    pub(crate) fn is_scripted(&self) -> bool {
        self.indexes().any(|index| index.scripted)
    }

    /// The indexes of the HTML that was put in.
    pub(crate) fn indexes(&self) -> impl Iterator<Item = &HtmlIndex> {
        self.0.iter().map(|changed| &*changed.index)
    }

    /// The ids of the elements in it.
    pub(crate) fn element_ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(Changed::element_ids)
    }

    /// The bytes of all that was put in.
    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(Changed::bytes).sum()
    }

    /// The bytes of what a new content of this element leaves.
    pub(crate) fn bytes_beside(&self, id: &str) -> usize {
        self.beside(id).map(Changed::bytes).sum()
    }

    /// The number of changes that a new content of this element leaves, at most.
    pub(crate) fn count_beside(&self, id: &str) -> usize {
        self.beside(id).count()
    }

    fn beside(&self, id: &str) -> impl Iterator<Item = &Changed> {
        self.0.iter().filter(move |changed| changed.id != id || !changed.is_inside())
    }

    /// The element whose changes hold most, and their bytes.
    pub(crate) fn largest(&self) -> Option<(&str, usize)> {
        self.element_with_most(Changed::bytes)
    }

    /// The element that has most changes inside, and their number.
    pub(crate) fn most_changed(&self) -> Option<(&str, usize)> {
        self.element_with_most(|changed| usize::from(changed.is_inside()))
    }

    fn element_with_most(&self, of: impl Fn(&Changed) -> usize) -> Option<(&str, usize)> {
        let mut sums = BTreeMap::<&str, usize>::new();
        for changed in &self.0 {
            *sums.entry(changed.id()).or_default() += of(changed);
        }
        sums.into_iter().max_by_key(|(_, sum)| *sum)
    }
}

/// A change without the index, which follows from it.
#[derive(Serialize, Deserialize)]
struct Written<I, C> {
    component_id: I,
    revision: u64,
    #[serde(flatten)]
    change: C,
}

impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|changed| Written {
            component_id: &changed.id,
            revision: changed.revision,
            change: &changed.change,
        }))
    }
}

impl<'de> Deserialize<'de> for Contents {
    /// Reads changes that are left since others were dropped.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Vec::<Written<String, ElementChange>>::deserialize(deserializer)?;
        let changed = written.into_iter().map(|Written { component_id, revision, change }| {
            Changed::new(&component_id, revision, change)
        });
        Ok(Self(changed.collect()))
    }
}

#[cfg(test)]
mod tests;
