use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use widget_auth_core::{AccessToken, OAuthTokenSet, RefreshToken, UnixTime};
use widget_auth_provider::{
    AuthorizationAttempt, CodeExchange, GithubProvider, OAuthClient, OAuthProvider as _,
    ProviderError,
};

use crate::authorize::query;
use crate::support::{CLIENT_ID, MockProvider, REDIRECT, Reply, SECRET, all_text, cause, client};

const TOKEN: &str = "/login/oauth/access_token";
const FORM: &str = "application/x-www-form-urlencoded; charset=utf-8";

/// GitHub at `mock`, the API below a path as on an Enterprise server.
fn github(mock: &MockProvider) -> GithubProvider {
    GithubProvider::enterprise(client(), mock.url(), &format!("{}/api/v3", mock.url())).unwrap()
}

fn tokens() -> OAuthTokenSet {
    let mut tokens = OAuthTokenSet::new("gho_1", "bearer", UnixTime::default());
    tokens.refresh_token = Some("ghr_1".into());
    tokens
}

#[tokio::test]
async fn the_endpoints_of_github_com_and_of_an_enterprise_server() {
    let attempt_at = async |provider: &GithubProvider| {
        let attempt = AuthorizationAttempt::new(provider, REDIRECT).unwrap();
        attempt.authorize_url(provider, &[]).await.unwrap()
    };
    let url = attempt_at(&GithubProvider::new("id").unwrap()).await;
    assert!(url.starts_with("https://github.com/login/oauth/authorize?"));
    let params = query(&url);
    assert_eq!(params["scope"], "read:user user:email");
    assert_eq!(params["code_challenge_method"], "S256");
    // GitHub does no OpenID Connect.
    assert!(!params.contains_key("nonce"));

    for base in ["https://ghe.example.com", "https://ghe.example.com/"] {
        let api = "https://ghe.example.com/api/v3/";
        let provider = GithubProvider::enterprise("id", base, api).unwrap();
        let url = attempt_at(&provider).await;
        assert!(url.starts_with("https://ghe.example.com/login/oauth/authorize?"));
    }
    for (base, api, setting) in [
        ("http://ghe.example.com", "https://ghe.example.com", "`base_url`"),
        ("https://ghe.example.com", "http://ghe.example.com", "`api_url`"),
    ] {
        let error = GithubProvider::enterprise("id", base, api).unwrap_err();
        assert!(error.to_string().starts_with(setting), "{error}");
    }
}

#[tokio::test]
async fn rp_22_an_error_with_status_200_is_rejected() {
    let mock = MockProvider::start().await;
    mock.set(TOKEN, |_| Reply::error(200, "bad_verification_code"));
    let exchange = CodeExchange::new("code", REDIRECT);
    let error = github(&mock).exchange_code(&exchange).await.unwrap_err();
    assert_eq!(error.details().code(), Some("bad_verification_code"));
    assert!(error.needs_login());
}

#[tokio::test]
async fn rp_23_answers_as_forms_and_as_json_are_read() {
    let mock = MockProvider::start().await;
    let exchange = CodeExchange::new("code", REDIRECT).with_pkce_verifier("v");
    mock.set(TOKEN, |_| {
        Reply::text(FORM, "access_token=gho_1&scope=read%3Auser%2Cuser%3Aemail&token_type=bearer")
    });
    let tokens = github(&mock).exchange_code(&exchange).await.unwrap();
    assert_eq!(tokens.access_token.expose_secret(), "gho_1");
    assert_eq!(tokens.scope.as_deref(), Some("read:user user:email"));
    assert_eq!(tokens.expires_in, None);

    mock.set_json(
        TOKEN,
        &json!({"access_token": "gho_2", "token_type": "bearer", "scope": "repo,gist"}),
    );
    let tokens = github(&mock).exchange_code(&exchange).await.unwrap();
    assert_eq!(tokens.scope.as_deref(), Some("repo gist"));

    mock.set(TOKEN, |_| Reply::text(FORM, "error=bad_verification_code"));
    let error = github(&mock).exchange_code(&exchange).await.unwrap_err();
    assert_eq!(error.details().code(), Some("bad_verification_code"));
}

#[tokio::test]
async fn rp_44_refresh_tokens_rotate() {
    let mock = MockProvider::start().await;
    mock.set(TOKEN, |request| {
        assert_eq!(request.form()["refresh_token"], "ghr_1");
        Reply::text(
            FORM,
            "access_token=gho_2&expires_in=28800&refresh_token=ghr_2&token_type=bearer",
        )
    });
    let new = github(&mock).refresh_tokens(&tokens()).await.unwrap();
    assert_eq!(new.refresh_token.unwrap().expose_secret(), "ghr_2");

    mock.set(TOKEN, |_| Reply::error(200, "bad_refresh_token"));
    let error = github(&mock).refresh_tokens(&tokens()).await.unwrap_err();
    assert!(error.needs_login());
}

#[tokio::test]
async fn the_user_is_their_number() {
    let mock = MockProvider::start().await;
    let user = json!({
        "id": 583_231, "login": "octocat", "name": "The Octocat", "email": null,
        "avatar_url": "https://github.com/images/error/octocat.gif",
    });
    mock.set_json("/api/v3/user", &user);
    let user = github(&mock).get_userinfo(&tokens()).await.unwrap();
    assert_eq!(user.sub, "583231");
    assert_eq!(user.preferred_username.as_deref(), Some("octocat"));
    assert_eq!(user.name.as_deref(), Some("The Octocat"));
    assert_eq!(user.email, None);
    assert!(user.picture.unwrap().ends_with("octocat.gif"));

    let request = &mock.requests("/api/v3/user")[0];
    assert_eq!(request.header("authorization"), Some("Bearer gho_1"));
    // GitHub refuses requests without it.
    assert!(request.header("user-agent").is_some());
}

#[tokio::test]
async fn the_address_is_the_primary_one_and_known_to_be_theirs() {
    let mock = MockProvider::start().await;
    mock.set_json("/api/v3/user", &json!({"id": 1, "email": null}));
    let list = json!([
        {"email": "old@example.com", "primary": false, "verified": true, "visibility": null},
        {"email": "octocat@example.com", "primary": true, "verified": true, "visibility": "private"},
    ]);
    mock.set_json("/api/v3/user/emails", &list);
    let user = github(&mock).get_userinfo(&tokens()).await.unwrap();
    assert_eq!(user.email.as_deref(), Some("octocat@example.com"));
    assert_eq!(user.email_verified, Some(true));
    assert_eq!(user.claims["email_verified"], true);
    let request = &mock.requests("/api/v3/user/emails")[0];
    assert_eq!(request.header("authorization"), Some("Bearer gho_1"));

    // Without the scope it is not asked; without the permission of an app nothing is known.
    let with_scope = |scope: &str| {
        let mut tokens = tokens();
        tokens.scope = Some(scope.to_owned());
        tokens
    };
    let user = github(&mock).get_userinfo(&with_scope("read:user repo")).await.unwrap();
    assert_eq!((user.email, mock.count("/api/v3/user/emails")), (None, 1));
    mock.set("/api/v3/user/emails", |_| Reply::error(403, "forbidden"));
    let user = github(&mock).get_userinfo(&with_scope("")).await.unwrap();
    assert_eq!((user.email, user.email_verified), (None, None));
    mock.set("/api/v3/user/emails", |_| Reply::error(503, "unavailable"));
    let error = github(&mock).get_userinfo(&with_scope("user")).await.unwrap_err();
    assert!(error.is_retryable(), "{error:?}");
}

#[tokio::test]
async fn rp_52_revocation_is_a_delete_with_basic_credentials() {
    let mock = MockProvider::start().await;
    let path = format!("/api/v3/applications/{CLIENT_ID}/token");
    mock.set(&path, |_| Reply::empty(204));
    github(&mock).revoke_tokens(&tokens()).await.unwrap();

    let requests = mock.requests(&path);
    // A refresh token cannot be revoked by itself.
    assert_eq!(requests.len(), 1);
    let request = &requests[0];
    assert_eq!(request.method, "DELETE");
    assert_eq!(request.headers.get_all("accept").iter().count(), 1);
    assert_eq!(request.body, r#"{"access_token":"gho_1"}"#);
    let header = request.header("authorization").unwrap();
    let pair = STANDARD.decode(header.strip_prefix("Basic ").unwrap()).unwrap();
    let expected = format!("{CLIENT_ID}:{}", SECRET.replace(' ', "+"));
    assert_eq!(String::from_utf8(pair).unwrap(), expected);
}

#[tokio::test]
async fn rp_52_a_token_that_github_does_not_know_is_fine() {
    let mock = MockProvider::start().await;
    let path = format!("/api/v3/applications/{CLIENT_ID}/token");
    let token = AccessToken::new("hunter2");
    for status in [204, 404, 422] {
        mock.set(&path, move |_| Reply::empty(status));
        github(&mock).revoke_token((&token).into()).await.unwrap();
    }
    mock.set(&path, |_| Reply::empty(401));
    let error = github(&mock).revoke_token((&token).into()).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Status { status: 401, .. }));
    mock.set(&path, |_| Reply::empty(503));
    let error = github(&mock).revoke_token((&token).into()).await.unwrap_err();
    assert!(error.is_retryable());
    assert!(!all_text(&error).contains("hunter2"));
}

/// GitHub deletes by access token only, and refresh tokens live for months.
#[tokio::test]
async fn rp_52_the_refresh_token_of_an_expired_access_token_is_used_up_and_its_pair_deleted() {
    let mock = MockProvider::start().await;
    let path = format!("/api/v3/applications/{CLIENT_ID}/token");
    mock.set(&path, |request| Reply::empty(if request.body.contains("gho_2") { 204 } else { 404 }));
    mock.set(TOKEN, |request| {
        assert_eq!(request.form()["refresh_token"], "ghr_1");
        Reply::text(FORM, "access_token=gho_2&refresh_token=ghr_2&token_type=bearer")
    });
    github(&mock).revoke_tokens(&tokens()).await.unwrap();
    let deleted: Vec<_> = mock.requests(&path).into_iter().map(|request| request.body).collect();
    assert_eq!(deleted, [r#"{"access_token":"gho_1"}"#, r#"{"access_token":"gho_2"}"#]);

    // One that is dead as well needs nothing.
    mock.set(TOKEN, |_| Reply::error(200, "bad_refresh_token"));
    github(&mock).revoke_tokens(&tokens()).await.unwrap();
    mock.set(TOKEN, |_| Reply::empty(503));
    let error = github(&mock).revoke_tokens(&tokens()).await.unwrap_err();
    assert!(error.is_retryable());

    // Without a refresh token there is nothing to use up.
    let asked = mock.count(TOKEN);
    let mut without = tokens();
    without.refresh_token = None;
    github(&mock).revoke_tokens(&without).await.unwrap();
    assert_eq!(mock.count(TOKEN), asked);
}

#[tokio::test]
async fn rp_52_an_id_cannot_leave_its_path_segment() {
    let mock = MockProvider::start().await;
    let client = OAuthClient::new("../evil?x=1").with_secret("s");
    let provider = GithubProvider::enterprise(client, mock.url(), mock.url()).unwrap();
    let token = AccessToken::new("t");
    // The mock does not know the path and answers 404, which is fine.
    provider.revoke_token((&token).into()).await.unwrap();
    assert_eq!(mock.count("/applications/..%2Fevil%3Fx=1/token"), 1);
}

#[tokio::test]
async fn rp_52_without_a_secret_the_setting_is_named() {
    let mock = MockProvider::start().await;
    let provider = GithubProvider::enterprise("id", mock.url(), mock.url()).unwrap();
    let token = AccessToken::new("t");
    let error = provider.revoke_token((&token).into()).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Setting { setting: "client_secret", .. }));
    let refresh = RefreshToken::new("r");
    provider.revoke_token((&refresh).into()).await.unwrap();
}
