//! Against npm `oidc-provider`, which is certified by the OpenID Foundation
//! and shares no line of code with us.

mod browser;
mod server;

use widget_auth_core::{AuthErrorKind, OAuthTokenSet};
use widget_auth_provider::{
    AuthorizationAttempt, ClientAuthMethod, GenericOidcProvider, OAuthClient, OAuthProvider as _,
    SigningAlgorithm,
};

use crate::support::REDIRECT;
use server::RealProvider;

/// The secret in `server.mjs`.
const SECRET: &str = "p+s&e=c%r:e t";
const SCOPES: [&str; 4] = ["openid", "email", "profile", "offline_access"];
/// Without it the provider gives no refresh token.
const CONSENT: [(&str, &str); 1] = [("prompt", "consent")];

async fn sign_in(provider: &GenericOidcProvider) -> OAuthTokenSet {
    let attempt = AuthorizationAttempt::new(provider, REDIRECT).unwrap();
    let url = attempt.authorize_url(provider, &CONSENT).await.unwrap();
    let callback = browser::callback_of(&url).await;
    attempt.exchange(provider, &callback).await.unwrap()
}

fn confidential(client_id: &str) -> OAuthClient {
    OAuthClient::new(client_id).with_secret(SECRET).with_scopes(SCOPES)
}

#[tokio::test]
async fn rp_29_a_sign_in_with_every_algorithm() {
    let server = RealProvider::start().await;
    for (name, algorithm) in [
        ("RS256", SigningAlgorithm::Rs256),
        ("PS256", SigningAlgorithm::Ps256),
        ("ES256", SigningAlgorithm::Es256),
        ("EdDSA", SigningAlgorithm::EdDsa),
    ] {
        let client = confidential(&format!("basic-{name}"));
        let provider =
            GenericOidcProvider::new(client, &server.issuer).unwrap().with_algorithms(&[algorithm]);
        let tokens = sign_in(&provider).await;
        let id_token = tokens.id_token.as_ref().unwrap();
        let claims = provider.validate_id_token(id_token, None).await.unwrap();
        assert_eq!(claims.subject, "user-1");
        assert_eq!(claims.audience, [format!("basic-{name}")]);

        // The same token for a client that allows another algorithm only.
        let strict = provider.with_algorithms(&[SigningAlgorithm::Es384]);
        let error = strict.validate_id_token(id_token, None).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Token);
    }
}

#[tokio::test]
async fn rp_28_a_sign_in_with_every_method_of_client_authentication() {
    let server = RealProvider::start().await;
    for client in [
        // Chosen by the metadata.
        confidential("basic-RS256"),
        confidential("basic-RS256").with_auth_method(ClientAuthMethod::Basic),
        confidential("post").with_auth_method(ClientAuthMethod::Post),
        OAuthClient::new("none").with_scopes(SCOPES),
    ] {
        let provider = GenericOidcProvider::new(client, &server.issuer).unwrap();
        let tokens = sign_in(&provider).await;
        assert!(tokens.expires_in.is_some_and(|seconds| seconds > 0));
        assert!(tokens.missing_scopes(SCOPES).is_empty());
    }
}

#[tokio::test]
async fn rp_28_a_wrong_secret_is_refused() {
    let server = RealProvider::start().await;
    let good = GenericOidcProvider::new(confidential("basic-RS256"), &server.issuer).unwrap();
    let attempt = AuthorizationAttempt::new(&good, REDIRECT).unwrap();
    let url = attempt.authorize_url(&good, &CONSENT).await.unwrap();
    let callback = browser::callback_of(&url).await;

    let client = confidential("basic-RS256").with_secret("wrong");
    let bad = GenericOidcProvider::new(client, &server.issuer).unwrap();
    let error = attempt.exchange(&bad, &callback).await.unwrap_err();
    assert_eq!(error.details().code(), Some("invalid_client"));
    assert!(!error.is_retryable() && !error.needs_login());
}

#[tokio::test]
async fn rp_42_userinfo_is_about_who_signed_in() {
    let server = RealProvider::start().await;
    let provider = GenericOidcProvider::new(confidential("basic-ES256"), &server.issuer).unwrap();
    let tokens = sign_in(&provider).await;
    let user = provider.get_userinfo(&tokens).await.unwrap();
    assert_eq!(user.sub, "user-1");
    assert_eq!(user.name.as_deref(), Some("Jane"));
    assert_eq!(user.email.as_deref(), Some("jane@example.com"));
    assert_eq!(user.email_verified, Some(true));
}

#[tokio::test]
async fn rp_44_refresh_tokens_rotate_and_a_used_one_needs_a_login() {
    let server = RealProvider::start().await;
    let client = OAuthClient::new("none").with_scopes(SCOPES);
    let provider = GenericOidcProvider::new(client, &server.issuer).unwrap();
    let first = sign_in(&provider).await;
    let second = provider.refresh_tokens(&first).await.unwrap();
    assert_ne!(second.refresh_token, first.refresh_token);
    assert_ne!(second.access_token, first.access_token);
    let id_token = second.id_token.as_ref().unwrap();
    provider.validate_id_token(id_token, None).await.unwrap();
    provider.get_userinfo(&second).await.unwrap();

    let error = provider.refresh_tokens(&first).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::TokenRefresh);
    assert_eq!(error.details().code(), Some("invalid_grant"));
    assert!(error.needs_login());
}

#[tokio::test]
async fn rp_51_revoked_tokens_stop_working() {
    let server = RealProvider::start().await;
    let client = confidential("post").with_auth_method(ClientAuthMethod::Post);
    let provider = GenericOidcProvider::new(client, &server.issuer).unwrap();
    let tokens = sign_in(&provider).await;
    provider.revoke_tokens(&tokens).await.unwrap();
    let error = provider.refresh_tokens(&tokens).await.unwrap_err();
    assert_eq!(error.details().code(), Some("invalid_grant"));
    provider.get_userinfo(&tokens).await.unwrap_err();
    // Revoking twice is fine.
    provider.revoke_tokens(&tokens).await.unwrap();
}

#[tokio::test]
async fn rp_08_a_wrong_verifier_is_refused() {
    let server = RealProvider::start().await;
    let client = OAuthClient::new("none").with_scopes(SCOPES);
    let provider = GenericOidcProvider::new(client, &server.issuer).unwrap();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let url = attempt.authorize_url(&provider, &CONSENT).await.unwrap();
    let callback = browser::callback_of(&url).await;
    let code = attempt.accept(&provider, &callback).await.unwrap();
    let verifier = "a".repeat(43);
    let exchange =
        widget_auth_provider::CodeExchange::new(&code, REDIRECT).with_pkce_verifier(&verifier);
    let error = provider.exchange_code(&exchange).await.unwrap_err();
    assert_eq!(error.details().code(), Some("invalid_grant"));
}

#[tokio::test]
async fn rp_16_the_real_provider_sends_its_issuer() {
    let server = RealProvider::start().await;
    let client = OAuthClient::new("none").with_scopes(SCOPES);
    let provider = GenericOidcProvider::new(client, &server.issuer).unwrap();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let url = attempt.authorize_url(&provider, &CONSENT).await.unwrap();
    let callback = browser::callback_of(&url).await;
    let (without, _) = callback.split_once("&iss=").unwrap();
    // It announces `iss`, so a callback that lost it is refused.
    attempt.accept(&provider, without).await.unwrap_err();
    attempt.accept(&provider, &callback).await.unwrap();
}
