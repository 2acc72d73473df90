//! Events of windows.

use std::fmt;

use tokio::sync::broadcast;

/// Names a window of one manager; never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WindowId(pub(crate) u64);

impl fmt::Display for WindowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "window {}", self.0)
    }
}

/// An event of a window, or of all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WindowEvent {
    /// The window is on the screen.
    Opened(WindowId),
    /// The window is gone.
    Closed {
        /// The window.
        window: WindowId,
        /// The party that closed it.
        reason: CloseReason,
    },
    /// The person or the program moved it.
    Moved {
        /// The window.
        window: WindowId,
        /// From the left edge of the screen, in logical pixels.
        x: i32,
        /// From the upper edge of the screen, in logical pixels.
        y: i32,
    },
    /// The person or the program changed its size.
    Resized {
        /// The window.
        window: WindowId,
        /// Of the page, in logical pixels.
        width: u32,
        /// Of the page, in logical pixels.
        height: u32,
    },
    /// Something did not work; the window is still there.
    Failed {
        /// The window.
        window: WindowId,
        /// The problem.
        message: String,
    },
    /// The helper ended unexpectedly and was started again. An
    /// [`Opened`](Self::Opened) follows for each window that came back.
    HelperRestarted {
        /// The reason it ended.
        reason: String,
        /// The number of windows that are opened again.
        windows: usize,
    },
    /// This reader was too slow for so many events, which it has not seen.
    Missed(u64),
}

/// The party that closed a window.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CloseReason {
    /// The person, with the close button, or the page itself.
    User,
    /// This program, through [`Window::close`](crate::Window::close) or the end
    /// of the manager.
    Program,
    /// It crashed and could not be opened again.
    Failed(String),
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User => f.write_str("by the user"),
            Self::Program => f.write_str("by the program"),
            Self::Failed(reason) => write!(f, "failed: {reason}"),
        }
    }
}

/// The events of all windows of a manager, from the moment of
/// [`WindowManager::events`](crate::WindowManager::events).
#[derive(Debug)]
pub struct Events(broadcast::Receiver<WindowEvent>);

/// So many events wait for a slow reader.
pub(crate) const WAITING_EVENTS: usize = 1024;

impl Events {
    pub(crate) fn new(receiver: broadcast::Receiver<WindowEvent>) -> Self {
        Self(receiver)
    }

    /// The next event; `None` when the manager is gone. Nothing is lost when
    /// the future is dropped.
    pub async fn next(&mut self) -> Option<WindowEvent> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(broadcast::error::RecvError::Lagged(count)) => Some(WindowEvent::Missed(count)),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
