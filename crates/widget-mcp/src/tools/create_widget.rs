//! `create_widget`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Action, Block, BlockKind, Blocks, EventName, EventRoutes, HtmlBlock};
use widget_state::{Modal, PageDensity, PageLayout, PageWidth, Toolbar, Widget};

use crate::app::AppRole;
use crate::tool::error::ToolError;
use crate::tool::schema::items_as_in_toolbars;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Created, create};

pub(crate) struct CreateWidget;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The body, with ids on what set_content changes. Scripts and styles work; no network.
    /// data-event="group:action" makes an element emit it.
    html: Option<String>,
    /// Live parts, each where html has <widget-block id="ID"></widget-block>: {"rev": {"type":
    /// "metric", "value": 12, "format": "EUR"}}. Or a list: row, column, grid(columns),
    /// card and modal(title), each with blocks; tabs(tabs: [tab(title, blocks)]). Also chart(figure),
    /// table(rows), markdown(markdown), html(html), form(fields, submit, cancel), image(src, alt),
    /// divider, spacer, every component; with span, style.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    blocks: Blocks,
    /// The arrangement of a list of blocks, without html.
    layout: Option<PageLayout>,
    /// Of the page.
    #[serde(default)]
    title: String,
    /// narrow (720 px), wide (1280, default with blocks) or full.
    width: Option<PageWidth>,
    /// Space between parts.
    #[serde(default)]
    #[schemars(extend("x-unlisted" = true))]
    density: PageDensity,
    /// Pixels; left out: the window's.
    height: Option<u32>,
    /// [{"position": "top", "items": [{"type": "button", "label": "Save", "event":
    /// "form:save"}]}]. position: top, bottom, left, right, header, footer, inside. Types:
    /// button(variant), select, multiselect, radio, tabs(options, selected), toggle, checkbox,
    /// text, textarea, search, date, number, slider(value, min, max, step), range(start, end),
    /// secret, div(content), marquee(text, items). All take label, component_id, event, disabled,
    /// style.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    toolbars: Vec<Toolbar>,
    /// Dialogs: [{"component_id": "ask", "title": "Sure?", "items": []}]; the event ask:open
    /// opens, ask:close closes it.
    #[serde(default)]
    #[schemars(transform = items_as_in_toolbars, extend("x-brief" = true))]
    modals: Vec<Modal>,
    /// Changes by an event alone: {"cart:add": {"action": "increment", "target":
    /// "count", "by": 2}}. Actions: increment, decrement, set(value), toggle, reset, emit(event).
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    callbacks: BTreeMap<EventName, Action>,
    /// Events told to you unasked: {"form:send": "wake", "chart:*": "context"}.
    #[serde(default)]
    #[schemars(extend("x-brief" = true))]
    routes: EventRoutes,
}

#[async_trait]
impl Tool for CreateWidget {
    type Arguments = Arguments;
    type Output = Created;

    const NAME: &'static str = "create_widget";
    const TITLE: &'static str = "Create a widget";
    const DESCRIPTION: &'static str = "Shows a page of HTML, live blocks or both, with toolbars. \
        Components emit the event named in `event`; read it with wait_for_events. \
        elementId:increment, :decrement, :reset and :toggle change that element by themselves. \
        For all properties: get_component_docs.";
    const HINTS: Hints = Hints::Creates;
    const ROLE: AppRole = AppRole::ShownBy("html");
    const EXAMPLE: &'static str = r#"{"html": "<b id=\"counter\">0</b>", "title": "Counter", "toolbars": [{"position": "top", "items": [{"type": "button", "label": "+1", "event": "counter:increment", "variant": "primary"}]}]}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Created, ToolError> {
        let Arguments { html, blocks, layout, title, width, density, height, .. } = arguments;
        let Arguments { toolbars, modals, callbacks, routes, .. } = arguments;
        let blocks = arranged(blocks, layout, html.is_some())?;
        let mut widget = body(html, blocks)?;
        if let Some(width) = width {
            widget = widget.with_width(width);
        }
        let widget = widget
            .with_title(title)?
            .with_height(height)
            .with_density(density)
            .with_toolbars(toolbars)
            .map_err(|error| ToolError::argument("toolbars", error))?
            .with_modals(modals)
            .map_err(|error| ToolError::argument("modals", error))?
            .with_callbacks(callbacks)
            .with_event_routes(routes);
        create(call, widget).await
    }
}

fn arranged(
    Blocks(blocks): Blocks,
    layout: Option<PageLayout>,
    is_in_html: bool,
) -> Result<Blocks, ToolError> {
    if is_in_html {
        let problem = "the html is the layout; leave one of them out";
        return match layout {
            None => Ok(Blocks(blocks)),
            Some(_) => Err(ToolError::argument("layout", problem)),
        };
    }
    let layout = layout.unwrap_or_default();
    let arranged = layout.arrange(blocks).map_err(|error| ToolError::argument("blocks", error))?;
    Ok(Blocks(arranged))
}

/// The HTML, the blocks, or both: the blocks in the places of the HTML. Blocks without ids, which
/// cannot have a place, stand below HTML that has none.
fn body(html: Option<String>, Blocks(blocks): Blocks) -> Result<Widget, ToolError> {
    let in_blocks = |error| ToolError::argument("blocks", error);
    match (html, blocks.is_empty()) {
        (None, true) => Err(ToolError::argument("html", "give it, or blocks")),
        (None, false) => Widget::page(blocks).map_err(in_blocks),
        (Some(html), _) if HtmlBlock::new(&*html).places().next().is_some() => {
            Widget::html_with_blocks(html, blocks).map_err(in_blocks)
        }
        (Some(html), true) => Ok(Widget::html(html)),
        (Some(html), false) => {
            check_below_html(&blocks)?;
            Widget::html(html).with_blocks(blocks).map_err(in_blocks)
        }
    }
}

/// Refuses blocks with ids below HTML: either they or their places are a mistake. A modal stands
/// over the page.
fn check_below_html(blocks: &[Block]) -> Result<(), ToolError> {
    let in_page = |block: &&Block| !matches!(block.kind, BlockKind::Modal(_));
    let named = blocks.iter().filter(in_page).map(Block::id).find(|id| !id.is_empty());
    let Some(id) = named else { return Ok(()) };
    let problem = format!(
        "the html has no place for it: put <widget-block id=\"{id}\"></widget-block> into it, or \
         the html into a list of blocks, as {{\"type\": \"html\", \"html\": \"…\"}}"
    );
    Err(ToolError::argument(format!("blocks.{id}"), problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(html: &str, blocks: &str) -> String {
        let blocks = serde_json::from_str(blocks).unwrap();
        match body(Some(html.to_owned()), blocks) {
            Err(ToolError::Argument { name, problem }) => format!("{name}: {problem}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_layout_is_for_a_list_without_html() {
        let blocks: Blocks = serde_json::from_str(r#"[{"type": "divider"}]"#).unwrap();
        let grid = arranged(blocks.clone(), Some(PageLayout::Grid), false).unwrap();
        assert_eq!(grid.0[0].kind.type_name(), "grid");
        assert_eq!(arranged(blocks.clone(), None, true).unwrap(), blocks);
        let Err(ToolError::Argument { name, .. }) = arranged(blocks, Some(PageLayout::Grid), true)
        else {
            panic!("refused")
        };
        assert_eq!(name, "layout");
    }

    #[test]
    fn each_place_has_a_block_and_each_block_beside_places_has_one() {
        let html = "<h1>Report</h1><widget-block id=\"a\"></widget-block>";
        let missing = problem(html, "[]");
        assert!(missing.starts_with("blocks: there is no block for <widget-block id=\"a\">"));
        let unnamed = problem(html, r#"[{"type": "metric", "value": 1}]"#);
        assert!(unnamed.contains(r#"blocks is {"a": {"type": "metric", …}}"#), "{unnamed}");
        let unplaced = problem(
            html,
            r#"{"a": {"type": "metric", "value": 1}, "b": {"type": "metric", "value": 1}}"#,
        );
        assert!(unplaced.contains("the block \"b\" has no place"), "{unplaced}");
        let without = problem("<div id=a></div>", r#"{"a": {"type": "metric", "value": 1}}"#);
        let place = "blocks.a: the html has no place for it: put <widget-block id=\"a\">";
        assert!(without.starts_with(place), "{without}");
        for below in [
            r#"[{"type": "metric", "value": 1}]"#,
            r#"[{"type": "modal", "id": "ask", "title": "Sure?"}]"#,
        ] {
            let blocks = serde_json::from_str(below).unwrap();
            body(Some("<h1>Report</h1>".to_owned()), blocks).unwrap();
        }
    }
}
