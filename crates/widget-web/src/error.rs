//! Errors of reading a part of a widget.

use std::error::Error;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use widget_state::StateError;

/// The reason a part of a widget cannot be read.
///
/// As a response it is 404 when there is no such widget, 400, 413 or 422 with its text when
/// the request is at fault, and else 500 or 503, with its causes in the log.
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
    #[error("the work ended early")]
    Interrupted,
}

impl WebError {
    fn status(&self) -> StatusCode {
        match self {
            Self::State(StateError::UnknownWidget { .. }) => StatusCode::NOT_FOUND,
            Self::State(StateError::TooMany { .. })
            | Self::NoRows
            | Self::NoData
            | Self::TooManyRows { .. }
            | Self::NoPiece { .. } => StatusCode::BAD_REQUEST,
            Self::State(
                StateError::EmptySecret
                | StateError::TooLarge { .. }
                | StateError::Upload { .. }
                | StateError::UploadsFull { .. },
            ) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::ExportTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::FrontEnd(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::State(_) | Self::Interrupted => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            tracing::error!(error = &self as &dyn Error, "a request for a widget failed");
        } else if status != StatusCode::NOT_FOUND {
            return (status, format!("{self}.\n")).into_response();
        }
        status.into_response()
    }
}
