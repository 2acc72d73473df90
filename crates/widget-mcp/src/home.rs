//! A server without a transport, shared by the process.

use std::future::pending;
use std::sync::Arc;

use tokio::runtime::{Builder, Handle};
use tokio::sync::{OnceCell, oneshot};
use tokio_util::sync::CancellationToken;

use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::server::WidgetServer;
use crate::transport::HttpServer;
use crate::widgets::Widgets;
use crate::windows::Windows;

/// Owns the tasks of a server: those that serve its pages, and callbacks. They end
/// with it.
#[derive(Debug)]
pub(crate) struct Home {
    /// That of the caller, when there is none.
    runtime: Option<Handle>,
    stop: CancellationToken,
}

impl Home {
    /// A server whose pages another process serves.
    pub(crate) fn elsewhere() -> Self {
        Self { runtime: None, stop: CancellationToken::new() }
    }

    /// Runs a task until it or the server ends.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        let task = async move { stop.run_until_cancelled(task).await };
        match &self.runtime {
            Some(runtime) => drop(runtime.spawn(task)),
            None => drop(tokio::spawn(task)),
        }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// The defaults, but headless when the environment says so.
pub(crate) fn options() -> ServerOptions {
    let headless = std::env::var("WIDGET_MCP_HEADLESS").unwrap_or_default();
    let is_no = ["", "0", "false", "no", "off"].contains(&&*headless.to_ascii_lowercase());
    ServerOptions { headless: !is_no, ..ServerOptions::default() }
}

impl WidgetServer {
    /// A server without a transport, whose pages are served already: by the tokio
    /// runtime this is called on, at a free port of 127.0.0.1, as long as there is
    /// a clone of it; then its windows close. The transport in the options does not
    /// matter.
    ///
    /// # Errors
    ///
    /// [`ServerError::Listen`] when no port is free.
    pub async fn start(options: ServerOptions) -> Result<Self, ServerError> {
        let (widgets, listener) = Widgets::bind(0, options.limits.clone()).await?;
        let windows = Windows::of(&options);
        let widgets = widgets.with_windows(windows.clone());
        let stop = CancellationToken::new();
        let ended = stop.clone().cancelled_owned();
        // Nothing would answer the pages in them.
        tokio::spawn(async move {
            ended.await;
            windows.shut_down().await;
        });
        let mut pages =
            HttpServer::start(&Handle::current(), listener, widgets.pages(), stop.clone());
        let home = Home { runtime: Some(Handle::current()), stop };
        home.spawn(async move {
            if let Err(error) = pages.ended().await {
                let error = &error as &dyn std::error::Error;
                tracing::error!(error, "the pages are no longer served");
            }
        });
        Ok(Self::new(Arc::new(widgets), &options.name).at_home(home))
    }
}

/// The server of this process. Its pages are served by a thread of their own, so
/// that they outlive the runtime of the first caller.
///
/// # Errors
///
/// [`ServerError::Listen`] when no port is free, [`ServerError::Thread`] when the
/// system gives no thread. The next call tries again.
pub(crate) async fn of_this_process() -> Result<&'static WidgetServer, ServerError> {
    static SERVER: OnceCell<WidgetServer> = OnceCell::const_new();
    SERVER.get_or_try_init(start_thread).await
}

async fn start_thread() -> Result<WidgetServer, ServerError> {
    let (send, receive) = oneshot::channel();
    let thread = std::thread::Builder::new().name("widget-pages".into());
    let run = move || match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(async {
            let started = WidgetServer::start(options()).await;
            let is_running = started.is_ok();
            let is_wanted = send.send(started).is_ok();
            if is_running && is_wanted {
                pending::<()>().await;
            }
        }),
        Err(error) => drop(send.send(Err(ServerError::Thread(error)))),
    };
    thread.spawn(run).map_err(ServerError::Thread)?;
    let gone = |_| ServerError::Thread(std::io::Error::other("it ended at once"));
    receive.await.unwrap_or_else(|error| Err(gone(error)))
}
