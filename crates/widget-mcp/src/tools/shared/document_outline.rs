//! A text outline of a document, for when no page can say what it shows.

mod charts;
mod tables;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use serde_json::Value;
use widget_state::{Block, BlockKind, Body, Component, ComponentKind, Content, HtmlBlock};
use widget_state::{Modal, Part, Toolbar, Widget};

/// The most lines.
const MAX_LINES: usize = 400;

/// All lines, in bytes.
const MAX_BYTES: usize = 30_000;

/// The longest text in a line, in characters.
const MAX_TEXT: usize = 200;

/// Texts of a block that stand in no element with an id: the cells of a table may be many.
const MAX_LOOSE: usize = 100;

/// The outline, and how many lines were left out.
pub(crate) fn of(widget: &Widget) -> (String, u64) {
    let mut outline = Outline::of(widget);
    for toolbar in widget.toolbars() {
        let Toolbar { position, items, .. } = toolbar;
        outline.line(0, &format!("toolbar {}", json_word(position)));
        items.iter().for_each(|item| outline.component(1, widget, item));
    }
    for modal in widget.modals() {
        outline.modal(widget, modal);
    }
    match widget.body() {
        Body::Html(_) => widget.blocks().iter().for_each(|body| outline.inside(widget, body)),
        Body::Chart(chart) => outline.chart(chart),
        Body::Table(table) => outline.table(table),
        Body::Blocks => widget.blocks().iter().for_each(|block| outline.block(widget, block)),
    }
    outline.elements_put_in();
    (outline.text, outline.omitted)
}

/// The blocks and modals that the outline of a page does not name, since they are in a closed tab
/// or dialog or are hidden, or since it leaves lines out; `None` if there are none.
pub(crate) fn not_named(widget: &Widget, page: &str, is_whole: bool) -> Option<String> {
    let seen = ids_in(page);
    let mut outline = Outline::of(widget);
    let heading = "not in sight: in a closed tab or dialog, or hidden";
    outline.line(0, if is_whole { heading } else { "left out above, or not in sight" });
    outline.base = 1;
    for modal in widget.modals().iter().filter(|modal| !seen.contains(modal.id())) {
        outline.modal(widget, modal);
    }
    match widget.body() {
        Body::Blocks => outline.unseen(widget, widget.blocks(), &seen),
        _ => widget.blocks().iter().for_each(|body| outline.unseen(widget, body.blocks(), &seen)),
    }
    (outline.lines > 1).then_some(outline.text)
}

/// The ids in the outline of a page, whose texts are JSON strings.
fn ids_in(page: &str) -> HashSet<&str> {
    let mut ids = HashSet::new();
    let mut is_text = false;
    for part in page.split('"') {
        if !is_text {
            ids.extend(part.split_whitespace().filter_map(|word| word.strip_prefix('#')));
        }
        let backslashes = part.bytes().rev().take_while(|byte| *byte == b'\\').count();
        is_text = !is_text || backslashes % 2 == 1;
    }
    ids
}

#[derive(Default)]
struct Outline<'a> {
    /// The elements of the HTML that are not told yet, with their places and texts.
    elements: BTreeMap<&'a str, (usize, Cow<'a, str>)>,
    /// The blocks that the HTML has no place for.
    unplaced: HashSet<&'a str>,
    /// The elements that blocks stand in.
    around: HashMap<&'a str, &'a str>,
    text: String,
    lines: usize,
    omitted: u64,
    /// The depth of the block that is told.
    base: usize,
}

impl<'a> Outline<'a> {
    fn of(widget: &'a Widget) -> Self {
        let elements = widget.elements_now().into_iter().enumerate();
        let elements = elements.map(|(place, (id, text))| (id, (place, text))).collect();
        let unplaced = widget.unplaced_blocks().into_iter().collect();
        let around = widget.blocks_in_elements().into_iter().collect();
        Self { elements, unplaced, around, ..Self::default() }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let depth = self.base + depth;
        let length = 2 * depth + 2 + text.len() + 1;
        if self.lines == MAX_LINES || self.text.len() + length > MAX_BYTES {
            self.omitted += 1;
            return;
        }
        if self.lines > 0 {
            self.text.push('\n');
        }
        // Writing to a string cannot fail.
        let _infallible = write!(self.text, "{:width$}- {text}", "", width = 2 * depth);
        self.lines += 1;
    }

    fn place(&self, id: &str) -> String {
        match self.around.get(id) {
            _ if self.unplaced.contains(id) => " [no place in the page]".to_owned(),
            Some(element) => format!(" [in #{element}]"),
            None => String::new(),
        }
    }

    fn component(&mut self, depth: usize, widget: &Widget, component: &Component) {
        let mut line = component.kind.type_name().to_owned();
        let replaced = widget.content(component.id()).map(Content::as_str);
        match (replaced, &component.kind) {
            (Some(text), _) => line += &format!(" {}", quoted(text)),
            (None, ComponentKind::Div(div)) => line += &format!(" {}", quoted(&div.content)),
            (None, _) if component.common.label.is_empty() => {}
            (None, _) => line += &format!(" {}", quoted(&component.common.label)),
        }
        line += &format!(" #{}", component.id());
        line += &self.place(component.id());
        if let Some(value) = widget.value(component) {
            line += &format!(" = {}", shortened(&value.to_string()));
        }
        if component.common.disabled {
            line += " [disabled]";
        }
        self.line(depth, &line);
        component.children().iter().for_each(|child| self.component(depth + 1, widget, child));
    }

    fn modal(&mut self, widget: &Widget, modal: &Modal) {
        let state = if widget.is_open(modal) { "open" } else { "closed" };
        self.line(0, &format!("modal {} #{} [{state}]", quoted(&modal.title), modal.id()));
        modal.items.iter().for_each(|item| self.component(1, widget, item));
    }

    /// A block, and everything inside it one step further in.
    fn block(&mut self, widget: &Widget, block: &Block) {
        if let BlockKind::Component(component) = &block.kind {
            return self.component(0, widget, component);
        }
        let mut line = format!("{} #{}", block.kind.type_name(), block.id());
        line += &self.place(block.id());
        let label = Part::Block(block).label();
        if !label.is_empty() {
            line += &format!(" {}", quoted(label));
        }
        if let Some(value) = widget.block_value(block) {
            line += &format!(" = {}", shortened(&value.to_string()));
        }
        if block.common.hidden {
            line += " [hidden]";
        }
        self.line(0, &line);
        self.base += 1;
        for component in block.components() {
            self.component(0, widget, component);
        }
        self.inside(widget, block);
        self.base -= 1;
    }

    /// The outermost of these blocks that are not seen.
    fn unseen(&mut self, widget: &Widget, blocks: &[Block], seen: &HashSet<&str>) {
        for block in blocks {
            if seen.contains(block.id()) {
                self.unseen(widget, block.blocks(), seen);
            } else if !matches!(block.kind, BlockKind::Spacer(_)) {
                self.block(widget, block);
            }
        }
    }

    /// The content of a block, and the blocks inside it.
    fn inside(&mut self, widget: &Widget, block: &Block) {
        match &block.kind {
            BlockKind::Html(html) => self.html(widget, block, html),
            BlockKind::Chart(chart) => self.chart(chart),
            BlockKind::Table(table) => self.table(table),
            _ => {
                if let Some(first) = block.first_text() {
                    self.text(widget, block, &first);
                }
            }
        }
        block.blocks().iter().for_each(|inside| self.block(widget, inside));
    }

    /// The text that a block shows now.
    fn text(&mut self, widget: &Widget, block: &Block, first: &str) {
        let text = widget.content(block.id()).map_or(first, Content::as_str);
        self.line(0, &format!("text {}", quoted(text)));
    }

    /// The elements with an id that are still there, and the texts around them.
    fn html(&mut self, widget: &Widget, block: &Block, html: &HtmlBlock) {
        for (id, _) in html.elements() {
            if let Some((_, text)) = self.elements.remove(id) {
                self.element(id, &text);
            }
        }
        let texts = widget.loose_texts(block);
        for text in texts.iter().take(MAX_LOOSE) {
            self.line(0, &format!("text {}", quoted(text)));
        }
        self.omitted += texts.len().saturating_sub(MAX_LOOSE) as u64;
    }

    /// The elements that were put in since.
    fn elements_put_in(&mut self) {
        let mut left: Vec<_> = std::mem::take(&mut self.elements).into_iter().collect();
        left.sort_unstable_by_key(|(_, (place, _))| *place);
        for (id, (_, text)) in left {
            self.element(id, &text);
        }
    }

    fn element(&mut self, id: &str, text: &str) {
        let text = if text.is_empty() { String::new() } else { format!(" {}", quoted(text)) };
        self.line(0, &format!("element #{id}{text}"));
    }
}

/// The name that a unit of an enumeration has in JSON.
fn json_word(value: &impl serde::Serialize) -> String {
    let word = serde_json::to_value(value);
    word.ok().as_ref().and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// On one line, in quotes, and not too long.
fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Value::String(shortened(&line)).to_string()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::{ElementEdit, Op, Rows};

    use super::*;

    #[test]
    fn components_and_elements_have_their_values_of_now() {
        let toolbar = serde_json::from_value(json!({"position": "left", "items": [
            {"type": "button", "label": "+1", "component_id": "more"},
            {"type": "select", "component_id": "colour", "label": "Colour", "options": ["red", "blue"]},
            {"type": "div", "component_id": "box", "content": "<b>in</b>", "disabled": true},
        ]}));
        let modal = serde_json::from_value(json!({"component_id": "m", "title": "More"})).unwrap();
        let mut widget = Widget::html("<h1 id=head>A\n head</h1><b id=total>0</b>")
            .with_toolbars([toolbar.unwrap()])
            .and_then(|widget| widget.with_modals([modal]))
            .unwrap();
        widget.apply(Op::set_value("colour", json!("blue"))).unwrap();
        widget.apply(Op::set_content("total", Content::Text("42".into()))).unwrap();
        let expected = "- toolbar left
  - button \"+1\" #more
  - select \"Colour\" #colour = \"blue\"
  - div \"<b>in</b>\" #box [disabled]
- modal \"More\" #m [closed]
- element #head \"A head\"
- element #total \"42\"";
        assert_eq!(of(&widget), (expected.into(), 0));
    }

    #[test]
    fn a_block_that_takes_a_text_has_it_as_it_is_now() {
        let blocks = serde_json::from_value(json!([
            {"type": "metric", "id": "sum", "label": "Sum", "value": 7},
            {"type": "markdown", "id": "notes", "markdown": "# A"},
            {"type": "metric", "id": "later"},
            {"type": "divider", "id": "line"},
        ]));
        let mut widget = Widget::page(blocks.unwrap()).unwrap();
        widget.apply(Op::set_content("notes", Content::Text("# B".into()))).unwrap();
        let expected = "- metric #sum \"Sum\"\n  - text \"7\"\n- markdown #notes\n  - text \"# B\"
- metric #later\n  - text \"\"\n- divider #line";
        assert_eq!(of(&widget), (expected.into(), 0));
    }

    #[test]
    fn what_a_page_does_not_show_is_told_beside_it() {
        let blocks = serde_json::from_value(json!([
            {"type": "tabs", "id": "views", "tabs": [
                {"id": "one", "title": "1", "blocks": [{"type": "metric", "id": "sum", "value": 7}]},
                {"id": "two", "title": "2", "blocks": [
                    {"type": "table", "id": "rows", "rows": [{"a": 1}]}]}]},
            {"type": "spacer", "id": "gap"},
        ]));
        let widget = Widget::page(blocks.unwrap()).unwrap();
        let page = "- tablist\n- div #views\n  - tabpanel #one\n    - div #sum\n      - text \"7\"";
        let expected = "- not in sight: in a closed tab or dialog, or hidden\n  - tab #two \"2\"
    - table #rows\n      - table: 1 rows, 1 columns\n        - columns: a\n        - row 0: {\"a\":1}";
        assert_eq!(not_named(&widget, page, true).unwrap(), expected);
        let said = format!("{page}\n- paragraph \"see \\\" #two #rows\"");
        assert_eq!(not_named(&widget, &said, true).unwrap(), expected);
        let left_out = not_named(&widget, page, false).unwrap();
        assert!(left_out.starts_with("- left out above, or not in sight\n  - tab #two"));
        let whole = format!("{page}\n- div #two\n  - div #rows");
        assert_eq!(not_named(&widget, &whole, true), None);
    }

    #[test]
    fn texts_and_elements_are_those_that_are_there() {
        let html = "<h1>Log</h1><ul id=log><li id=a>1</li></ul><p id=end>2</p>";
        let mut widget = Widget::html(html);
        let line = ElementEdit::Append("<li id=b>3</li>".into());
        widget.apply(Op::edit_element("log", line)).unwrap();
        widget.apply(Op::edit_element("a", ElementEdit::Remove)).unwrap();
        let expected = "- element #log\n- element #end \"2\"\n- text \"Log\"\n- element #b \"3\"";
        assert_eq!(of(&widget).0, expected);
    }

    #[test]
    fn a_block_without_a_place_and_a_column_that_is_hidden_are_marked() {
        let html = "<div id=box><widget-block id=t></widget-block></div>";
        let table = json!([{"type": "table", "id": "t", "rows": [{"a": 1, "b": 2}],
            "columns": [{"field": "b", "hidden": true}]}]);
        let table = serde_json::from_value(table).unwrap();
        let mut widget = Widget::html_with_blocks(html, table).unwrap();
        assert!(of(&widget).0.contains("- table #t [in #box]\n"), "{}", of(&widget).0);
        assert!(of(&widget).0.contains("- hidden columns: b\n"));
        widget.apply(Op::set_content("box", Content::Text("x".into()))).unwrap();
        assert!(of(&widget).0.contains("- table #t [no place in the page]\n"));
    }

    #[test]
    fn a_table_has_its_columns_and_first_rows_and_an_outline_has_an_end() {
        let rows: Vec<_> = (0..500).map(|n| json!({"id": n, "text": "x".repeat(500)})).collect();
        let rows = Rows::parse(json!(rows).to_string()).unwrap();
        let (outline, omitted) = of(&Widget::table(rows));
        assert!(outline.starts_with("- table: 500 rows, 2 columns\n  - columns: id | text\n"));
        assert_eq!((outline.lines().count(), omitted), (12, 0));
        let html = (0..1_000).map(|n| format!("<b id=e{n}>{}</b>", "y".repeat(100)));
        let (outline, omitted) = of(&Widget::html(html.collect::<String>()));
        assert!(outline.len() <= MAX_BYTES);
        assert_eq!(outline.lines().count() as u64 + omitted, 1_000);
    }
}
