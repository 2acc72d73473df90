//! Sorted and filtered orders of large tables, made off the runtime and kept for the next page.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::spawn_blocking;
use widget_state::{RowOrder, RowQuery, Widget, WidgetId};

use crate::error::WebError;

/// The most orders that are kept; that of a million rows takes 8 MB.
const MAX_KEPT: usize = 8;

/// The most orders that are made at the same time.
const MAX_CONCURRENT: usize = 2;

/// The orders that were asked for last.
#[derive(Debug)]
pub(crate) struct RowIndexCache {
    kept: Mutex<VecDeque<(Key, Slot)>>,
    permits: Arc<Semaphore>,
}

/// Filled by the first who asks; who asks meanwhile waits for the same.
type Slot = Arc<OnceCell<Arc<RowOrder>>>;

#[derive(Clone, Debug, PartialEq)]
struct Key {
    id: WidgetId,
    block_id: String,
    revision: u64,
    query: RowQuery,
}

impl Default for RowIndexCache {
    fn default() -> Self {
        Self { kept: Mutex::default(), permits: Arc::new(Semaphore::new(MAX_CONCURRENT)) }
    }
}

impl RowIndexCache {
    /// The order that a query gives over the rows of a table. It is made once; when
    /// everybody who waits for it has gone, the work is given up.
    pub(crate) async fn get(
        &self,
        id: WidgetId,
        widget: &Arc<Widget>,
        block_id: &str,
        query: RowQuery,
    ) -> Result<Arc<RowOrder>, WebError> {
        let (_, table) = widget.the_table(Some(block_id))?;
        let (block_id, revision) = (block_id.to_owned(), table.revision());
        let slot =
            self.slot(&Key { id, block_id: block_id.clone(), revision, query: query.clone() });
        let make = || self.make(Arc::clone(widget), block_id, query);
        let order = slot.get_or_try_init(make).await?;
        Ok(Arc::clone(order))
    }

    fn slot(&self, key: &Key) -> Slot {
        let mut kept = self.kept.lock();
        // Older rows are not requested any more.
        let is_older = |other: &Key| {
            other.id == key.id && other.block_id == key.block_id && other.revision < key.revision
        };
        kept.retain(|(other, _)| !is_older(other));
        let found = kept.iter().position(|(other, _)| other == key);
        let slot =
            found.and_then(|at| kept.remove(at)).map_or_else(Slot::default, |(_, slot)| slot);
        kept.push_back((key.clone(), Arc::clone(&slot)));
        if kept.len() > MAX_KEPT {
            kept.pop_front();
        }
        slot
    }

    async fn make(
        &self,
        widget: Arc<Widget>,
        block_id: String,
        query: RowQuery,
    ) -> Result<Arc<RowOrder>, WebError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.map_err(|_closed| WebError::Interrupted)?;
        let cancelled = Arc::new(AtomicBool::new(false));
        let _guard = CancelOnDrop(Arc::clone(&cancelled));
        let work = spawn_blocking(move || {
            let _permit = permit;
            widget.the_table(Some(&block_id))?.1.rows().order(&query, &cancelled)
        });
        let order = work.await.map_err(|_panicked| WebError::Interrupted)??;
        order.map(Arc::new).ok_or(WebError::Interrupted)
    }
}

/// Cancels the work: no caller waits for it any more.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;
    use tokio::time::timeout;
    use widget_state::Rows;

    use super::*;

    fn table(rows: usize) -> Arc<Widget> {
        let rows: Vec<_> = (0..rows).map(|n| json!({"n": n % 7})).collect();
        Arc::new(Widget::table(Rows::parse(json!(rows).to_string()).unwrap()))
    }

    fn by_n(direction: &str) -> RowQuery {
        serde_json::from_value(json!({"sort": [{"field": "n", "direction": direction}]})).unwrap()
    }

    #[tokio::test]
    async fn an_order_is_made_once_and_a_few_are_kept() {
        let (orders, widget) = (RowIndexCache::default(), table(100));
        let id = WidgetId::random().unwrap();
        let first = orders.get(id, &widget, ":body", by_n("desc")).await.unwrap();
        assert_eq!(first.positions(0..1).next(), Some(6));
        let (second, third) = tokio::join!(
            orders.get(id, &widget, ":body", by_n("desc")),
            orders.get(id, &widget, ":body", by_n("asc"))
        );
        assert!(Arc::ptr_eq(&first, &second.unwrap()));
        assert!(!Arc::ptr_eq(&first, &third.unwrap()));
        for _ in 0..MAX_KEPT {
            orders.get(WidgetId::random().unwrap(), &widget, ":body", by_n("asc")).await.unwrap();
        }
        let again = orders.get(id, &widget, ":body", by_n("desc")).await.unwrap();
        assert!(!Arc::ptr_eq(&first, &again));
        assert_eq!(orders.kept.lock().len(), MAX_KEPT);
    }

    #[tokio::test]
    async fn a_cancelled_query_aborts_its_work_and_the_next_restarts_it() {
        let (orders, widget) = (RowIndexCache::default(), table(20_000));
        let id = WidgetId::random().unwrap();
        let leaves = timeout(Duration::ZERO, orders.get(id, &widget, ":body", by_n("desc"))).await;
        leaves.expect_err("it takes longer than one look");
        let order = orders.get(id, &widget, ":body", by_n("desc")).await.unwrap();
        assert_eq!(order.count(), 20_000);
        // What was given up ends as well: it would wait here for ever.
        drop(orders.permits.acquire_many(MAX_CONCURRENT as u32).await.unwrap());
    }
}
