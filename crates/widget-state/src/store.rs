//! The contract of what holds widgets.

pub(crate) mod delivery;
pub(crate) mod engine;
pub(crate) mod journal;
pub(crate) mod op_log;
mod pending_queries;
pub(crate) mod presence;
mod size;
pub(crate) mod wait;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use crate::change::LoggedChange;
use crate::error::StateError;
use crate::event::EventInput;
use crate::event::log::{EventPage, EventQuery};
use crate::id::{RequestId, ViewerId, WidgetId};
use crate::kind::WidgetKind;
use crate::op::Op;
use crate::op::query::{PendingQuery, QueryOutcome, QueryResult, ViewQuery};
use crate::widget::Widget;
use crate::wire::WireDocument;
use delivery::{Delivery, Failure};
use presence::{Departure, Presence, Surface};
use wait::Wait;

type Result<T> = std::result::Result<T, StateError>;

/// Holds widgets: their documents, operations, events and viewers.
///
/// Every method is atomic, and may be called from anywhere at once. A method
/// that names a widget fails with [`StateError::UnknownWidget`] when there is
/// none, and with [`StateError::Backend`] when the engine behind it does.
///
/// - `revision` grows by one with each operation that was applied.
/// - `seq` grows by one with each event that was stored.
/// - What a method has confirmed is not lost while the store lives.
#[async_trait]
pub trait WidgetStore: fmt::Debug + Send + Sync + 'static {
    /// Takes a new widget.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`], [`StateError::TooMany`] and [`StateError::MemoryFull`]
    /// beyond the limits, [`StateError::UnknownTarget`] as [`Widget::check_targets`].
    async fn create(&self, widget: Widget) -> Result<WidgetId>;

    /// The document as it is now.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn get(&self, id: WidgetId) -> Result<Arc<Widget>>;

    /// A widget as it stands in the list.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn summary(&self, id: WidgetId) -> Result<WidgetSummary>;

    /// Every widget, oldest first.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn list(&self) -> Result<Vec<WidgetSummary>>;

    /// Ends a widget. Its viewers are told.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn remove(&self, id: WidgetId) -> Result<()>;

    /// Applies several operations, one after the other, and returns the revision that they make
    /// together: one, and one more for each signal that is not the first of them.
    ///
    /// # Errors
    ///
    /// [`StateError::Batch`] when one of them is refused, with the reason that
    /// [`WidgetStoreExt::apply`] gives, and [`StateError::Revision`] when the widget has changed
    /// since `if_revision`, but for what people type and have not sent. None is applied then.
    async fn apply_all(&self, id: WidgetId, ops: Vec<Op>, if_revision: Option<u64>) -> Result<u64>;

    /// Returns the changes that bring a viewer from `revision` to the newest one.
    /// A viewer that has drawn nothing also gets the signals that no viewer has received.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn changes_since(&self, id: WidgetId, revision: Option<u64>) -> Result<Changes>;

    /// Stores what a person did, in this order, each event once.
    ///
    /// An event whose `n` this viewer has sent before is dropped. One that is
    /// malformed or too large is rejected and never asked for again. The value of
    /// the component and the local actions of an event are applied with it.
    ///
    /// # Errors
    ///
    /// As all methods. Nothing of the batch is stored then.
    async fn append_events(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        events: Vec<EventInput>,
    ) -> Result<Appended>;

    /// Reads events; see [`EventLog::read`](crate::EventLog::read).
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn read_events(&self, id: WidgetId, query: EventQuery) -> Result<EventPage>;

    /// Waits until the widget is newer than `seen`, and
    /// returns how it is. Returns at once when it has changed already.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownWidget`] when the widget is or gets removed.
    async fn changed(&self, id: WidgetId, seen: Watermark) -> Result<Watermark>;

    /// Waits until widgets have come or gone since the list was `seen`, and returns
    /// how it is: a number that grows with each of them. 0 is never the answer, so
    /// a call with 0 returns at once.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn list_changed(&self, seen: u64) -> Result<u64>;

    /// Registers a viewer, which has opened the widget. Needs a [`WidgetStore::detach`] later.
    ///
    /// The first viewer of a widget that counts as closed puts the event `viewer:opened`
    /// with its `surface` into the log.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn attach(&self, id: WidgetId, viewer: ViewerId, surface: Surface) -> Result<()>;

    /// Unregisters a viewer, which has gone. One that was open and is [`Departure::Unresponsive`] puts the event
    /// `viewer:failed` into the log.
    ///
    /// A widget that has been without a viewer for [`ABSENCE_TIMEOUT`](crate::ABSENCE_TIMEOUT)
    /// counts as closed: the event `viewer:closed` of the last viewer is in the log then, and
    /// [`WidgetStore::changed`] returns.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn detach(&self, id: WidgetId, viewer: ViewerId, departure: Departure) -> Result<()>;

    /// Notes that a viewer has drawn everything up to `revision`, but for the failures.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn acknowledge(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        revision: u64,
        failures: Vec<Failure>,
    ) -> Result<()>;

    /// Returns the delivery of the operation of `revision`. With `deadline_passed` false, `None`
    /// while a viewer may still answer.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn delivery(
        &self,
        id: WidgetId,
        revision: u64,
        deadline_passed: bool,
    ) -> Result<Option<Delivery>>;

    /// Puts a query to the viewers that are open now, and to none that opens later. Of a widget
    /// at most 8 are open at once: one more ends the oldest.
    ///
    /// # Errors
    ///
    /// [`StateError::Id`], and as all methods.
    async fn open_query(&self, id: WidgetId, query: ViewQuery) -> Result<RequestId>;

    /// Returns the open queries that were put to a viewer and have no answer of it, oldest first.
    /// Every operation that was applied before one of them is in the
    /// [changes](WidgetStore::changes_since) that are asked for after this.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn pending_queries(&self, id: WidgetId, viewer: ViewerId) -> Result<Vec<PendingQuery>>;

    /// Takes the answer of a viewer to a query. The first result that comes is kept.
    /// Answers to queries that were not asked, not asked of this viewer, or already answered are dropped.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn submit_query_result(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        answer: QueryResult,
    ) -> Result<()>;

    /// Returns the outcome of a query. With `deadline_passed` false, `None` while a viewer
    /// that was asked may still answer. An outcome ends the query.
    ///
    /// # Errors
    ///
    /// As all methods.
    async fn take_query_outcome(
        &self,
        id: WidgetId,
        request: RequestId,
        deadline_passed: bool,
    ) -> Result<Option<QueryOutcome>>;
}

/// The progress of a widget: anything that happens to it increases one of the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watermark {
    /// The newest operation.
    pub revision: u64,
    /// The newest event.
    pub seq: u64,
    /// Counts what viewers say and are asked: that they came, went, or have drawn something.
    pub viewers: u64,
}

/// The changes a viewer has to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// The revision after them.
    pub revision: u64,
    /// The whole document, when the viewer has nothing or is too far behind.
    pub document: Option<WireDocument>,
    /// Operations and signals in order. Beside a document only signals.
    pub ops: Vec<LoggedChange>,
    /// The largest event that is taken: its data as JSON and its label, in bytes.
    pub max_event_bytes: usize,
}

/// The outcome of appending the events of a viewer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appended {
    /// Every event up to this `n` is stored or rejected.
    pub acked: u64,
    /// Events that can never be stored.
    pub rejected: Vec<Rejected>,
}

/// An event that can never be stored.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Rejected {
    /// The number its viewer gave it.
    pub n: u64,
    /// The reason.
    pub reason: String,
}

/// A widget in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct WidgetSummary {
    /// Its id.
    pub widget_id: WidgetId,
    /// Its title.
    pub title: String,
    /// Its kind.
    pub kind: WidgetKind,
    /// Its newest revision.
    pub revision: u64,
    /// Its viewers.
    pub viewers: Presence,
    /// The `seq` of its newest event.
    pub events: u64,
}

/// Conveniences that every store has.
#[async_trait]
pub trait WidgetStoreExt: WidgetStore {
    /// Applies an operation and returns its revision.
    ///
    /// # Errors
    ///
    /// Refusals of [`Widget::apply`] and of the limits.
    async fn apply(&self, id: WidgetId, op: Op) -> Result<u64> {
        self.apply_all(id, vec![op], None).await.map_err(StateError::alone)
    }

    /// Returns the viewers of the widget, as they are now and were before.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::summary`].
    async fn presence(&self, id: WidgetId) -> Result<Presence> {
        Ok(self.summary(id).await?.viewers)
    }

    /// Waits for the delivery of the operation of `revision`, up to
    /// `timeout` and only while a viewer is open.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::delivery`].
    async fn confirm(&self, id: WidgetId, revision: u64, timeout: Duration) -> Result<Delivery> {
        let mut wait = Wait::at(id, timeout);
        loop {
            if let Some(delivery) = self.delivery(id, revision, wait.is_over()).await? {
                return Ok(delivery);
            }
            wait.next(self).await?;
        }
    }

    /// Puts a query to the viewers that are open, and waits up to `timeout` for the first
    /// result. Returns at once where none is open.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::open_query`].
    async fn ask(&self, id: WidgetId, query: ViewQuery, timeout: Duration) -> Result<QueryOutcome> {
        let mut wait = Wait::at(id, timeout);
        let request = self.open_query(id, query).await?;
        loop {
            if let Some(outcome) = self.take_query_outcome(id, request, wait.is_over()).await? {
                return Ok(outcome);
            }
            wait.next(self).await?;
        }
    }

    /// Reads events, waiting up to `timeout` for the first. An empty page means
    /// that none came.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::read_events`].
    async fn wait_for_events(
        &self,
        id: WidgetId,
        mut query: EventQuery,
        timeout: Duration,
    ) -> Result<EventPage> {
        let mut wait = Wait::at(id, timeout);
        loop {
            let page = self.read_events(id, query.clone()).await?;
            if !page.events.is_empty() || page.gap.is_some() || wait.is_over() {
                return Ok(page);
            }
            // A cursor that is ahead of all events is one of the newest that there is.
            query.after = query.after.map(|after| after.min(page.cursor));
            wait.next(self).await?;
        }
    }
}

impl<S: WidgetStore + ?Sized> WidgetStoreExt for S {}
