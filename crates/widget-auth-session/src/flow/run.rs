//! One sign-in at a time, and how it goes.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Notify, watch};
use widget_auth_core::{AuthError, AuthErrorKind, AuthFlowState, ErrorDetails};

use super::FlowError;

/// The state shared by the clones of a manager.
#[derive(Debug)]
pub(super) struct Control {
    /// Cancels the sign-in under way. The state changes at its beginning
    /// and end while this is locked, so that a caller that sees the end can begin
    /// the next.
    current: Mutex<Option<Arc<Notify>>>,
    state: watch::Sender<AuthFlowState>,
}

impl Control {
    pub(super) fn new() -> Self {
        Self { current: Mutex::default(), state: watch::channel(AuthFlowState::Idle).0 }
    }

    pub(super) fn begin(self: &Arc<Self>, provider: &str) -> Result<Run, AuthError> {
        let failed = |error: FlowError| error.into_auth(AuthError::authentication, provider);
        let mut id = [0; 8];
        getrandom::fill(&mut id).map_err(|error| failed(FlowError::NoRandomness(error.into())))?;
        let mut current = self.lock();
        if current.is_some() {
            return Err(failed(FlowError::AlreadyRunning));
        }
        let cancelled = Arc::new(Notify::new());
        *current = Some(cancelled.clone());
        self.state.send_replace(AuthFlowState::AwaitingCallback);
        Ok(Run {
            control: self.clone(),
            cancelled,
            id: format!("{:016x}", u64::from_be_bytes(id)),
            provider: provider.to_owned(),
            end: AuthFlowState::Cancelled,
        })
    }

    pub(super) fn cancel(&self) {
        if let Some(current) = &*self.lock() {
            // Keeps until the sign-in looks.
            current.notify_one();
        }
    }

    pub(super) fn watch(&self) -> FlowWatch {
        FlowWatch(self.state.subscribe())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Notify>>> {
        self.current.lock()
    }
}

/// The sign-in under way. Dropping it makes room for the next.
#[derive(Debug)]
pub(crate) struct Run {
    control: Arc<Control>,
    cancelled: Arc<Notify>,
    id: String,
    provider: String,
    /// The final state; cancelled unless set otherwise.
    end: AuthFlowState,
}

impl Run {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn details(&self) -> ErrorDetails {
        ErrorDetails::new().with_provider(&self.provider)
    }

    pub(crate) fn enter(&self, state: AuthFlowState) {
        self.control.state.send_replace(state);
    }

    /// `work`, unless it is cancelled first.
    pub(crate) async fn until_cancelled<T>(
        &self,
        work: impl Future<Output = Result<T, AuthError>>,
    ) -> Result<T, AuthError> {
        tokio::select! {
            biased;
            () = self.cancelled.notified() => Err(AuthError::flow_cancelled(self.details())),
            outcome = work => outcome,
        }
    }

    /// Ends the sign-in: makes room for the next, and names it and the provider in
    /// the error.
    pub(crate) fn finish<T>(mut self, outcome: Result<T, AuthError>) -> Result<T, AuthError> {
        self.end = match outcome.as_ref().map_err(AuthError::kind) {
            Ok(_) => AuthFlowState::Completed,
            Err(AuthErrorKind::FlowTimeout) => AuthFlowState::TimedOut,
            Err(AuthErrorKind::FlowCancelled) => AuthFlowState::Cancelled,
            Err(_) => AuthFlowState::Failed,
        };
        outcome.map_err(|error| error.with_provider(&self.provider).with_flow_id(&self.id))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let mut current = self.control.lock();
        *current = None;
        self.control.state.send_replace(self.end);
    }
}

/// Shows where a sign-in stands.
///
/// # Examples
///
/// ```
/// use widget_auth_core::AuthFlowState;
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::AuthFlowManager;
///
/// let flow = AuthFlowManager::new(GenericOidcProvider::google("client-id")?);
/// assert_eq!(flow.watch().state(), AuthFlowState::Idle);
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct FlowWatch(watch::Receiver<AuthFlowState>);

impl FlowWatch {
    /// Returns the progress of the sign-in.
    #[must_use]
    pub fn state(&self) -> AuthFlowState {
        *self.0.borrow()
    }

    /// Waits for the next state and returns it, `None` when the manager and
    /// all its clones are gone. A state that lasted for a moment only may be
    /// missed; the last one never is.
    pub async fn changed(&mut self) -> Option<AuthFlowState> {
        self.0.changed().await.ok()?;
        Some(*self.0.borrow_and_update())
    }
}
