//! `get_events`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::EventFilter;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::events::{Events, limit};
use crate::tools::shared::viewers::viewers;

pub(crate) struct GetEvents;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Only events after this cursor; from the beginning when left out.
    #[serde(default)]
    after: u64,
    /// At most so many events, 1 to 1000; 100 when left out.
    limit: Option<usize>,
    /// Returns neither these events nor those before them to this client again; other clients
    /// still get them.
    #[serde(default)]
    clear: bool,
}

#[async_trait]
impl Tool for GetEvents {
    type Arguments = Arguments;
    type Output = Events;

    const NAME: &'static str = "get_events";
    const TITLE: &'static str = "Read events";
    const DESCRIPTION: &'static str = "Returns what the person did with a widget, each with \
        event_type and data. Reading removes nothing; pass the returned cursor as after to read \
        what is new. To wait use wait_for_events.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "after": 0}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Events, ToolError> {
        let Arguments { widget_id, after, limit: wanted, clear } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let query = call.query(widget_id, Some(after), limit(wanted)?, clear, EventFilter::All);
        let page = call.widgets.store().read_events(widget_id, query).await?;
        call.has_read(widget_id, &page, clear).await?;
        Ok(Events::new(page, viewers(call, widget_id).await?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};
    use widget_state::{EventInput, Limits, Widget};

    use super::*;
    use crate::widgets::Widgets;

    #[tokio::test]
    async fn an_answer_is_bounded_in_bytes_and_the_next_one_goes_on() {
        const EVENTS: u64 = 40;
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let id = widgets.store().create(Widget::html("")).await.unwrap();
        let event = |n| EventInput {
            n,
            event_type: "a:b".into(),
            data: json!({"n": n, "text": "é".repeat(2_000)}),
            label: String::new(),
            block: None,
        };
        let viewer = "0".repeat(32).parse().unwrap();
        widgets.store().append_events(id, viewer, (1..=EVENTS).map(event).collect()).await.unwrap();

        let call = Call::detached(Arc::clone(&widgets));
        let (mut after, mut read, mut pages) = (json!(0), Vec::new(), 0);
        loop {
            let arguments = serde_json::from_value(json!({"after": after, "limit": 1_000}));
            let page = GetEvents::call(&call, arguments.unwrap()).await.unwrap();
            let page = serde_json::to_value(page).unwrap();
            let bytes = page["events"].to_string().len();
            assert!(bytes <= 33 << 10, "{bytes} bytes");
            let events = page["events"].as_array().unwrap().iter();
            read.extend(events.map(|event| event["data"]["n"].as_u64().unwrap()));
            pages += 1;
            if page["more"] == Value::Bool(false) {
                break;
            }
            assert!(bytes > 27 << 10, "{bytes} bytes of a full page");
            after = page["cursor"].clone();
        }
        assert_eq!(read, Vec::from_iter(1..=EVENTS));
        assert_eq!(pages, 6, "7 events of 4 kB each");
    }
}
