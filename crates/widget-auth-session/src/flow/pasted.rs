//! An answer of the provider that the user brings by hand.

use url::{Position, Url};
use widget_auth_provider::AuthorizationAttempt;

/// The query of an answer to `attempt`: of the address that the browser was
/// sent to, of that query itself, or of a code alone. A code says nothing of
/// our `state`; without PKCE it could be of any sign-in, and is not taken.
pub(super) fn query_of(text: &str, attempt: &AuthorizationAttempt) -> Result<String, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Err("paste the whole address of the page that could not be reached");
    }
    if let Ok(address) = Url::parse(text)
        && address.has_host()
    {
        let Ok(redirect) = Url::parse(attempt.redirect_uri()) else { return Err(OTHER) };
        let is_ours = address[..Position::AfterPath] == redirect[..Position::AfterPath];
        let query = address.query().filter(|query| is_ours && attempt.is_answered_by(query));
        return query.map(str::to_owned).ok_or(OTHER);
    }
    if text.contains('=') {
        let query = text.trim_start_matches('?');
        return if attempt.is_answered_by(query) { Ok(query.to_owned()) } else { Err(OTHER) };
    }
    if !attempt.has_pkce() || text.contains(char::is_whitespace) {
        return Err("paste the whole address, not a part of it");
    }
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("code", text).append_pair("state", attempt.state());
    Ok(query.finish())
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
            assert_eq!(query_of(&text, &attempt).as_ref(), Ok(&own), "{text}");
        }
        let denied = format!("error=access_denied&state={state}");
        assert_eq!(query_of(&format!("{redirect}?{denied}"), &attempt), Ok(denied));
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
        ] {
            assert!(query_of(text, &attempt).is_err(), "{text}");
        }
        assert!(query_of("4/P7q7W", &attempt.without_pkce()).is_err());
    }
}
