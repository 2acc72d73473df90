//! `create_widget`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Action, EventName, Modal, Toolbar, Widget};

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
    html: String,
    /// The title of the page.
    #[serde(default)]
    title: String,
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
    const TITLE: &'static str = "Create an HTML widget";
    const DESCRIPTION: &'static str = "Shows HTML with toolbars to the person. Buttons and other \
        components emit the event named in their `event`; read them with wait_for_events. An event \
        named elementId:increment, :decrement, :reset or :toggle also changes the element of that \
        id by itself. Returns the widget_id for further calls and the url that shows it.";
    const HINTS: Hints = Hints::Creates;
    const ROLE: AppRole = AppRole::ShownBy("html");
    const EXAMPLE: &'static str = r#"{"html": "<b id=\"counter\">0</b>", "title": "Counter", "toolbars": [{"position": "top", "items": [{"type": "button", "label": "+1", "event": "counter:increment", "variant": "primary"}]}]}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Created, ToolError> {
        let Arguments { html, title, height, toolbars, modals, callbacks } = arguments;
        let widget = Widget::html(html)
            .with_title(title)?
            .with_height(height)
            .with_toolbars(toolbars)
            .map_err(|error| ToolError::argument("toolbars", error))?
            .with_modals(modals)
            .map_err(|error| ToolError::argument("modals", error))?
            .with_callbacks(callbacks);
        create(call, widget).await
    }
}
