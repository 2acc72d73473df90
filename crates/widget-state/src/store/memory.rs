//! Widgets in this process.

mod budget;
mod entry;

use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use tokio::sync::watch;

use crate::bounds::check_count;
use crate::clock::{Clock, SystemClock};
use crate::error::StateError;
use crate::event::EventInput;
use crate::event::log::{EventPage, EventQuery};
use crate::id::{RequestId, ViewerId, WidgetId};
use crate::limits::{CountedItems, Limits};
use crate::op::Op;
use crate::op::query::{PendingQuery, QueryOutcome, QueryResult, ViewQuery};
use crate::store::delivery::{Delivery, Failure};
use crate::store::presence::{Departure, Presence, Surface};
use crate::store::{Appended, Changes, Watermark, WidgetStore, WidgetSummary};
use crate::suggest::nearest;
use crate::widget::Widget;
use budget::{Budget, Share};
use entry::{Entry, Outcome};

/// Holds widgets in the memory of this process.
#[derive(Debug)]
pub struct MemoryStore {
    widgets: RwLock<Widgets>,
    /// The number of widgets created so far, which orders them.
    created: AtomicU64,
    /// Counts the widgets that came and went, from 1.
    list_news: watch::Sender<u64>,
    limits: Limits,
    budget: Arc<Budget>,
    clock: Arc<dyn Clock>,
}

type Widgets = HashMap<WidgetId, Arc<Slot>>;

/// A widget and its locks.
#[derive(Debug)]
struct Slot {
    clock: Arc<dyn Clock>,
    /// Held while the document changes. A large operation is computed under it alone, so that
    /// readers do not wait for its JSON to be parsed.
    writer: tokio::sync::Mutex<()>,
    entry: Mutex<Entry>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryStore {
    /// An empty store with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// An empty store with these limits.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        let list_news = watch::Sender::new(1);
        Self {
            widgets: RwLock::default(),
            created: AtomicU64::new(0),
            list_news,
            budget: Budget::new(limits.memory_bytes),
            limits,
            clock: Arc::new(SystemClock),
        }
    }

    /// Takes the time of events from another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    fn widgets(&self) -> RwLockReadGuard<'_, Widgets> {
        self.widgets.read()
    }

    fn widgets_mut(&self) -> RwLockWriteGuard<'_, Widgets> {
        self.widgets.write()
    }

    fn slot(&self, id: WidgetId) -> Result<Arc<Slot>, StateError> {
        let widgets = self.widgets();
        widgets.get(&id).cloned().ok_or_else(|| unknown(id, &widgets))
    }

    fn with<T>(&self, id: WidgetId, work: impl FnOnce(&mut Entry) -> T) -> Result<T, StateError> {
        Ok(work(&mut self.slot(id)?.lock()))
    }

    async fn change(
        &self,
        id: WidgetId,
        mut ops: Vec<Op>,
        if_revision: Option<u64>,
    ) -> Result<u64, StateError> {
        let slot = self.slot(id)?;
        let _writer = slot.writer.lock().await;
        let actual = slot.lock().widget().revision();
        if let Some(expected) = if_revision.filter(|expected| *expected != actual) {
            return Err(StateError::Revision { expected, actual });
        }
        let growth = slot.lock().growth(&ops);
        let most = growth.saturating_add(self.limits.small_growth());
        let before = {
            let mut entry = slot.lock();
            match ops.pop() {
                Some(op) if ops.is_empty() && !entry.is_long(&op) => {
                    if let Ok(_reserved) = Share::take(&self.budget, most) {
                        return entry.apply(op, &self.limits).map_err(|error| error.in_batch(0));
                    }
                    ops.push(op);
                }
                last => ops.extend(last),
            }
            entry.widget()
        };
        // What does not fit is refused before it is parsed, or else before it is taken.
        self.make_room(growth);
        let reserved = Share::take(&self.budget, growth)?;
        let outcome = Outcome::compute(&before, ops, &self.limits)?;
        drop(reserved);
        let more = slot.lock().growth_by(&outcome);
        self.make_room(more);
        slot.lock().commit(outcome)
    }

    /// Lets signals that wait for a viewer make room where memory is missing for `bytes` more: those
    /// of the oldest widget first.
    fn make_room(&self, bytes: usize) {
        if self.budget.missing(bytes) == 0 {
            return;
        }
        let mut slots: Vec<_> = self.widgets().values().cloned().collect();
        slots.sort_by_cached_key(|slot| slot.lock().created());
        for slot in slots {
            let mut entry = slot.lock();
            while self.budget.missing(bytes) > 0 && entry.drop_oldest_signal() {}
        }
    }
}

impl Slot {
    fn new(entry: Entry, clock: Arc<dyn Clock>) -> Self {
        Self { clock, writer: tokio::sync::Mutex::new(()), entry: Mutex::new(entry) }
    }

    /// The widget as it is now: what time alone has made of it is done first.
    ///
    /// A panic while the lock was held leaves a document between two operations at
    /// worst, since each is applied in one step.
    fn lock(&self) -> MutexGuard<'_, Entry> {
        let mut entry = self.entry.lock();
        if entry.closes_at().is_some_and(|due| due <= self.clock.now()) {
            entry.close();
        }
        entry
    }
}

/// An id is the permission to see its widget, so only an obvious typing error of
/// a caller that nearly knows it gets a suggestion.
fn unknown(id: WidgetId, widgets: &Widgets) -> StateError {
    let known: Vec<String> = widgets.keys().map(ToString::to_string).collect();
    let found = nearest(&id.to_string(), known.iter().map(String::as_str));
    StateError::UnknownWidget { id, nearest: found.and_then(|id| id.parse().ok()) }
}

#[async_trait]
impl WidgetStore for MemoryStore {
    async fn create(&self, widget: Widget) -> Result<WidgetId, StateError> {
        self.limits.check(&widget)?;
        widget.check_targets()?;
        let id = WidgetId::random()?;
        let created = self.created.fetch_add(1, Ordering::Relaxed);
        let bytes = widget.bytes();
        self.make_room(bytes);
        let share = Share::take(&self.budget, bytes)?;
        let entry = Entry::new(widget, created, &self.limits, share);
        {
            let mut widgets = self.widgets_mut();
            check_count(CountedItems::Widgets, widgets.len() + 1, self.limits.widgets)?;
            widgets.insert(id, Arc::new(Slot::new(entry, Arc::clone(&self.clock))));
        }
        self.list_news.send_modify(|mark| *mark += 1);
        Ok(id)
    }

    async fn get(&self, id: WidgetId) -> Result<Arc<Widget>, StateError> {
        self.with(id, |entry| entry.widget())
    }

    async fn summary(&self, id: WidgetId) -> Result<WidgetSummary, StateError> {
        self.with(id, |entry| entry.summary(id))
    }

    async fn list(&self) -> Result<Vec<WidgetSummary>, StateError> {
        let slots: Vec<_> =
            self.widgets().iter().map(|(id, slot)| (*id, Arc::clone(slot))).collect();
        let listed = |(id, slot): &(WidgetId, Arc<Slot>)| {
            let entry = slot.lock();
            (entry.created(), entry.summary(*id))
        };
        let mut list: Vec<_> = slots.iter().map(listed).collect();
        list.sort_unstable_by_key(|(created, _)| *created);
        Ok(list.into_iter().map(|(_, summary)| summary).collect())
    }

    async fn remove(&self, id: WidgetId) -> Result<(), StateError> {
        // A large document takes its time to go, outside of the lock.
        let slot = {
            let mut widgets = self.widgets_mut();
            widgets.remove(&id).ok_or_else(|| unknown(id, &widgets))?
        };
        slot.lock().end();
        self.list_news.send_modify(|mark| *mark += 1);
        Ok(())
    }

    async fn apply(&self, id: WidgetId, op: Op) -> Result<u64, StateError> {
        self.change(id, vec![op], None).await.map_err(StateError::alone)
    }

    async fn apply_all(
        &self,
        id: WidgetId,
        ops: Vec<Op>,
        if_revision: Option<u64>,
    ) -> Result<u64, StateError> {
        self.change(id, ops, if_revision).await
    }

    async fn changes_since(
        &self,
        id: WidgetId,
        revision: Option<u64>,
    ) -> Result<Changes, StateError> {
        self.with(id, |entry| entry.changes_since(revision, &self.limits))
    }

    async fn append_events(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        events: Vec<EventInput>,
    ) -> Result<Appended, StateError> {
        let now = self.clock.now();
        let slot = self.slot(id)?;
        // An event may change the document.
        let _writer = slot.writer.lock().await;
        Ok(slot.lock().append(viewer, events, now, &self.limits))
    }

    async fn read_events(&self, id: WidgetId, query: EventQuery) -> Result<EventPage, StateError> {
        self.with(id, |entry| entry.read(&query))
    }

    async fn changed(&self, id: WidgetId, seen: Watermark) -> Result<Watermark, StateError> {
        loop {
            let (mut news, closes_at) =
                self.with(id, |entry| (entry.subscribe(), entry.closes_at()))?;
            let closing = async {
                match closes_at {
                    Some(at) => self.clock.wait_until(at).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                mark = news.wait_for(|mark| *mark != seen) => {
                    // The sender goes with the widget, and with it the wait.
                    let removed = |_| StateError::UnknownWidget { id, nearest: None };
                    return mark.map(|mark| *mark).map_err(removed);
                }
                () = closing => {}
            }
        }
    }

    async fn list_changed(&self, seen: u64) -> Result<u64, StateError> {
        let mut news = self.list_news.subscribe();
        let mark = news.wait_for(|mark| *mark != seen).await.map(|mark| *mark);
        // The sender lives as long as this store.
        Ok(mark.unwrap_or(seen))
    }

    async fn presence(&self, id: WidgetId) -> Result<Presence, StateError> {
        self.with(id, |entry| entry.presence())
    }

    async fn attach(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        surface: Surface,
    ) -> Result<(), StateError> {
        let now = self.clock.now();
        self.with(id, |entry| entry.attach(viewer, surface, now))
    }

    async fn detach(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        departure: Departure,
    ) -> Result<(), StateError> {
        let now = self.clock.now();
        self.with(id, |entry| entry.detach(viewer, departure, now))
    }

    async fn acknowledge(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        revision: u64,
        failures: Vec<Failure>,
    ) -> Result<(), StateError> {
        self.with(id, |entry| entry.acknowledge(viewer, revision, failures))
    }

    async fn delivery(
        &self,
        id: WidgetId,
        revision: u64,
        settle: bool,
    ) -> Result<Option<Delivery>, StateError> {
        self.with(id, |entry| entry.delivery(revision, settle))
    }

    async fn open_query(&self, id: WidgetId, query: ViewQuery) -> Result<RequestId, StateError> {
        let request = RequestId::random()?;
        self.with(id, |entry| entry.open_query(request, query))?;
        Ok(request)
    }

    async fn pending_queries(
        &self,
        id: WidgetId,
        viewer: ViewerId,
    ) -> Result<Vec<PendingQuery>, StateError> {
        self.with(id, |entry| entry.pending_queries(viewer))
    }

    async fn submit_query_result(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        answer: QueryResult,
    ) -> Result<(), StateError> {
        self.with(id, |entry| entry.submit_query_result(viewer, answer))
    }

    async fn take_query_outcome(
        &self,
        id: WidgetId,
        request: RequestId,
        settle: bool,
    ) -> Result<Option<QueryOutcome>, StateError> {
        self.with(id, |entry| entry.take_query_outcome(request, settle))
    }
}
