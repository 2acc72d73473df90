//! Blocks beside others and in others: they are put in and moved.

use std::collections::HashSet;

use super::blocks::{places_left, refused};
use super::{Logged, unknown};
use crate::block::{BODY_ID, Block, BlockKind, tree};
use crate::error::StateError;
use crate::op::Op;
use crate::op::block_place::BlockPlace;
use crate::widget::Widget;
use crate::widget::contents::Changed;
use crate::widget::target::Target;

impl Widget {
    /// Puts a block into the list that the place is in, else into the HTML.
    pub(super) fn insert_block(
        &mut self,
        near: &str,
        place: BlockPlace,
        block: &mut Block,
    ) -> Result<(), StateError> {
        let mut blocks = self.blocks.clone();
        if !self.is_in_list(near, place) {
            let html = self.html_at(near, place)?;
            self.put_in_html(&html, block)?;
            let edited = self.edit_element(near, &place.for_block(block.id(), ""));
            return edited.inspect_err(|_| self.blocks = blocks);
        }
        self.check_new(block.id())?;
        self.fit(block, &HashSet::new())?;
        put_in(&mut blocks, near, place, block.clone())?;
        self.set_blocks(blocks)
    }

    /// Moves a block, within its list or HTML or into another.
    pub(super) fn move_block(
        &mut self,
        id: &str,
        near: &str,
        place: BlockPlace,
    ) -> Result<Logged, StateError> {
        self.known_block(id)?;
        let is_listed = self.is_in_list(near, place);
        let other = if is_listed { None } else { Some(self.html_at(near, place)?) };
        let own = self.html_of(id).map(Block::id);
        if own.is_some() && own == other.as_deref() {
            let edit = place.for_block(id, self.look_at_place(id));
            self.edit_element(near, &edit)?;
            return Ok(Logged { instead: Some(Op::edit_element(near, edit)), after: None });
        }
        let before = (self.blocks.clone(), self.contents.clone());
        let carried = self.carry_block(id, near, place, other.as_deref());
        carried.inspect_err(|_| (self.blocks, self.contents) = before)?;
        Ok(Logged::default())
    }

    /// Takes a block out of its list or HTML and puts it into another: the HTML of this id, or the
    /// list that the place is in.
    fn carry_block(
        &mut self,
        id: &str,
        near: &str,
        place: BlockPlace,
        html: Option<&str>,
    ) -> Result<(), StateError> {
        let mut blocks = self.blocks.clone();
        let taken = self.take_out(&mut blocks, id, html.unwrap_or(near), html.is_some())?;
        self.check_carried(&taken)?;
        if self.html_of(id).is_some() {
            self.contents.leave_place(id, self.revision + 1);
        }
        let Some(html) = html else {
            put_in(&mut blocks, near, place, taken)?;
            return self.set_blocks(blocks);
        };
        let inside = tree::find_mut(&mut blocks, html).and_then(Block::blocks_mut);
        inside.into_iter().for_each(|inside| inside.push(taken.clone()));
        self.set_blocks(blocks)?;
        self.edit_element(near, &place.for_block(id, ""))
    }

    /// Checks that a block can go as it is: HTML beside it would lose what it stands beside, and a
    /// later page would make changes in it before it has a place.
    fn check_carried(&self, taken: &Block) -> Result<(), StateError> {
        let inside: HashSet<&str> = taken.ids().chain(taken.element_ids()).collect();
        let is_text = |changed: &Changed| {
            changed.text().is_some() && self.block(changed.id()).is_some_and(Block::takes_text)
        };
        let left = places_left(taken);
        let has_left = |changed: &Changed| {
            changed.removes() && (changed.id() == taken.id() || left.contains(changed.id()))
        };
        let mut changes = self.contents.iter();
        let Some(changed) =
            changes.find(|one| inside.contains(one.id()) && !is_text(one) && !has_left(one))
        else {
            return Ok(());
        };
        let id = taken.id();
        Err(refused(format!(
            "HTML was put into or beside \"{}\", which cannot go with \"{id}\" from HTML to a list \
             or back, or to other HTML: remove \"{id}\", and put it in again",
            changed.id()
        )))
    }

    /// Takes a block out that goes to another of these, or into HTML.
    fn take_out(
        &self,
        blocks: &mut Vec<Block>,
        id: &str,
        near: &str,
        is_to_html: bool,
    ) -> Result<Block, StateError> {
        let taken = tree::remove(blocks, id);
        if near != BODY_ID && tree::find(blocks, near).is_none() {
            return Err(refused(format!("\"{near}\" stands in \"{id}\", or is the same")));
        }
        let parent = tree::parent(&self.blocks, id);
        if parent.is_some_and(|parent| matches!(parent.kind, BlockKind::Tabs(_)))
            && (is_to_html || tree::parent(blocks, near).map(Block::id) != parent.map(Block::id))
        {
            return Err(refused(format!("\"{id}\" is a tab, which stays among its tabs")));
        }
        taken.ok_or_else(|| unknown(id, None))
    }

    /// The id of the HTML that a place is in. One of an element that scripts may have made is in
    /// the first.
    fn html_at(&self, near: &str, place: BlockPlace) -> Result<String, StateError> {
        let is_inside = matches!(place, BlockPlace::Start | BlockPlace::End);
        let own = self.html_block(near).filter(|_| is_inside);
        if own.is_none()
            && let Target::Missing(nearest) = self.target(near)
        {
            return Err(unknown(near, nearest));
        }
        let html = own.or_else(|| self.html_around(near)).or_else(|| self.htmls().next());
        html.map(|html| html.id().to_owned()).ok_or_else(|| self.listed(near))
    }

    /// Returns whether a place is in a list of blocks: the one that the block of this id stands in
    /// or, for an end, the one that it holds. [`BODY_ID`] holds that of the page, unless it has a
    /// block of this id.
    #[must_use]
    pub fn is_in_list(&self, near: &str, place: BlockPlace) -> bool {
        let block = self.block(near).filter(|_| near != BODY_ID);
        match place {
            BlockPlace::Before | BlockPlace::After => {
                block.is_some() && self.html_of(near).is_none()
            }
            BlockPlace::Start | BlockPlace::End => {
                let is_page = near == BODY_ID && self.block(near).is_none();
                is_page || block.is_some_and(Block::holds_list)
            }
        }
    }
}

fn put_in(
    blocks: &mut Vec<Block>,
    near: &str,
    place: BlockPlace,
    block: Block,
) -> Result<(), StateError> {
    let holder = match place {
        BlockPlace::Before | BlockPlace::After => {
            tree::parent(blocks, near).map(|parent| parent.id().to_owned())
        }
        BlockPlace::Start | BlockPlace::End => (near != BODY_ID).then(|| near.to_owned()),
    };
    let list = match &holder {
        None => blocks,
        Some(id) => {
            let Some(holder) = tree::find_mut(blocks, id) else { return Err(unknown(id, None)) };
            let holds_tabs = matches!(holder.kind, BlockKind::Tabs(_));
            if holds_tabs != matches!(block.kind, BlockKind::Tab(_)) {
                return Err(refused(format!(
                    "\"{id}\" holds tabs: put blocks into one of them, or set its `tabs`"
                )));
            }
            let Some(list) = holder.blocks_mut() else {
                return Err(refused(format!("\"{id}\" holds no list of blocks")));
            };
            list
        }
    };
    let at = list.iter().position(|block| block.id() == near).unwrap_or(list.len());
    let index = match place {
        BlockPlace::Before => at,
        BlockPlace::After => list.len().min(at + 1),
        BlockPlace::Start => 0,
        BlockPlace::End => list.len(),
    };
    list.insert(index, block);
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::op::Content;
    use crate::op::element_edit::ElementEdit;

    fn widget() -> Widget {
        let blocks = json!([
            {"type": "markdown", "id": "notes", "markdown": "# A"},
            {"type": "grid", "id": "grid", "blocks": [
                {"type": "metric", "id": "sum", "label": "Sum", "value": 1},
                {"type": "select", "id": "who", "options": ["a", "b"]}]},
            {"type": "tabs", "id": "views", "tabs": [
                {"id": "one", "title": "1", "blocks": [
                    {"type": "html", "id": "inner", "html": "<b id=deep>1</b><widget-block id=line></widget-block>",
                        "blocks": [{"type": "divider", "id": "line"}]}]},
                {"id": "two", "title": "2", "blocks": []}]},
        ]);
        Widget::page(serde_json::from_value(blocks).unwrap()).unwrap()
    }

    /// `left` with the block `a`, `right` with `b`.
    fn two_htmls() -> Widget {
        let html = |id: &str, inside: &str| {
            let place = format!("<p id=at-{inside}></p><widget-block id={inside}></widget-block>");
            json!({"type": "html", "id": id, "html": place,
                "blocks": [{"type": "divider", "id": inside}]})
        };
        let blocks = json!([html("left", "a"), html("right", "b")]);
        Widget::page(serde_json::from_value(blocks).unwrap()).unwrap()
    }

    fn insert(near: &str, place: &str, block: &Value) -> Op {
        let op = json!({"type": "insert_block", "component_id": near, "place": place,
            "block": block});
        serde_json::from_value(op).unwrap()
    }

    fn move_to(id: &str, place: &str, near: &str) -> Op {
        let op = json!({"type": "move_block", "component_id": id, "place": place, "near": near});
        serde_json::from_value(op).unwrap()
    }

    /// The ids of blocks with those inside them.
    fn ids(blocks: &[Block]) -> String {
        let with_inside = |block: &Block| match block.blocks() {
            [] => block.id().to_owned(),
            inside => format!("{}({})", block.id(), ids(inside)),
        };
        blocks.iter().map(with_inside).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn blocks_come_to_every_place_of_a_list() {
        let mut widget = widget();
        for (near, place, id) in [
            ("notes", "before", "a"),
            ("views", "after", "b"),
            ("sum", "after", "c"),
            ("grid", "start", "d"),
            ("grid", "end", "e"),
            ("two", "end", "f"),
            ("line", "before", "g"),
            ("deep", "end", "h"),
            ("inner", "end", "i"),
        ] {
            let line = json!({"type": "divider", "id": id});
            let change = widget.apply(insert(near, place, &line)).unwrap();
            assert!(change.op.is_of_blocks());
        }
        let expected = "a notes grid(d sum c who e) views(one(inner(line g h i)) two(f)) b";
        assert_eq!(ids(widget.blocks()), expected);
        let document = serde_json::to_value(widget.document()).unwrap();
        let edits = json!([
            {"component_id": "line", "revision": 8,
                "edit": {"before": "<widget-block id=\"g\"></widget-block>"}},
            {"component_id": "deep", "revision": 9,
                "edit": {"append": "<widget-block id=\"h\"></widget-block>"}},
            {"component_id": "inner", "revision": 10,
                "edit": {"append": "<widget-block id=\"i\"></widget-block>"}},
        ]);
        assert_eq!(document["contents"], edits);
        widget.apply(insert("sum", "before", &json!({"type": "divider"}))).unwrap();
        assert!(widget.block("divider-1").is_some(), "{}", ids(widget.blocks()));
    }

    #[test]
    fn a_block_moves_with_all_that_people_did_in_it() {
        let mut widget = widget();
        widget.apply(Op::set_value("who", json!("b"))).unwrap();
        widget.apply(Op::set_content("notes", Content::Text("# B".into()))).unwrap();
        for (id, place, near) in [
            ("who", "before", "notes"),
            ("notes", "end", "two"),
            ("grid", "start", "two"),
            ("two", "before", "one"),
        ] {
            widget.apply(move_to(id, place, near)).unwrap();
        }
        assert_eq!(ids(widget.blocks()), "who views(two(grid(sum) notes) one(inner(line)))");
        assert_eq!(widget.values()["who"], json!("b"));
        assert_eq!(widget.markdown().collect::<Vec<_>>(), ["# B"]);
        let change = widget.apply(move_to("line", "end", "deep")).unwrap();
        assert!(!change.op.is_of_blocks(), "viewers draw an edit");
    }

    #[test]
    fn a_block_takes_the_look_of_its_place_along() {
        let html =
            "<widget-block style='--a: \"b\"' id=one class=wide></widget-block><p id=end></p>";
        let one = serde_json::from_value(json!([{"type": "divider", "id": "one"}])).unwrap();
        let mut widget = Widget::html_with_blocks(html, one).unwrap();
        let moved = |widget: &mut Widget| {
            let change = widget.apply(move_to("one", "end", "end")).unwrap();
            serde_json::to_value(change.op).unwrap()["edit"]["append"].take()
        };
        let place =
            "<widget-block id=\"one\" class=\"wide\" style=\"--a: &quot;b&quot;\"></widget-block>";
        assert_eq!(moved(&mut widget), place);
        assert_eq!(moved(&mut widget), place, "and once more");
        let bare = ElementEdit::Append("<widget-block id=one></widget-block>".into());
        widget.apply(Op::edit_element("end", bare)).unwrap();
        assert_eq!(moved(&mut widget), "<widget-block id=\"one\"></widget-block>");
    }

    #[test]
    fn a_block_goes_from_a_list_to_html_and_back_as_it_is() {
        let mut widget = widget();
        widget.apply(Op::set_content("notes", Content::Text("# B".into()))).unwrap();
        widget.apply(Op::set_value("who", json!("b"))).unwrap();
        for id in ["notes", "who"] {
            let change = widget.apply(move_to(id, "after", "line")).unwrap();
            assert!(change.op.is_of_blocks());
        }
        assert_eq!(ids(widget.blocks()), "grid(sum) views(one(inner(line notes who)) two)");
        let beside = ElementEdit::After("<i id=aside></i>".into());
        let mut other = widget.clone();
        other.apply(Op::edit_element("notes", beside)).unwrap();
        let error = other.apply(move_to("notes", "start", "grid")).unwrap_err().to_string();
        assert!(error.contains("into or beside \"notes\""), "{error}");
        widget.apply(move_to("notes", "start", "grid")).unwrap();
        assert_eq!(ids(widget.blocks()), "grid(notes sum) views(one(inner(line who)) two)");
        assert_eq!(widget.markdown().collect::<Vec<_>>(), ["# B"]);
        assert_eq!(widget.values()["who"], json!("b"));
        widget.apply(Op::RemoveBlock { component_id: "notes".into() }).unwrap();
        let document = serde_json::to_value(widget.document()).unwrap();
        let place = |id| json!({"after": format!("<widget-block id=\"{id}\"></widget-block>")});
        let edits = json!([
            {"component_id": "line", "revision": 4, "edit": place("notes")},
            {"component_id": "line", "revision": 5, "edit": place("who")},
            {"component_id": "notes", "revision": 6, "edit": "remove"},
        ]);
        assert_eq!(document["contents"], edits);
    }

    #[test]
    fn a_block_goes_into_other_html() {
        let mut widget = two_htmls();
        widget.apply(move_to("a", "end", "at-b")).unwrap();
        assert_eq!(ids(widget.blocks()), "left right(b a)");
        widget.apply(move_to("b", "start", "left")).unwrap();
        assert_eq!(ids(widget.blocks()), "left(b) right(a)");
        widget.apply(Op::edit_element("b", ElementEdit::After("<i></i>".into()))).unwrap();
    }

    #[test]
    fn what_was_put_beside_a_block_is_in_the_html_that_the_block_stood_in() {
        let mut widget = two_htmls();
        let aside = ElementEdit::After("<i id=aside></i>".into());
        widget.apply(Op::edit_element("a", aside)).unwrap();
        widget.apply(Op::RemoveBlock { component_id: "a".into() }).unwrap();
        let line = |id: &str| json!({"type": "divider", "id": id});
        widget.apply(insert("at-b", "end", &line("a"))).unwrap();
        widget.apply(insert("aside", "after", &line("c"))).unwrap();
        assert_eq!(ids(widget.blocks()), "left(c) right(b a)");
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut widget = widget();
        let line = || json!({"type": "divider", "id": "new"});
        let before = widget.clone();
        for (op, part) in [
            (insert("sum", "after", &json!({"type": "divider", "id": "who"})), "\"who\" already"),
            (insert("smu", "after", &line()), "did you mean \"sum\"?"),
            (insert("sum", "end", &line()), "is a metric"),
            (insert("one", "after", &line()), "\"views\" holds tabs"),
            (insert("views", "end", &line()), "\"views\" holds tabs"),
            (insert("line", "after", &json!({"type": "divider"})), "id"),
            (insert("line", "end", &line()), "is a divider"),
            (move_to("grid", "after", "sum"), "\"sum\" stands in \"grid\""),
            (move_to("sum", "after", "sum"), "or is the same"),
            (move_to("one", "after", "sum"), "is a tab"),
            (move_to("sum", "after", "two"), "holds tabs"),
            (move_to("views", "after", "line"), "\"inner\" stands in \"views\""),
            (move_to("one", "after", "line"), "stands in \"one\""),
            (move_to("two", "after", "line"), "is a tab"),
            (move_to("sum", "end", "line"), "is a divider"),
            (move_to("sum", "after", "lien"), "did you mean"),
            (move_to("smu", "after", "line"), "did you mean \"sum\"?"),
        ] {
            let error = widget.apply(op).unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
            assert_eq!(widget, before);
        }
    }
}
