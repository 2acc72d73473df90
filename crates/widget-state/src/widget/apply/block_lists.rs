//! Blocks beside others and in others: they are put in and moved.

use std::collections::HashSet;

use super::blocks::refused;
use super::{Logged, unknown};
use crate::block::{BODY_ID, Block, BlockKind, tree};
use crate::error::StateError;
use crate::op::Op;
use crate::op::block_place::BlockPlace;
use crate::widget::Widget;
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
            self.put_block(near, block)?;
            let edited = self.edit_element(near, &place.for_block(block.id()));
            return edited.inspect_err(|_| self.blocks = blocks);
        }
        self.check_new(block.id())?;
        self.fit(block, &HashSet::new())?;
        put_in(&mut blocks, near, place, block.clone())?;
        self.set_blocks(blocks)
    }

    /// Moves a block within lists, or within its HTML.
    pub(super) fn move_block(
        &mut self,
        id: &str,
        near: &str,
        place: BlockPlace,
    ) -> Result<Logged, StateError> {
        self.known_block(id)?;
        match (self.is_in_list(id, BlockPlace::Before), self.is_in_list(near, place)) {
            (true, true) => {
                let mut blocks = self.blocks.clone();
                self.take_out(&mut blocks, id, near, place)?;
                self.set_blocks(blocks)?;
                Ok(Logged::default())
            }
            (false, false) => {
                let edit = place.for_block(id);
                self.edit_element(near, &edit)?;
                Ok(Logged { instead: Some(Op::edit_element(near, edit)), after: None })
            }
            _ => Err(match self.target(near) {
                Target::Missing(nearest) => unknown(near, nearest),
                _ => refused(format!(
                    "one of \"{id}\" and \"{near}\" stands in HTML, the other in a list of \
                     blocks: remove \"{id}\", and put it in again"
                )),
            }),
        }
    }

    /// Takes a block out of its list and puts it into another.
    fn take_out(
        &self,
        blocks: &mut Vec<Block>,
        id: &str,
        near: &str,
        place: BlockPlace,
    ) -> Result<(), StateError> {
        let taken = tree::remove(blocks, id);
        if tree::find(blocks, near).is_none() {
            return Err(refused(format!("\"{near}\" stands in \"{id}\", or is the same")));
        }
        let parent = tree::parent(&self.blocks, id);
        if parent.is_some_and(|parent| matches!(parent.kind, BlockKind::Tabs(_)))
            && tree::parent(blocks, near).map(Block::id) != parent.map(Block::id)
        {
            return Err(refused(format!("\"{id}\" is a tab, which stays among its tabs")));
        }
        taken.map_or(Ok(()), |block| put_in(blocks, near, place, block))
    }

    /// Returns whether a place is in a list of blocks: the one that the block of this id stands in
    /// or, for an end, the one that it holds.
    fn is_in_list(&self, near: &str, place: BlockPlace) -> bool {
        let block = self.block(near).filter(|_| near != BODY_ID);
        match place {
            BlockPlace::Before | BlockPlace::After => {
                block.is_some() && self.html_of(near).is_none()
            }
            BlockPlace::Start | BlockPlace::End => block.is_some_and(Block::holds_list),
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
        BlockPlace::Start | BlockPlace::End => Some(near.to_owned()),
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
        ] {
            let line = json!({"type": "divider", "id": id});
            let change = widget.apply(insert(near, place, &line)).unwrap();
            assert!(change.op.is_of_blocks());
        }
        let expected = "a notes grid(d sum c who e) views(one(inner(line g h)) two(f)) b";
        assert_eq!(ids(widget.blocks()), expected);
        let document = serde_json::to_value(widget.document()).unwrap();
        let edits = json!([
            {"component_id": "line", "revision": 8,
                "edit": {"before": "<widget-block id=\"g\"></widget-block>"}},
            {"component_id": "deep", "revision": 9,
                "edit": {"append": "<widget-block id=\"h\"></widget-block>"}},
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
            (move_to("line", "after", "sum"), "one of \"line\" and \"sum\" stands in HTML"),
            (move_to("sum", "after", "line"), "remove \"sum\""),
            (move_to("sum", "after", "lien"), "did you mean"),
            (move_to("smu", "after", "line"), "did you mean \"sum\"?"),
        ] {
            let error = widget.apply(op).unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
            assert_eq!(widget, before);
        }
    }
}
