//! Input of people for secret components and password fields, on its way into the vault.
//!
//! It is a request of its own, so that it goes by no queue, log or store that
//! events go through.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use widget_state::{ComponentKind, SecretText, WidgetId};

use crate::error::WebError;
use crate::own_page::OwnPage;
use crate::pages;
use crate::state::WebState;
use crate::widget_path::WidgetPath;

/// The largest request, in bytes; the vault takes less.
pub(crate) const MAX_BODY: usize = 16 << 10;

/// The longest name of a field of an agent's HTML, in bytes.
const MAX_FIELD_NAME: usize = 64 * 4;

/// The part of the path after the widget.
#[derive(Deserialize)]
pub(crate) struct ComponentPath {
    component_id: String,
}

/// `GET /widget/{id}/secret/{component_id}`
pub(crate) async fn page(
    State(state): State<WebState>,
    WidgetPath(id): WidgetPath,
    Path(ComponentPath { component_id }): Path<ComponentPath>,
) -> axum::response::Result<Response> {
    check_takes_secret(&state, id, &component_id).await?;
    Ok(pages::secret())
}

/// `POST /widget/{id}/secret/{component_id}`
pub(crate) async fn keep(
    State(state): State<WebState>,
    _page: OwnPage,
    WidgetPath(id): WidgetPath,
    Path(ComponentPath { component_id }): Path<ComponentPath>,
    text: String,
) -> axum::response::Result<Response> {
    let text = SecretText::new(text);
    check_takes_secret(&state, id, &component_id).await?;
    let reference = state.secrets.put(id, &component_id, text).await.map_err(WebError::from)?;
    let answer = format!("{{\"secret_ref\":\"{reference}\"}}");
    Ok(([(CONTENT_TYPE, "application/json")], answer).into_response())
}

/// Checks that a secret may be typed for this component or field.
async fn check_takes_secret(
    state: &WebState,
    id: WidgetId,
    component_id: &str,
) -> axum::response::Result<()> {
    let widget = state.store.get(id).await.map_err(WebError::from)?;
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
        Ok(())
    } else {
        Err((StatusCode::NOT_FOUND, "There is no such secret.\n").into())
    }
}
