//! `list_widgets`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use widget_state::{WidgetId, WidgetKind, WidgetSummary};

use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::viewers::Viewers;

pub(crate) struct ListWidgets;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The widgets, oldest first.
    widgets: Vec<ListedWidget>,
}

#[derive(Serialize, JsonSchema)]
struct ListedWidget {
    /// Names the widget in calls.
    #[schemars(with = "String")]
    widget_id: WidgetId,
    /// Its title.
    title: String,
    /// The kind of its content.
    kind: WidgetKind,
    /// The page that shows it.
    url: String,
    /// Its newest revision.
    revision: u64,
    /// The pages that show it.
    viewers: Viewers,
    /// The number of events so far.
    events: u64,
}

#[async_trait]
impl Tool for ListWidgets {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "list_widgets";
    const TITLE: &'static str = "List widgets";
    const DESCRIPTION: &'static str = "Lists the widgets with their ids, addresses, open pages \
        and number of events.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = "{}";

    async fn call(call: &Call, _: Arguments) -> Result<Output, ToolError> {
        let list = call.widgets.store().list().await?;
        Ok(Output { widgets: list.into_iter().map(|widget| listed(call, widget)).collect() })
    }
}

fn listed(call: &Call, widget: WidgetSummary) -> ListedWidget {
    let WidgetSummary { widget_id, title, kind, revision, viewers, events } = widget;
    ListedWidget {
        widget_id,
        title,
        kind,
        url: call.widgets.url(&[widget_id]),
        revision,
        viewers: viewers.into(),
        events,
    }
}
