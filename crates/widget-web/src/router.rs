//! The router of all pages.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderValue;
use axum::http::header::{
    HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_DNS_PREFETCH_CONTROL,
};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::assets::asset;
use crate::compressed::compressed;
use crate::data::{file, rows, secret};
use crate::hosts::check_host;
use crate::state::WebState;
use crate::sync::websocket;
use crate::{data, export, pages};

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// All pages of the widgets in a store, to be merged into an application of any
/// state: [`documents`] and [`assets`].
pub fn router<S: Clone + Send + Sync + 'static>(state: WebState) -> Router<S> {
    documents(state.clone()).merge(assets(state))
}

/// The view and the scripts and styles of the pages, the same for every widget.
/// They are public, and have to be reached without a cookie: the view has an
/// origin of its own, to which the browser gives none.
pub fn assets<S: Clone + Send + Sync + 'static>(state: WebState) -> Router<S> {
    // An opaque origin, which the view has, is another site to its own server.
    let router = Router::new()
        .route("/view", get(pages::view))
        .route("/assets/{name}", get(asset))
        .layer(header(RESOURCE_POLICY, "cross-origin"));
    guarded(router, state)
}

/// The pages of widgets and all that is in them: what a sign-in may guard.
pub fn documents<S: Clone + Send + Sync + 'static>(state: WebState) -> Router<S> {
    let router = Router::new()
        .route("/widget/{id}/data", compressed(get(data::data)))
        .route("/widget/{id}/rows", compressed(post(rows::rows)))
        .route("/widget/{id}/file", post(file::receive))
        .route("/widget/{id}/live", get(websocket::live))
        .route("/widget/{id}/export.html", compressed(get(export::page_file)))
        .route("/widget/{id}/export.rs", compressed(get(export::program_file)))
        .route(
            "/widget/{id}/secret/{component_id}",
            get(secret::page).post(secret::keep).layer(DefaultBodyLimit::max(secret::MAX_BODY)),
        )
        .layer(header(pages::OWN_GROUP.0, pages::OWN_GROUP.1))
        .route("/widget/{ids}", get(pages::shell))
        .layer(header(RESOURCE_POLICY, "same-origin"));
    guarded(router, state)
}

fn guarded<S: Clone + Send + Sync + 'static>(
    router: Router<WebState>,
    state: WebState,
) -> Router<S> {
    router
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(X_DNS_PREFETCH_CONTROL, "off"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
        .layer(from_fn_with_state(state.hosts.clone(), check_host))
        .with_state(state)
}

fn header(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}
