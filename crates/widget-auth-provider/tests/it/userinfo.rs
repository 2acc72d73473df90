use serde_json::json;
use widget_auth_core::{AuthErrorKind, OAuthTokenSet, UnixTime};
use widget_auth_provider::{Endpoints, OAuth2Provider, OAuthProvider as _, ProviderError};

use crate::support::{MockProvider, Reply, all_text, cause, client, html};

#[tokio::test]
async fn rp_42_another_subject_is_rejected() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    mock.provider().get_userinfo(&tokens).await.unwrap();

    for sub in ["user-2", "USER-1", "user-1 "] {
        mock.set_json("/userinfo", &json!({ "sub": sub }));
        let error = mock.provider().get_userinfo(&tokens).await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::UserinfoSubject));
        assert!(error.is(AuthErrorKind::Authentication));
    }
}

#[tokio::test]
async fn rp_42_the_token_goes_into_the_header_only() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    let user = mock.provider().get_userinfo(&tokens).await.unwrap();
    assert_eq!((user.sub.as_str(), user.name.as_deref()), ("user-1", Some("Jane")));

    let request = &mock.requests("/userinfo")[0];
    assert_eq!(request.method, "GET");
    assert_eq!(request.header("authorization"), Some("Bearer access-1"));
    assert_eq!(request.query, None);
    assert_eq!(request.body, "");
}

#[tokio::test]
async fn rp_43_a_failing_userinfo_is_an_error_and_never_an_unknown_user() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for (reply, is_retryable) in [
        (|| Reply::empty(401), false),
        (|| Reply::empty(404), false),
        (|| Reply::empty(500), true),
        (|| Reply::empty(503), true),
        (html, false),
        (|| Reply::text("application/json", ""), false),
        (|| Reply::json(&json!({})), false),
        (|| Reply::json(&json!({"sub": ""})), false),
        (|| Reply::json(&json!({"sub": 7})), false),
        (|| Reply::json(&json!({"id": 7})), false),
        (|| Reply::text("application/jwt", "e30.e30.e30"), false),
    ] as [(fn() -> Reply, bool); 11]
    {
        mock.set("/userinfo", move |_| reply());
        let error = mock.provider().get_userinfo(&tokens).await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Authentication);
        assert_eq!(error.is_retryable(), is_retryable, "{error:?}");
        assert!(!all_text(&error).contains("access-1"));
    }
}

#[tokio::test]
async fn a_subject_that_cannot_be_taken_is_shown() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for (sub, problem) in [
        (json!(null), "it has no `sub`"),
        (json!(12345), "`sub` is not a text that names the user: 12345"),
        (json!("x".repeat(256)), "its `sub` is longer than 255 characters"),
    ] {
        mock.set_json("/userinfo", &json!({ "sub": sub }));
        let error = mock.provider().get_userinfo(&tokens).await.unwrap_err();
        let text = cause(&error).to_string();
        assert!(text.ends_with(problem), "{text}");
    }
}

#[tokio::test]
async fn claims_of_a_user_may_be_empty_and_in_capitals() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    let claims = json!({"sub": "user-1", "name": "", "email": "j@e.org", "email_verified": "True"});
    mock.set_json("/userinfo", &claims);
    let user = mock.provider().get_userinfo(&tokens).await.unwrap();
    assert_eq!((user.name, user.email_verified), (None, Some(true)));
}

#[tokio::test]
async fn an_unvalidated_id_token_does_not_break_userinfo() {
    let mock = MockProvider::start().await;
    let mut tokens = OAuthTokenSet::new("access-1", "Bearer", UnixTime::default());
    tokens.id_token = Some("not a token".into());
    let provider = mock.provider().with_id_token_validation(false);
    provider.get_userinfo(&tokens).await.unwrap();
    mock.provider().get_userinfo(&tokens).await.unwrap_err();
}

/// Groups are often in the ID token only. What names or describes a person comes
/// from one source, or an address of the one would be verified by the other.
#[tokio::test]
async fn who_signed_in_has_the_groups_of_the_id_token() {
    let mock = MockProvider::start().await;
    mock.set_claims(&mock.claims_with(|claims| {
        claims["groups"] = json!(["ops"]);
        claims["level"] = json!("from the id token");
        claims["email_verified"] = json!(true);
    }));
    mock.set_json(
        "/userinfo",
        &json!({"sub": "user-1", "email": "boss@example.com", "level": "from userinfo"}),
    );
    let tokens = mock.sign_in().await.unwrap();
    let user = mock.provider().identify(&tokens).await.unwrap();
    assert_eq!(user.claims["groups"], json!(["ops"]));
    assert_eq!(user.claims["level"], "from userinfo");
    assert_eq!(user.email_verified, None);
    for absent in ["email_verified", "aud", "nonce", "iss", "exp"] {
        assert!(!user.claims.contains_key(absent), "{absent}");
    }
    // As the endpoint says, and no more.
    let userinfo = mock.provider().get_userinfo(&tokens).await.unwrap();
    assert!(!userinfo.claims.contains_key("groups"));

    // A token that was not validated adds nothing.
    let trusting = mock.provider().with_id_token_validation(false);
    assert!(!trusting.identify(&tokens).await.unwrap().claims.contains_key("groups"));
}

#[tokio::test]
async fn a_redirect_does_not_take_the_token_elsewhere() {
    let mock = MockProvider::start().await;
    let other = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    let to = format!("{}/userinfo", other.url());
    mock.set("/userinfo", move |_| Reply::redirect(307, &to));
    let error = mock.provider().get_userinfo(&tokens).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Redirect { .. }));
    assert_eq!(other.count("/userinfo"), 0);
}

#[tokio::test]
async fn a_plain_provider_may_name_the_user_by_id() {
    let mock = MockProvider::start().await;
    let endpoints =
        Endpoints::new().with_userinfo_url(&format!("{}/userinfo", mock.url())).unwrap();
    let provider = OAuth2Provider::new(client(), endpoints);
    let tokens = OAuthTokenSet::new("access-1", "Bearer", UnixTime::default());
    for (answer, sub) in [
        (json!({"id": 12345}), "12345"),
        (json!({"id": "abc"}), "abc"),
        (json!({"sub": "s", "id": 1}), "s"),
        (json!({"sub": 7, "id": 1}), "7"),
        (json!({"sub": "", "id": 1}), "1"),
    ] {
        mock.set_json("/userinfo", &answer);
        assert_eq!(provider.get_userinfo(&tokens).await.unwrap().sub, sub);
    }
    for answer in [json!({}), json!({"id": null}), json!({"id": ""}), json!({"id": [1]})] {
        mock.set_json("/userinfo", &answer);
        provider.get_userinfo(&tokens).await.unwrap_err();
    }
}
