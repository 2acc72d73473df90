//! `wait_for_events`

use std::time::Duration;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;
use widget_state::{EventFilter, EventPattern, WidgetStoreExt};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::events::{Events, limit};
use crate::tools::shared::viewers::viewers;

pub(crate) struct WaitForEvents;

/// The default time to wait: well below the minute after which
/// common clients give a call up.
const DEFAULT_TIMEOUT_MS: u64 = 30_000;

/// The longest it waits.
const MAX_TIMEOUT_MS: u64 = 300_000;

/// The interval of progress notifications, the first
/// time as it begins.
const REPORT_EVERY: Duration = Duration::from_secs(10);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget; left out: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Only events after this cursor; when left out, only those that this client has
    /// not got yet.
    after: Option<u64>,
    /// At most so many events, 1 to 1000; 100 when left out.
    limit: Option<usize>,
    /// Only events of these names, such as form:submit, or chart:* for a group; the others count as
    /// read. When left out all but chart:hover, viewer:opened and viewer:closed.
    #[serde(default)]
    events: Vec<EventPattern>,
    /// The time to wait, in milliseconds, up to 300000; 30000 when left out.
    timeout_ms: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    #[serde(flatten)]
    events: Events,
    /// True if the time passed without an event. Calling again is fine.
    timed_out: bool,
}

#[async_trait]
impl Tool for WaitForEvents {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "wait_for_events";
    const TITLE: &'static str = "Wait for events";
    const DESCRIPTION: &'static str = "Waits until the person does something with a widget and \
        returns it at once, or timed_out when the time has passed. Pass the returned cursor as \
        after to miss nothing.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str =
        r#"{"widget_id": "0123456789abcdef0123456789abcdef", "timeout_ms": 30000}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Output, ToolError> {
        let Arguments { widget_id, after, limit: wanted, events, timeout_ms } = arguments;
        let widget_id = call.widget(widget_id).await?;
        let timeout_ms = timeout_ms.unwrap_or(DEFAULT_TIMEOUT_MS);
        if timeout_ms > MAX_TIMEOUT_MS {
            let problem = format!("{timeout_ms} is more than {MAX_TIMEOUT_MS}");
            return Err(ToolError::argument("timeout_ms", problem));
        }
        let limit = limit(wanted)?;
        let filter = match events.as_slice() {
            [] => EventFilter::Audible([].into()),
            names => EventFilter::Only(names.into()),
        };
        let total = Duration::from_millis(timeout_ms);
        let begin = Instant::now();
        // What is there already is answered without a report.
        let mut patience = Duration::ZERO;
        loop {
            let left = total.saturating_sub(begin.elapsed());
            // Another call of the same client may have returned events by now.
            let query = call.query(widget_id, after, limit, false, filter.clone());
            let wait =
                call.widgets.store().wait_for_events(widget_id, query.clone(), left.min(patience));
            let page = tokio::select! {
                // Events of a cancelled call stay for the next one.
                biased;
                () = call.cancelled.cancelled() => {
                    return Err(ToolError::Failed("the call was cancelled".into()));
                }
                page = wait => page?,
            };
            let is_read_since = call.query(widget_id, after, limit, false, filter.clone()) != query;
            if is_read_since && begin.elapsed() < total {
                continue;
            }
            call.has_read(widget_id, &page, false).await?;
            let events = Events::new(page, viewers(call, widget_id).await?);
            let timed_out = events.is_empty();
            if !timed_out || begin.elapsed() >= total {
                return Ok(Output { events, timed_out });
            }
            let waited = begin.elapsed().as_secs_f64();
            call.report(waited, total.as_secs_f64(), "waiting for the person").await;
            patience = REPORT_EVERY;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use widget_state::{EventInput, Limits, Widget};

    use super::*;
    use crate::widgets::Widgets;

    #[tokio::test]
    async fn a_cancelled_wait_takes_no_event_along() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let store = widgets.store();
        let widget_id = store.create(Widget::html("")).await.unwrap();
        let click =
            EventInput { n: 1, event_type: "a:b".into(), data: true.into(), label: "".into() };
        store.append_events(widget_id, "0".repeat(32).parse().unwrap(), vec![click]).await.unwrap();
        let wait = async |call: &Call| {
            let widget_id = WidgetIdArgument(Some(widget_id));
            let arguments = Arguments {
                widget_id,
                after: None,
                limit: None,
                events: Vec::new(),
                timeout_ms: Some(30_000),
            };
            WaitForEvents::call(call, arguments).await
        };
        // Both are ready at once; were it left to chance, some call would take the click.
        let cancelled = Call::detached(Arc::clone(&widgets));
        cancelled.cancelled.cancel();
        for _ in 0..50 {
            assert!(wait(&cancelled).await.is_err());
        }
        let heard = wait(&Call::detached(Arc::clone(&widgets))).await.unwrap();
        assert!(!heard.timed_out && !heard.events.is_empty());
    }

    #[tokio::test]
    async fn events_are_chosen_by_their_names() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let widget_id = widgets.store().create(Widget::html("")).await.unwrap();
        let events = ["a:b", "chart:click", "chart:hover", "a:c"].into_iter().zip(1..);
        let events = events.map(|(name, n)| EventInput {
            n,
            event_type: name.into(),
            data: true.into(),
            label: String::new(),
        });
        let viewer = "0".repeat(32).parse().unwrap();
        widgets.store().append_events(widget_id, viewer, events.collect()).await.unwrap();
        let heard = async |names: serde_json::Value| {
            let arguments =
                serde_json::json!({"widget_id": widget_id, "after": 0, "events": names});
            let arguments = serde_json::from_value(arguments).unwrap();
            let call = Call::detached(Arc::clone(&widgets));
            let output = WaitForEvents::call(&call, arguments).await.unwrap();
            let output = serde_json::to_value(output).unwrap();
            let events = output["events"].as_array().unwrap().iter();
            events.map(|event| event["seq"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(heard(serde_json::json!([])).await, [1, 2, 4]);
        assert_eq!(heard(serde_json::json!(["chart:*", "a:c"])).await, [2, 3, 4]);
        assert_eq!(heard(serde_json::json!(["viewer:closed", "a:b"])).await, [1]);
    }
}
