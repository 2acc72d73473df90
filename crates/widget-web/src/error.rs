//! Errors of reading a part of a widget.

use widget_state::StateError;

/// The reason a part of a widget cannot be read.
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
        /// The maximum number allowed.
        limit: usize,
    },
    /// A place that no answer has named.
    #[error("no piece of the data starts at {start}")]
    NoPiece {
        /// The place that was asked for.
        start: usize,
    },
    /// A file would be larger than anything opens.
    #[error("the export would have {size} bytes; at most {limit} are allowed")]
    ExportTooLarge {
        /// The size of the figure or the rows.
        size: usize,
        /// The maximum size in bytes.
        limit: usize,
    },
    /// An embedded file is damaged.
    #[error("the embedded front end cannot be read")]
    FrontEnd(#[source] std::io::Error),
    /// The server ends, or a bug stopped the work.
    #[error("the sorting ended early")]
    Interrupted,
}
