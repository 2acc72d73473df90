//! The pages of the routes: what went wrong, and which provider to sign in with.

use axum::http::StatusCode;
use html_escape::encode_quoted_attribute;

/// Nothing but the style in the page itself.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}\
h1{font-size:1.4rem}code{opacity:.7}\
.choice{display:block;margin:.75rem 0;padding:.7rem 1rem;border:1px solid #8888;\
border-radius:.5rem;color:inherit;text-decoration:none}\
.choice:hover{background:#8882}.choice:focus-visible{outline:2px solid;outline-offset:2px}";

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
    let link = format!("<p><a href=\"{login}\">Sign in</a></p>");
    of(title, &format!("<p>{description}</p>{link}<p><code>{error}</code></p>"))
}

/// A link for each provider, by its label.
pub(super) fn of_choice(links: &[(String, String)]) -> String {
    let link = |(label, login): &(String, String)| {
        let (label, login) = (encode_quoted_attribute(label), encode_quoted_attribute(login));
        format!("<a class=\"choice\" href=\"{login}\">Sign in with {label}</a>")
    };
    of("Sign in", &links.iter().map(link).collect::<String>())
}

fn of(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style><h1>{title}</h1>{body}</html>"
    )
}
