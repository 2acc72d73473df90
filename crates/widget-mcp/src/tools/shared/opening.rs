//! The place in which the person sees a widget.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_state::WidgetId;

use crate::tool::Call;
use crate::windows::OpenedIn;

/// The place in which a widget is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    Inline,
    Window,
    Browser,
    Headless,
}

/// The place in which a widget is to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wanted {
    Inline,
    Window,
    Browser,
}

/// Opens a widget in the wanted place, or else in the best that there is: in the conversation
/// where the client mounts views, otherwise in a window.
pub(crate) async fn open(call: &Call, id: WidgetId, title: String, wanted: Option<Wanted>) -> Mode {
    let is_inline = wanted.is_none_or(|wanted| wanted == Wanted::Inline);
    if is_inline && let Some(client) = call.inline_client() {
        call.widgets.expect_inline(id, title, client);
        return Mode::Inline;
    }
    let opened = match wanted {
        Some(Wanted::Browser) => call.widgets.open_tab(id, title).await,
        _ => call.widgets.open_page(id, title).await,
    };
    match opened {
        Some(OpenedIn::Window) => Mode::Window,
        Some(OpenedIn::Tab) => Mode::Browser,
        None => Mode::Headless,
    }
}
