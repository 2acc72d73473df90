//! The events of a widget as a stream.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, stream};
use widget_state::{
    Event, EventQuery, Gap, StateError, WidgetId, WidgetStore, WidgetStoreExt as _,
};

use super::Widgets;

/// The time a wait for events lasts before it is repeated.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// An item of [`Widgets::events`].
#[derive(Clone, Debug, PartialEq)]
pub enum EventOrGap {
    /// The next event.
    Event(Event),
    /// Events that fell off the full log before this reader came to them.
    Gap(Gap),
}

impl Widgets {
    /// The events of a widget: those that its log still holds, then each as it comes. Each stream
    /// has all of them. What it has taken counts as read for [`EventQuery::default`].
    ///
    /// It ends when the widget is destroyed, and after an error.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownWidget`] where there is no such widget, and as
    /// [`WidgetStore::read_events`].
    ///
    /// # Examples
    ///
    /// ```
    /// use std::pin::pin;
    ///
    /// use futures_util::StreamExt as _;
    /// use widget_mcp::{EventOrGap, Widgets};
    /// use widget_state::WidgetId;
    ///
    /// # async fn run(widgets: &Widgets, id: WidgetId) -> Result<(), widget_state::StateError> {
    /// let mut events = pin!(widgets.events(id));
    /// while let Some(next) = events.next().await {
    ///     match next? {
    ///         EventOrGap::Event(event) => println!("{} {}", event.event_type, event.data),
    ///         EventOrGap::Gap(gap) => println!("{} events were lost", gap.lost),
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn events(
        &self,
        id: WidgetId,
    ) -> impl Stream<Item = Result<EventOrGap, StateError>> + Send + use<> {
        events(self.shared_store(), id, EventQuery::after(0))
    }
}

/// The events of a widget that a query asks for, and each that it would as it comes.
pub(crate) fn events(
    store: Arc<dyn WidgetStore>,
    id: WidgetId,
    query: EventQuery,
) -> impl Stream<Item = Result<EventOrGap, StateError>> + Send + use<> {
    let query = EventQuery { limit: 1_000, ..query };
    let reading = Reading { store, id, query, read: VecDeque::new(), has_begun: false };
    stream::try_unfold(reading, async |mut reading| {
        let next = reading.next().await?;
        Ok(next.map(|next| (next, reading)))
    })
}

/// The place of one stream.
struct Reading {
    store: Arc<dyn WidgetStore>,
    id: WidgetId,
    query: EventQuery,
    read: VecDeque<EventOrGap>,
    has_begun: bool,
}

impl Reading {
    /// Returns the next item; `None` once the widget is destroyed.
    async fn next(&mut self) -> Result<Option<EventOrGap>, StateError> {
        loop {
            if let Some(next) = self.read.pop_front() {
                return Ok(Some(next));
            }
            let timeout = if self.has_begun { WAIT_TIMEOUT } else { Duration::ZERO };
            let page = match self.store.wait_for_events(self.id, self.query.clone(), timeout).await
            {
                Err(StateError::UnknownWidget { .. }) if self.has_begun => return Ok(None),
                page => page?,
            };
            self.has_begun = true;
            self.query.after = Some(page.cursor);
            self.read.extend(page.gap.map(EventOrGap::Gap));
            self.read.extend(page.events.into_iter().map(EventOrGap::Event));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::StreamExt as _;
    use widget_state::{EventInput, Limits, Widget};

    use super::*;

    async fn click(widgets: &Widgets, id: WidgetId, n: u64) {
        let click = EventInput {
            n,
            event_type: "a:b".into(),
            data: n.into(),
            label: String::new(),
            block: None,
        };
        let viewer = "0".repeat(32).parse().unwrap();
        widgets.store().append_events(id, viewer, vec![click]).await.unwrap();
    }

    #[tokio::test]
    async fn each_stream_has_every_event_once() {
        let limits = Limits { events_per_widget: 2, ..Limits::default() };
        let widgets = Widgets::new("http://127.0.0.1:1", limits);
        let id = widgets.store().create(Widget::html("")).await.unwrap();
        for n in 1..=3 {
            click(&widgets, id, n).await;
        }
        let mut first = pin!(widgets.events(id));
        let gap = Gap { from_seq: 1, to_seq: 1, lost: 1 };
        assert_eq!(first.next().await.unwrap().unwrap(), EventOrGap::Gap(gap));
        for n in 2..=3 {
            let Some(Ok(EventOrGap::Event(event))) = first.next().await else {
                panic!("event {n}")
            };
            assert_eq!(event.seq, n);
        }
        let (next, ()) = tokio::join!(first.next(), click(&widgets, id, 4));
        assert!(matches!(next, Some(Ok(EventOrGap::Event(event))) if event.seq == 4));

        let second: Vec<_> = {
            let events = widgets.events(id).take(3);
            events.collect().await
        };
        assert!(matches!(&second[2], Ok(EventOrGap::Event(event)) if event.seq == 4));

        let (end, removed) = tokio::join!(first.next(), widgets.remove(id));
        assert!(end.is_none() && removed.is_ok(), "{end:?}");
        assert!(pin!(widgets.events(id)).next().await.unwrap().is_err());
    }
}
