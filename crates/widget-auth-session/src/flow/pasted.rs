//! An answer of the provider that the user brings by hand.

use url::{Position, Url};
use widget_auth_provider::{AuthorizationAttempt, OAuthErrorResponse};

use super::stray_error::error_of;

/// The answer in what was pasted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pasted {
    /// The query of an answer with our `state`, or the code of one.
    Answer(String),
    /// An error that names no sign-in. Any page can send a browser to such an
    /// address, but the user has brought this one here, which ends the sign-in.
    Refused(OAuthErrorResponse),
}

/// Reads an answer to `attempt`: the address that the browser was sent to, the
/// query of that address, or a code alone. A code says nothing of our `state`;
/// without PKCE it could be of any sign-in, and is not taken.
///
/// # Errors
///
/// Says what to paste instead.
pub(super) fn read(text: &str, attempt: &AuthorizationAttempt) -> Result<Pasted, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Err("paste the whole address of the page that could not be reached");
    }
    if let Ok(address) = Url::parse(text)
        && address.has_host()
    {
        let Ok(redirect) = Url::parse(attempt.redirect_uri()) else { return Err(OTHER) };
        let is_ours = address[..Position::AfterPath] == redirect[..Position::AfterPath];
        let query = address.query().filter(|_| is_ours).ok_or(OTHER)?;
        return answer_in(query, attempt);
    }
    if text.contains('=') {
        return answer_in(text.trim_start_matches('?'), attempt);
    }
    if !attempt.has_pkce() || text.contains(char::is_whitespace) {
        return Err("paste the whole address, not a part of it");
    }
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("code", text).append_pair("state", attempt.state());
    Ok(Pasted::Answer(query.finish()))
}

fn answer_in(query: &str, attempt: &AuthorizationAttempt) -> Result<Pasted, &'static str> {
    if attempt.is_answered_by(query) {
        return Ok(Pasted::Answer(query.to_owned()));
    }
    error_of(query).map(Pasted::Refused).ok_or(OTHER)
}

const OTHER: &str = "that is not the answer to this sign-in: paste the address of the page to \
    which the browser was led from the address above";

#[cfg(test)]
mod tests {
    use widget_auth_provider::GenericOidcProvider;

    use super::*;

    #[test]
    fn only_an_answer_to_this_sign_in_is_taken() {
        let google = GenericOidcProvider::google("client-id").unwrap();
        let redirect = "http://127.0.0.1:8765/callback";
        let attempt = AuthorizationAttempt::new(&google, redirect).unwrap();
        let state = attempt.state();
        let own = format!("code=4%2FP7q7W&state={state}");
        for text in [
            format!("{redirect}?{own}"),
            format!("  {redirect}?{own}\n"),
            format!("{redirect}?{own}#"),
            own.clone(),
            format!("?{own}"),
            "4/P7q7W".to_owned(),
        ] {
            assert_eq!(read(&text, &attempt), Ok(Pasted::Answer(own.clone())), "{text}");
        }
        let denied = format!("error=access_denied&state={state}");
        assert_eq!(read(&format!("{redirect}?{denied}"), &attempt), Ok(Pasted::Answer(denied)));
        for text in [
            "",
            redirect,
            "4/P7 q7W",
            "code=c&state=guessed",
            &format!("{redirect}?code=c&state=guessed"),
            &format!("{redirect}?code=c"),
            &format!("http://127.0.0.1:8766/callback?{own}"),
            &format!("http://127.0.0.1:8765/other?{own}"),
            &format!("https://evil.example/callback?{own}"),
            &format!("{redirect}?error=access_denied&state=guessed"),
            "https://evil.example/callback?error=access_denied",
            "error=access_denied&code=c",
        ] {
            assert!(read(text, &attempt).is_err(), "{text}");
        }
        assert!(read("4/P7q7W", &attempt.without_pkce()).is_err());
    }

    #[test]
    fn an_error_without_a_state_is_taken() {
        let google = GenericOidcProvider::google("client-id").unwrap();
        let redirect = "http://127.0.0.1:8765/callback";
        let attempt = AuthorizationAttempt::new(&google, redirect).unwrap();
        let error = "error=invalid_scope&error_description=No+such+scope";
        for text in [format!("{redirect}?{error}"), error.to_owned(), format!(" ?{error}\n")] {
            let Ok(Pasted::Refused(error)) = read(&text, &attempt) else { panic!("{text}") };
            assert_eq!(
                (error.code(), error.description()),
                ("invalid_scope", Some("No such scope"))
            );
        }
    }
}
