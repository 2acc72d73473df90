//! Why a part of a widget cannot be given out.

use widget_state::StateError;

/// Why a part of a widget cannot be given out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WebError {
    /// The store refused, or there is no such widget.
    #[error(transparent)]
    State(#[from] StateError),
    /// Only a table has rows.
    #[error("this widget has no rows")]
    NoRows,
    /// Only a chart or a table has data.
    #[error("this widget has no figure and no rows")]
    NoData,
    /// More rows than one answer holds.
    #[error("more than {limit} rows at a time")]
    TooManyRows {
        /// How many are allowed.
        limit: usize,
    },
    /// A place that no answer has named.
    #[error("no piece of the data starts at {start}")]
    NoPiece {
        /// The place that was asked for.
        start: usize,
    },
    /// The server ends, or a bug stopped the work.
    #[error("the sorting ended early")]
    Interrupted,
}
