//! The signals that ask the process to end: SIGINT (Ctrl-C) and SIGTERM.

use crate::error::ServerError;

/// Waits for SIGINT (Ctrl-C) or SIGTERM.
///
/// # Errors
///
/// [`ServerError::Signal`] when the system does not let us wait.
#[cfg(unix)]
pub(crate) async fn shutdown_requested() -> Result<(), ServerError> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut terminate = signal(SignalKind::terminate()).map_err(ServerError::Signal)?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted.map_err(ServerError::Signal),
        _ = terminate.recv() => Ok(()),
    }
}

/// Waits for Ctrl-C.
///
/// # Errors
///
/// [`ServerError::Signal`] when the system does not let us wait.
#[cfg(not(unix))]
pub(crate) async fn shutdown_requested() -> Result<(), ServerError> {
    tokio::signal::ctrl_c().await.map_err(ServerError::Signal)
}
