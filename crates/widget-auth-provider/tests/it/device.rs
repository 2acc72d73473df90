use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use widget_auth_core::{AuthError, AuthErrorKind};
use widget_auth_provider::{
    DeviceAuthorization, DevicePoll, Endpoints, GithubProvider, IdTokenFault, OAuth2Provider,
    OAuthClient, OAuthProvider, ProviderError,
};

use crate::support::{CLIENT_ID, MockProvider, Reply, SECRET, all_text, cause, client, html};

const CODE: &str = "hunter2-device-code";

/// A mock with a device endpoint.
async fn mock() -> MockProvider {
    let mock = MockProvider::start().await;
    let endpoint = format!("{}/device", mock.url());
    mock.set_metadata(|metadata| metadata["device_authorization_endpoint"] = endpoint.into());
    mock.set_json("/device", &answer());
    // None was sent, so there is none.
    mock.set_claims(&mock.claims_with(|claims| {
        claims.as_object_mut().unwrap().remove("nonce");
    }));
    mock
}

fn answer() -> Value {
    json!({
        "device_code": CODE,
        "user_code": "WDJB-MJHT",
        "verification_uri": "https://id.example.com/device",
        "verification_uri_complete": "https://id.example.com/device?user_code=WDJB-MJHT",
        "expires_in": 600,
        "interval": 7,
    })
}

fn authorization() -> DeviceAuthorization {
    let page = "https://id.example.com/device".parse().unwrap();
    DeviceAuthorization::new(CODE, "WDJB-MJHT", page, Duration::from_secs(600))
}

async fn poll(mock: &MockProvider) -> Result<DevicePoll, AuthError> {
    mock.provider().poll_device_authorization(&authorization()).await
}

#[tokio::test]
async fn the_codes_are_asked_for_with_client_and_scope() {
    let mock = mock().await;
    let authorization = mock.provider().begin_device_authorization().await.unwrap();
    assert_eq!(authorization.device_code.expose_secret(), CODE);
    assert_eq!(authorization.user_code, "WDJB-MJHT");
    assert_eq!(authorization.verification_uri.as_str(), "https://id.example.com/device");
    let complete = authorization.verification_uri_complete.as_ref().unwrap();
    assert_eq!(complete.query(), Some("user_code=WDJB-MJHT"));
    assert_eq!(authorization.expires_in, Duration::from_secs(600));
    assert_eq!(authorization.interval, Duration::from_secs(7));
    assert!(!format!("{authorization:?}").contains(CODE));

    let request = &mock.requests("/device")[0];
    assert_eq!(request.method, "POST");
    assert!(request.header("authorization").unwrap().starts_with("Basic "));
    let form = request.form();
    assert_eq!(form["client_id"], CLIENT_ID);
    assert_eq!(form["scope"], "openid email profile");
}

#[tokio::test]
async fn what_is_left_out_has_its_default_and_googles_name_is_known() {
    let mock = mock().await;
    let mut answer = answer();
    let members = answer.as_object_mut().unwrap();
    let uri = members.remove("verification_uri").unwrap();
    members.insert("verification_url".to_owned(), uri);
    members.remove("interval");
    members.remove("verification_uri_complete");
    mock.set_json("/device", &answer);
    let authorization = mock.provider().begin_device_authorization().await.unwrap();
    assert_eq!(authorization.interval, Duration::from_secs(5));
    assert_eq!(authorization.verification_uri.path(), "/device");
    assert_eq!(authorization.verification_uri_complete, None);

    answer["interval"] = 0.into();
    mock.set_json("/device", &answer);
    let authorization = mock.provider().begin_device_authorization().await.unwrap();
    assert_eq!(authorization.interval, Duration::from_secs(1));
}

#[tokio::test]
async fn an_answer_that_cannot_be_shown_or_opened_is_rejected() {
    let mock = mock().await;
    for (name, value) in [
        ("device_code", json!("")),
        ("device_code", json!(7)),
        ("user_code", Value::Null),
        ("user_code", json!("\u{1b}]0;owned\u{7}")),
        ("user_code", json!("x".repeat(65))),
        ("user_code", json!("WDJB\u{202e}MJHT")),
        ("user_code", json!(["WDJB-MJHT"])),
        ("verification_uri", json!(7)),
        ("verification_uri", json!("javascript:alert(1)")),
        ("verification_uri", json!("http://id.example.com/device")),
        ("verification_uri", json!("https://user:pass@id.example.com/device")),
        ("verification_uri_complete", json!("file:///etc/passwd")),
        ("expires_in", Value::Null),
        ("expires_in", json!(-1)),
        ("interval", json!("soon")),
    ] {
        let mut answer = answer();
        answer[name] = value.clone();
        mock.set_json("/device", &answer);
        let error = mock.provider().begin_device_authorization().await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Authentication, "{name}: {value}");
        assert!(matches!(cause(&error), ProviderError::Malformed { .. }), "{name}: {value}");
        assert!(!all_text(&error).contains(CODE));
    }
}

#[tokio::test]
async fn an_error_of_a_device_answer_names_the_member_and_its_value() {
    let mock = mock().await;
    for (name, value, text) in [
        ("user_code", json!(["WDJB"]), "`user_code` is not a text: [\"WDJB\"]"),
        ("verification_uri", json!(7), "`verification_uri` is not a text: 7"),
        ("interval", json!("soon"), "`interval` is not a number of seconds: \"soon\""),
        ("expires_in", json!(-1), "`expires_in` is not a number of seconds: -1"),
    ] {
        let mut answer = answer();
        answer[name] = value;
        mock.set_json("/device", &answer);
        let error = mock.provider().begin_device_authorization().await.unwrap_err();
        let expected = "the answer of the device authorization endpoint is not acceptable: ";
        assert_eq!(cause(&error).to_string(), format!("{expected}{text}"));
    }
    // A number can mean one thing only.
    let mut answer = answer();
    answer["user_code"] = 12_345_678.into();
    mock.set_json("/device", &answer);
    let authorization = mock.provider().begin_device_authorization().await.unwrap();
    assert_eq!(authorization.user_code, "12345678");
}

#[tokio::test]
async fn an_error_of_the_device_endpoint_is_typed_whatever_its_status() {
    let mock = mock().await;
    for status in [200, 400] {
        mock.set("/device", move |_| Reply::error(status, "device_flow_disabled"));
        let error = mock.provider().begin_device_authorization().await.unwrap_err();
        assert_eq!(error.details().code(), Some("device_flow_disabled"));
    }
    mock.set("/device", |_| html().status(503));
    let error = mock.provider().begin_device_authorization().await.unwrap_err();
    assert!(error.is_retryable());
    mock.set("/device", |_| html());
    let error = mock.provider().begin_device_authorization().await.unwrap_err();
    assert!(!all_text(&error).contains("secret-of-the-proxy"));
}

#[tokio::test]
async fn a_provider_without_a_device_endpoint_says_what_to_do() {
    let mock = MockProvider::start().await;
    let endpoints = Endpoints::new().with_token_url(&format!("{}/token", mock.url())).unwrap();
    let providers: [Box<dyn OAuthProvider>; 2] =
        [Box::new(mock.provider()), Box::new(OAuth2Provider::new(client(), endpoints))];
    for provider in providers {
        let error = provider.begin_device_authorization().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::NoDeviceGrant));
        assert!(all_text(&error).contains("sign in with a browser"));
    }
}

#[tokio::test]
async fn a_poll_says_how_far_the_user_has_come() {
    let mock = mock().await;
    let honest = mock.tokens();
    for status in [200, 400] {
        mock.set("/token", move |_| Reply::error(status, "authorization_pending"));
        assert_eq!(poll(&mock).await.unwrap(), DevicePoll::Pending);
        mock.set("/token", move |_| Reply::error(status, "slow_down"));
        assert_eq!(poll(&mock).await.unwrap(), DevicePoll::SlowDown);
    }
    for code in ["access_denied", "expired_token", "invalid_grant"] {
        mock.set("/token", move |_| Reply::error(400, code));
        let error = poll(&mock).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Authentication);
        assert_eq!(error.details().code(), Some(code));
        assert!(!error.is_retryable());
    }
    let mut tokens = honest;
    let claims = mock.claims_with(|claims| drop(claims.as_object_mut().unwrap().remove("nonce")));
    tokens["id_token"] = mock.key().sign(&claims).into();
    mock.set_tokens(&tokens);
    let DevicePoll::Granted(tokens) = poll(&mock).await.unwrap() else {
        panic!("granted");
    };
    assert_eq!(tokens.access_token.expose_secret(), "access-1");

    let form = mock.requests("/token").pop().unwrap().form();
    assert_eq!(form["grant_type"], "urn:ietf:params:oauth:grant-type:device_code");
    assert_eq!(form["device_code"], CODE);
    assert_eq!(form["client_id"], CLIENT_ID);
}

#[tokio::test]
async fn a_passing_fault_of_a_poll_can_be_repeated() {
    let mock = mock().await;
    mock.set("/token", |_| html().status(502));
    assert!(poll(&mock).await.unwrap_err().is_retryable());
    mock.set("/token", |_| Reply::empty(429).header("retry-after", "30"));
    assert_eq!(poll(&mock).await.unwrap_err().retry_after(), Some(Duration::from_secs(30)));
}

#[tokio::test]
async fn rp_30_the_id_token_of_a_device_is_validated() {
    let mock = mock().await;
    mock.set_claims(&mock.claims_with(|claims| claims["aud"] = "somebody-else".into()));
    let error = poll(&mock).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Token);
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Audience { .. })));

    let mut tokens = mock.tokens();
    tokens.as_object_mut().unwrap().remove("id_token");
    mock.set_tokens(&tokens);
    let error = poll(&mock).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Missing)));
}

#[tokio::test]
async fn a_provider_that_quotes_the_device_code_is_not_quoted() {
    let mock = mock().await;
    mock.set("/token", |request| {
        let quoted = format!("bad code {}", request.form()["device_code"]);
        Reply::json(&json!({"error": quoted, "error_description": quoted})).status(400)
    });
    let error = poll(&mock).await.unwrap_err();
    assert!(!all_text(&error).contains(CODE), "{error:?}");
}

#[tokio::test]
async fn github_knows_its_own_device_endpoint() {
    let mock = MockProvider::start().await;
    mock.set("/login/device/code", |_| Reply::text("application/json", answer().to_string()));
    mock.set("/login/oauth/access_token", |_| Reply::error(200, "authorization_pending"));
    let public = OAuthClient::new(CLIENT_ID);
    for client in [client(), public] {
        let github = GithubProvider::enterprise(client, mock.url(), mock.url()).unwrap();
        let authorization = github.begin_device_authorization().await.unwrap();
        let poll = github.poll_device_authorization(&authorization).await.unwrap();
        assert_eq!(poll, DevicePoll::Pending);
    }
    for path in ["/login/device/code", "/login/oauth/access_token"] {
        for request in mock.requests(path) {
            assert_eq!(request.form()["client_id"], CLIENT_ID);
            assert_eq!(request.header("accept"), Some("application/json"));
            assert!(!request.body.contains(SECRET));
        }
    }
}

#[tokio::test]
async fn a_provider_says_if_it_has_the_grant() {
    let mock = MockProvider::start().await;
    assert!(!mock.provider().has_device_grant().await);
    mock.set_metadata(|metadata| {
        metadata["device_authorization_endpoint"] = format!("{}/device", mock.url()).into();
    });
    assert!(mock.provider().has_device_grant().await);
    let shared: Arc<dyn OAuthProvider> = Arc::new(mock.provider());
    assert!(shared.has_device_grant().await);
    mock.set("/.well-known/openid-configuration", |_| Reply::empty(503));
    assert!(!mock.provider().has_device_grant().await);
    assert!(GithubProvider::new("client-1").unwrap().has_device_grant().await);
}
