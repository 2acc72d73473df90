//! The results that several tools share.

use schemars::JsonSchema;
use serde::Serialize;
use widget_state::{Delivery, Op, Widget, WidgetId};

use crate::tool::Call;
use crate::tool::error::ToolError;
use crate::windows::Place;

/// A new widget.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Created {
    /// Names the widget in further calls.
    #[schemars(with = "String")]
    widget_id: WidgetId,
    /// The page that shows it.
    url: String,
    /// Its revision, 1; each change adds one.
    revision: u64,
    /// The place where the person sees it: in the conversation (`inline`), in a window of its
    /// own (`window`) or in their browser (`browser`), or has to be given the url
    /// (`headless`).
    mode: Mode,
    /// The ids of its components and modals, in reading order.
    component_ids: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Inline,
    Window,
    Browser,
    Headless,
}

/// Takes a new widget and opens its page, unless the client shows it itself.
pub(crate) async fn create(call: &Call, widget: Widget) -> Result<Created, ToolError> {
    let component_ids = widget.component_ids().map(ToOwned::to_owned).collect();
    let (revision, title) = (widget.revision(), widget.title().to_owned());
    let widget_id = call.widgets.store().create(widget).await?;
    let _only_one_is_made = call.created.set(widget_id);
    let mode = if call.is_shown_inline() {
        Mode::Inline
    } else {
        match call.widgets.open(widget_id, title).await {
            Some(Place::Window) => Mode::Window,
            Some(Place::Tab) => Mode::Browser,
            None => Mode::Headless,
        }
    };
    Ok(Created { widget_id, url: call.widgets.url(&[widget_id]), revision, mode, component_ids })
}

/// A change, and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Changed {
    /// The widget's revision with this change.
    revision: u64,
    /// `applied`: a viewer shows it. `pending`: no viewer has confirmed it yet,
    /// it will be there when one opens. `failed`: a viewer could not do it, for
    /// the given reason.
    delivery: Delivery,
}

impl From<(u64, Delivery)> for Changed {
    fn from((revision, delivery): (u64, Delivery)) -> Self {
        Self { revision, delivery }
    }
}

/// Applies an operation and tells what became of it.
pub(crate) async fn change(call: &Call, id: WidgetId, op: Op) -> Result<Changed, ToolError> {
    Ok(call.widgets.change(id, op).await?.into())
}
