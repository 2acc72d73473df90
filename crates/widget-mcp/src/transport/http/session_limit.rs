//! The sessions of streamable HTTP, of which there is a bounded number.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::{Stream, StreamExt};
use parking_lot::{Mutex, MutexGuard};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::common::server_side_http::ServerSseMessage;
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, SessionTransport,
};
use rmcp::transport::streamable_http_server::{SessionId, SessionManager};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::transport::backpressure::Bounded;

/// Clients rarely end a session. When there is a further session than these, the
/// one that was used longest ago ends; one with an open stream is still in use.
const MAX_SESSIONS: usize = 256;

/// Idle timeout of a session; long, because agents and people pause. rmcp's five
/// minutes would not.
const IDLE_TIMEOUT: Duration = Duration::from_secs(12 * 60 * 60);

type Error = LocalSessionManagerError;

/// rmcp's sessions, but no more than so many.
#[derive(Debug)]
pub(super) struct Sessions {
    inner: LocalSessionManager,
    uses: Arc<Uses>,
}

impl Default for Sessions {
    fn default() -> Self {
        let mut inner = LocalSessionManager::default();
        inner.session_config.keep_alive = Some(IDLE_TIMEOUT);
        Self { inner, uses: Arc::default() }
    }
}

impl Sessions {
    /// A stream that keeps its session in use.
    fn in_use<S>(&self, id: &SessionId, stream: S) -> InUse<S> {
        self.uses.streams(id, 1);
        InUse { stream: Box::pin(stream), id: Arc::clone(id), uses: Arc::clone(&self.uses) }
    }
}

impl SessionManager for Sessions {
    type Error = Error;
    type Transport = Bounded<SessionTransport>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Error> {
        while let Some(id) = self.uses.too_many() {
            tracing::info!("ended the session that was used longest ago to make room");
            self.close_session(&id).await?;
        }
        let (id, transport) = self.inner.create_session().await?;
        self.uses.begin(&id);
        Ok((id, Bounded::new(transport, CancellationToken::new())))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Error> {
        self.inner.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Error> {
        self.uses.streams(id, 0);
        self.inner.has_session(id).await
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Error> {
        self.uses.end(id);
        self.inner.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        Ok(self.in_use(id, self.inner.create_stream(id, message).await?))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Error> {
        self.inner.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        Ok(self.in_use(id, self.inner.create_standalone_stream(id).await?))
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        Ok(self.in_use(id, self.inner.resume(id, last_event_id).await?))
    }
}

/// A stream that is read by the client of a session.
struct InUse<S> {
    stream: Pin<Box<S>>,
    id: SessionId,
    uses: Arc<Uses>,
}

impl<S: Stream> Stream for InUse<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        self.stream.poll_next_unpin(context)
    }
}

impl<S> Drop for InUse<S> {
    fn drop(&mut self) {
        self.uses.streams(&self.id, -1);
    }
}

/// The usage of sessions.
#[derive(Debug, Default)]
struct Uses(Mutex<HashMap<SessionId, Use>>);

#[derive(Debug)]
struct Use {
    last: Instant,
    open_streams: i32,
}

impl Uses {
    fn all(&self) -> MutexGuard<'_, HashMap<SessionId, Use>> {
        self.0.lock()
    }

    fn begin(&self, id: &SessionId) {
        self.all().insert(Arc::clone(id), Use { last: Instant::now(), open_streams: 0 });
    }

    fn end(&self, id: &SessionId) {
        self.all().remove(id);
    }

    /// Notes that a session is used, and has so many more streams.
    fn streams(&self, id: &SessionId, more: i32) {
        if let Some(session) = self.all().get_mut(id) {
            session.last = Instant::now();
            session.open_streams += more;
        }
    }

    /// The session that has to go before another may come.
    fn too_many(&self) -> Option<SessionId> {
        let all = self.all();
        if all.len() < MAX_SESSIONS {
            return None;
        }
        let idlest = all.iter().min_by_key(|(_, session)| (session.open_streams > 0, session.last));
        idlest.map(|(id, _)| Arc::clone(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn open(sessions: &Sessions) -> SessionId {
        tokio::time::advance(Duration::from_secs(1)).await;
        sessions.create_session().await.unwrap().0
    }

    #[tokio::test(start_paused = true)]
    async fn the_session_used_longest_ago_makes_room() {
        let sessions = Sessions::default();
        let mut ids = Vec::new();
        for _ in 0..MAX_SESSIONS {
            ids.push(open(&sessions).await);
        }
        // The first has a stream, the second was used just now, so the third goes.
        let reading = sessions.in_use(&ids[0], futures_util::stream::pending::<()>());
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(sessions.has_session(&ids[1]).await.unwrap());
        open(&sessions).await;
        for (id, is_there) in ids.iter().zip([true, true, false, true]) {
            assert_eq!(sessions.inner.has_session(id).await.unwrap(), is_there);
        }
        drop(reading);
        for _ in 0..MAX_SESSIONS {
            open(&sessions).await;
        }
        for id in &ids {
            assert!(!sessions.inner.has_session(id).await.unwrap());
        }
        assert_eq!(sessions.uses.all().len(), MAX_SESSIONS);
        assert_eq!(sessions.inner.sessions.read().await.len(), MAX_SESSIONS);
    }
}
