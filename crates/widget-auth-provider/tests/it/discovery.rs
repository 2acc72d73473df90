use serde_json::json;
use widget_auth_core::{AuthErrorKind, OAuthTokenSet, UnixTime};
use widget_auth_provider::{
    CodeExchange, Endpoint, Endpoints, GenericOidcProvider, Issuer, OAuthProvider as _,
    ProviderError, ProviderMetadata,
};

use crate::support::{MockProvider, NOW, REDIRECT, Reply, cause, chunks, client};

const WELL_KNOWN: &str = "/.well-known/openid-configuration";

#[tokio::test]
async fn rp_01_an_issuer_with_a_path_keeps_it() {
    let mock = MockProvider::start().await;
    let issuer = format!("{}/realms/one", mock.url());
    let mut metadata = mock.metadata();
    metadata["issuer"] = issuer.as_str().into();
    mock.set_json(&format!("/realms/one{WELL_KNOWN}"), &metadata);

    let provider = GenericOidcProvider::new(client(), &issuer).unwrap();
    let found = provider.metadata().await.unwrap().unwrap();
    assert_eq!(found.issuer(), issuer);
    assert_eq!(mock.count(WELL_KNOWN), 0);
}

#[tokio::test]
async fn rp_02_metadata_of_another_issuer_is_rejected() {
    let mock = MockProvider::start().await;
    for lie in [
        "https://evil.example.com".to_owned(),
        format!("{}/", mock.url()),
        mock.url().to_uppercase(),
    ] {
        mock.set_metadata(|metadata| metadata["issuer"] = lie.as_str().into());
        let error = mock.provider().metadata().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::MetadataIssuer { .. }), "{lie}: {error:?}");
        assert!(!error.is_retryable());
    }
    for no_issuer in [json!(null), json!(""), json!(7), json!([mock.url()])] {
        mock.set_metadata(|metadata| metadata["issuer"] = no_issuer);
        let error = mock.provider().metadata().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Malformed { .. }));
    }
}

#[tokio::test]
async fn rp_02_an_issuer_configured_with_a_trailing_slash_works() {
    let mock = MockProvider::start().await;
    let issuer = format!("{}/", mock.url());
    mock.set_metadata(|metadata| metadata["issuer"] = issuer.as_str().into());
    let provider = GenericOidcProvider::new(client(), &issuer).unwrap();
    assert_eq!(provider.metadata().await.unwrap().unwrap().issuer(), issuer);
    // And the slash is not forgiven the other way round.
    let error = mock.provider().metadata().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::MetadataIssuer { .. }));
}

#[tokio::test]
async fn rp_03_unknown_members_are_ignored() {
    let mock = MockProvider::start().await;
    mock.set_metadata(|metadata| {
        metadata["x_new"] = json!({"deep": [1, null]});
        metadata["userinfo_endpoint"] = json!(null);
    });
    let metadata = mock.provider().metadata().await.unwrap().unwrap();
    assert!(metadata.userinfo_endpoint().is_none());
    assert!(metadata.token_endpoint().is_some());
}

#[tokio::test]
async fn rp_03_a_missing_endpoint_is_an_error_when_it_is_needed() {
    let mock = MockProvider::start().await;
    mock.set_metadata(|metadata| {
        for endpoint in ["token_endpoint", "userinfo_endpoint", "revocation_endpoint"] {
            metadata.as_object_mut().unwrap().remove(endpoint);
        }
    });
    let provider = mock.provider();
    let request = widget_auth_provider::AuthorizeRequest::new(REDIRECT, "state");
    provider.build_authorize_url(&request).await.unwrap();

    let error = provider.exchange_code(&CodeExchange::new("code", REDIRECT)).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::MissingEndpoint(Endpoint::Token)));

    let tokens = OAuthTokenSet::new("access-1", "Bearer", UnixTime::from_secs(NOW));
    let error = provider.get_userinfo(&tokens).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::MissingEndpoint(Endpoint::Userinfo)));
    // Without a revocation endpoint there is nothing to do.
    provider.revoke_tokens(&tokens).await.unwrap();
}

#[tokio::test]
async fn rp_04_an_insecure_endpoint_is_an_error_when_it_is_needed() {
    let mock = MockProvider::start().await;
    let tokens = mock.sign_in().await.unwrap();
    for endpoint in [
        "authorization_endpoint",
        "token_endpoint",
        "userinfo_endpoint",
        "revocation_endpoint",
        "jwks_uri",
    ] {
        for url in [
            "http://id.example.com/x",
            "http://127.0.0.1.example.com/x",
            "ftp://127.0.0.1/x",
            "https://user:password@id.example.com/x",
            "https://id.example.com/x#fragment",
            "/relative",
        ] {
            mock.set_metadata(|metadata| metadata[endpoint] = url.into());
            let provider = mock.provider();
            provider.metadata().await.unwrap();
            let sent = mock.count("/token");
            let error = match endpoint {
                "authorization_endpoint" => {
                    let request = widget_auth_provider::AuthorizeRequest::new(REDIRECT, "state");
                    provider.build_authorize_url(&request).await.unwrap_err()
                }
                "userinfo_endpoint" => provider.get_userinfo(&tokens).await.unwrap_err(),
                "revocation_endpoint" => provider.revoke_tokens(&tokens).await.unwrap_err(),
                _ => mock.sign_in().await.unwrap_err(),
            };
            // The code was not spent.
            assert_eq!(mock.count("/token"), sent);
            let text = format!("{error:?}");
            assert!(matches!(cause(&error), ProviderError::Malformed { .. }), "{endpoint} {text}");
            assert!(text.contains(endpoint) && !text.contains("password"), "{text}");
        }
    }
}

#[tokio::test]
async fn an_insecure_endpoint_that_is_not_needed_or_set_here_breaks_nothing() {
    let mock = MockProvider::start().await;
    mock.set_metadata(|metadata| {
        for name in ["userinfo_endpoint", "device_authorization_endpoint", "end_session_endpoint"] {
            metadata[name] = "http://id.example.com/x".into();
        }
    });
    let tokens = mock.sign_in().await.unwrap();
    let provider = mock.provider();
    assert!(!provider.has_device_grant().await);
    assert_eq!(provider.end_session_url(None, None).await.unwrap(), None);
    let own = Endpoints::new().with_userinfo_url(&format!("{}/userinfo", mock.url())).unwrap();
    provider.with_endpoints(own).get_userinfo(&tokens).await.unwrap();
}

#[test]
fn rp_04_an_insecure_issuer_is_rejected() {
    for issuer in [
        "http://id.example.com",
        "http://10.0.0.1",
        "id.example.com",
        "https://id.example.com?tenant=1",
        "https://id.example.com#x",
        "https://user@id.example.com",
        "",
    ] {
        let error = Issuer::new(issuer).unwrap_err();
        assert!(error.to_string().starts_with("`issuer_url` "), "{issuer}: {error}");
    }
    for issuer in ["http://localhost:1", "http://[::1]:1", "http://127.8.9.1"] {
        Issuer::new(issuer).unwrap();
    }
}

#[tokio::test]
async fn rp_04_a_redirect_is_not_followed() {
    let mock = MockProvider::start().await;
    mock.set_json("/elsewhere", &mock.metadata());
    let target = format!("{}/elsewhere", mock.url());
    for status in [301, 302, 303, 307, 308] {
        let to = target.clone();
        mock.set(WELL_KNOWN, move |_| Reply::redirect(status, &to));
        let error = mock.provider().metadata().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Redirect { status: s, .. } if *s == status));
    }
    assert_eq!(mock.count("/elsewhere"), 0);
}

#[tokio::test]
async fn rp_05_another_status_than_200_is_rejected() {
    let mock = MockProvider::start().await;
    for (status, is_retryable) in
        [(201, false), (204, false), (404, false), (500, true), (503, true)]
    {
        let metadata = mock.metadata();
        mock.set(WELL_KNOWN, move |_| Reply::json(&metadata).status(status));
        let error = mock.provider().metadata().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Status { status: s, .. } if *s == status));
        assert_eq!(error.is_retryable(), is_retryable, "{status}");
        assert!(error.is(AuthErrorKind::Authentication));
    }
}

#[tokio::test]
async fn rp_05_what_is_not_json_is_rejected_and_not_quoted() {
    let mock = MockProvider::start().await;
    for body in ["", "<h1>secret-of-the-proxy</h1>", "[]", "null", "{\"issuer\":"] {
        mock.set(WELL_KNOWN, move |_| Reply::text("application/json", body));
        let error = mock.provider().metadata().await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Malformed { .. }), "{body}");
        assert!(!crate::support::all_text(&error).contains("secret-of-the-proxy"));
    }
}

#[tokio::test]
async fn rp_05_more_than_one_mebibyte_is_rejected() {
    let mock = MockProvider::start().await;
    let padded = |length: usize| {
        let mut body = mock.metadata().to_string();
        body.extend(std::iter::repeat_n(' ', length - body.len()));
        body
    };
    let limit = 1024 * 1024;

    let fits = padded(limit);
    mock.set(WELL_KNOWN, move |_| Reply::text("application/json", fits.clone()));
    mock.provider().metadata().await.unwrap();

    let announced = padded(limit + 1);
    mock.set(WELL_KNOWN, move |_| Reply::text("application/json", announced.clone()));
    let error = mock.provider().metadata().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::TooLarge { limit: l, .. } if *l == limit));

    // Endless, and of unannounced length.
    mock.set(WELL_KNOWN, |_| chunks(&[b' '; 4096], usize::MAX));
    let error = mock.provider().metadata().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::TooLarge { .. }));
}

#[test]
fn every_member_that_other_crates_need_is_read() {
    let body = json!({
        "issuer": "https://id.example.com",
        "end_session_endpoint": "https://id.example.com/logout",
        "device_authorization_endpoint": "https://id.example.com/device",
        "jwks_uri": "https://id.example.com/keys",
    });
    let issuer = Issuer::new("https://id.example.com").unwrap();
    let metadata = ProviderMetadata::from_json(body.to_string().as_bytes(), &issuer).unwrap();
    let text = |url: Option<&url::Url>| url.map(ToString::to_string);
    assert_eq!(text(metadata.end_session_endpoint()).unwrap(), "https://id.example.com/logout");
    assert_eq!(
        text(metadata.device_authorization_endpoint()).unwrap(),
        "https://id.example.com/device"
    );
    assert_eq!(text(metadata.jwks_uri()).unwrap(), "https://id.example.com/keys");
    assert!(metadata.revocation_endpoint().is_none());
    assert!(metadata.authorization_endpoint().is_none());
}
