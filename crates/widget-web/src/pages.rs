//! The pages. None holds any data: what a widget shows comes through the
//! bridge, so nothing has to be escaped into a page.

mod place;
mod view;

use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::assets::{SECRET_HTML, SHELL_HTML};
use crate::state::WebState;
use place::places;
pub(crate) use view::view;

/// The shell is trusted: it runs our own script and nothing else, and frames
/// only the view. The script and the styles that stand in the page are named by their hashes.
static SHELL_POLICY: LazyLock<String> = LazyLock::new(|| {
    let (script, style) = (hash_of("script"), hash_of("style"));
    format!(
        "default-src 'none'; script-src 'self' '{script}'; style-src '{style}'; img-src data:; \
         connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'"
    )
});

/// The hash of what stands in the first element of this name in the shell.
fn hash_of(name: &str) -> String {
    let (start, end) = (format!("<{name}>"), format!("</{name}>"));
    let element = SHELL_HTML.split_once(&start).and_then(|(_, rest)| rest.split_once(&end));
    let hash = Sha256::digest(element.map_or("", |(content, _)| content));
    format!("sha256-{}", STANDARD.encode(hash))
}

/// No widget stands in the page on which a secret is typed, and it stands in no page.
const SECRET_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Isolates the page from its opener (Cross-Origin-Opener-Policy).
pub(crate) const OWN_GROUP: (HeaderName, &str) =
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin");

/// Returns whether no page has opened this one, but a person or a program: as for the windows.
///
/// [`OWN_GROUP`] makes WebKit begin in one process and go on in another, which takes
/// longer, and on a busy machine it may lose the page on the way.
fn has_no_opener(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-site").is_some_and(|site| site == "none")
}

/// The page, and every frame in it, connects to nothing but the server that sent it.
///
/// The policies beside it leave a script three ways out: WebRTC, which no policy covers,
/// and the name look-up and the connection that come before a navigation is refused.
/// Chromium enforces this header; a browser that does not know it ignores it.
///
/// The shell goes without: the header holds for the tabs that a page opens, too, so that no link
/// would lead anywhere.
pub(crate) const OWN_SERVER_ONLY: (HeaderName, &str) =
    (HeaderName::from_static("connection-allowlist"), "(response-origin)");

const HTML: (HeaderName, &str) = (CONTENT_TYPE, "text/html; charset=utf-8");

/// `GET /widget/{ids}`
pub(crate) async fn shell(
    State(state): State<WebState>,
    Path(ids): Path<String>,
    headers: HeaderMap,
) -> Response {
    let answer = match places(&*state.store, &ids).await {
        Ok(Some(places)) => page(&SHELL_POLICY, SHELL_HTML.replacen("<main></main>", &places, 1)),
        Ok(None) => (StatusCode::NOT_FOUND, page(&SHELL_POLICY, GONE_HTML)).into_response(),
        Err(error) => {
            tracing::error!(%error, "a widget could not be looked up");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    };
    if has_no_opener(&headers) { answer } else { ([OWN_GROUP], answer).into_response() }
}

/// The page on which a secret is typed.
pub(crate) fn secret() -> Response {
    confined(SECRET_POLICY, SECRET_HTML)
}

/// Says the same of every address that leads nowhere.
const GONE_HTML: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n\
    <meta name=\"color-scheme\" content=\"light dark\">\n<title>No such widget</title>\n\
    <h1>There is no such widget</h1>\n\
    <p>It was closed, or its server was restarted. Ask the agent to show it again.</p>\n";

/// A page that reaches no other server.
fn confined(policy: &str, html: impl Into<Body>) -> Response {
    ([OWN_SERVER_ONLY], page(policy, html)).into_response()
}

fn page(policy: &str, html: impl Into<Body>) -> Response {
    let policy = (CONTENT_SECURITY_POLICY, policy);
    let headers = [HTML, policy, (CACHE_CONTROL, "no-cache")];
    (headers, html.into()).into_response()
}
