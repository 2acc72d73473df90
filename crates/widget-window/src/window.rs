//! One open window.

use std::fmt;
use std::sync::Arc;

use tokio::sync::{broadcast, mpsc, watch};

use crate::backend::Backend;
use crate::error::WindowError;
use crate::event::{CloseReason, WindowEvent, WindowId};
use crate::options::{check_size, check_title};
use crate::protocol::Command;
use crate::supervisor::{self, Request};

/// A window that [`WindowManager::open`](crate::WindowManager::open) opened.
/// Clones are the same window; dropping them leaves it open.
///
/// Its methods return at once, before the window has changed; a
/// [`WindowEvent::Failed`](crate::WindowEvent::Failed) says if it could not be.
///
/// # Examples
///
/// A window that closes when the wait for it is given up:
///
/// ```no_run
/// # use widget_window::{Window, WindowError, WindowManager, WindowOptions};
/// struct SignIn(Window);
///
/// impl Drop for SignIn {
///     fn drop(&mut self) {
///         self.0.close();
///     }
/// }
///
/// # async fn example(windows: WindowManager) -> Result<(), WindowError> {
/// let options = WindowOptions::new("https://login.example.com/", "Sign in");
/// let sign_in = SignIn(windows.open(options).await?);
/// sign_in.0.closed().await;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Window {
    id: WindowId,
    backend: Arc<Backend>,
    link: Link,
    closed: watch::Receiver<Option<CloseReason>>,
}

/// The connection to a window.
#[derive(Clone)]
pub(crate) enum Link {
    Helper(mpsc::UnboundedSender<Request>),
    Tab { closing: watch::Sender<Option<CloseReason>>, events: broadcast::Sender<WindowEvent> },
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Helper(_) => "Helper",
            Self::Tab { .. } => "Tab",
        })
    }
}

impl Window {
    pub(crate) fn new(
        id: WindowId,
        backend: &Backend,
        link: Link,
        closed: watch::Receiver<Option<CloseReason>>,
    ) -> Self {
        Self { id, backend: Arc::new(backend.clone()), link, closed }
    }

    /// Its name in [`WindowEvent`]s.
    #[must_use]
    pub fn id(&self) -> WindowId {
        self.id
    }

    /// Returns whether the person closing it is noticed.
    #[must_use]
    pub fn notices_close(&self) -> bool {
        self.backend.notices_close()
    }

    /// Returns whether it is on the screen, as far as is known.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.closed.borrow().is_none() && self.closed.has_changed().is_ok()
    }

    /// Returns when the window is gone, at once if it is gone already.
    pub async fn closed(&self) -> CloseReason {
        let mut closed = self.closed.clone();
        match closed.wait_for(Option::is_some).await {
            Ok(reason) => reason.clone().unwrap_or(CloseReason::Program),
            // The manager went without a word, with its runtime.
            Err(_) => CloseReason::Program,
        }
    }

    /// Closes the window. Returns at once; a window that is closed already is not an
    /// error. A tab stays where it is, but counts as closed.
    pub fn close(&self) {
        match &self.link {
            Link::Helper(requests) => {
                // An error: the manager has closed it already.
                let _ = requests.send(Request::Tell(Command::Close { window: self.id.0 }));
            }
            Link::Tab { closing, events } => {
                let reason = CloseReason::Program;
                if closing.send_replace(Some(reason.clone())).is_none() {
                    supervisor::notify(events, WindowEvent::Closed { window: self.id, reason });
                }
            }
        }
    }

    /// Brings the window to the front, as far as the desktop allows it.
    ///
    /// # Errors
    ///
    /// The window is closed, or a tab.
    pub fn focus(&self) -> Result<(), WindowError> {
        self.send("come to the front", Command::Focus { window: self.id.0 })
    }

    /// Changes the title, until the page changes its own.
    ///
    /// # Errors
    ///
    /// The title is longer than 4096 bytes or holds a NUL, or the window is
    /// closed, or a tab.
    pub fn set_title(&self, title: impl Into<String>) -> Result<(), WindowError> {
        let title = title.into();
        check_title(&title)?;
        self.send("change its title", Command::Retitle { window: self.id.0, title })
    }

    /// Changes the size of the page, in logical pixels: 1 to 16,384. A browser
    /// window takes it for its own size, with the title bar.
    ///
    /// # Errors
    ///
    /// The size is out of its bounds, or the window is closed, or a tab.
    pub fn resize(&self, width: u32, height: u32) -> Result<(), WindowError> {
        check_size(width, height)?;
        self.send("change its size", Command::Resize { window: self.id.0, width, height })
    }

    fn send(&self, action: &'static str, command: Command) -> Result<(), WindowError> {
        if !self.is_open() {
            return Err(WindowError::Closed);
        }
        let Link::Helper(requests) = &self.link else {
            return Err(WindowError::Unsupported { backend: self.backend.name(), action });
        };
        requests.send(Request::Tell(command)).map_err(|_gone| WindowError::Closed)
    }
}
