//! `wait_for_events`

use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::select_all;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep_until};
use widget_state::{EventFilter, EventPattern, EventQuery, Watermark, WidgetId, WidgetStoreExt};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::events::{Events, limit};

pub(crate) struct WaitForEvents;

/// The default time to wait: well below the minute after which
/// common clients give a call up.
const DEFAULT_TIMEOUT_MS: u64 = 30_000;

/// The longest it waits.
const MAX_TIMEOUT_MS: u64 = 300_000;

/// The interval of progress notifications, the first
/// time as it begins.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// The most widgets that one call waits for.
const MAX_WIDGETS: usize = 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// Several widgets instead: the first with events is answered for. Without after.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    widget_ids: Vec<WidgetId>,
    /// Only events after this cursor; when left out, only those that this session has
    /// not got yet.
    after: Option<u64>,
    /// At most so many events, 1 to 1000; 100 when left out.
    limit: Option<usize>,
    /// Only events of these names, such as form:submit, or chart:* for a group; the others count as
    /// read. When left out all but chart:hover, widget:draft, viewer:opened and viewer:closed.
    #[serde(default)]
    events: Vec<EventPattern>,
    /// The time to wait, in milliseconds, up to 300000; 30000 when left out.
    timeout_ms: Option<u64>,
    /// False to wait on when the last page was closed; true when left out.
    until_closed: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// With widget_ids: the widget of these events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    widget_id: Option<WidgetId>,
    #[serde(flatten)]
    events: Events,
    /// True if the time passed without an event. Calling again is fine.
    timed_out: bool,
    /// True if the person has closed the last page, so no event comes before open_widget.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
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
        let total = Duration::from_millis(arguments.timeout_ms.unwrap_or(DEFAULT_TIMEOUT_MS));
        let wait = Wait::new(call, arguments).await?;
        let begin = Instant::now();
        // What is there already is answered without a report.
        let mut next_report = begin;
        let mut seen = vec![Watermark::default(); wait.widgets.len()];
        loop {
            if let Some(output) = wait.read(begin.elapsed() >= total).await? {
                return Ok(output);
            }
            if Instant::now() >= next_report {
                next_report += REPORT_EVERY;
                let waited = begin.elapsed().as_secs_f64();
                call.report(waited, total.as_secs_f64(), "waiting for the person").await;
            }
            tokio::select! {
                () = call.cancelled.cancelled() => return Err(cancelled()),
                changed = wait.changed(&mut seen) => changed?,
                () = sleep_until(next_report.min(begin + total)) => {}
            }
        }
    }
}

fn cancelled() -> ToolError {
    ToolError::Failed("the call was cancelled".into())
}

/// One call that waits.
struct Wait<'a> {
    call: &'a Call,
    widgets: Vec<Awaited>,
    /// True if the caller has named several.
    names_several: bool,
    after: Option<u64>,
    limit: usize,
    filter: EventFilter,
    until_closed: bool,
}

/// A widget whose events are waited for.
struct Awaited {
    id: WidgetId,
    /// Its newest event as the wait began.
    newest: u64,
}

impl<'a> Wait<'a> {
    async fn new(call: &'a Call, arguments: Arguments) -> Result<Self, ToolError> {
        let Arguments { widget_id, widget_ids, after, limit: wanted, events, .. } = arguments;
        let timeout_ms = arguments.timeout_ms.unwrap_or(DEFAULT_TIMEOUT_MS);
        if timeout_ms > MAX_TIMEOUT_MS {
            let problem = format!("{timeout_ms} is more than {MAX_TIMEOUT_MS}");
            return Err(ToolError::argument("timeout_ms", problem));
        }
        let names_several = !widget_ids.is_empty();
        if names_several && after.is_some() {
            let problem = "a cursor is of one widget: leave it out, and only what this client has \
                not got is returned";
            return Err(ToolError::argument("after", problem));
        }
        if widget_ids.len() > MAX_WIDGETS {
            let problem = format!("{} are more than {MAX_WIDGETS}", widget_ids.len());
            return Err(ToolError::argument("widget_ids", problem));
        }
        let ids = if names_several { widget_ids } else { vec![call.widget(widget_id).await?] };
        let mut widgets = Vec::with_capacity(ids.len());
        for id in ids {
            let newest = call.widgets.store().summary(id).await?.events;
            widgets.push(Awaited { id, newest });
        }
        let filter = match events.as_slice() {
            [] => EventFilter::Audible([].into()),
            names => EventFilter::Only(names.into()),
        };
        let until_closed = arguments.until_closed.unwrap_or(true);
        let limit = limit(wanted)?;
        Ok(Self { call, widgets, names_several, after, limit, filter, until_closed })
    }

    /// The answer, when there is something to say or the time has passed.
    async fn read(&self, is_over: bool) -> Result<Option<Output>, ToolError> {
        for (index, awaited) in self.widgets.iter().enumerate() {
            if self.call.cancelled.is_cancelled() {
                return Err(cancelled());
            }
            let id = awaited.id;
            let query = self.query(awaited);
            // Another call of the same client may have returned events by now.
            let after = query.after.unwrap_or(awaited.newest);
            let store = self.call.widgets.store();
            let presence = store.presence(id).await?;
            let page = store.read_events(id, query).await?;
            let is_new = |seq| after < seq && seq <= page.cursor;
            let closed = self.until_closed && presence.closed_seq.is_some_and(is_new);
            let is_empty = page.events.is_empty() && page.gap.is_none();
            let is_last = index + 1 == self.widgets.len();
            if is_empty && !closed && !(is_over && is_last) {
                continue;
            }
            // Events of a cancelled call stay for the next one.
            if self.call.cancelled.is_cancelled() {
                return Err(cancelled());
            }
            self.call.has_read(id, &page, false).await?;
            self.call.note_subject(id);
            let widget_id = self.names_several.then_some(id);
            let events = Events::new(page, presence.into());
            let timed_out = is_empty && !closed;
            return Ok(Some(Output { widget_id, events, timed_out, closed }));
        }
        Ok(None)
    }

    /// The events behind a cursor. One of another widget may be ahead of all there were.
    fn query(&self, awaited: &Awaited) -> EventQuery {
        let after = self.after.map(|after| after.min(awaited.newest));
        self.call.query(awaited.id, after, self.limit, false, self.filter.clone())
    }

    /// Waits until something has changed at one of the widgets since it was seen.
    async fn changed(&self, seen: &mut [Watermark]) -> Result<(), ToolError> {
        let store = self.call.widgets.store();
        let changes = self.widgets.iter().zip(&*seen);
        let changes = changes.map(|(awaited, seen)| store.changed(awaited.id, *seen));
        let (changed, index, _) = select_all(changes).await;
        seen[index] = changed?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use widget_state::testing::ManualClock;
    use widget_state::{
        ABSENCE_TIMEOUT, Departure, EventInput, Limits, MemoryStore, Surface, ViewerId, Widget,
        WidgetStore,
    };

    use super::*;
    use crate::widgets::Widgets;

    fn sent(n: u64, data: serde_json::Value) -> EventInput {
        EventInput { n, event_type: "a:b".into(), data, label: String::new(), block: None }
    }

    #[tokio::test]
    async fn a_cancelled_wait_takes_no_event_along() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let store = widgets.store();
        let widget_id = store.create(Widget::html("")).await.unwrap();
        let click = sent(1, true.into());
        store.append_events(widget_id, "0".repeat(32).parse().unwrap(), vec![click]).await.unwrap();
        let wait = async |call: &Call| {
            let arguments = serde_json::json!({"widget_id": widget_id, "timeout_ms": 30_000});
            WaitForEvents::call(call, serde_json::from_value(arguments).unwrap()).await
        };
        // Both are ready at once; were it left to chance, some call would take the click.
        let cancelled = Call::detached(Arc::clone(&widgets));
        cancelled.cancelled.cancel();
        for _ in 0..50 {
            assert!(wait(&cancelled).await.is_err());
        }
        let heard = wait(&Call::detached(Arc::clone(&widgets))).await.unwrap();
        assert!(!heard.timed_out && !heard.closed);
    }

    #[tokio::test]
    async fn a_cursor_of_another_widget_hides_no_event() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let widget_id = widgets.store().create(Widget::html("")).await.unwrap();
        let call = Call::detached(Arc::clone(&widgets));
        let arguments = serde_json::json!({"widget_id": widget_id, "after": 40,
            "timeout_ms": 30_000, "until_closed": false});
        let arguments = serde_json::from_value(arguments).unwrap();
        let waiting = WaitForEvents::call(&call, arguments);
        let clicking = async {
            tokio::task::yield_now().await;
            let click = sent(1, true.into());
            let viewer = "0".repeat(32).parse().unwrap();
            widgets.store().append_events(widget_id, viewer, vec![click]).await.unwrap();
        };
        let (heard, ()) = tokio::join!(waiting, clicking);
        assert!(!heard.unwrap().timed_out);
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
            block: None,
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

    async fn waited(call: &Call, arguments: serde_json::Value) -> serde_json::Value {
        let arguments = serde_json::from_value(arguments).unwrap();
        let output = WaitForEvents::call(call, arguments).await.unwrap();
        serde_json::to_value(output).unwrap()
    }

    #[tokio::test]
    async fn an_answer_is_bounded_in_bytes_and_the_next_one_goes_on() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let id = widgets.store().create(Widget::html("")).await.unwrap();
        let text = "é".repeat(2_000);
        let event = |n| {
            let data = serde_json::json!({"n": n, "text": text});
            sent(n, data)
        };
        let viewer = "0".repeat(32).parse().unwrap();
        widgets.store().append_events(id, viewer, (1..=40).map(event).collect()).await.unwrap();
        let call = Call::detached(Arc::clone(&widgets));
        let mut heard = Vec::new();
        loop {
            let arguments = serde_json::json!({"widget_id": id, "limit": 1_000, "timeout_ms": 1});
            let answer = waited(&call, arguments).await;
            if answer["timed_out"] == true {
                break;
            }
            assert!(answer["events"].to_string().len() <= 33 << 10);
            let events = answer["events"].as_array().unwrap();
            heard.extend(events.iter().map(|event| event["data"]["n"].as_u64().unwrap()));
            assert_eq!(answer["more"] == true, heard.len() < 40);
        }
        assert_eq!(heard, Vec::from_iter(1..=40));
    }

    #[tokio::test]
    async fn of_several_widgets_the_one_with_events_answers() {
        let widgets = Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default()));
        let call = Call::detached(Arc::clone(&widgets));
        let (one, two) = (
            widgets.store().create(Widget::html("")).await.unwrap(),
            widgets.store().create(Widget::html("")).await.unwrap(),
        );
        let arguments = serde_json::json!({"widget_ids": [one, two], "timeout_ms": 20});
        let answer = waited(&call, arguments.clone()).await;
        assert_eq!((&answer["timed_out"], &answer["events"]), (&true.into(), &[(); 0][..].into()));

        let click = sent(1, true.into());
        let wait = waited(&call, serde_json::json!({"widget_ids": [one, two]}));
        let viewer = "0".repeat(32).parse().unwrap();
        let clicked = widgets.store().append_events(two, viewer, vec![click]);
        let (answer, clicked) = tokio::join!(wait, clicked);
        clicked.unwrap();
        assert_eq!(answer["widget_id"], two.to_string());
        assert_eq!(answer["events"][0]["event_type"], "a:b");

        let arguments = serde_json::json!({"widget_ids": [one], "after": 0});
        let arguments = serde_json::from_value(arguments).unwrap();
        let Err(ToolError::Argument { name, .. }) = WaitForEvents::call(&call, arguments).await
        else {
            panic!("a cursor of which widget?")
        };
        assert_eq!(name, "after");
    }

    /// A widget whose only page has just gone, the clock of its store, and that viewer.
    async fn left() -> (Call, Arc<ManualClock>, WidgetId, ViewerId) {
        let clock = Arc::<ManualClock>::default();
        let store = MemoryStore::new().with_clock(Arc::clone(&clock) as _);
        let viewer = "0".repeat(32).parse().unwrap();
        let id = store.create(Widget::html("")).await.unwrap();
        store.attach(id, viewer, Surface::Page).await.unwrap();
        store.detach(id, viewer, Departure::Left).await.unwrap();
        let widgets = Widgets::with_store("http://127.0.0.1:1", Arc::new(store));
        (Call::detached(Arc::new(widgets)), clock, id, viewer)
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_that_is_not_until_the_end_of_the_last_page_goes_on() {
        let (call, clock, id, viewer) = left().await;
        let wait = waited(&call, serde_json::json!({"widget_id": id, "until_closed": false}));
        let opened_again = async {
            clock.advance(ABSENCE_TIMEOUT);
            let click = sent(1, true.into());
            call.widgets.store().append_events(id, viewer, vec![click]).await.unwrap();
        };
        let (answer, ()) = tokio::join!(wait, opened_again);
        assert_eq!((&answer["closed"], &answer["timed_out"]), (&().into(), &false.into()));
        assert_eq!(answer["events"][0]["event_type"], "a:b");
        // It was closed before the click.
        assert_eq!((&answer["events"][0]["seq"], &answer["cursor"]), (&3.into(), &3.into()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_of_the_last_page_ends_the_wait() {
        let (call, clock, id, _) = left().await;
        let wait = waited(&call, serde_json::json!({"widget_id": id}));
        let (answer, ()) = tokio::join!(wait, async { clock.advance(ABSENCE_TIMEOUT) });
        assert_eq!((&answer["closed"], &answer["timed_out"]), (&true.into(), &false.into()));
        assert_eq!(answer["viewers"]["open"], 0);
        // It is said once: the person may open the page again.
        let answer = waited(&call, serde_json::json!({"widget_id": id, "timeout_ms": 100})).await;
        assert_eq!((&answer["closed"], &answer["timed_out"]), (&().into(), &true.into()));
    }
}
