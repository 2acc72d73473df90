//! The view, with the programs that its widget needs.

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, LINK, VARY};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Deserialize;

use crate::assets::{Asset, VIEW_HTML, VIEW_HTML_BROTLI, accepts_brotli};
use crate::pages::confined;
use crate::programs::PROGRAMS;
use crate::state::WebState;

/// The view runs what an agent wrote. `sandbox` gives it an origin of its own,
/// and it reaches no network: only our own scripts are loaded, from these sources.
/// `'self'` is not enough: to WebKit it is the origin of its own, which has none.
fn view_policy(sources: &str) -> String {
    format!(
        "sandbox allow-scripts allow-forms; default-src 'none'; \
         script-src 'self' {sources} 'unsafe-inline'; style-src 'self' {sources} 'unsafe-inline'; \
         img-src data: blob:; media-src data: blob:; font-src data:; form-action 'none'; base-uri 'none'; \
         frame-ancestors 'self'"
    )
}

#[derive(Default, Deserialize)]
pub(crate) struct ViewQuery {
    /// The names of programs, separated by commas.
    #[serde(default)]
    with: String,
}

/// `GET /view`
pub(crate) async fn view(
    State(state): State<WebState>,
    Query(ViewQuery { with }): Query<ViewQuery>,
    headers: HeaderMap,
) -> Response {
    let policy = view_policy(&state.hosts.sources(&headers));
    let links = AppendHeaders(preloads(&with).map(|link| (LINK, link)));
    let vary = [(VARY, "accept-encoding")];
    if accepts_brotli(&headers) {
        let page = confined(&policy, VIEW_HTML_BROTLI);
        return (vary, links, [(CONTENT_ENCODING, "br")], page).into_response();
    }
    (vary, links, confined(&policy, VIEW_HTML)).into_response()
}

/// Asks for the script of the page and the programs together with it, which would ask for one after
/// the other.
fn preloads(names: &str) -> impl Iterator<Item = String> {
    let known = names.split(',').filter(|name| PROGRAMS.contains(name));
    ["view"].into_iter().chain(known).filter_map(|name| {
        let url = Asset::named(name)?.url();
        Some(format!("<{url}>; rel=preload; as=script"))
    })
}
