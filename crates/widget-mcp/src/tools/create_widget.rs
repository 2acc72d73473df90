//! `create_widget`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Action, Block, EventName, Modal, PageDensity, PageWidth, Toolbar, Widget};

use crate::app::AppRole;
use crate::tool::error::ToolError;
use crate::tool::schema::items_as_in_toolbars;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Created, create};

pub(crate) struct CreateWidget;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The HTML of the body: a fragment, with ids on what set_content is to
    /// change. Inline scripts and styles work; nothing is loaded from the
    /// network. An element with data-event="group:action" emits that event.
    html: Option<String>,
    /// The blocks of the page, from top to bottom, instead of html or after it: layout (row,
    /// column, grid, card, tabs), html, charts, tables and every component. A grid has one
    /// column on a phone.
    #[serde(default)]
    blocks: Vec<Block>,
    /// The title of the page.
    #[serde(default)]
    title: String,
    /// The width of the page: wide with blocks, else full when left out.
    width: Option<PageWidth>,
    /// The space between the parts of the page.
    #[serde(default)]
    density: PageDensity,
    /// The height of the body in CSS pixels; fills the window when left out.
    height: Option<u32>,
    /// Toolbars with components, which emit events when they are used.
    #[serde(default)]
    toolbars: Vec<Toolbar>,
    /// Dialogs over the page, opened by the events modalId:open and modalId:toggle.
    #[serde(default)]
    #[schemars(transform = items_as_in_toolbars)]
    modals: Vec<Modal>,
    /// Local actions by event name, done without a call, such as
    /// {"cart:add": {"action": "increment", "target": "count", "by": 2}}. Actions are
    /// increment, decrement, set, toggle, reset and emit.
    #[serde(default)]
    callbacks: BTreeMap<EventName, Action>,
}

#[async_trait]
impl Tool for CreateWidget {
    type Arguments = Arguments;
    type Output = Created;

    const NAME: &'static str = "create_widget";
    const TITLE: &'static str = "Create a widget";
    const DESCRIPTION: &'static str = "Shows a page to the person: HTML, or blocks such as cards, \
        charts and tables in a layout, with toolbars. Buttons and other \
        components emit the event named in their `event`; read them with wait_for_events. An event \
        named elementId:increment, :decrement, :reset or :toggle also changes the element of that \
        id by itself. Returns the widget_id for further calls and the url that shows it.";
    const HINTS: Hints = Hints::Creates;
    const ROLE: AppRole = AppRole::ShownBy("html");
    const EXAMPLE: &'static str = r#"{"html": "<b id=\"counter\">0</b>", "title": "Counter", "toolbars": [{"position": "top", "items": [{"type": "button", "label": "+1", "event": "counter:increment", "variant": "primary"}]}]}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Created, ToolError> {
        let Arguments { html, blocks, title, width, density, height, .. } = arguments;
        let Arguments { toolbars, modals, callbacks, .. } = arguments;
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
            .with_callbacks(callbacks);
        create(call, widget).await
    }
}

/// The HTML, the blocks, or both, the HTML first.
fn body(html: Option<String>, blocks: Vec<Block>) -> Result<Widget, ToolError> {
    let in_blocks = |error| ToolError::argument("blocks", error);
    match (html, blocks.is_empty()) {
        (None, true) => Err(ToolError::argument("html", "give it, or blocks")),
        (None, false) => Widget::page(blocks).map_err(in_blocks),
        (Some(html), true) => Ok(Widget::html(html)),
        (Some(html), false) => Widget::html(html).with_blocks(blocks).map_err(in_blocks),
    }
}
