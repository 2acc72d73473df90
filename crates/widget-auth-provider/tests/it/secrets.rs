//! No secret shows itself, whatever goes wrong.

use serde_json::json;
use widget_auth_core::AuthError;
use widget_auth_provider::{CodeExchange, OAuthProvider as _, RevocableToken};

use crate::support::{MockProvider, REDIRECT, Reply, SECRET, all_text, cause, client};

const CODE: &str = "hunter2-code";
const VERIFIER: &str = "hunter2-verifier";

async fn errors_of(mock: &MockProvider) -> Vec<AuthError> {
    let tokens = mock.sign_in().await;
    let provider = mock.provider();
    let exchange = CodeExchange::new(CODE, REDIRECT).with_pkce_verifier(VERIFIER);
    let mut errors = vec![provider.exchange_code(&exchange).await.unwrap_err()];
    errors.extend(tokens.err());
    let mut tokens = widget_auth_core::OAuthTokenSet::new(
        "hunter2-access",
        "Bearer",
        widget_auth_core::UnixTime::default(),
    );
    tokens.refresh_token = Some("hunter2-refresh".into());
    errors.push(provider.refresh_tokens(&tokens).await.unwrap_err());
    errors.push(provider.get_userinfo(&tokens).await.unwrap_err());
    let revoke = RevocableToken::from(&tokens.access_token);
    errors.push(provider.revoke_token(revoke).await.unwrap_err());
    errors
}

#[tokio::test]
async fn a_provider_that_quotes_what_it_was_sent_is_not_quoted() {
    let mock = MockProvider::start().await;
    for path in ["/token", "/revoke", "/userinfo"] {
        mock.set(path, |request| {
            let mut quoted: Vec<_> = request.form().into_values().collect();
            quoted.extend(request.header("authorization").map(str::to_owned));
            let text = format!("bad request: {} {SECRET}", quoted.join(" "));
            Reply::json(&json!({"error": text, "error_description": text})).status(400)
        });
    }
    for error in errors_of(&mock).await {
        let text = all_text(&error);
        assert!(!text.contains("hunter2"), "{text}");
        assert!(!text.contains(SECRET), "{text}");
    }
}

/// A description is cut, and what it quotes with it.
#[tokio::test]
async fn a_secret_that_is_cut_off_is_not_quoted_either() {
    let mock = MockProvider::start().await;
    for visible in [8, 9, 12] {
        mock.set("/token", move |request| {
            let code = request.form()["code"].clone();
            let text = format!("{}{code}", "x".repeat(500 - visible));
            Reply::json(&json!({"error": "invalid_grant", "error_description": text})).status(400)
        });
        let exchange = CodeExchange::new(CODE, REDIRECT);
        let error = mock.provider().exchange_code(&exchange).await.unwrap_err();
        let text = all_text(&error);
        assert!(!text.contains("hunter2") && text.contains("[redacted]"), "{text}");
    }
}

/// The header holds the secret, in base64.
#[tokio::test]
async fn a_provider_that_quotes_the_header_is_not_quoted() {
    let mock = MockProvider::start().await;
    mock.set("/token", |request| {
        let header = request.header("authorization").unwrap();
        Reply::json(&json!({"error": "invalid_client", "error_description": header})).status(401)
    });
    let exchange = CodeExchange::new(CODE, REDIRECT);
    let error = mock.provider().exchange_code(&exchange).await.unwrap_err();
    let header = mock.requests("/token")[0].header("authorization").unwrap().to_owned();
    let encoded = header.strip_prefix("Basic ").unwrap();
    assert!(!all_text(&error).contains(encoded), "{error:?}");
}

#[tokio::test]
async fn a_failed_connection_shows_neither_query_nor_body() {
    let mock = MockProvider::start().await;
    // No process listens on a port that was just released.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}/x?key=hunter2-query", listener.local_addr().unwrap());
    drop(listener);
    mock.set_metadata(|metadata| {
        for endpoint in ["token_endpoint", "userinfo_endpoint", "revocation_endpoint"] {
            metadata[endpoint] = nobody.as_str().into();
        }
    });
    for error in errors_of(&mock).await {
        let text = all_text(&error);
        assert!(!text.contains("hunter2") && !text.contains(SECRET), "{text}");
        assert!(cause(&error).is_transient());
    }
}

#[test]
fn debug_of_a_provider_hides_the_secret() {
    let provider =
        widget_auth_provider::GenericOidcProvider::new(client(), "https://id.example.com");
    let shown = format!("{:?} {:#?}", provider, client());
    assert!(!shown.contains(SECRET));
    assert!(shown.contains("[redacted]"));
}
