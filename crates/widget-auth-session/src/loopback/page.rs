//! The page that the browser shows at the end.

use std::error::Error as _;
use std::fmt::Write as _;

use html_escape::encode_quoted_attribute;
use widget_auth_core::{AuthError, AuthErrorKind};
use widget_auth_provider::{OAuthErrorResponse, ProviderError};

use super::request::Stray;
use crate::error_without_state;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Nothing but our own style and script, known by their hashes (CSP 3, section
/// 2.3.1). A test compares them.
const POLICY: &str = "default-src 'none'; \
    style-src 'sha256-vfDECDpOxhMUeunk+XHflkpnWO5pDn7S5fOsVfJJLf8='; \
    script-src 'sha256-HnNoQH6/JCx6JkrM+pxZcgc/KO++1XIN2u2A70qGItM='; \
    img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A page for the browser. Everything that comes from outside is escaped when
/// it is written.
#[derive(Debug)]
pub(crate) struct Page {
    status: &'static str,
    kind: Kind,
    title: String,
    text: String,
    /// The query of the link below the text, and its words.
    link: Option<(String, &'static str)>,
    head_only: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It worked: a check mark, and the page closes itself where it may.
    Good,
    /// It did not.
    Bad,
    /// Neither: nothing has changed.
    Neutral,
}

impl Page {
    pub(crate) fn signed_in() -> Self {
        Self {
            status: "200 OK",
            kind: Kind::Good,
            title: "You are signed in".to_owned(),
            text: "You can close this page and go back to the program.".to_owned(),
            link: None,
            head_only: false,
        }
    }

    /// Returns the page of a failed sign-in, with the provider's description if it gave one.
    pub(crate) fn failed(error: &AuthError) -> Self {
        let (title, text) = match (error.kind(), said_by_provider(error)) {
            (AuthErrorKind::FlowCancelled, _) => {
                ("The sign-in was cancelled", "The program has called it off.".to_owned())
            }
            (_, Some(said)) => ("You are not signed in", format!("The provider says: {said}")),
            (_, None) => ("You are not signed in", format!("{}.", Sentence(error))),
        };
        Self {
            // The request was good; a browser may replace an error page by its own.
            status: "200 OK",
            kind: Kind::Bad,
            title: title.to_owned(),
            text: format!("{text} You can close this page; the program knows."),
            link: None,
            head_only: false,
        }
    }

    /// For an error that does not say whose it is. `link` ends the sign-in.
    pub(crate) fn refused_without_state(error: &OAuthErrorResponse, link: String) -> Self {
        let text = format!(
            "Any page can have led the browser here: {} If it is about the sign-in that you began, \
             end that; otherwise nothing has happened.",
            error_without_state::words(said(error))
        );
        let page = Self::neutral("400 Bad Request", "A sign-in was refused", &text);
        Self { link: Some((link, "End the sign-in")), ..page }
    }

    /// For a callback with another `state`.
    pub(crate) fn not_ours() -> Self {
        Self::neutral(
            "400 Bad Request",
            "This does not belong to the sign-in",
            "Nothing has happened. Go back to the page where you were signing in.",
        )
    }

    /// For a second callback.
    pub(crate) fn too_late() -> Self {
        Self::neutral(
            "400 Bad Request",
            "This sign-in has been answered already",
            "Nothing has happened. The first answer is the one that counts.",
        )
    }

    pub(super) fn stray(stray: Stray) -> Self {
        let (status, title) = match stray {
            Stray::Malformed => ("400 Bad Request", "This is not a request"),
            Stray::TooLong => ("431 Request Header Fields Too Large", "This request is too long"),
            Stray::OtherHost => ("421 Misdirected Request", "This is another server"),
            Stray::Head | Stray::OtherMethod => {
                ("405 Method Not Allowed", "Only GET is possible here")
            }
            Stray::OtherPath => ("404 Not Found", "There is nothing here"),
            Stray::Prefetch => ("503 Service Unavailable", "This page cannot be fetched ahead"),
        };
        let text = "A sign-in is under way on this machine; this is not part of it.";
        Self { head_only: stray == Stray::Head, ..Self::neutral(status, title, text) }
    }

    fn neutral(status: &'static str, title: &str, text: &str) -> Self {
        Self {
            status,
            kind: Kind::Neutral,
            title: title.to_owned(),
            text: text.to_owned(),
            link: None,
            head_only: false,
        }
    }

    /// The whole answer.
    pub(super) fn to_http(&self) -> String {
        let body = self.to_html();
        // RFC 9110, section 15.5.6.
        let allow = if self.status.starts_with("405") { "Allow: GET\r\n" } else { "" };
        format!(
            "HTTP/1.1 {}\r\n\
             Content-Type: text/html; charset=utf-8\r\n\
             Content-Length: {}\r\n\
             Content-Security-Policy: {POLICY}\r\n\
             Cache-Control: no-store\r\n\
             Referrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n\
             {allow}Connection: close\r\n\r\n{}",
            self.status,
            body.len(),
            if self.head_only { "" } else { &body },
        )
    }

    fn to_html(&self) -> String {
        let (class, mark) = match self.kind {
            Kind::Good => ("good", "\u{2713}"),
            Kind::Bad => ("bad", "!"),
            Kind::Neutral => ("neutral", "?"),
        };
        let (title, text) =
            (encode_quoted_attribute(&self.title), encode_quoted_attribute(&self.text));
        let link = self.link.as_ref().map_or_else(String::new, |(query, words)| {
            format!("<p><a href=\"{}\">{words}</a></p>\n", encode_quoted_attribute(query))
        });
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <link rel=\"icon\" href=\"data:,\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n\
             <body class=\"{class}\">\n<main>\n<p class=\"mark\" aria-hidden=\"true\">{mark}</p>\n\
             <h1>{title}</h1>\n<p>{text}</p>\n{link}</main>\n<script>{SCRIPT}</script>\n</html>\n"
        )
    }
}

/// An error code and its description, from wherever in the causes.
fn said_by_provider(error: &AuthError) -> Option<String> {
    let cause = error.source()?.downcast_ref::<ProviderError>()?;
    match cause {
        ProviderError::OAuth(answer) => Some(said(answer)),
        _ => None,
    }
}

fn said(answer: &OAuthErrorResponse) -> String {
    match answer.description() {
        Some(description) => format!("{description} ({}).", answer.code()),
        None => format!("{}.", answer.code()),
    }
}

/// An error as the beginning of a sentence.
struct Sentence<'a>(&'a AuthError);

impl std::fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.0.to_string();
        let mut characters = text.chars();
        if let Some(first) = characters.next() {
            f.write_char(first.to_ascii_uppercase())?;
        }
        f.write_str(characters.as_str())
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest as _, Sha256};
    use widget_auth_core::ErrorDetails;

    use super::*;

    #[test]
    fn rp_19_the_policy_lets_our_style_and_script_run_and_nothing_else() {
        for (directive, content) in [("style-src", STYLE), ("script-src", SCRIPT)] {
            let hash = STANDARD.encode(Sha256::digest(content));
            let expected = format!("{directive} 'sha256-{hash}'");
            assert!(POLICY.contains(&expected), "{expected}");
        }
        assert!(!POLICY.contains("unsafe") && !POLICY.contains('*'), "{POLICY}");
    }

    #[test]
    fn rp_19_the_answer_is_not_kept_and_names_its_length() {
        let answer = Page::signed_in().to_http();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"));
        assert!(head.contains("\r\nCache-Control: no-store\r\n"));
        assert!(head.contains("\r\nReferrer-Policy: no-referrer\r\n"));
        assert!(head.contains(&format!("\r\nContent-Length: {}\r\n", body.len())));
    }

    #[test]
    fn rp_17_what_a_provider_says_is_text() {
        let said = "<script>alert('x')</script>\"&";
        let error = AuthError::authentication(ErrorDetails::new().with_provider(said));
        let html = Page::failed(&error).to_html();
        assert_eq!(html.matches("<script>").count(), 1, "{html}");
        assert!(html.contains("&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&quot;&amp;"));
    }
}
