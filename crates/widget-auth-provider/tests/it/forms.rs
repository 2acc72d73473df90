//! Answers of honest providers in forms of their own: what can mean one thing
//! only is taken, and an error names the member and shows its value.

use std::time::Duration;

use serde_json::{Value, json};
use widget_auth_core::{AuthError, OAuthTokenSet, RefreshToken, UnixTime};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{
    DeviceAuthorization, DevicePoll, IdTokenFault, OAuthProvider as _, ProviderError,
    SigningAlgorithm,
};

use crate::support::{MockProvider, NOW, Reply, b64, bare_jwk, cause};

/// Signs in at a provider whose token answer has another member.
async fn with_member(name: &str, value: Value) -> Result<OAuthTokenSet, AuthError> {
    let mock = MockProvider::start().await;
    let mut tokens = mock.tokens();
    tokens[name] = value;
    mock.set_tokens(&tokens);
    mock.sign_in().await
}

#[tokio::test]
async fn each_success_with_tokens_is_a_token_answer() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    let rotated =
        json!({"access_token": "access-2", "token_type": "Bearer", "refresh_token": "refresh-2"});
    for status in [200, 201, 202, 203] {
        let answer = rotated.clone();
        mock.set("/token", move |_| Reply::json(&answer).status(status));
        let new = mock.provider().refresh_tokens(&tokens).await.unwrap();
        assert_eq!(new.refresh_token, Some(RefreshToken::new("refresh-2")), "{status}");
    }
    mock.set("/token", |_| Reply::empty(204));
    let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Malformed { .. }), "{error:?}");
}

#[tokio::test]
async fn a_scope_that_is_a_list_is_joined() {
    let tokens = with_member("scope", json!(["openid", "user:read:email"])).await.unwrap();
    assert_eq!(tokens.scope.as_deref(), Some("openid user:read:email"));
    assert_eq!(with_member("scope", json!([])).await.unwrap().scope.as_deref(), Some(""));
    let error = with_member("scope", json!(["openid", 7])).await.unwrap_err();
    let text = "the answer of the token endpoint is not acceptable: \
                `scope` is not a text or a list of texts: [\"openid\",7]";
    assert_eq!(cause(&error).to_string(), text);
}

#[tokio::test]
async fn an_error_shows_the_value_of_a_member_and_never_a_token() {
    let error = with_member("expires_in", json!("soon")).await.unwrap_err();
    let text = cause(&error).to_string();
    assert!(text.ends_with("`expires_in` is not a number of seconds: \"soon\""), "{text}");
    let error = with_member("token_type", json!("MAC")).await.unwrap_err();
    let text = cause(&error).to_string();
    assert!(text.ends_with("`token_type` is not Bearer: \"MAC\""), "{text}");
    let error = with_member("refresh_token", json!(["hunter2"])).await.unwrap_err();
    assert!(!format!("{error:?}").contains("hunter2"));
    let error = with_member("expires_in", json!("9".repeat(1000))).await.unwrap_err();
    assert!(format!("{error:?}").len() < 400);
}

/// Twitch has no member `error`, and Slack sends its own with status 200.
#[tokio::test]
async fn errors_of_presets_are_read_in_the_form_that_they_have() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for (status, answer, text, is_unclear) in [
        (
            400,
            json!({"status": 400, "message": "Invalid refresh token"}),
            "the provider answered `400`: Invalid refresh token",
            true,
        ),
        (
            401,
            json!({"error": "Unauthorized", "status": 401, "message": "bad token"}),
            "the provider answered `Unauthorized`: bad token",
            true,
        ),
        (
            200,
            json!({"ok": false, "error": "invalid_refresh_token"}),
            "the provider answered `invalid_refresh_token`",
            true,
        ),
        // Of a gateway, with no word on the refresh token.
        (
            503,
            json!({"status": 503, "message": "upstream"}),
            "the token endpoint answered with http status 503",
            false,
        ),
    ] {
        mock.set("/token", move |_| Reply::json(&answer).status(status));
        let error = mock.provider().refresh_tokens(&tokens).await.unwrap_err();
        assert_eq!(cause(&error).to_string(), text);
        assert_eq!(cause(&error).is_unclear_refusal(), is_unclear, "{text}");
        assert!(!error.needs_login(), "{text}");
    }
}

/// Twitch says in `message` that the user has not agreed yet.
#[tokio::test]
async fn a_device_waits_while_the_message_says_so() {
    let mock = MockProvider::start().await;
    let endpoint = format!("{}/device", mock.url());
    mock.set_metadata(|metadata| metadata["device_authorization_endpoint"] = endpoint.into());
    mock.reset("/token");
    let provider = mock.provider();
    let authorization = provider.begin_device_authorization().await.unwrap();
    let pending = json!({"status": 400, "message": "authorization_pending"});
    mock.set("/token", move |_| Reply::json(&pending).status(400));
    let poll = provider.poll_device_authorization(&authorization).await.unwrap();
    assert_eq!(poll, DevicePoll::Pending);
}

async fn device(change: impl FnOnce(&mut Value)) -> Result<DeviceAuthorization, AuthError> {
    let mock = MockProvider::start().await;
    let endpoint = format!("{}/device", mock.url());
    mock.set_metadata(|metadata| metadata["device_authorization_endpoint"] = endpoint.into());
    let mut answer = json!({
        "device_code": "device-code-1",
        "user_code": "WDJB-MJHT",
        "verification_uri": "https://id.example.com/device",
        "expires_in": 600,
    });
    change(&mut answer);
    mock.set("/device", move |_| Reply::json(&answer).status(201));
    mock.provider().begin_device_authorization().await
}

#[tokio::test]
async fn the_durations_of_a_device_are_read_as_those_of_tokens() {
    for nine_hundred in [json!(900), json!("900"), json!(900.0), json!("900.0")] {
        let value = nine_hundred.clone();
        let authorization = device(|answer| {
            answer["expires_in"] = value.clone();
            answer["interval"] = value;
        });
        let authorization = authorization.await.unwrap();
        let duration = Duration::from_secs(900);
        assert_eq!((authorization.expires_in, authorization.interval), (duration, duration));
        let tokens = with_member("expires_in", nine_hundred).await.unwrap();
        assert_eq!(tokens.expires_in, Some(900));
    }
    let authorization = device(|answer| answer["interval"] = json!("")).await.unwrap();
    assert_eq!(authorization.interval, DeviceAuthorization::DEFAULT_INTERVAL);
    let error = device(|answer| answer["interval"] = json!("soon")).await.unwrap_err();
    let text = cause(&error).to_string();
    assert!(text.ends_with("`interval` is not a number of seconds: \"soon\""), "{text}");
}

#[tokio::test]
async fn members_of_metadata_that_are_written_as_absent_are() {
    for absent in [json!(null), json!(""), json!([])] {
        let mock = MockProvider::start().await;
        mock.set_metadata(|metadata| {
            for name in [
                "revocation_endpoint",
                "device_authorization_endpoint",
                "end_session_endpoint",
                "token_endpoint_auth_methods_supported",
                "authorization_response_iss_parameter_supported",
            ] {
                metadata[name] = absent.clone();
            }
        });
        let provider = mock.provider();
        let metadata = provider.metadata().await.unwrap().unwrap();
        assert!(metadata.revocation_endpoint().is_none());
        mock.sign_in().await.unwrap();
    }
}

#[tokio::test]
async fn an_error_of_the_metadata_names_the_member_and_its_value() {
    for (name, value, text) in [
        (
            "userinfo_endpoint",
            json!("http://id.example.com/me"),
            "`userinfo_endpoint` is not allowed: \"http://id.example.com/me\": it must be https, \
             or http on a loopback address",
        ),
        ("jwks_uri", json!(7), "`jwks_uri` is not a text: 7"),
        (
            "token_endpoint_auth_methods_supported",
            json!({"a": 1}),
            "`token_endpoint_auth_methods_supported` is not a list of texts: {\"a\":1}",
        ),
        (
            "authorization_response_iss_parameter_supported",
            json!("perhaps"),
            "`authorization_response_iss_parameter_supported` is not true or false: \"perhaps\"",
        ),
    ] {
        let mock = MockProvider::start().await;
        mock.set_metadata(|metadata| metadata[name] = value);
        let tokens = OAuthTokenSet::new("access-1", "Bearer", UnixTime::default());
        let error = match mock.provider().metadata().await {
            Err(error) => error,
            // An endpoint is an error when it is needed.
            Ok(_) if name == "jwks_uri" => mock.sign_in().await.unwrap_err(),
            Ok(_) => mock.provider().get_userinfo(&tokens).await.unwrap_err(),
        };
        let expected = format!("the answer of the discovery endpoint is not acceptable: {text}");
        assert_eq!(cause(&error).to_string(), expected);
    }
}

/// RFC 9207, section 3, with the truth value as a text.
#[tokio::test]
async fn an_announced_callback_issuer_counts_also_as_a_text() {
    let mock = MockProvider::start().await;
    mock.set_metadata(|metadata| {
        metadata["authorization_response_iss_parameter_supported"] = "true".into();
        metadata["token_endpoint_auth_methods_supported"] = "client_secret_post".into();
    });
    mock.provider().check_callback_issuer(None).await.unwrap_err();
    mock.sign_in().await.unwrap();
    assert_eq!(mock.requests("/token")[0].header("authorization"), None);
}

/// Signs in at a provider that publishes `jwk`, with a token that `key` signed.
async fn sign_in_with(key: &SigningKey, jwk: Value) -> Result<OAuthTokenSet, AuthError> {
    let mock = MockProvider::start().await;
    mock.set_json("/jwks", &json!({ "keys": [jwk] }));
    mock.set_id_token(&key.sign(&mock.claims()));
    mock.sign_in().await
}

#[tokio::test]
async fn members_of_a_key_that_are_written_as_absent_are() {
    let key = SigningKey::generate(SigningAlgorithm::Es256, "key-1");
    for absent in [json!(null), json!(""), json!([])] {
        let mut jwk = bare_jwk(&key);
        for name in ["kid", "use", "alg", "key_ops", "issuer", "x5c"] {
            jwk[name] = absent.clone();
        }
        sign_in_with(&key, jwk).await.unwrap();
    }
    let mut jwk = key.jwk();
    jwk["key_ops"] = "verify".into();
    sign_in_with(&key, jwk).await.unwrap();
}

#[tokio::test]
async fn a_key_in_another_form_of_base64_is_read() {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
    for alg in [SigningAlgorithm::Es256, SigningAlgorithm::Rs256, SigningAlgorithm::EdDsa] {
        let key = SigningKey::generate(alg, "key-1");
        for engine in [STANDARD, URL_SAFE] {
            let mut jwk = key.jwk();
            for name in ["x", "y", "n", "e"] {
                if let Some(text) = jwk[name].as_str() {
                    jwk[name] = engine.encode(URL_SAFE_NO_PAD.decode(text).unwrap()).into();
                }
            }
            sign_in_with(&key, jwk).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_coordinate_with_or_without_leading_zeros_is_read() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    // One key in 128 has a coordinate that begins with a zero.
    let decode = |jwk: &Value, name: &str| URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap());
    let begins_with_zero =
        |key: &SigningKey| ["x", "y"].iter().any(|name| decode(&key.jwk(), name).unwrap()[0] == 0);
    let mut keys =
        std::iter::repeat_with(|| SigningKey::generate(SigningAlgorithm::Es256, "key-1"));
    let key = keys.find(begins_with_zero).unwrap();
    let (mut short, mut long) = (key.jwk(), key.jwk());
    for name in ["x", "y"] {
        let bytes = decode(&key.jwk(), name).unwrap();
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        short[name] = b64(&bytes[zeros..]).into();
        long[name] = b64([&[0], &bytes[..]].concat()).into();
    }
    for jwk in [short, long] {
        sign_in_with(&key, jwk).await.unwrap();
    }
}

#[tokio::test]
async fn the_error_says_which_key_cannot_be_read_and_why() {
    let key = SigningKey::generate(SigningAlgorithm::Es256, "key-1");
    for (name, value, reason) in [
        ("x", json!("not base64url!"), "`x` is not base64url"),
        ("x", json!(7), "`x` is not a text: 7"),
        ("y", json!(null), "it has no `y`"),
        ("y", json!(b64([1; 33])), "`y` is longer than its curve allows"),
        ("y", json!(b64([1; 32])), "`x` and `y` are no point of its curve"),
        ("crv", json!(""), "it has no `crv`"),
    ] {
        let mut jwk = key.jwk();
        jwk[name] = value;
        let error = sign_in_with(&key, jwk.clone()).await.unwrap_err();
        assert_eq!(
            cause(&error).to_string(),
            format!(
                "the id token was rejected: no key of the provider fits it, and the key `key-1` \
                 cannot be read: {reason}"
            )
        );
        assert!(error.needs_login());
        // A key with another name has nothing to do with it.
        jwk["kid"] = "key-2".into();
        let error = sign_in_with(&key, jwk).await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::UnknownKey)));
    }
}

#[tokio::test]
async fn an_error_that_is_an_object_is_an_error_with_its_message() {
    let mock = MockProvider::start().await;
    for (answer, code, message) in [
        (
            json!({"error": {"message": "This code has been used.", "type": "OAuthException", "code": 100}}),
            "OAuthException",
            Some("This code has been used."),
        ),
        (json!({"error": {"code": 190, "message": "Expired."}}), "190", Some("Expired.")),
        (json!({"error": {"message": "No."}}), "error", Some("No.")),
        (json!({"error": 400, "message": "No."}), "400", Some("No.")),
        (json!({"error": "invalid_grant", "message": "Used."}), "invalid_grant", Some("Used.")),
        (json!({"error": {}}), "error", None),
    ] {
        for status in [200, 400] {
            let answer = answer.clone();
            mock.set("/token", move |_| Reply::json(&answer).status(status));
            let error = mock.sign_in().await.unwrap_err();
            let ProviderError::OAuth(told) = cause(&error) else { panic!("{error:?}") };
            assert_eq!((told.code(), told.description()), (code, message));
            // A code is used up by the first answer.
            assert!(!error.is_retryable(), "{error:?}");
            assert!(!cause(&error).is_transient(), "{error:?}");
        }
    }
}

#[tokio::test]
async fn an_error_that_is_written_as_absent_is_none() {
    for absent in [json!(null), json!("")] {
        with_member("error", absent).await.unwrap();
    }
    with_member("error", json!(true)).await.unwrap_err();
}

/// A provider that answers userinfo as a signed token (OpenID Connect Core,
/// section 5.3.2).
fn sign_userinfo(mock: &MockProvider, key: &SigningKey, claims: &Value) {
    let token = key.sign(claims);
    mock.set("/userinfo", move |_| Reply::text("application/jwt", token.clone()));
}

#[tokio::test]
async fn a_signed_userinfo_answer_is_verified() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    let claims = json!({"iss": mock.url(), "aud": "client-1", "sub": "user-1", "name": "Jane"});
    sign_userinfo(&mock, mock.key(), &claims);
    let user = mock.provider().get_userinfo(&tokens).await.unwrap();
    assert_eq!((&*user.sub, user.name.as_deref()), ("user-1", Some("Jane")));
    // What should be there and is not does not matter; what is there does.
    sign_userinfo(&mock, mock.key(), &json!({"sub": "user-1", "name": "Jane"}));
    mock.provider().get_userinfo(&tokens).await.unwrap();

    // Another user is refused, and no ID token takes the place of the answer.
    sign_userinfo(&mock, mock.key(), &json!({"sub": "user-2"}));
    let error = mock.provider().identify(&tokens).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::UserinfoSubject));
}

#[tokio::test]
async fn the_id_token_names_the_user_where_signed_userinfo_cannot_be_verified() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    let evil = SigningKey::generate(SigningAlgorithm::Es256, "key-1");
    let good = json!({"iss": mock.url(), "aud": "client-1", "sub": "user-1", "name": "Mallory"});
    let (mut other_issuer, mut other_client) = (good.clone(), good.clone());
    other_issuer["iss"] = "https://id.example.com".into();
    other_client["aud"] = json!(["client-2"]);
    for (key, claims, fault) in [
        (&evil, &good, "its signature is wrong"),
        (mock.key(), &other_issuer, "`iss` is \"https://id.example.com\" and not `http"),
        (mock.key(), &other_client, "`aud` is [\"client-2\"] and does not name this client"),
    ] {
        sign_userinfo(&mock, key, claims);
        let error = mock.provider().get_userinfo(&tokens).await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::SignedUserinfo(_)), "{error:?}");
        assert!(cause(&error).to_string().contains(fault), "{error:?}");
        let user = mock.provider().identify(&tokens).await.unwrap();
        assert_eq!((&*user.sub, user.name), ("user-1", None));
    }
    // Encrypted: five parts.
    mock.set("/userinfo", |_| Reply::text("application/jwt", "a.b.c.d.e"));
    assert_eq!(mock.provider().identify(&tokens).await.unwrap().sub, "user-1");
    // Without a validated ID token there is no one to name.
    let bare = OAuthTokenSet::new("access-1", "Bearer", UnixTime::from_secs(NOW));
    mock.provider().identify(&bare).await.unwrap_err();
}
