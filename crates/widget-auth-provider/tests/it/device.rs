use std::time::Duration;

use serde_json::{Value, json};
use widget_auth_core::{AuthError, AuthErrorKind};
use widget_auth_provider::{
    DeviceAuthorization, DevicePoll, Endpoints, GithubProvider, IdTokenFault, OAuth2Provider,
    OAuthClient, OAuthProvider, ProviderError,
};

use crate::support::{CLIENT_ID, Liar, Reply, SECRET, all_text, cause, client};

const CODE: &str = "hunter2-device-code";

/// A liar with a device endpoint.
async fn liar() -> Liar {
    let liar = Liar::start().await;
    let endpoint = format!("{}/device", liar.url);
    liar.set_metadata(|metadata| metadata["device_authorization_endpoint"] = endpoint.into());
    liar.set_json("/device", &answer());
    // None was sent, so there is none.
    liar.set_claims(&liar.claims_with(|claims| {
        claims.as_object_mut().unwrap().remove("nonce");
    }));
    liar
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

async fn poll(liar: &Liar) -> Result<DevicePoll, AuthError> {
    liar.provider().poll_device_authorization(&authorization()).await
}

#[tokio::test]
async fn the_codes_are_asked_for_with_client_and_scope() {
    let liar = liar().await;
    let authorization = liar.provider().begin_device_authorization().await.unwrap();
    assert_eq!(authorization.device_code.expose_secret(), CODE);
    assert_eq!(authorization.user_code, "WDJB-MJHT");
    assert_eq!(authorization.verification_uri.as_str(), "https://id.example.com/device");
    let complete = authorization.verification_uri_complete.as_ref().unwrap();
    assert_eq!(complete.query(), Some("user_code=WDJB-MJHT"));
    assert_eq!(authorization.expires_in, Duration::from_secs(600));
    assert_eq!(authorization.interval, Duration::from_secs(7));
    assert!(!format!("{authorization:?}").contains(CODE));

    let request = &liar.requests("/device")[0];
    assert_eq!(request.method, "POST");
    assert!(request.header("authorization").unwrap().starts_with("Basic "));
    let form = request.form();
    assert_eq!(form["client_id"], CLIENT_ID);
    assert_eq!(form["scope"], "openid email profile");
}

#[tokio::test]
async fn what_is_left_out_has_its_default_and_googles_name_is_known() {
    let liar = liar().await;
    let mut answer = answer();
    let members = answer.as_object_mut().unwrap();
    let uri = members.remove("verification_uri").unwrap();
    members.insert("verification_url".to_owned(), uri);
    members.remove("interval");
    members.remove("verification_uri_complete");
    liar.set_json("/device", &answer);
    let authorization = liar.provider().begin_device_authorization().await.unwrap();
    assert_eq!(authorization.interval, Duration::from_secs(5));
    assert_eq!(authorization.verification_uri.path(), "/device");
    assert_eq!(authorization.verification_uri_complete, None);

    answer["interval"] = 0.into();
    liar.set_json("/device", &answer);
    let authorization = liar.provider().begin_device_authorization().await.unwrap();
    assert_eq!(authorization.interval, Duration::from_secs(1));
}

#[tokio::test]
async fn an_answer_that_cannot_be_shown_or_opened_is_rejected() {
    let liar = liar().await;
    for (name, value) in [
        ("device_code", json!("")),
        ("device_code", json!(7)),
        ("user_code", Value::Null),
        ("user_code", json!("\u{1b}]0;owned\u{7}")),
        ("user_code", json!("x".repeat(65))),
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
        liar.set_json("/device", &answer);
        let error = liar.provider().begin_device_authorization().await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Authentication, "{name}: {value}");
        assert!(matches!(cause(&error), ProviderError::Malformed { .. }), "{name}: {value}");
        assert!(!all_text(&error).contains(CODE));
    }
}

#[tokio::test]
async fn an_error_of_the_device_endpoint_is_typed_whatever_its_status() {
    let liar = liar().await;
    for status in [200, 400] {
        liar.set("/device", move |_| Reply::error(status, "device_flow_disabled"));
        let error = liar.provider().begin_device_authorization().await.unwrap_err();
        assert_eq!(error.details().code(), Some("device_flow_disabled"));
    }
    liar.set("/device", |_| Reply::html().status(503));
    let error = liar.provider().begin_device_authorization().await.unwrap_err();
    assert!(error.is_retryable());
    liar.set("/device", |_| Reply::html());
    let error = liar.provider().begin_device_authorization().await.unwrap_err();
    assert!(!all_text(&error).contains("secret-of-the-proxy"));
}

#[tokio::test]
async fn a_provider_without_a_device_endpoint_says_what_to_do() {
    let liar = Liar::start().await;
    let endpoints = Endpoints::new().with_token_url(&format!("{}/token", liar.url)).unwrap();
    let providers: [Box<dyn OAuthProvider>; 2] =
        [Box::new(liar.provider()), Box::new(OAuth2Provider::new(client(), endpoints))];
    for provider in providers {
        let error = provider.begin_device_authorization().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::NoDeviceGrant));
        assert!(all_text(&error).contains("sign in with a browser"));
    }
}

#[tokio::test]
async fn a_poll_says_how_far_the_user_has_come() {
    let liar = liar().await;
    let honest = liar.tokens();
    for status in [200, 400] {
        liar.set("/token", move |_| Reply::error(status, "authorization_pending"));
        assert_eq!(poll(&liar).await.unwrap(), DevicePoll::Pending);
        liar.set("/token", move |_| Reply::error(status, "slow_down"));
        assert_eq!(poll(&liar).await.unwrap(), DevicePoll::SlowDown);
    }
    for code in ["access_denied", "expired_token", "invalid_grant"] {
        liar.set("/token", move |_| Reply::error(400, code));
        let error = poll(&liar).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Authentication);
        assert_eq!(error.details().code(), Some(code));
        assert!(!error.is_retryable());
    }
    let mut tokens = honest;
    let claims = liar.claims_with(|claims| drop(claims.as_object_mut().unwrap().remove("nonce")));
    tokens["id_token"] = liar.key.sign(&claims).into();
    liar.set_tokens(&tokens);
    let DevicePoll::Granted(tokens) = poll(&liar).await.unwrap() else {
        panic!("granted");
    };
    assert_eq!(tokens.access_token.expose_secret(), "access-1");

    let form = liar.requests("/token").pop().unwrap().form();
    assert_eq!(form["grant_type"], "urn:ietf:params:oauth:grant-type:device_code");
    assert_eq!(form["device_code"], CODE);
    assert_eq!(form["client_id"], CLIENT_ID);
}

#[tokio::test]
async fn a_passing_fault_of_a_poll_can_be_repeated() {
    let liar = liar().await;
    liar.set("/token", |_| Reply::html().status(502));
    assert!(poll(&liar).await.unwrap_err().is_retryable());
    liar.set("/token", |_| Reply::empty(429).header("retry-after", "30"));
    assert_eq!(poll(&liar).await.unwrap_err().retry_after(), Some(Duration::from_secs(30)));
}

#[tokio::test]
async fn rp_30_the_id_token_of_a_device_is_validated() {
    let liar = liar().await;
    liar.set_claims(&liar.claims_with(|claims| claims["aud"] = "somebody-else".into()));
    let error = poll(&liar).await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Token);
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Audience)));

    let mut tokens = liar.tokens();
    tokens.as_object_mut().unwrap().remove("id_token");
    liar.set_tokens(&tokens);
    let error = poll(&liar).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Missing)));
}

#[tokio::test]
async fn a_provider_that_quotes_the_device_code_is_not_quoted() {
    let liar = liar().await;
    liar.set("/token", |request| {
        let quoted = format!("bad code {}", request.form()["device_code"]);
        Reply::json(&json!({"error": quoted, "error_description": quoted})).status(400)
    });
    let error = poll(&liar).await.unwrap_err();
    assert!(!all_text(&error).contains(CODE), "{error:?}");
}

#[tokio::test]
async fn github_knows_its_own_device_endpoint() {
    let liar = Liar::start().await;
    liar.set("/login/device/code", |_| Reply::text("application/json", answer().to_string()));
    liar.set("/login/oauth/access_token", |_| Reply::error(200, "authorization_pending"));
    let public = OAuthClient::new(CLIENT_ID);
    for client in [client(), public] {
        let github = GithubProvider::enterprise(client, &liar.url, &liar.url).unwrap();
        let authorization = github.begin_device_authorization().await.unwrap();
        let poll = github.poll_device_authorization(&authorization).await.unwrap();
        assert_eq!(poll, DevicePoll::Pending);
    }
    for path in ["/login/device/code", "/login/oauth/access_token"] {
        for request in liar.requests(path) {
            assert_eq!(request.form()["client_id"], CLIENT_ID);
            assert_eq!(request.header("accept"), Some("application/json"));
            assert!(!request.body.contains(SECRET));
        }
    }
}
