//! An HTTP server that runs by itself.

use std::fmt::Debug;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::listener::{Impatient, STALL};
use crate::error::ServerError;

/// How long connections may take to end after the wish to end.
const GRACE: Duration = Duration::from_millis(500);

/// An HTTP server, running by itself.
#[derive(Debug)]
pub(crate) struct HttpServer(JoinHandle<Result<(), ServerError>>);

impl HttpServer {
    /// Serves until `stop`, then lets open connections end for a moment.
    pub(crate) fn start<L>(
        runtime: &Handle,
        listener: L,
        app: Router,
        stop: CancellationToken,
    ) -> Self
    where
        L: Listener<Io = TcpStream, Addr: Debug>,
    {
        let listener = Impatient { listener, stall: STALL };
        Self(runtime.spawn(serve(listener, app, stop)))
    }

    /// Waits for its end, which `stop` brings, or a fault of the system.
    pub(crate) async fn ended(&mut self) -> Result<(), ServerError> {
        let ended = (&mut self.0).await;
        ended.unwrap_or_else(|error| Err(ServerError::Connection(error.into())))
    }
}

async fn serve<L>(listener: L, app: Router, stop: CancellationToken) -> Result<(), ServerError>
where
    L: Listener<Addr: Debug>,
{
    let graceful =
        axum::serve(listener, app).with_graceful_shutdown(stop.clone().cancelled_owned());
    tokio::select! {
        served = async move { graceful.await } => served.map_err(ServerError::Http),
        () = async { stop.cancelled().await; tokio::time::sleep(GRACE).await } => Ok(()),
    }
}
