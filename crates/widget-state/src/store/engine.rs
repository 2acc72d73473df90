//! The engine: widgets in this process, and what happens to them in a journal.

mod budget;
mod entry;
mod outcome;
mod slot;

use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};
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
use crate::store::journal::Journal;
use crate::store::journal::error::JournalError;
use crate::store::journal::snapshot::Snapshot;
use crate::store::presence::{Departure, Surface};
use crate::store::{Appended, Changes, Watermark, WidgetStore, WidgetSummary};
use crate::suggest::nearest;
use crate::widget::Widget;
use budget::{Budget, Share};
use entry::Entry;
use outcome::Outcome;
use slot::{Slot, Writer};

/// Holds widgets in the memory of this process: the one store that has the rules.
///
/// With a [`Journal`] its widgets outlive it: a method returns when what it has done, or has read,
/// is in the journal, and [`Engine::open`] begins with what is there. Viewers, deliveries and
/// queries end with the engine, as their connections do.
///
/// ```
/// use std::sync::Arc;
///
/// use widget_state::{Engine, MemoryJournal, Widget, WidgetStore};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), widget_state::StateError> {
/// let journal = Arc::new(MemoryJournal::new());
/// let engine = Engine::new().open(journal.clone()).await?;
/// let id = engine.create(Widget::html("<b>0</b>")).await?;
/// drop(engine);
/// let engine = Engine::new().open(journal).await?;
/// assert_eq!(engine.get(id).await?.revision(), 1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Engine {
    widgets: RwLock<Widgets>,
    /// The number of widgets created so far, which orders them.
    created: AtomicU64,
    /// Counts the widgets that came and went, from 1.
    list_version: watch::Sender<u64>,
    limits: Limits,
    budget: Arc<Budget>,
    clock: Arc<dyn Clock>,
    journal: Option<Arc<dyn Journal>>,
}

/// An [`Engine`] without a journal: its widgets end with it.
pub type MemoryStore = Engine;

type Widgets = HashMap<WidgetId, Arc<Slot>>;

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An empty engine with the default limits and no journal.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// An empty engine with these limits and no journal.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Self {
        let list_version = watch::Sender::new(1);
        Self {
            widgets: RwLock::default(),
            created: AtomicU64::new(0),
            list_version,
            budget: Budget::new(limits.memory_bytes),
            limits,
            clock: Arc::new(SystemClock),
            journal: None,
        }
    }

    /// Takes the time of events from another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Takes the widgets of a journal, and writes to it from now on. No other engine may write to
    /// a widget at the same time: one that did would be refused, and read the journal again. One
    /// that only reads follows, where [`WidgetStore::changed`] waits.
    ///
    /// Widgets that are there are not refused for the [`Limits`]; their oldest events make room.
    ///
    /// # Errors
    ///
    /// [`StateError::Backend`] when the journal fails, and the errors of [`Widget::apply`] when it
    /// has operations that this version refuses.
    pub async fn open(mut self, journal: Arc<dyn Journal>) -> Result<Self, StateError> {
        for id in journal.list().await? {
            let stored = journal.load(id).await?;
            let writer = Writer::after(&stored);
            let share = Share::reserve(&self.budget, 0)?;
            let mut entry = Entry::new(stored.snapshot, &self.limits, self.next(), share, true);
            entry.replay(stored.records)?;
            entry.abandon(self.clock.now());
            let slot = Slot::new(entry, writer, Arc::clone(&self.clock));
            self.widgets.get_mut().insert(id, Arc::new(slot));
        }
        self.journal = Some(journal);
        Ok(self)
    }

    /// Returns the next place in the order of creation.
    fn next(&self) -> u64 {
        self.created.fetch_add(1, Ordering::Relaxed)
    }

    fn widgets(&self) -> RwLockReadGuard<'_, Widgets> {
        self.widgets.read()
    }

    fn widgets_mut(&self) -> RwLockWriteGuard<'_, Widgets> {
        self.widgets.write()
    }

    fn insert(&self, id: WidgetId, slot: Slot) -> Result<(), StateError> {
        let mut widgets = self.widgets_mut();
        check_count(CountedItems::Widgets, widgets.len() + 1, self.limits.widgets)?;
        widgets.insert(id, Arc::new(slot));
        Ok(())
    }

    fn slot(&self, id: WidgetId) -> Result<Arc<Slot>, StateError> {
        let widgets = self.widgets();
        widgets.get(&id).cloned().ok_or_else(|| unknown(id, &widgets))
    }

    /// Works on a widget, and returns when what was done or seen is in the journal.
    async fn with<T: Send>(
        &self,
        id: WidgetId,
        work: impl FnOnce(&mut Entry) -> T + Send,
    ) -> Result<T, StateError> {
        if self.journal.is_none() {
            return Ok(work(&mut self.slot(id)?.lock()));
        }
        self.in_turn(id, |slot| Ok(work(&mut slot.lock()))).await
    }

    /// As [`Engine::with`], while no other call changes the document.
    async fn in_turn<T: Send>(
        &self,
        id: WidgetId,
        work: impl FnOnce(&Slot) -> Result<T, StateError> + Send,
    ) -> Result<T, StateError> {
        let slot = self.slot(id)?;
        let mut writer = slot.writer().await;
        let Some(journal) = self.journal.as_deref() else { return work(&slot) };
        writer.catch_up(journal, id, &slot, &self.limits).await?;
        let outcome = work(&slot)?;
        writer.write(journal, id, &slot).await?;
        Ok(outcome)
    }

    /// Waits until another engine has written to the journal of a widget, which is read again by
    /// the next call.
    async fn behind(&self, id: WidgetId) -> Result<(), StateError> {
        let Some(journal) = &self.journal else { return pending().await };
        let slot = self.slot(id)?;
        let mut position = slot.writer().await.position();
        loop {
            position = journal.watch(id, position).await?;
            // A write of this engine has ended by then.
            if slot.writer().await.is_behind(position) {
                return Ok(());
            }
        }
    }

    /// Applies operations, in the turn of their widget.
    fn change(
        &self,
        slot: &Slot,
        mut ops: Vec<Op>,
        if_revision: Option<u64>,
    ) -> Result<u64, StateError> {
        if let Some(expected) = if_revision {
            slot.lock().check_revision(expected)?;
        }
        let growth = slot.lock().growth(&ops);
        let most = growth.saturating_add(self.limits.small_growth());
        let before = {
            let mut entry = slot.lock();
            if let [op] = ops.as_slice()
                && !entry.is_long(op)
                && let Ok(_reserved) = Share::reserve(&self.budget, most)
            {
                let applied = entry.apply(ops.remove(0), &self.limits);
                return applied.map_err(|error| error.in_batch(0));
            }
            entry.widget()
        };
        // What does not fit is refused before it is parsed, or else before it is taken.
        self.make_room(growth);
        let reserved = Share::reserve(&self.budget, growth)?;
        let outcome = Outcome::compute(&before, ops, &self.limits, self.journal.is_some())?;
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

/// A viewer that has come, until that is in the journal. Dropped before, it has not come: its caller
/// does not say when it goes.
struct Arrival<'a> {
    slot: &'a Slot,
    viewer: Option<ViewerId>,
}

impl Drop for Arrival<'_> {
    fn drop(&mut self) {
        if let Some(viewer) = self.viewer {
            self.slot.lock().forget(viewer);
        }
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
impl WidgetStore for Engine {
    async fn create(&self, widget: Widget) -> Result<WidgetId, StateError> {
        self.limits.check(&widget)?;
        widget.check_targets()?;
        let id = WidgetId::random()?;
        let bytes = widget.bytes();
        self.make_room(bytes);
        let share = Share::reserve(&self.budget, bytes)?;
        let snapshot = Snapshot::new(widget, &self.limits);
        if let Some(journal) = &self.journal {
            check_count(CountedItems::Widgets, self.widgets().len() + 1, self.limits.widgets)?;
            journal.create(id, snapshot.clone()).await?;
        }
        let is_journaled = self.journal.is_some();
        let entry = Entry::new(snapshot, &self.limits, self.next(), share, is_journaled);
        let slot = Slot::new(entry, Writer::default(), Arc::clone(&self.clock));
        if let Err(error) = self.insert(id, slot) {
            if let Some(journal) = &self.journal {
                journal.remove(id).await?;
            }
            return Err(error);
        }
        self.list_version.send_modify(|mark| *mark += 1);
        Ok(id)
    }

    async fn get(&self, id: WidgetId) -> Result<Arc<Widget>, StateError> {
        self.with(id, |entry| entry.widget()).await
    }

    async fn summary(&self, id: WidgetId) -> Result<WidgetSummary, StateError> {
        self.with(id, |entry| entry.summary(id)).await
    }

    async fn list(&self) -> Result<Vec<WidgetSummary>, StateError> {
        let ids: Vec<WidgetId> = self.widgets().keys().copied().collect();
        let mut list = Vec::with_capacity(ids.len());
        for id in ids {
            match self.with(id, |entry| (entry.created(), entry.summary(id))).await {
                Ok(listed) => list.push(listed),
                // It was removed meanwhile.
                Err(StateError::UnknownWidget { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        list.sort_unstable_by_key(|(created, _)| *created);
        Ok(list.into_iter().map(|(_, summary)| summary).collect())
    }

    async fn remove(&self, id: WidgetId) -> Result<(), StateError> {
        if let Some(journal) = &self.journal {
            let _known = self.slot(id)?;
            match journal.remove(id).await {
                Ok(()) | Err(JournalError::Unknown(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        // A large document takes its time to go, outside of the lock.
        let slot = {
            let mut widgets = self.widgets_mut();
            widgets.remove(&id).ok_or_else(|| unknown(id, &widgets))?
        };
        slot.lock().end();
        self.list_version.send_modify(|mark| *mark += 1);
        Ok(())
    }

    async fn apply_all(
        &self,
        id: WidgetId,
        ops: Vec<Op>,
        if_revision: Option<u64>,
    ) -> Result<u64, StateError> {
        self.in_turn(id, |slot| self.change(slot, ops, if_revision)).await
    }

    async fn changes_since(
        &self,
        id: WidgetId,
        revision: Option<u64>,
    ) -> Result<Changes, StateError> {
        self.with(id, |entry| entry.changes_since(revision, &self.limits)).await
    }

    async fn append_events(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        events: Vec<EventInput>,
    ) -> Result<Appended, StateError> {
        let now = self.clock.now();
        // An event may change the document.
        let append = |slot: &Slot| Ok(slot.lock().append(viewer, events, now, &self.limits));
        self.in_turn(id, append).await
    }

    async fn read_events(&self, id: WidgetId, query: EventQuery) -> Result<EventPage, StateError> {
        self.with(id, |entry| entry.read(&query)).await
    }

    async fn changed(&self, id: WidgetId, seen: Watermark) -> Result<Watermark, StateError> {
        loop {
            let (mut watermark, closes_at) =
                self.with(id, |entry| (entry.subscribe(), entry.closes_at())).await?;
            let closing = async {
                match closes_at {
                    Some(at) => self.clock.wait_until(at).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                mark = watermark.wait_for(|mark| *mark != seen) => {
                    // The sender goes with the widget, and with it the wait.
                    let removed = |_| StateError::UnknownWidget { id, nearest: None };
                    return mark.map(|mark| *mark).map_err(removed);
                }
                () = closing => {}
                behind = self.behind(id) => behind?,
            }
        }
    }

    async fn list_changed(&self, seen: u64) -> Result<u64, StateError> {
        let mut version = self.list_version.subscribe();
        let mark = version.wait_for(|mark| *mark != seen).await.map(|mark| *mark);
        // The sender lives as long as this store.
        Ok(mark.unwrap_or(seen))
    }

    async fn attach(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        surface: Surface,
    ) -> Result<(), StateError> {
        let now = self.clock.now();
        let slot = self.slot(id)?;
        let mut arrival = Arrival { slot: &slot, viewer: None };
        let attach = |entry: &mut Entry| {
            entry.attach(viewer, surface, now);
            arrival.viewer = Some(viewer);
        };
        self.with(id, attach).await?;
        arrival.viewer = None;
        Ok(())
    }

    async fn detach(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        departure: Departure,
    ) -> Result<(), StateError> {
        let now = self.clock.now();
        self.with(id, |entry| entry.detach(viewer, departure, now)).await
    }

    async fn acknowledge(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        revision: u64,
        failures: Vec<Failure>,
    ) -> Result<(), StateError> {
        self.with(id, |entry| entry.acknowledge(viewer, revision, failures)).await
    }

    async fn delivery(
        &self,
        id: WidgetId,
        revision: u64,
        deadline_passed: bool,
    ) -> Result<Option<Delivery>, StateError> {
        self.with(id, |entry| entry.delivery(revision, deadline_passed)).await
    }

    async fn open_query(&self, id: WidgetId, query: ViewQuery) -> Result<RequestId, StateError> {
        let request = RequestId::random()?;
        self.with(id, |entry| entry.open_query(request, query)).await?;
        Ok(request)
    }

    async fn pending_queries(
        &self,
        id: WidgetId,
        viewer: ViewerId,
    ) -> Result<Vec<PendingQuery>, StateError> {
        self.with(id, |entry| entry.pending_queries(viewer)).await
    }

    async fn submit_query_result(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        answer: QueryResult,
    ) -> Result<(), StateError> {
        self.with(id, |entry| entry.submit_query_result(viewer, answer)).await
    }

    async fn take_query_outcome(
        &self,
        id: WidgetId,
        request: RequestId,
        deadline_passed: bool,
    ) -> Result<Option<QueryOutcome>, StateError> {
        self.with(id, |entry| entry.take_query_outcome(request, deadline_passed)).await
    }
}
