//! The cursors of clients in the events of widgets.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use parking_lot::{Mutex, MutexGuard};
use rmcp::RoleServer;
use rmcp::service::RequestContext;
use widget_state::{EventPage, StateError, WidgetId, WidgetStore};

use super::delivery::Delivery;

/// Widgets of which a cursor is kept. Beyond that, those that are gone are forgotten.
const MAX_CURSORS: usize = 1_024;

/// The header of a session (MCP, streamable HTTP).
const SESSION_ID: &str = "mcp-session-id";

/// The session in the address of a message (MCP 2024-11-05, HTTP with SSE).
const SSE_SESSION: &str = "sessionId=";

/// The cursors of one client.
#[derive(Debug, Default)]
pub(crate) struct Reader(Mutex<HashMap<WidgetId, Cursor>>);

/// Numbers of events of one widget.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    /// A call has returned every event up to here.
    read: u64,
    /// The client wants none of the events up to here again.
    cleared: u64,
}

impl Reader {
    fn cursors(&self) -> MutexGuard<'_, HashMap<WidgetId, Cursor>> {
        self.0.lock()
    }

    fn cursor(&self, id: WidgetId) -> Cursor {
        self.cursors().get(&id).copied().unwrap_or_default()
    }

    /// The event to read on after: `given`, or without one after what was returned before.
    pub(crate) fn after(&self, id: WidgetId, given: Option<u64>) -> u64 {
        let Cursor { read, cleared } = self.cursor(id);
        given.unwrap_or(read).max(cleared)
    }

    /// Notes that a page is returned; with a `delivery` as the answer goes out.
    pub(crate) async fn read(
        self: &Arc<Self>,
        id: WidgetId,
        page: &EventPage,
        clear: bool,
        (store, delivery): (&dyn WidgetStore, Option<&Delivery>),
    ) -> Result<(), StateError> {
        self.make_room(id, store).await?;
        let (cursor, cleared) = (page.cursor, if clear { page.cursor } else { 0 });
        match delivery {
            Some(delivery) => {
                let reader = Arc::clone(self);
                delivery.when_sent(move || reader.advance(id, cursor, cleared));
            }
            None => self.advance(id, cursor, cleared),
        }
        Ok(())
    }

    fn advance(&self, id: WidgetId, read: u64, cleared: u64) {
        let mut cursors = self.cursors();
        let cursor = cursors.entry(id).or_default();
        cursor.read = cursor.read.max(read);
        cursor.cleared = cursor.cleared.max(cleared);
    }

    async fn make_room(&self, id: WidgetId, store: &dyn WidgetStore) -> Result<(), StateError> {
        let is_full =
            |cursors: &HashMap<_, _>| cursors.len() >= MAX_CURSORS && !cursors.contains_key(&id);
        if !is_full(&self.cursors()) {
            return Ok(());
        }
        let there: Vec<WidgetId> = store.list().await?.iter().map(|one| one.widget_id).collect();
        let mut cursors = self.cursors();
        cursors.retain(|id, _| there.contains(id));
        if is_full(&cursors) {
            cursors.clear();
        }
        Ok(())
    }
}

/// The readers of a server: each connection has its own, and the clients whose requests stand
/// alone have one together.
#[derive(Debug, Default)]
pub(crate) struct Readers {
    own: Arc<Reader>,
    shared: Arc<Reader>,
}

impl Readers {
    /// The reader behind a request.
    pub(crate) fn of(&self, context: &RequestContext<RoleServer>) -> Arc<Reader> {
        Arc::clone(if stands_alone(context) { &self.shared } else { &self.own })
    }
}

/// Returns whether a request belongs to no connection or session.
pub(crate) fn stands_alone(context: &RequestContext<RoleServer>) -> bool {
    context
        .extensions
        .get::<Parts>()
        .is_some_and(|request| !has_session(&request.uri, &request.headers))
}

/// Returns whether a request names its session.
pub(crate) fn has_session(uri: &Uri, headers: &HeaderMap) -> bool {
    let query = uri.query().unwrap_or_default();
    headers.contains_key(SESSION_ID) || query.contains(SSE_SESSION)
}

/// Another connection has read nothing.
impl Clone for Readers {
    fn clone(&self) -> Self {
        Self { own: Arc::default(), shared: Arc::clone(&self.shared) }
    }
}

#[cfg(test)]
mod tests {
    use widget_state::{MemoryStore, Widget};

    use super::*;

    fn page(cursor: u64) -> EventPage {
        EventPage { cursor, ..EventPage::default() }
    }

    #[test]
    fn requests_with_a_session_do_not_stand_alone() {
        for (uri, session, expected) in [
            ("/mcp", None, false),
            ("/mcp", Some("0123"), true),
            ("/messages?sessionId=0123", None, true),
        ] {
            let mut request = axum::http::Request::post(uri);
            if let Some(session) = session {
                request = request.header(SESSION_ID, session);
            }
            let (parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(has_session(&parts.uri, &parts.headers), expected, "{uri} {session:?}");
        }
    }

    #[tokio::test]
    async fn clients_read_for_themselves() {
        let store = MemoryStore::new();
        let id = store.create(Widget::html("")).await.unwrap();
        let (one, other) = (Arc::<Reader>::default(), Arc::<Reader>::default());
        one.read(id, &page(5), false, (&store, None)).await.unwrap();
        assert_eq!((one.after(id, None), other.after(id, None)), (5, 0));
        assert_eq!(one.after(id, Some(2)), 2);
        one.read(id, &page(3), true, (&store, None)).await.unwrap();
        assert_eq!((one.after(id, Some(0)), one.after(id, None)), (3, 5));
        assert_eq!(other.after(id, Some(0)), 0);
    }

    #[tokio::test]
    async fn widgets_that_are_gone_are_forgotten() {
        let store = MemoryStore::new();
        let there = store.create(Widget::html("")).await.unwrap();
        let reader = Arc::<Reader>::default();
        reader.read(there, &page(7), false, (&store, None)).await.unwrap();
        for _ in 0..2 * MAX_CURSORS {
            let gone = WidgetId::random().unwrap();
            reader.read(gone, &page(1), false, (&store, None)).await.unwrap();
            assert!(reader.cursors().len() <= MAX_CURSORS);
        }
        assert_eq!(reader.after(there, None), 7);
    }
}
