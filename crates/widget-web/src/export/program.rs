//! The source of a Rust program that makes a widget with `widget-kit`.

use std::collections::{HashSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};
use widget_state::{
    Appearance, BODY_ID, Block, BlockKind, Body, Chart, Column, ColumnSettings, HtmlBlock,
    PageDensity, Rows, Table, TableState, Theme, Widget,
};

/// The source, which compiles with the dependencies that it names at its start.
pub(super) fn write(widget: &Widget) -> String {
    let mut steps = Steps::default();
    let body = match widget.body() {
        Body::Html(html) => steps.html(widget, html),
        Body::Chart(chart) => steps.chart(":body", chart),
        Body::Table(table) => steps.table(":body", table),
        Body::Blocks => steps.blocks(widget),
    };
    steps.made_with(widget);
    steps.state(widget);
    steps.appearance(widget.appearance());
    let Steps { makes, ops } = steps;
    let mut ops_used = "Widget".to_owned();
    if !ops.is_empty() {
        ops_used = format!("Op, {ops_used}");
    }
    for name in ["Figure", "Table", "Rows"] {
        if body.contains(&format!("{name}::")) {
            ops_used = format!("{name}, {ops_used}");
        }
    }
    let binding = if ops.is_empty() { "widget" } else { "mut widget" };
    format!(
        "//! Shows {title} and prints what people do with it.\n\
         //!\n\
         //! Cargo.toml needs:\n\
         //!\n\
         //! ```toml\n\
         //! [dependencies]\n\
         //! axum = {{ version = \"0.8\", default-features = false, features = [\"http1\", \"tokio\"] }}\n\
         //! serde_json = \"1\"\n\
         //! tokio = {{ version = \"1\", features = [\"macros\", \"net\", \"rt-multi-thread\"] }}\n\
         //! widget-kit = {{ version = \"{version}\", default-features = false, features = [\"state\", \"web\"] }}\n\
         //! ```\n\n\
         use std::error::Error;\n\
         use std::sync::Arc;\n\
         use std::time::Duration;\n\n\
         use widget_kit::state::{{EventQuery, MemoryStore, WidgetStore, WidgetStoreExt}};\n\
         use widget_kit::state::{{{ops_used}}};\n\
         use widget_kit::web::{{WebState, router}};\n\n\
         /// The widget as it was when it was exported.\n\
         pub fn widget() -> Result<Widget, Box<dyn Error>> {{\n\
         \x20   let {binding} = {body}{makes};\n{ops}    Ok(widget)\n}}\n\n{MAIN}",
        title = in_comment(widget.title()),
        version = env!("CARGO_PKG_VERSION"),
    )
}

const MAIN: &str = r#"#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let store = Arc::new(MemoryStore::new());
    let id = store.create(widget()?).await?;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/widget/{id}", listener.local_addr()?);
    let pages = router(WebState::new(store.clone()));
    tokio::spawn(async move { axum::serve(listener, pages).await });
    loop {
        let query = EventQuery::default();
        let page = store.wait_for_events(id, query, Duration::from_secs(60)).await?;
        for event in page.events {
            println!("{}", serde_json::to_string(&event)?);
        }
    }
}
"#;

/// The statements after the body: chained calls, then operations.
#[derive(Default)]
struct Steps {
    makes: String,
    ops: String,
}

impl Steps {
    /// A further call in the chain.
    fn make(&mut self, call: &str) {
        // Writing to a string cannot fail.
        let _infallible = write!(self.makes, "\n        .{call}");
    }

    /// A further operation.
    fn op(&mut self, op: &str) {
        let _infallible = writeln!(self.ops, "    widget.apply({op})?;");
    }

    /// HTML, and the blocks in it.
    fn html(&mut self, widget: &Widget, html: &str) -> String {
        let body = widget.block(BODY_ID);
        let blocks = body.map(|body| self.at_first(&[body]).remove(0)["blocks"].take());
        let html = literal(html);
        match blocks {
            Some(Value::Array(blocks)) if !blocks.is_empty() => {
                format!("Widget::html_with_blocks({html}, {})?", parsed(&blocks))
            }
            _ => format!("Widget::html({html})"),
        }
    }

    /// Blocks as they were when their HTML was given. Those that came later are put in, each after
    /// the HTML that it stands in.
    fn at_first(&mut self, blocks: &[&Block]) -> Vec<Value> {
        let mut later = VecDeque::new();
        let first = blocks.iter().map(|block| at_first(block, &mut later)).collect();
        while let Some((html, block)) = later.pop_front() {
            let block = at_first(block, &mut later);
            self.put(html, true, &block);
        }
        first
    }

    /// A block that comes with HTML that is put in, into what has an id or beside it.
    fn put(&mut self, near: &str, is_inside: bool, block: &Value) {
        let (near, block) = (literal(near), parsed(block));
        self.op(&format!(
            "Op::PutBlock {{ component_id: {near}.into(), is_inside: {is_inside}, block: {block} }}"
        ));
    }

    /// A page of blocks, which may stand below HTML.
    fn blocks(&mut self, widget: &Widget) -> String {
        if let [body, below @ ..] = widget.blocks()
            && body.id() == BODY_ID
            && let BlockKind::Html(html) = &body.kind
        {
            let html = self.html(widget, html.html());
            let below = self.at_first(&below.iter().collect::<Vec<_>>());
            return format!("{html}.with_blocks({})?", parsed(&below));
        }
        let blocks = self.at_first(&widget.blocks().iter().collect::<Vec<_>>());
        format!("Widget::page({})?", parsed(&blocks))
    }

    /// The operations for the state in which people see charts and tables in blocks.
    fn seen(&mut self, widget: &Widget) {
        for (id, chart) in widget.charts() {
            self.chart_view(id, chart);
        }
        for (id, table) in widget.tables() {
            self.table_state(id, table);
        }
    }

    fn chart_view(&mut self, id: &str, chart: &Chart) {
        if *chart.view() != Default::default() {
            let view = parsed(chart.view());
            self.op(&format!("Op::SetChartViewport {{ {}, view: {view} }}", block_id(id)));
        }
    }

    fn table_state(&mut self, id: &str, table: &Table) {
        if *table.state() != TableState::default() {
            let state = parsed(table.state());
            self.op(&format!("Op::TableState {{ {}, state: {state} }}", block_id(id)));
        }
    }

    fn chart(&mut self, id: &str, chart: &Chart) -> String {
        self.chart_view(id, chart);
        format!("Widget::chart(Figure::parse({})?)", literal(chart.figure().as_json()))
    }

    fn table(&mut self, id: &str, table: &Table) -> String {
        let pieces = table.rows().json_pieces().flat_map(|piece| piece.as_ref().to_vec());
        let bytes: Vec<u8> = pieces.collect();
        let text = String::from_utf8_lossy(&bytes);
        // Columns that the rows alone do not have, or not in this order, are declared first.
        let is_declared =
            Rows::parse(&*text).is_ok_and(|own| fields_of(&own) != fields_of(table.rows()));
        let first = if is_declared { "[]" } else { &text };
        if is_declared && table.rows().count() > 0 {
            let rows = literal(&text);
            let set = "block_id: None, strategy: widget_kit::state::RowStrategy::Set";
            self.op(&format!("Op::TableRows {{ {set}, rows: {rows}.into() }}"));
        }
        let mut rows = format!("Rows::parse({})?", literal(first));
        if let Some(field) = table.rows().row_id() {
            rows += &format!(".with_row_id({})?", literal(field));
        }
        let mut source = format!("Table::from({rows})");
        if !table.title().is_empty() {
            source += &format!(".with_title({})?", literal(table.title()));
        }
        let is_of_all = is_declared || table.is_reordered();
        let settings = settings_of(&table.columns(), is_of_all);
        if !settings.is_empty() {
            source += &format!(".with_columns(&{})?", typed("Vec<_>", &settings));
        }
        if !table.is_selectable() {
            source += ".with_selectable(false)";
        }
        if let Some(page_size) = table.page_size() {
            source += &format!(".with_page_size({page_size})?");
        }
        if table.is_newest_first() {
            source += ".with_newest_first(true)";
        }
        if let Some(max_rows) = table.max_rows() {
            source += &format!(".with_max_rows({max_rows})?");
        }
        self.table_state(id, table);
        format!("Widget::table({source})")
    }

    /// Adds the arguments that a widget is created with.
    fn made_with(&mut self, widget: &Widget) {
        if !widget.title().is_empty() {
            self.make(&format!("with_title({})?", literal(widget.title())));
        }
        if let Some(height) = widget.height() {
            self.make(&format!("with_height(Some({height}))"));
        }
        let has_blocks = match widget.body() {
            Body::Blocks => true,
            _ => widget.block(BODY_ID).is_some_and(|body| !body.blocks().is_empty()),
        };
        let default = if has_blocks { "Wide" } else { "Full" };
        if format!("{:?}", widget.width()) != default {
            self.make(&format!("with_width(widget_kit::state::PageWidth::{:?})", widget.width()));
        }
        if widget.density() != PageDensity::default() {
            let density = widget.density();
            self.make(&format!("with_density(widget_kit::state::PageDensity::{density:?})"));
        }
        if !widget.toolbars().is_empty() {
            self.make(&format!("with_toolbars({})?", typed("Vec<_>", widget.toolbars())));
        }
        if !widget.modals().is_empty() {
            self.make(&format!("with_modals({})?", typed("Vec<_>", widget.modals())));
        }
        if !widget.callbacks().is_empty() {
            self.make(&format!("with_callbacks({})", parsed(widget.callbacks())));
        }
        if !widget.event_routes().is_empty() {
            self.make(&format!("with_event_routes({})", parsed(widget.event_routes())));
        }
    }

    /// Adds the operations since creation.
    fn state(&mut self, widget: &Widget) {
        // A document has a JSON form always, and its parts are objects.
        let document = serde_json::to_value(widget.document()).unwrap_or_default();
        let part = |name: &str| document[name].as_object().cloned().unwrap_or_default();
        let contents: Vec<Value> = document["contents"].as_array().cloned().unwrap_or_default();
        self.contents(widget, &contents);
        for (id, value) in part("values") {
            self.op(&format!("Op::set_value({}, {})", literal(&id), parsed(&value)));
        }
        if matches!(widget.body(), Body::Html(_) | Body::Blocks) {
            self.seen(widget);
        }
    }

    /// Adds the changes of elements, and the blocks that come and go with them.
    fn contents(&mut self, widget: &Widget, contents: &[Value]) {
        let mut gone: HashSet<String> = widget.all_blocks().flat_map(places_of).collect();
        gone.retain(|id| widget.block(id).is_none());
        let is_text = |change: &&Value| {
            let block = widget.block(change["component_id"].as_str().unwrap_or_default());
            block.is_some_and(Block::takes_text) && change.get("content").is_some()
        };
        let (texts, changes): (Vec<_>, Vec<_>) = contents.iter().partition(is_text);
        for change in changes.into_iter().chain(texts) {
            let id = change["component_id"].as_str().unwrap_or_default();
            let is_beside = ["before", "after"].iter().any(|edit| change["edit"][edit].is_string());
            for place in places_in(change) {
                if widget.block(&place).is_none() && gone.insert(place.clone()) {
                    self.put(id, !is_beside, &stand_in(&place));
                }
            }
            let name = literal(id);
            match (change.get("edit"), widget.block(id)) {
                (Some(edit), block)
                    if edit == "remove" && (gone.contains(id) || block.is_some()) =>
                {
                    self.op(&format!("Op::RemoveBlock {{ component_id: {name}.into() }}"));
                    if let Some(block) = block {
                        // It stands nowhere, or has another place after this.
                        let block = self.at_first(&[block]).remove(0);
                        self.put(html_of(widget, id), true, &block);
                    }
                }
                (Some(edit), _) => {
                    self.op(&format!("Op::edit_element({name}, {})", parsed(edit)));
                }
                (None, _) => {
                    self.op(&format!("Op::set_content({name}, {})", parsed(&change["content"])));
                }
            }
        }
    }

    /// Adds the changes of its appearance.
    fn appearance(&mut self, appearance: &Appearance) {
        if appearance.theme() != Theme::default() {
            self.op(&format!("Op::SetTheme {{ theme: {} }}", parsed(&appearance.theme())));
        }
        for sheet in appearance.sheets() {
            let (css_id, css) = (literal(&sheet.css_id), literal(&sheet.css));
            self.op(&format!("Op::InjectCss {{ css_id: {css_id}.into(), css: {css}.into() }}"));
        }
        for (id, style) in appearance.styles() {
            let (id, style) = (literal(id), parsed(style));
            self.op(&format!("Op::SetStyle {{ component_id: {id}.into(), style: {style} }}"));
        }
    }
}

/// A block as it was when its HTML was given; what came later is noted with the id of its HTML.
fn at_first<'a>(block: &'a Block, later: &mut VecDeque<(&'a str, &'a Block)>) -> Value {
    let mut written = json!(block);
    let blocks: Vec<Value> = if matches!(block.kind, BlockKind::Html(_)) {
        let places: Vec<String> = places_of(block).collect();
        let (given, came): (Vec<_>, Vec<_>) =
            block.blocks().iter().partition(|one| places.iter().any(|place| place == one.id()));
        later.extend(came.into_iter().map(|one| (block.id(), one)));
        let here = |id: &String| given.iter().find(|block| block.id() == id);
        let first = |id| here(id).map_or_else(|| stand_in(id), |one| at_first(one, later));
        places.iter().map(first).collect()
    } else {
        block.blocks().iter().map(|one| at_first(one, later)).collect()
    };
    let property = if matches!(block.kind, BlockKind::Tabs(_)) { "tabs" } else { "blocks" };
    if !blocks.is_empty() {
        written[property] = blocks.into();
    } else if let Some(fields) = written.as_object_mut() {
        fields.remove(property);
    }
    written
}

/// The ids of the blocks that the HTML of a block has places for.
fn places_of(block: &Block) -> impl Iterator<Item = String> + '_ {
    let html = if let BlockKind::Html(html) = &block.kind { Some(html) } else { None };
    html.into_iter().flat_map(HtmlBlock::places).map(Into::into)
}

/// The id of the HTML that a block stands in.
fn html_of<'a>(widget: &'a Widget, id: &str) -> &'a str {
    let holds = |html: &&Block| html.blocks().iter().any(|block| block.id() == id);
    widget.all_blocks().find(holds).map_or(BODY_ID, Block::id)
}

/// A block in the place of one that is gone, until that is taken out.
fn stand_in(id: &str) -> Value {
    json!({"type": "spacer", "id": id})
}

/// The ids of the blocks that a change of an element has places for.
fn places_in(change: &Value) -> Vec<String> {
    let edits = ["append", "prepend", "before", "after"].iter();
    let mut html = edits.map(|name| &change["edit"][name]).chain([&change["content"]["html"]]);
    let html = html.find_map(Value::as_str).unwrap_or_default();
    HtmlBlock::new(html).places().map(Into::into).collect()
}

/// The fields of the rows, in the order of their columns.
fn fields_of(rows: &Rows) -> Vec<Arc<str>> {
    let own = rows.columns().into_iter().filter(|column| !column.path);
    own.map(|column| column.field).collect()
}

/// The field of an operation that names its block.
fn block_id(id: &str) -> String {
    match id {
        ":body" => "block_id: None".into(),
        id => format!("block_id: Some({}.into())", literal(id)),
    }
}

/// The settings of all columns, or of those that differ from what follows from the rows.
fn settings_of(columns: &[Column], is_all: bool) -> Vec<ColumnSettings> {
    let settings = columns.iter().map(|column| (column, ColumnSettings::of_column(column)));
    let special = settings.filter(|(column, settings)| {
        is_all || column.path || *settings != ColumnSettings::of(&column.field)
    });
    special.map(|(_, settings)| settings).collect()
}

/// An expression that reads a value from its JSON.
fn parsed<T: Serialize + ?Sized>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    format!("serde_json::from_str({})?", literal(&json))
}

/// The same where the compiler cannot tell what is read.
fn typed<T: Serialize + ?Sized>(name: &str, value: &T) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    format!("serde_json::from_str::<{name}>({})?", literal(&json))
}

/// A literal of any text: a raw one where it reads better and may stand so. In raw
/// ones a carriage return is not allowed, and rustc refuses what changes the
/// direction of text in any (lint `text_direction_codepoint_in_literal`).
fn literal(text: &str) -> String {
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || is_direction(c));
    if !text.chars().all(is_plain) {
        return escaped(text);
    }
    if !text.contains(['"', '\\', '\n']) {
        return format!("\"{text}\"");
    }
    // One more than any quote in the text is followed by.
    let hashes =
        text.split('"').skip(1).map(|rest| rest.len() - rest.trim_start_matches('#').len());
    let fence = "#".repeat(hashes.max().map_or(0, |most| most + 1));
    format!("r{fence}\"{text}\"{fence}")
}

fn escaped(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' | '\t' => literal.push(c),
            c if c.is_control() || is_direction(c) => literal.extend(c.escape_unicode()),
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A title in a comment, on one line.
fn in_comment(title: &str) -> String {
    let plain =
        |c: &char| !c.is_control() && !is_direction(*c) && !matches!(c, '\u{2028}' | '\u{2029}');
    let words: String = title.chars().filter(plain).take(80).collect();
    if words.trim().is_empty() { "a widget".into() } else { Value::String(words).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_a_literal() {
        for (text, expected) in [
            ("plain", "\"plain\""),
            ("", "\"\""),
            ("a\"b", "r#\"a\"b\"#"),
            ("a\"#b\"##c", "r###\"a\"#b\"##c\"###"),
            ("back\\slash", "r\"back\\slash\""),
            ("two\nlines", "r\"two\nlines\""),
            ("cr\r\"\\", "\"cr\\u{d}\\\"\\\\\""),
            ("\u{202e}evil", "\"\\u{202e}evil\""),
            ("nul\0", "\"nul\\u{0}\""),
        ] {
            assert_eq!(literal(text), expected);
        }
    }

    #[test]
    fn columns_without_values_are_declared() {
        let field = ColumnSettings::of;
        let table = Table::from(Rows::default()).with_columns(&[field("b"), field("a")]).unwrap();
        let mut widget = Widget::table(table);
        let declared = r##".with_columns(&serde_json::from_str::<Vec<_>>(r#"[{"field":"b"},{"field":"a"}]"#)?)?"##;
        assert!(write(&widget).contains(declared), "{}", write(&widget));
        assert!(!write(&widget).contains("TableRows"));
        let strategy = widget_state::RowStrategy::Append;
        widget
            .apply(widget_state::Op::TableRows {
                block_id: None,
                strategy,
                rows: r#"[{"a":1}]"#.into(),
            })
            .unwrap();
        assert!(write(&widget).contains(declared), "{}", write(&widget));
        assert!(write(&widget).contains(r##"RowStrategy::Set, rows: r#"[{"a":1}]"#.into()"##));
    }

    #[test]
    fn a_title_stays_in_its_comment() {
        assert_eq!(in_comment("a\n} fn main() {\u{202e}"), "\"a} fn main() {\"");
        assert_eq!(in_comment(" \r\n "), "a widget");
    }

    #[test]
    fn blocks_that_came_and_went_are_operations() {
        let html = "<p id=a></p><widget-block id=one></widget-block>";
        let one = serde_json::from_value(json!([{"type": "metric", "id": "one", "value": 1}]));
        let mut widget = Widget::html_with_blocks(html, one.unwrap()).unwrap();
        let place = "<widget-block id=two></widget-block>";
        for op in [
            json!({"type": "put_block", "component_id": "a", "block": {
                "type": "markdown", "id": "two", "markdown": "# B"}}),
            json!({"type": "edit_element", "component_id": "a", "edit": {"after": place}}),
            json!({"type": "append_text", "component_id": "two", "text": "!"}),
            json!({"type": "remove_block", "component_id": "one"}),
        ] {
            widget.apply(serde_json::from_value(op).unwrap()).unwrap();
        }
        let program = write(&widget);
        let mut rest = program.as_str();
        for part in [
            r####""spacer""####,
            r####"Op::PutBlock { component_id: ":body".into(), is_inside: true, block: serde_json"####,
            r####"Op::edit_element("a""####,
            r####"Op::RemoveBlock { component_id: "one".into() }"####,
            r####"Op::set_content("two""####,
        ] {
            let found = rest.find(part).unwrap_or_else(|| panic!("{part} in {program}"));
            rest = &rest[found..];
        }
    }

    #[test]
    fn blocks_that_came_into_html_in_other_html_are_put_there() {
        let place = |id: &str| format!("<widget-block id={id}></widget-block>");
        let news = json!([{"type": "html", "id": "news", "html": "<p id=p></p>"}]);
        let news = serde_json::from_value(news).unwrap();
        let mut widget = Widget::html_with_blocks(place("news"), news).unwrap();
        for id in ["stays", "goes"] {
            let spacer = json!({"type": "spacer", "id": id});
            for op in [
                json!({"type": "put_block", "component_id": "news", "is_inside": true, "block": spacer}),
                json!({"type": "edit_element", "component_id": "p", "edit": {"append": place(id)}}),
            ] {
                widget.apply(serde_json::from_value(op).unwrap()).unwrap();
            }
        }
        let op = json!({"type": "remove_block", "component_id": "goes"});
        widget.apply(serde_json::from_value(op).unwrap()).unwrap();
        let program = write(&widget);
        assert!(!program.contains(r#""blocks""#), "{program}");
        let mut rest = program.as_str();
        for part in [
            r#"Op::PutBlock { component_id: "news".into(), is_inside: true"#,
            r#""stays""#,
            r#"Op::edit_element("p""#,
            r#"Op::PutBlock { component_id: "p".into(), is_inside: true"#,
            r#""goes""#,
            r#"Op::edit_element("p""#,
            r#"Op::RemoveBlock { component_id: "goes".into() }"#,
        ] {
            let found = rest.find(part).unwrap_or_else(|| panic!("{part} in {program}"));
            rest = &rest[found..];
        }
    }

    #[test]
    fn edits_of_elements_are_operations() {
        let mut widget = Widget::html("<ul id=log></ul>");
        let line = serde_json::from_str(r#"{"append": "<li>1</li>"}"#).unwrap();
        widget.apply(widget_state::Op::edit_element("log", line)).unwrap();
        let line =
            r####"Op::edit_element("log", serde_json::from_str(r#"{"append":"<li>1</li>"}"#)?)"####;
        let program = write(&widget);
        assert!(program.contains(line), "{program}");
    }
}
