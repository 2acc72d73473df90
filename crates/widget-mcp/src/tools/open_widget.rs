//! `open_widget`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_state::{WidgetId, WidgetKind, WidgetSummary};

use crate::app::AppRole;
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::opening::{Mode, Wanted, open};
use crate::tools::shared::viewers::{Viewers, viewers};

pub(crate) struct OpenWidget;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// In the conversation (`inline`, HTML only), in a window of its own (`window`) or in the
    /// person's browser (`browser`); when left out, where a new widget opens.
    place: Option<Wanted>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The widget.
    #[schemars(with = "String")]
    widget_id: WidgetId,
    /// The page that shows it.
    url: String,
    /// The place in which it was opened, as create_widget has it. It is the next best where the
    /// client or the machine does not have the one that was asked for.
    mode: Mode,
    /// The pages that show it.
    viewers: Viewers,
    /// True if a view in the conversation is not to show it, since another place was asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    elsewhere: bool,
}

#[async_trait]
impl Tool for OpenWidget {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "open_widget";
    const TITLE: &'static str = "Open a widget again";
    const DESCRIPTION: &'static str = "Shows a widget to the person again, such as after they \
        closed its page. A window that shows it already comes to the front.";
    const HINTS: Hints = Hints::Sends;
    const ROLE: AppRole = AppRole::ShownBy("html");
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "place": "window"}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Output, ToolError> {
        let Arguments { widget_id, place } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let WidgetSummary { title, kind, .. } = call.widgets.store().summary(widget_id).await?;
        // The view of this tool is the small one, which draws HTML only.
        let is_for_view = kind == WidgetKind::Html && matches!(place, None | Some(Wanted::Inline));
        let place = match place {
            Some(Wanted::Browser) => place,
            _ if is_for_view => place,
            _ => Some(Wanted::Window),
        };
        let mode = open(call, widget_id, title, place).await;
        let url = call.widgets.url(&[widget_id]);
        let viewers = viewers(call, widget_id).await?;
        Ok(Output { widget_id, url, mode, viewers, elsewhere: !is_for_view })
    }
}
