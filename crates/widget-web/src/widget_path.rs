//! The widget that the path of a request names.

use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use widget_state::WidgetId;

/// The widget that a path names by its `{id}`. A malformed id answers 404, as an unknown one does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WidgetPath(pub(crate) WidgetId);

/// The parameter of the path; the others are not read here.
#[derive(Deserialize)]
struct Parameters {
    id: WidgetId,
}

impl<S: Send + Sync> FromRequestParts<S> for WidgetPath {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, StatusCode> {
        let read = Path::<Parameters>::from_request_parts(parts, state).await;
        let Path(Parameters { id }) = read.map_err(|_no_id| StatusCode::NOT_FOUND)?;
        Ok(Self(id))
    }
}
