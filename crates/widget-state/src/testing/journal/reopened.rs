//! A store that is closed and opened before every call.

use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;

use crate::clock::Clock;
use crate::error::StateError;
use crate::event::EventInput;
use crate::event::log::{EventPage, EventQuery};
use crate::id::{RequestId, ViewerId, WidgetId};
use crate::limits::Limits;
use crate::op::Op;
use crate::op::query::{PendingQuery, QueryOutcome, QueryResult, ViewQuery};
use crate::store::delivery::{Delivery, Failure};
use crate::store::engine::Engine;
use crate::store::journal::Journal;
use crate::store::presence::{Departure, Surface};
use crate::store::{Appended, Changes, Watermark, WidgetStore, WidgetSummary};
use crate::widget::Widget;

type Result<T> = std::result::Result<T, StateError>;

/// Opens a store over a journal for each call. The viewers that are open come along.
#[derive(Debug)]
pub(super) struct Reopened {
    journal: Arc<dyn Journal>,
    limits: Limits,
    clock: Arc<dyn Clock>,
    viewers: Mutex<Vec<(WidgetId, ViewerId, Surface)>>,
}

impl Reopened {
    pub(super) fn new(journal: impl Journal, limits: Limits, clock: Arc<dyn Clock>) -> Self {
        Self { journal: Arc::new(journal), limits, clock, viewers: Mutex::default() }
    }

    async fn store(&self) -> Result<Engine> {
        let store = Engine::with_limits(self.limits.clone());
        let store = store.with_clock(Arc::clone(&self.clock));
        let store = store.open(Arc::clone(&self.journal)).await?;
        let viewers = self.viewers.lock().clone();
        for (id, viewer, surface) in viewers {
            store.attach(id, viewer, surface).await?;
        }
        Ok(store)
    }
}

#[async_trait]
impl WidgetStore for Reopened {
    async fn create(&self, widget: Widget) -> Result<WidgetId> {
        self.store().await?.create(widget).await
    }

    async fn get(&self, id: WidgetId) -> Result<Arc<Widget>> {
        self.store().await?.get(id).await
    }

    async fn summary(&self, id: WidgetId) -> Result<WidgetSummary> {
        self.store().await?.summary(id).await
    }

    async fn list(&self) -> Result<Vec<WidgetSummary>> {
        self.store().await?.list().await
    }

    async fn remove(&self, id: WidgetId) -> Result<()> {
        self.store().await?.remove(id).await?;
        self.viewers.lock().retain(|(widget, ..)| *widget != id);
        Ok(())
    }

    async fn apply_all(&self, id: WidgetId, ops: Vec<Op>, if_revision: Option<u64>) -> Result<u64> {
        self.store().await?.apply_all(id, ops, if_revision).await
    }

    async fn changes_since(&self, id: WidgetId, revision: Option<u64>) -> Result<Changes> {
        self.store().await?.changes_since(id, revision).await
    }

    async fn append_events(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        events: Vec<EventInput>,
    ) -> Result<Appended> {
        self.store().await?.append_events(id, viewer, events).await
    }

    async fn read_events(&self, id: WidgetId, query: EventQuery) -> Result<EventPage> {
        self.store().await?.read_events(id, query).await
    }

    async fn changed(&self, id: WidgetId, seen: Watermark) -> Result<Watermark> {
        self.store().await?.changed(id, seen).await
    }

    async fn list_changed(&self, seen: u64) -> Result<u64> {
        self.store().await?.list_changed(seen).await
    }

    async fn attach(&self, id: WidgetId, viewer: ViewerId, surface: Surface) -> Result<()> {
        self.store().await?.attach(id, viewer, surface).await?;
        self.viewers.lock().push((id, viewer, surface));
        Ok(())
    }

    async fn detach(&self, id: WidgetId, viewer: ViewerId, departure: Departure) -> Result<()> {
        self.store().await?.detach(id, viewer, departure).await?;
        let mut viewers = self.viewers.lock();
        let at = viewers.iter().position(|(widget, open, _)| (*widget, *open) == (id, viewer));
        at.map(|at| viewers.remove(at));
        Ok(())
    }

    async fn acknowledge(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        revision: u64,
        failures: Vec<Failure>,
    ) -> Result<()> {
        self.store().await?.acknowledge(id, viewer, revision, failures).await
    }

    async fn delivery(
        &self,
        id: WidgetId,
        revision: u64,
        deadline_passed: bool,
    ) -> Result<Option<Delivery>> {
        self.store().await?.delivery(id, revision, deadline_passed).await
    }

    async fn open_query(&self, id: WidgetId, query: ViewQuery) -> Result<RequestId> {
        self.store().await?.open_query(id, query).await
    }

    async fn pending_queries(&self, id: WidgetId, viewer: ViewerId) -> Result<Vec<PendingQuery>> {
        self.store().await?.pending_queries(id, viewer).await
    }

    async fn submit_query_result(
        &self,
        id: WidgetId,
        viewer: ViewerId,
        answer: QueryResult,
    ) -> Result<()> {
        self.store().await?.submit_query_result(id, viewer, answer).await
    }

    async fn take_query_outcome(
        &self,
        id: WidgetId,
        request: RequestId,
        deadline_passed: bool,
    ) -> Result<Option<QueryOutcome>> {
        self.store().await?.take_query_outcome(id, request, deadline_passed).await
    }
}
