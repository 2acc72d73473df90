//! Input of people for secret components and password fields, on its way into the vault.
//!
//! It is a request of its own, so that it goes by no queue, log or store that
//! events go through.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use widget_state::{ComponentKind, SecretText, StateError, WidgetId};

use crate::pages;
use crate::state::WebState;

/// The largest request, in bytes; the vault takes less.
pub(crate) const MAX_BODY: usize = 16 << 10;

/// The longest name of a field of an agent's HTML, in bytes.
const MAX_FIELD_NAME: usize = 64 * 4;

/// `GET /widget/{id}/secret/{component_id}`
pub(crate) async fn page(
    State(state): State<WebState>,
    Path((id, component_id)): Path<(String, String)>,
) -> Response {
    match takes_secret(&state, &id, &component_id).await {
        Ok(_) => pages::secret(),
        Err(refusal) => refusal,
    }
}

/// `POST /widget/{id}/secret/{component_id}`
pub(crate) async fn keep(
    State(state): State<WebState>,
    Path((id, component_id)): Path<(String, String)>,
    headers: HeaderMap,
    text: String,
) -> Response {
    let text = SecretText::new(text);
    // A page of another origin may send a form (OWASP, cross-site request forgery).
    if !state.hosts.allow_own_page(&headers) {
        return (StatusCode::FORBIDDEN, "Only pages of this server may do this.\n").into_response();
    }
    let id = match takes_secret(&state, &id, &component_id).await {
        Ok(id) => id,
        Err(refusal) => return refusal,
    };
    match state.secrets.put(id, &component_id, text) {
        Ok(reference) => {
            let answer = format!("{{\"secret_ref\":\"{reference}\"}}");
            ([(CONTENT_TYPE, "application/json")], answer).into_response()
        }
        Err(error) => refusal(&error),
    }
}

/// The widget of a component or field that a secret may be typed for; else the refusal.
async fn takes_secret(
    state: &WebState,
    id: &str,
    component_id: &str,
) -> Result<WidgetId, Response> {
    let id: WidgetId = id.parse().map_err(|_malformed| StatusCode::NOT_FOUND.into_response())?;
    let widget = state.store.get(id).await.map_err(|error| refusal(&error))?;
    let takes_secrets = match widget.component(component_id) {
        Some(component) => {
            matches!(component.kind, ComponentKind::Secret(_)) && !component.common.disabled
        }
        // A password field of the agent's own HTML, which a script may have made.
        None => {
            (1..=MAX_FIELD_NAME).contains(&component_id.len()) && widget.may_have_password_fields()
        }
    };
    if takes_secrets {
        Ok(id)
    } else {
        Err((StatusCode::NOT_FOUND, "There is no such secret.\n").into_response())
    }
}

fn refusal(error: &StateError) -> Response {
    match error {
        StateError::UnknownWidget { .. } => StatusCode::NOT_FOUND.into_response(),
        StateError::EmptySecret | StateError::TooLarge { .. } => {
            (StatusCode::UNPROCESSABLE_ENTITY, format!("{error}\n")).into_response()
        }
        error => {
            tracing::error!(%error, "a secret could not be kept");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}
