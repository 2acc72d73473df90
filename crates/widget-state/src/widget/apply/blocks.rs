//! Operations on the blocks themselves: they are put in, changed and taken out.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::block::{BODY_ID, Block, BlockKind, tree};
use crate::error::StateError;
use crate::op::element_edit::ElementEdit;
use crate::suggest::nearest;
use crate::widget::Widget;
use crate::widget::build::{check_depth, check_initial_values};
use crate::widget::contents::Changed;

/// The properties that say the value that a block or component starts with.
const START: [&str; 5] = ["value", "selected", "open", "start", "end"];

impl Widget {
    pub(super) fn put_block(&mut self, beside: &str, block: &mut Block) -> Result<(), StateError> {
        if block.id().is_empty() {
            let problem = "a block in HTML needs an id: {\"ID\": {\"type\": …}}";
            return Err(refused(problem.into()));
        }
        self.check_new(block.id())?;
        let html = self.html_around(beside).or_else(|| self.htmls().next());
        let Some(html) = html.map(|html| html.id().to_owned()) else {
            return Err(self.listed(beside));
        };
        self.fit(block, &HashSet::new())?;
        let mut blocks = self.blocks.clone();
        let inside = tree::find_mut(&mut blocks, &html).and_then(Block::blocks_mut);
        inside.into_iter().for_each(|inside| inside.push(block.clone()));
        self.set_blocks(blocks)
    }

    pub(super) fn set_block(
        &mut self,
        id: &str,
        properties: &Map<String, Value>,
    ) -> Result<(), StateError> {
        let before = self.block_to_set(id)?;
        let mut block = before.with_properties(properties).map_err(refused)?;
        let old: HashSet<String> = before.ids().map(Into::into).collect();
        let mut elements: HashSet<String> = before.element_ids().map(Into::into).collect();
        let has_new_blocks = properties.contains_key(before.kind.as_kind().blocks_property());
        if has_new_blocks {
            elements.extend(before.blocks().iter().flat_map(Block::ids).map(Into::into));
        }
        let inside: HashSet<String> = before.blocks().iter().map(|b| b.id().into()).collect();
        let is_whole = Block::is_whole(properties);
        let says_value = START.iter().any(|name| properties.contains_key(*name));
        let value = self.values.get(id).filter(|_| !is_whole && !says_value);
        let value = value.and_then(|value| block.kind.as_kind().carried(&before.kind, value));
        // The id of the body is none that a block may claim.
        let body = block.common.id.take_if(|own| own == BODY_ID);
        self.fit(&mut block, &old)?;
        if body.is_some() {
            block.common.id = body;
        }
        self.keep_revisions(&mut block, |one| {
            is_whole || if one == id { properties.contains_key("html") } else { has_new_blocks }
        });
        let mut blocks = self.blocks.clone();
        if let Some(place) = tree::find_mut(&mut blocks, id) {
            *place = block;
        }
        self.set_blocks(blocks)?;
        if is_whole {
            self.forget(|one| one != id && old.contains(one));
        } else if has_new_blocks || properties.contains_key("html") {
            self.contents.forget_all_of(self.revision + 1, |one| elements.contains(one));
            self.contents.forget_edits_of(|one| inside.contains(one));
        }
        let contents = ["html", "markdown", "value"];
        if is_whole || contents.iter().any(|name| properties.contains_key(*name)) {
            self.contents.forget_content(id, self.revision + 1);
        }
        match value {
            Some(value) => self.values.insert(id.to_owned(), value),
            None => self.values.remove(id),
        };
        self.keep_fitting_values(&old);
        Ok(())
    }

    pub(super) fn remove_block(&mut self, id: &str) -> Result<(), StateError> {
        let block = self.known_block(id)?;
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
        self.forget(|one| one != id && old.contains(one));
        self.values.retain(|one, value| one != id && (*one != parent_id || value != id));
        self.appearance.forget_styles(|one| one == id);
        if is_in_html {
            // What was put beside it stays.
            self.contents.put(Changed::edit(id, self.revision + 1, ElementEdit::Remove));
        } else {
            self.contents.forget_all_of(self.revision + 1, |one| one == id);
        }
        Ok(())
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

    /// The block that properties make of the one of this id.
    pub(crate) fn block_with(
        &self,
        id: &str,
        properties: &Map<String, Value>,
    ) -> Result<Block, StateError> {
        self.block_to_set(id)?.with_properties(properties).map_err(refused)
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

    /// The blocks of HTML.
    pub(super) fn htmls(&self) -> impl Iterator<Item = &Block> {
        self.all_blocks().filter(|block| is_html(block))
    }

    /// The HTML that a block or an element of this id stands in, as it was given or put in since.
    pub(super) fn html_around(&self, id: &str) -> Option<&Block> {
        let mut id = id;
        for changed in self.contents.iter().rev() {
            if changed.brings(id) {
                id = changed.id();
            }
        }
        let has_element = |html: &&Block| html.element_ids().any(|own| own == id);
        self.html_of(id).or_else(|| self.htmls().find(has_element))
    }

    /// The HTML that has a place for the block of this id.
    pub(super) fn html_of(&self, id: &str) -> Option<&Block> {
        self.htmls().find(|html| html.blocks().iter().any(|block| block.id() == id))
    }

    /// Checks that a block in HTML has a place in the page, beside which something can be put.
    pub(super) fn check_stands(&self, id: &str) -> Result<(), StateError> {
        let decisive = self.contents.iter().rev().find(|changed| {
            changed.places().any(|place| place == id) || changed.removes() && changed.id() == id
        });
        let is_emptied = |container: &str| self.contents.is_emptied(container);
        let stands = match decisive {
            Some(changed) => !changed.removes(),
            None => self.indexes().any(|index| index.has_place(id, is_emptied)),
        };
        if stands {
            return Ok(());
        }
        Err(refused(format!(
            "\"{id}\" stands nowhere in the page, as what it was in has other content now: put in \
             html with a place for it, <widget-block id=\"{id}\"></widget-block>"
        )))
    }

    /// Checks that a block stands in the HTML around what gets a place for it.
    pub(super) fn check_place(&self, id: &str, by: &Changed) -> Result<(), StateError> {
        let Some(html) = self.html_of(id) else {
            if self.block(id).is_some_and(|block| block.id() != BODY_ID) {
                let problem = "and not in HTML: it keeps its place";
                return Err(refused(format!("\"{id}\" stands in another block, {problem}")));
            }
            let placed = self.htmls().flat_map(|html| html.blocks().iter().map(Block::id));
            let nearest = nearest(id, placed).map(Into::into);
            let id = id.chars().take(80).collect();
            return Err(StateError::UnknownBlock { id, kind: None, nearest });
        };
        let around = by.id();
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
            Some(part) => Err(refused(format!(
                "\"{id}\" is a {} of a toolbar, modal or card, and no block",
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

    /// Forgets what was done to what is gone.
    fn forget(&mut self, is_gone: impl Fn(&str) -> bool) {
        self.contents.forget_all_of(self.revision + 1, &is_gone);
        self.appearance.forget_styles(&is_gone);
        self.values.retain(|id, _| !is_gone(id));
    }

    /// Keeps of these values those that their components and blocks can still have.
    fn keep_fitting_values(&mut self, ids: &HashSet<String>) {
        let fits = |id: &String, value: &Value| self.part(id).is_some_and(|it| it.accepts(value));
        let unfit = self.values.iter().filter(|(id, value)| ids.contains(*id) && !fits(id, value));
        let unfit: Vec<String> = unfit.map(|(id, _)| id.clone()).collect();
        self.values.retain(|id, _| !unfit.contains(id));
    }
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
mod tests {
    use serde_json::json;

    use super::*;
    use crate::block::StoredBlock;
    use crate::kind::WidgetKind;
    use crate::op::{Content, Op};

    fn widget() -> Widget {
        let blocks = json!([
            {"type": "markdown", "id": "notes", "markdown": "# A"},
            {"type": "card", "id": "card", "title": "C", "blocks": [
                {"type": "chart", "id": "sales", "figure": {"data": [{"y": [1]}]}},
                {"type": "select", "id": "who", "options": ["a", "b"], "selected": "b"},
                {"type": "tabs", "id": "views", "tabs": [{"id": "one", "title": "1", "blocks": [
                    {"type": "html", "id": "inner", "html": "<b id=deep>1</b>"}]}]}]},
        ]);
        let html = "<div id=box><widget-block id=notes></widget-block></div>\
            <widget-block id=card></widget-block><p id=end></p>";
        Widget::html_with_blocks(html, serde_json::from_value(blocks).unwrap()).unwrap()
    }

    fn set(id: &str, properties: Value) -> Op {
        let Value::Object(properties) = properties else { panic!("properties") };
        Op::SetBlock { component_id: id.into(), properties }
    }

    fn put(beside: &str, block: Value) -> Op {
        let block = serde_json::from_value(block).unwrap();
        Op::PutBlock { component_id: beside.into(), block }
    }

    fn remove(id: &str) -> Op {
        Op::RemoveBlock { component_id: id.into() }
    }

    fn edits(widget: &Widget) -> Value {
        serde_json::to_value(widget.document()).unwrap()["contents"].take()
    }

    #[test]
    fn properties_change_and_all_else_stays() {
        let mut widget = widget();
        widget.apply(Op::set_value("who", json!("a"))).unwrap();
        let deep = Content::Text("2".into());
        widget.apply(Op::set_content("deep", deep.clone())).unwrap();
        let chart = widget.the_chart(None).unwrap().1.clone();
        widget.apply(set("card", json!({"title": "D", "class_name": "x"}))).unwrap();
        assert_eq!(widget.part("card").unwrap().label(), "D");
        assert_eq!(widget.the_chart(None).unwrap().1, &chart);
        assert_eq!(widget.content("deep"), Some(&deep));
        assert_eq!(widget.values()["who"], json!("a"));
        widget.apply(set("who", json!({"options": ["b", "c"]}))).unwrap();
        assert_eq!(widget.values()["who"], json!("b"));
        widget.apply(set("sales", json!({"figure": {"data": []}}))).unwrap();
        assert_eq!(widget.the_chart(None).unwrap().1.revision(), widget.revision());
        widget.apply(set("card", json!({"type": "divider"}))).unwrap();
        assert!(widget.block("deep").is_none() && widget.content("deep").is_none());
        assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["notes", "card"]);
    }

    #[test]
    fn the_body_is_set_as_any_block_and_keeps_its_place() {
        let mut widget = Widget::html("<p id=a>1</p>");
        widget.apply(Op::set_content("a", Content::Text("2".into()))).unwrap();
        widget.apply(set(BODY_ID, json!({"html": "<p id=a>3</p><p id=b></p>"}))).unwrap();
        assert!(widget.content("a").is_none() && widget.kind() == WidgetKind::Html);
        widget.apply(Op::set_content("b", Content::Text("4".into()))).unwrap();
        widget.apply(set(BODY_ID, json!({"type": "chart", "figure": {"data": []}}))).unwrap();
        assert_eq!((widget.kind(), widget.block_ids().next()), (WidgetKind::Chart, None));
        assert_eq!(widget.the_chart(None).unwrap().1.revision(), widget.revision());
        let mut page = Widget::page(vec![]).unwrap();
        assert!(page.apply(set(BODY_ID, json!({"html": "x"}))).is_err());
    }

    #[test]
    fn a_text_that_was_set_gives_way_to_a_property() {
        let mut widget = widget();
        widget.apply(Op::set_content("notes", Content::Text("# B".into()))).unwrap();
        widget.apply(set("notes", json!({"class_name": "card"}))).unwrap();
        assert_eq!(widget.markdown().collect::<Vec<_>>(), ["# B"]);
        widget.apply(set("notes", json!({"markdown": "# C"}))).unwrap();
        assert_eq!(widget.markdown().collect::<Vec<_>>(), ["# C"]);
    }

    #[test]
    fn html_that_is_given_again_is_drawn_again() {
        let mut widget = widget();
        let inner = json!({"type": "html", "id": "inner", "html": "<b id=deep>1</b>"});
        let mut revision_after = |id: &str, properties: Value| {
            widget.apply(set(id, properties)).unwrap();
            let inner = widget.block("inner").unwrap();
            let restored = StoredBlock::of(inner).unwrap().block().unwrap();
            assert_eq!(restored, *inner);
            let BlockKind::Html(html) = &restored.kind else { panic!("{restored:?}") };
            html.revision()
        };
        assert_eq!(revision_after("card", json!({"title": "D"})), 0);
        assert_eq!(revision_after("card", json!({"blocks": [inner]})), 3);
        assert_eq!(revision_after("inner", json!({"class_name": "wide"})), 3);
        assert_eq!(revision_after("inner", json!({"html": "<b id=deep>1</b>"})), 5);
        assert_eq!(revision_after("card", json!({"span": 2})), 5);
        assert_eq!(revision_after("inner", inner), 7);
    }

    /// A page with one block, whose value a person has changed, and other properties of it.
    fn value_after(block: &Value, value: Value, properties: Value) -> Option<Value> {
        let blocks = json!([block]);
        let mut widget = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
        widget.apply(Op::set_value("it", value)).unwrap();
        widget.apply(set("it", properties)).unwrap();
        widget.values().get("it").cloned()
    }

    #[test]
    fn what_people_chose_stays_where_the_properties_do_not_say_it() {
        let select = |options: Value| json!({"type": "select", "id": "it", "options": options});
        let of = |options: Value| value_after(&select(json!(["a", "b"])), json!("b"), options);
        assert_eq!(of(json!({"options": ["new", "a", "b"]})), Some(json!("b")));
        assert_eq!(of(json!({"options": ["a", "c"]})), Some(json!("a")));
        assert_eq!(of(json!({"selected": "a"})), Some(json!("a")));
        assert_eq!(of(select(json!(["a", "b"]))), Some(json!("a")));
        let slider = json!({"type": "slider", "id": "it", "min": 0, "max": 100});
        assert_eq!(value_after(&slider, json!(50), json!({"min": 5})), Some(json!(50)));
    }

    #[test]
    fn a_draft_stays_in_the_fields_that_are_still_there() {
        let form = json!({"type": "form", "id": "it", "fields": [
            {"name": "what", "type": "text"}, {"name": "amount", "type": "number"},
            {"name": "day", "type": "date"}]});
        let draft = json!({"values": {"what": "Tea", "amount": 12, "day": "2026-11-28"},
            "errors": {"day": "too late"}, "message": "Almost", "busy": true});
        let after = |properties| value_after(&form, draft.clone(), properties).unwrap();
        assert_eq!(after(json!({"help": "All of it"})), draft);
        let fields = json!({"fields": [{"name": "amount", "type": "number", "label": "EUR"},
            {"name": "note", "type": "text", "value": "-"}, {"name": "day", "type": "number"},
            {"name": "what", "type": "text", "value": "Coffee"}]});
        let expected = json!({"amount": 12, "note": "-", "day": null, "what": "Coffee"});
        assert_eq!(after(fields), json!({"values": expected}));
    }

    #[test]
    fn what_people_see_of_a_table_or_chart_stays_with_its_digits() {
        let rows = r#"[{"n":12345678901234567890123,"a":1.50},{"n":2,"a":3}]"#;
        let table = json!({"type": "table", "id": "it", "rows": rows});
        let figure = |ui| json!({"data": [{"y": [1]}], "layout": {"uirevision": ui}});
        let chart = json!({"type": "chart", "id": "fig", "figure": figure("a")});
        let blocks = serde_json::from_value(json!([table, chart])).unwrap();
        let mut widget = Widget::page(blocks).unwrap();
        let state = json!({"type": "grid_state", "block_id": "it", "state": {
            "columns": [{"field": "n", "width": 90}],
            "sort": [{"field": "n", "direction": "desc"}],
            "filter": {}, "selection": {"row_ids": [1], "count": 1}}});
        let view = json!({"type": "set_chart_view", "block_id": "fig",
            "view": {"layout": {"xaxis.range[0]": 2}, "visible": {}}});
        for op in [state, view] {
            widget.apply(serde_json::from_value(op).unwrap()).unwrap();
        }
        widget.apply(set("it", json!({"page_size": 20}))).unwrap();
        let table = |widget: &Widget| widget.the_table(Some("it")).unwrap().1.clone();
        let after = table(&widget);
        assert_eq!((after.state().sort.len(), after.state().columns.len()), (1, 1));
        let pieces = after.rows().json_pieces();
        let text: String = pieces.map(|piece| piece.as_str().to_owned()).collect();
        assert_eq!(text.replace(' ', ""), rows);
        widget.apply(set("it", json!({"columns": [{"field": "n", "width": 200}]}))).unwrap();
        let after = table(&widget);
        assert_eq!((after.state().sort.len(), after.state().columns.len()), (1, 0));
        widget.apply(set("it", json!({"rows": [{"n": 1}]}))).unwrap();
        assert_eq!(table(&widget).state().sort.len(), 1);
        assert_eq!(table(&widget).settings().len(), 1);
        widget.apply(set("it", json!({"rows": [{"o": {"p": 1}}]}))).unwrap();
        assert!(table(&widget).settings().is_empty());
        let columns = json!([{"field": "o.p", "title": "P"}, {"field": "o"}]);
        widget.apply(set("it", json!({"columns": columns}))).unwrap();
        let fields = |widget: &Widget| {
            let columns = table(widget).columns();
            columns.iter().map(|column| column.field.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(fields(&widget), ["o.p", "o"]);
        widget.apply(set("it", json!({"rows": [{"o": {"p": 2}, "q": 1}]}))).unwrap();
        assert_eq!(fields(&widget), ["o.p", "o", "q"]);

        let is_seen = |widget: &Widget| {
            let (_, chart) = widget.the_chart(Some("fig")).unwrap();
            *chart.view() != crate::chart::viewport::ChartViewport::default()
        };
        widget.apply(set("fig", json!({"figure": figure("a")}))).unwrap();
        assert!(is_seen(&widget));
        widget.apply(set("fig", json!({"figure": figure("b")}))).unwrap();
        assert!(!is_seen(&widget));
    }

    #[test]
    fn a_block_goes_with_all_that_is_in_it_and_its_ids_are_free_again() {
        let mut widget = widget();
        widget.apply(Op::set_value("who", json!("a"))).unwrap();
        widget.apply(Op::set_content("deep", Content::Text("2".into()))).unwrap();
        let note = ElementEdit::After("<i id=note></i>".into());
        widget.apply(Op::edit_element("card", note)).unwrap();
        widget.apply(remove("card")).unwrap();
        assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["notes"]);
        assert!(widget.values().is_empty());
        let expected = json!([
            {"component_id": "card", "revision": 4, "edit": {"after": "<i id=note></i>"}},
            {"component_id": "card", "revision": 5, "edit": "remove"},
        ]);
        assert_eq!(edits(&widget), expected);
        widget.apply(put("end", json!({"type": "divider", "id": "deep"}))).unwrap();
        widget.apply(put("end", json!({"type": "divider", "id": "card"}))).unwrap();
        let places = "<widget-block id=deep></widget-block><widget-block id=card></widget-block>";
        widget.apply(Op::edit_element("end", ElementEdit::After(places.into()))).unwrap();
        assert_eq!(widget.block_ids().collect::<Vec<_>>(), ["notes", "deep", "card"]);
    }

    #[test]
    fn a_block_whose_place_goes_stands_nowhere() {
        let mut widget = widget();
        let place = "<widget-block id=notes></widget-block>";
        widget.apply(Op::edit_element("end", ElementEdit::Append(place.into()))).unwrap();
        let line = ElementEdit::Before("<hr>".into());
        widget.apply(Op::edit_element("notes", line.clone())).unwrap();
        widget.apply(Op::set_content("end", Content::Text("x".into()))).unwrap();
        let expected = json!([
            {"component_id": "notes", "revision": 4, "edit": "remove"},
            {"component_id": "end", "revision": 4, "content": {"text": "x"}},
        ]);
        assert_eq!(edits(&widget), expected);
        assert!(widget.block("notes").is_some());
        let error = widget.apply(Op::edit_element("notes", line.clone())).unwrap_err();
        assert!(error.to_string().contains("stands nowhere"), "{error}");
        let mut replaced = self::widget();
        replaced.apply(Op::set_content("box", Content::Text("x".into()))).unwrap();
        assert!(replaced.apply(Op::edit_element("notes", line.clone())).is_err());
        replaced.apply(Op::edit_element("end", ElementEdit::Append(place.into()))).unwrap();
        replaced.apply(Op::edit_element("notes", line)).unwrap();
    }

    #[test]
    fn what_cannot_be_is_refused_and_changes_nothing() {
        let mut widget = widget();
        let place = |id: &str| format!("<widget-block id={id}></widget-block>");
        let before = widget.clone();
        for (op, part) in [
            (set("card", json!({"blocks": [{"type": "divider", "id": "notes"}]})), "\"notes\""),
            (set("sales", json!({"figure": 7})), "figure"),
            (set("inner", json!({"html": "<i id=box>"})), "two elements or components"),
            (set("who", json!({"selected": "z"})), "cannot have this value"),
            (set("note", json!({})), "did you mean \"notes\"?"),
            (set("box", json!({})), "no block \"box\""),
            (remove("one"), "the only tab"),
            (remove(BODY_ID), "no block"),
            (put("end", json!({"type": "divider", "id": "notes"})), "already"),
            (put("end", json!({"type": "divider", "id": "box"})), "two elements or components"),
            (put("end", json!({"type": "divider"})), "needs an id"),
            (Op::edit_element("inner", ElementEdit::Append(place("notes"))), "in other HTML"),
            (Op::edit_element("inner", ElementEdit::Append(place("inner"))), "keeps its place"),
            (Op::edit_element("deep", ElementEdit::After(place("notes"))), "in other HTML"),
            (Op::edit_element("end", ElementEdit::After(place("sales"))), "keeps its place"),
            (Op::edit_element("sales", ElementEdit::After("x".into())), "put in `blocks`"),
        ] {
            let error = widget.apply(op).unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
            assert_eq!(widget, before);
        }
        let page = Widget::page(Vec::new()).unwrap().apply(put(
            "a",
            json!({"type": "divider",
            "id": "b"}),
        ));
        assert!(page.unwrap_err().to_string().contains("no HTML"));
    }
}
