//! The view, with the programs that its widget needs.

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use crate::assets::{Asset, VIEW_HTML};
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
    confined(&policy, VIEW_HTML.replacen("</head>", &(preloads(&with) + "</head>"), 1))
}

/// Asks for programs together with the page, which would ask for one after the other.
fn preloads(names: &str) -> String {
    let known = names.split(',').filter(|name| PROGRAMS.contains(name));
    let links = known.filter_map(|name| {
        let url = Asset::named(name)?.url();
        Some(format!("<link rel=\"preload\" as=\"script\" href=\"{url}\" />\n  "))
    });
    links.collect()
}
