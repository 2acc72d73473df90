//! Errors of journals.

use crate::error::StateError;
use crate::id::WidgetId;

/// The reason a journal could not do something. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// There is no journal of this widget.
    #[error("there is no journal of the widget {0}")]
    Unknown(WidgetId),
    /// Another engine has written meanwhile.
    #[error(
        "the journal is at position {actual}, not {expected}: another engine has written to it"
    )]
    Conflict {
        /// The position that the engine knows.
        expected: u64,
        /// The position of the journal.
        actual: u64,
    },
    /// A snapshot or record has no form as text, or a text is none, such as that of a newer
    /// program.
    #[error("the text of the journal is not that of a snapshot or record")]
    Text(#[source] serde_json::Error),
    /// The backend of the journal failed.
    #[error("the journal failed")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<JournalError> for StateError {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Unknown(id) => Self::UnknownWidget { id, nearest: None },
            JournalError::Backend(source) => Self::Backend(source),
            JournalError::Conflict { .. } | JournalError::Text(_) => Self::Backend(error.into()),
        }
    }
}
