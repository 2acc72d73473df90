//! A server without a transport, shared by the process.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::{OnceCell, oneshot};
use tokio_util::sync::CancellationToken;

use crate::error::ServerError;
use crate::options::ServerOptions;
use crate::runtime::{HttpServer, TaskGuard};
use crate::server::WidgetServer;
use crate::widgets::Widgets;
use crate::windows::Windows;

/// The variable that says whether windows open.
const HEADLESS: &str = "WIDGET_MCP_HEADLESS";

/// The defaults, but headless or with windows in any case when the environment says so.
///
/// # Errors
///
/// [`ServerError::Variable`] if it says neither.
pub(crate) fn options() -> Result<ServerOptions, ServerError> {
    options_by(&std::env::var(HEADLESS).unwrap_or_default())
}

fn options_by(headless: &str) -> Result<ServerOptions, ServerError> {
    let default = ServerOptions::default();
    // The words that the program takes, too.
    match &*headless.to_ascii_lowercase() {
        "" => Ok(default),
        "1" | "true" | "yes" | "on" | "y" | "t" => Ok(ServerOptions { headless: true, ..default }),
        "0" | "false" | "no" | "off" | "n" | "f" => {
            Ok(ServerOptions { inline_timeout: Duration::ZERO, ..default })
        }
        _ => Err(ServerError::Variable { name: HEADLESS, problem: "use true or false" }),
    }
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
        let (widgets, listener) = Widgets::bind_by(&options).await?;
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
            HttpServer::start(listener, widgets.pages(), widgets.arrivals(), stop.clone());
        let tasks = TaskGuard::on(Handle::current(), stop);
        tasks.spawn(async move {
            if let Err(error) = pages.ended().await {
                let error = &error as &dyn std::error::Error;
                tracing::error!(error, "the pages are no longer served");
            }
        });
        let server = Self::new(Arc::new(widgets), &options.name).with_tools(options.tools);
        Ok(server.with_tasks(tasks))
    }
}

/// The server of this process. Its pages are served by a thread of their own, so
/// that they outlive the runtime of the first caller.
///
/// # Errors
///
/// [`ServerError::Listen`] when no port is free, [`ServerError::Thread`] when the
/// system gives no thread. The next call tries again.
pub(crate) async fn global() -> Result<&'static WidgetServer, ServerError> {
    static SERVER: OnceCell<WidgetServer> = OnceCell::const_new();
    SERVER.get_or_try_init(start_thread).await
}

async fn start_thread() -> Result<WidgetServer, ServerError> {
    let (send, receive) = oneshot::channel();
    let thread = std::thread::Builder::new().name("widget-pages".into());
    let run = move || match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(async {
            let started = match options() {
                Ok(options) => WidgetServer::start(options).await,
                Err(error) => Err(error),
            };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_means_the_same_as_to_the_program() {
        for (text, headless) in [("", false), ("1", true), ("YES", true), ("0", false)] {
            assert_eq!(options_by(text).unwrap().headless, headless, "{text}");
        }
        assert_eq!(options_by("off").unwrap().inline_timeout, Duration::ZERO);
        let error = options_by("maybe").unwrap_err().to_string();
        assert_eq!(error, "WIDGET_MCP_HEADLESS: use true or false");
    }
}
