//! Errors of windows.

use std::io;

/// The reason a window was not opened or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WindowError {
    /// An argument is out of its bounds.
    #[error("`{argument}` {problem}")]
    Argument {
        /// The argument.
        argument: &'static str,
        /// The problem, and the allowed values.
        problem: String,
    },
    /// The window is closed.
    #[error("the window is closed")]
    Closed,
    /// The backend cannot do this at all.
    #[error("{backend} cannot {action}")]
    Unsupported {
        /// The backend.
        backend: &'static str,
        /// The action.
        action: &'static str,
    },
    /// The backend tried to open the window and could not.
    #[error("the window could not be opened: {0}")]
    NotOpened(String),
    /// The helper could not be started.
    #[error("the window helper could not be started")]
    NotStarted(#[source] io::Error),
    /// The helper ended again and again, and is started no more for a minute.
    #[error("the window helper ended {times} times within a minute: {last}")]
    GivenUp {
        /// The number of times it ended.
        times: usize,
        /// The reason it ended last.
        last: String,
    },
    /// The helper does not answer.
    #[error("the window helper did not answer within {seconds} s")]
    NoAnswer {
        /// The time waited, in seconds.
        seconds: u64,
    },
    /// The manager was shut down.
    #[error("the window manager was shut down")]
    ShutDown,
    /// The helper cannot do its work: it was not started by a manager, is of
    /// another version, or has no display.
    #[error("the window helper cannot work: {0}")]
    Helper(String),
}

impl WindowError {
    pub(crate) fn argument(argument: &'static str, problem: impl Into<String>) -> Self {
        Self::Argument { argument, problem: problem.into() }
    }

    /// Returns whether another attempt may succeed with nothing changed.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::NotOpened(_) | Self::NoAnswer { .. } | Self::NotStarted(_))
    }
}
