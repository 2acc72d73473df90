//! The page that says what went wrong.

use axum::http::StatusCode;
use html_escape::encode_quoted_attribute;

/// Nothing but the style in the page itself.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}\
h1{font-size:1.4rem}code{opacity:.7}";

/// `description` and `error` may be a stranger's.
pub(super) fn of_fault(status: StatusCode, error: &str, description: &str, login: &str) -> String {
    let title = match status {
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::UNAUTHORIZED => "Please sign in",
        _ => "Signing in did not work",
    };
    let (error, description, login) = (
        encode_quoted_attribute(error),
        encode_quoted_attribute(description),
        encode_quoted_attribute(login),
    );
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style>\
         <h1>{title}</h1><p>{description}</p><p><a href=\"{login}\">Sign in</a></p>\
         <p><code>{error}</code></p></html>"
    )
}
