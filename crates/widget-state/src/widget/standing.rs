//! The elements and blocks that stand in the page now, as far as that is known without running it.

use std::collections::HashMap;

use crate::block::{Block, BlockKind, tree};
use crate::html_index::HtmlIndex;
use crate::widget::Widget;
use crate::widget::contents::Changed;

/// The page as its HTML and the changes of it make it, one after the other: each element with an id
/// and each block, in what it stands.
#[derive(Default)]
pub(crate) struct Standing<'a> {
    nodes: Vec<Node<'a>>,
    by_id: HashMap<&'a str, Vec<usize>>,
    /// True if scripts may have made what the HTML has not.
    is_scripted: bool,
}

struct Node<'a> {
    id: &'a str,
    kind: Kind<'a>,
    /// The class and style of the place of a block, as attributes in HTML.
    look: &'a str,
    inside: Inside,
    /// The nodes that were put in, and may stand elsewhere since.
    children: Vec<usize>,
}

#[derive(Clone, Copy)]
enum Kind<'a> {
    /// A block, and the HTML that it stands in.
    Block(Option<usize>),
    /// The place of a block that is gone, or stands elsewhere: what was put beside it stays there.
    Place,
    /// An element, and the HTML that brought it.
    Element(&'a HtmlIndex),
    /// An element that a script may have made, or a part of a component.
    Unknown,
}

#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Page,
    Node(usize),
    /// It was taken out, or is a block that has no place yet.
    Nothing,
}

impl Widget {
    /// The blocks whose HTML has no place for them any more, though it had one when they came: no
    /// page shows them until HTML with a place for them is put in.
    ///
    /// ```
    /// use widget_state::{Content, Op, Widget};
    ///
    /// let html = "<div id=box><widget-block id=line></widget-block></div>";
    /// let line = serde_json::from_str(r#"[{"type": "divider", "id": "line"}]"#)?;
    /// let mut widget = Widget::html_with_blocks(html, line)?;
    /// assert_eq!(widget.unplaced_blocks(), [""; 0]);
    /// widget.apply(Op::set_content("box", Content::Text("Nothing to see".into())))?;
    /// assert_eq!(widget.unplaced_blocks(), ["line"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unplaced_blocks(&self) -> Vec<&str> {
        let has_any = self.htmls().any(|html| !html.blocks().is_empty());
        if !has_any || !self.contents.iter().any(Changed::empties) {
            return Vec::new();
        }
        let standing = Standing::of(self);
        let is_lost = |at: &usize| match standing.nodes[*at].kind {
            // What stands in one that has no place is told of with that.
            Kind::Block(Some(html)) => !standing.stands(*at) && standing.stands(html),
            _ => false,
        };
        let lost = (0..standing.nodes.len()).filter(is_lost);
        lost.map(|at| standing.nodes[at].id).collect()
    }

    /// The blocks that stand in an element with an id, each with the id of the innermost.
    #[must_use]
    pub fn blocks_in_elements(&self) -> Vec<(&str, &str)> {
        let standing = Standing::of(self);
        let blocks = standing.nodes.iter().filter(|node| node.is_block());
        let in_elements = blocks.filter_map(|node| {
            let Inside::Node(at) = node.inside else { return None };
            let around = &standing.nodes[at];
            matches!(around.kind, Kind::Element(_)).then_some((node.id, around.id))
        });
        in_elements.collect()
    }

    /// The class and style of the place of a block, as attributes in HTML.
    pub(crate) fn look_at_place(&self, id: &str) -> &str {
        let all = self.indexes().chain(self.contents.indexes());
        let has_any = all
            .flat_map(|index| &index.places)
            .any(|place| place.id == id && !place.look.is_empty());
        if has_any { Standing::of(self).look(id) } else { "" }
    }
}

impl Node<'_> {
    fn is_block(&self) -> bool {
        matches!(self.kind, Kind::Block(_))
    }
}

impl<'a> Standing<'a> {
    pub(crate) fn of(widget: &'a Widget) -> Self {
        let is_scripted =
            widget.indexes().any(|index| index.scripted) || widget.contents.is_scripted();
        let mut standing = Self { is_scripted, ..Self::default() };
        standing.add_blocks(&widget.blocks, None);
        let mut given: Vec<_> = tree::walk(&widget.blocks)
            .filter_map(|block| match &block.kind {
                BlockKind::Html(html) => Some((block.id(), html.revision(), html.own_index())),
                _ => None,
            })
            .collect();
        // A change is of what was there when it was made, and not of HTML that came later.
        given.sort_by_key(|(_, revision, _)| *revision);
        let mut given = given.into_iter().peekable();
        for changed in widget.contents.iter() {
            while let Some((block, _, index)) =
                given.next_if(|(_, revision, _)| *revision <= changed.revision())
            {
                standing.give(block, index);
            }
            standing.change(changed);
        }
        given.for_each(|(block, _, index)| standing.give(block, index));
        standing
    }

    /// Returns whether an element of this id stands in the page, and is the one that this HTML has
    /// brought.
    pub(crate) fn has_of(&self, id: &str, index: &HtmlIndex) -> bool {
        let mut elements = self.standing(id).filter_map(|at| match self.nodes[at].kind {
            Kind::Element(index) => Some(index),
            Kind::Block(_) | Kind::Place | Kind::Unknown => None,
        });
        elements.next().is_some_and(|of| std::ptr::eq(of, index))
    }

    /// Returns whether the block of this id stands in the page.
    pub(crate) fn has_block(&self, id: &str) -> bool {
        self.block(id).is_some_and(|at| self.stands(at))
    }

    fn look(&self, id: &str) -> &'a str {
        self.block(id).map_or("", |at| self.nodes[at].look)
    }

    /// Returns whether there was an element or block of this id, and there is none any more.
    pub(crate) fn has_lost(&self, id: &str) -> bool {
        !self.is_scripted && self.by_id.contains_key(id) && self.standing(id).next().is_none()
    }

    /// Returns whether what came last of this id stands inside of something of another.
    pub(crate) fn is_within(&self, id: &str, container: &str) -> bool {
        let last = self.standing(id).next();
        last.is_some_and(|at| self.around(at).any(|node| self.nodes[node].id == container))
    }

    /// The block that has no place, around the block of this id or itself; the outermost of them.
    pub(crate) fn unplaced_around(&self, id: &str) -> Option<&'a str> {
        let at = self.block(id)?;
        let outermost = self.around(at).last().unwrap_or(at);
        self.nodes[outermost].is_block().then_some(self.nodes[outermost].id)
    }

    /// The nodes of this id that stand in the page, the latest first.
    fn standing(&self, id: &str) -> impl Iterator<Item = usize> {
        self.all(id).filter(|at| self.stands(*at))
    }

    fn stands(&self, at: usize) -> bool {
        let outermost = self.around(at).last().unwrap_or(at);
        // Of two elements with one id each may be said to stand in the other.
        self.nodes[outermost].inside != Inside::Nothing
    }

    /// The nodes that a node stands in, the innermost first.
    fn around(&self, at: usize) -> impl Iterator<Item = usize> {
        let outer = |at: &usize| match self.nodes[*at].inside {
            Inside::Node(outer) => Some(outer),
            Inside::Page | Inside::Nothing => None,
        };
        std::iter::successors(outer(&at), outer).take(self.nodes.len())
    }

    fn add(&mut self, id: &'a str, kind: Kind<'a>) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node { id, kind, look: "", inside: Inside::Nothing, children: Vec::new() });
        self.by_id.entry(id).or_default().push(at);
        at
    }

    fn put(&mut self, at: usize, inside: Inside) {
        self.nodes[at].inside = inside;
        if let Inside::Node(outer) = inside {
            self.nodes[outer].children.push(at);
        }
    }

    /// Those in HTML get their places with it.
    fn add_blocks(&mut self, blocks: &'a [Block], parent: Option<(usize, &Block)>) {
        for block in blocks {
            let html = parent.filter(|(_, parent)| matches!(parent.kind, BlockKind::Html(_)));
            let at = self.add(block.id(), Kind::Block(html.map(|(at, _)| at)));
            match parent {
                None => self.put(at, Inside::Page),
                Some((list, _)) if html.is_none() => self.put(at, Inside::Node(list)),
                Some(_) => {}
            }
            self.add_blocks(block.blocks(), Some((at, block)));
        }
    }

    fn all(&self, id: &str) -> impl Iterator<Item = usize> {
        self.by_id.get(id).into_iter().flatten().rev().copied()
    }

    fn block(&self, id: &str) -> Option<usize> {
        self.all(id).find(|at| self.nodes[*at].is_block())
    }

    /// The node that takes a place in this HTML, or in HTML in it: the block, if it is one of that
    /// HTML.
    fn taker(&mut self, id: &'a str, around: Inside) -> usize {
        let of_html = self.block(id).filter(|block| match self.nodes[*block].kind {
            Kind::Block(Some(html)) => self.may_be_in(around, html),
            _ => false,
        });
        of_html.unwrap_or_else(|| self.place(id))
    }

    /// Returns whether a place is in the HTML of a block. Where an element is that a script has made,
    /// is not known.
    fn may_be_in(&self, place: Inside, html: usize) -> bool {
        let Inside::Node(inner) = place else { return true };
        let mut all = std::iter::once(inner).chain(self.around(inner));
        let outermost = self.around(inner).last().unwrap_or(inner);
        all.any(|at| at == html) || !self.nodes[outermost].is_block()
    }

    fn place(&mut self, id: &'a str) -> usize {
        let known = self.all(id).find(|at| matches!(self.nodes[*at].kind, Kind::Place));
        known.unwrap_or_else(|| self.add(id, Kind::Place))
    }

    fn give(&mut self, block: &str, index: &'a HtmlIndex) {
        if let Some(at) = self.block(block) {
            self.bring(index, Inside::Node(at));
        }
    }

    /// Puts elements and blocks into the page.
    fn bring(&mut self, index: &'a HtmlIndex, around: Inside) {
        if index.element_ids().next().is_none() && index.places.is_empty() {
            return;
        }
        let elements: HashMap<&str, usize> =
            index.element_ids().map(|id| (id, self.add(id, Kind::Element(index)))).collect();
        let inside = |container: Option<&str>| {
            let container = container.and_then(|id| elements.get(id));
            container.map_or(around, |at| Inside::Node(*at))
        };
        for (id, at) in &elements {
            self.put(*at, inside(index.container(id)));
        }
        for place in &index.places {
            let at = self.taker(&place.id, around);
            self.nodes[at].look = &place.look;
            self.put(at, inside(index.container_of(place)));
        }
    }

    fn change(&mut self, changed: &'a Changed) {
        let targets = self.targets(changed);
        if changed.removes() {
            return targets.iter().for_each(|at| self.take_out(*at));
        }
        let Some(target) = targets.first().copied().or_else(|| self.unknown(changed.id())) else {
            // It went nowhere.
            return;
        };
        let beside = self.nodes[target].inside;
        if changed.empties() {
            targets.iter().for_each(|at| self.empty(*at));
        }
        let around = if changed.is_beside() { beside } else { Inside::Node(target) };
        self.bring(changed.index(), around);
    }

    /// The nodes that a change is of, the latest first. One beside a block that stands in no HTML, or in
    /// HTML that came later, is beside the place that it had.
    fn targets(&self, changed: &Changed) -> Vec<usize> {
        let is_of_place = changed.is_beside() || changed.removes();
        let is_meant = |at: &usize| match self.nodes[*at].kind {
            Kind::Block(html) => !is_of_place || html.is_some(),
            Kind::Place => is_of_place,
            Kind::Element(_) | Kind::Unknown => true,
        };
        self.standing(changed.id()).filter(is_meant).collect()
    }

    /// An element of this id that a script may have made, or a part of a component.
    fn unknown(&mut self, id: &'a str) -> Option<usize> {
        let is_known = self.by_id.contains_key(id);
        if is_known && (!self.is_scripted || self.block(id).is_some()) {
            return None;
        }
        let at = self.add(id, Kind::Unknown);
        self.put(at, Inside::Page);
        Some(at)
    }

    /// An element that is taken out comes no more, and its node is forgotten: there may be thousands
    /// of one id, one after the other.
    fn take_out(&mut self, at: usize) {
        let Node { id, kind, .. } = self.nodes[at];
        self.nodes[at].inside = Inside::Nothing;
        if let (Kind::Element(_) | Kind::Unknown, Some(all)) = (kind, self.by_id.get_mut(id)) {
            all.retain(|one| *one != at);
        }
    }

    /// Takes what stands in a node out of the page.
    fn empty(&mut self, at: usize) {
        for child in std::mem::take(&mut self.nodes[at].children) {
            if self.nodes[child].inside == Inside::Node(at) {
                self.nodes[child].inside = Inside::Nothing;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::op::element_edit::ElementEdit;
    use crate::op::{Content, Op};

    fn page(html: &str, blocks: Value) -> Widget {
        Widget::html_with_blocks(html, serde_json::from_value(blocks).unwrap()).unwrap()
    }

    fn text(id: &str) -> Op {
        Op::set_content(id, Content::Text("x".into()))
    }

    fn html(id: &str, html: &str) -> Op {
        Op::set_content(id, Content::Html(html.into()))
    }

    fn append(id: &str, html: &str) -> Op {
        Op::edit_element(id, ElementEdit::Append(html.into()))
    }

    fn after(id: &str, html: &str) -> Op {
        Op::edit_element(id, ElementEdit::After(html.into()))
    }

    fn ids(widget: &Widget) -> String {
        let now = widget.elements_now().into_iter();
        now.map(|(id, _)| id).collect::<Vec<_>>().join(" ")
    }

    fn apply<const N: usize>(widget: &mut Widget, ops: [Op; N]) {
        ops.into_iter().for_each(|op| _ = widget.apply(op).unwrap());
    }

    #[test]
    fn what_stands_beside_a_block_goes_with_what_is_around_it() {
        let mut widget = page(
            "<div id=box><widget-block id=line></widget-block></div><p id=end></p>",
            json!([{"type": "divider", "id": "line"}]),
        );
        apply(&mut widget, [after("line", "<i id=aside></i>"), append("aside", "<b id=deep></b>")]);
        assert_eq!(ids(&widget), "box end aside deep");
        assert_eq!(widget.blocks_in_elements(), [("line", "box")]);
        assert_eq!(widget.unplaced_blocks(), [""; 0]);
        apply(&mut widget, [text("box")]);
        assert_eq!(ids(&widget), "box end");
        assert_eq!(widget.unplaced_blocks(), ["line"]);
        apply(&mut widget, [append("end", "<widget-block id=line></widget-block>")]);
        assert_eq!(widget.unplaced_blocks(), [""; 0]);
    }

    #[test]
    fn a_block_goes_with_any_element_around_it() {
        let mut widget = page(
            "<div id=a><div id=b><widget-block id=part></widget-block></div></div>",
            json!([{"type": "html", "id": "part", "html": "<widget-block id=line></widget-block>",
                "blocks": [{"type": "divider", "id": "line"}]}]),
        );
        apply(&mut widget, [text("a")]);
        assert_eq!(widget.unplaced_blocks(), ["part"]);
    }

    #[test]
    fn what_stands_in_the_html_of_a_block_goes_with_its_place_and_comes_again() {
        let mut widget = page(
            "<div id=box><widget-block id=part></widget-block></div><p id=end></p>",
            json!([{"type": "html", "id": "part", "html": "<b id=inner></b>"}]),
        );
        apply(&mut widget, [append("inner", "<i id=deep></i>"), text("box")]);
        assert_eq!(ids(&widget), "box end");
        assert!(Standing::of(&widget).has_lost("inner") && !Standing::of(&widget).has_lost("end"));
        apply(&mut widget, [html("end", "<widget-block id=part></widget-block>")]);
        assert_eq!(ids(&widget), "box end inner deep");
    }

    #[test]
    fn what_is_put_into_an_element_that_is_gone_does_not_stand() {
        let mut widget = page("<div id=box><b id=inner></b></div><p id=end></p>", json!([]));
        apply(&mut widget, [append("inner", "<i id=a></i>"), append("a", "<i id=b></i>")]);
        apply(&mut widget, [after("b", "<i id=c></i>"), text("box")]);
        assert_eq!(ids(&widget), "box end");
    }

    #[test]
    fn a_change_is_not_of_html_that_came_later() {
        let mut widget = page("<p id=a></p><p id=end></p>", json!([]));
        let later = json!({"type": "insert_block", "component_id": "end", "place": "after",
            "block": {"type": "html", "id": "part", "html": "<p id=a></p>"}});
        apply(
            &mut widget,
            [Op::edit_element("a", ElementEdit::Remove), serde_json::from_value(later).unwrap()],
        );
        assert_eq!(ids(&widget), "end a");
        apply(&mut widget, [text("a")]);
    }

    #[test]
    fn of_what_scripts_may_have_made_nothing_is_lost() {
        let mut widget = page("<div id=box><b id=inner></b></div><script>1</script>", json!([]));
        apply(&mut widget, [text("box"), append("inner", "<i id=a></i>")]);
        assert_eq!(ids(&widget), "box a");
        assert!(!Standing::of(&widget).has_lost("inner"));
    }

    #[test]
    fn a_block_in_what_a_script_has_made_stands() {
        let mut widget = page("<div id=app></div><script>1</script>", json!([]));
        let put = json!({"type": "put_block", "component_id": "slot", "is_inside": true,
            "block": {"type": "divider", "id": "line"}});
        let place = "<widget-block id=line></widget-block>";
        apply(
            &mut widget,
            [
                serde_json::from_value(put).unwrap(),
                append("slot", place),
                text("app"),
                after("line", "<i id=aside></i>"),
            ],
        );
        assert_eq!(widget.unplaced_blocks(), [""; 0]);
        assert_eq!(ids(&widget), "app aside");
    }

    #[test]
    fn elements_of_one_id_in_each_other_have_an_end() {
        let mut widget = page("<div id=a><div id=a><b id=c></b></div></div>", json!([]));
        assert_eq!(ids(&widget), "a c");
        apply(&mut widget, [text("a")]);
        assert_eq!(ids(&widget), "a");
        let crossed = "<p id=x></p><div id=a><div id=b><div id=a><b id=c></b></div></div></div>";
        let mut widget = page(crossed, json!([]));
        apply(&mut widget, [append("x", "<i id=y></i>")]);
        assert_eq!(ids(&widget), "x a b c y");
    }
}
