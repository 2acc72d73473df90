//! Taking a port.

use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::error::ServerError;

/// Takes a port; returns the listener and its address, in which the port is no longer 0.
///
/// # Errors
///
/// [`ServerError::Listen`] when the port is taken.
pub(crate) async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServerError> {
    let failed = |source| ServerError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let bound = listener.local_addr().map_err(failed)?;
    Ok((listener, bound))
}
