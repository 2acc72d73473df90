//! The settings that errors name, at every preset.

use widget_auth_core::AuthError;

use super::*;
use crate::support::PrivateKey;

const TENANT: &str = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490";

/// Those of `presets.json` and the large ones.
fn all(mock: &MockProvider) -> Vec<Case> {
    let large = json!([
        {"provider": "google", "source": "", "issuer": mock.url()},
        {
            "provider": "microsoft", "source": "", "settings": {"tenant_id": TENANT},
            "issuer": format!("{}/{TENANT}/v2.0", mock.url()), "claims": {"tid": TENANT},
        },
        {
            "provider": "apple", "source": "", "issuer": mock.url(),
            "settings": {
                "client_secret": "", "team_id": "TEAM123456", "key_id": "KEY1234567",
                "private_key": PrivateKey::new().pem(),
            },
        },
        {
            "provider": "oidc", "source": "", "issuer": mock.url(),
            "settings": {"base_url": "", "issuer_url": mock.url()},
        },
    ]);
    let large: Vec<Case> = serde_json::from_value(large).unwrap();
    large.into_iter().chain(Case::all(mock)).collect()
}

fn made(settings: Value) -> Result<Box<dyn OAuthProvider>, AuthError> {
    create_provider_from_settings(&serde_json::from_value(settings).unwrap())
}

#[tokio::test]
async fn every_openid_provider_takes_what_errors_recommend() {
    let count = all(&MockProvider::start().await).len();
    for index in 0..count {
        let mock = MockProvider::start().await;
        let at = |path: &str| Value::from(format!("{}{path}", mock.url()));
        let mut case = all(&mock).swap_remove(index);
        for (name, value) in [
            ("discovery_url", at("/elsewhere")),
            ("authorize_url", at("/own/authorize")),
            ("token_url", at("/own/token")),
            ("userinfo_url", at("/own/userinfo")),
            ("jwks_url", at("/own/jwks")),
            ("end_session_url", at("/own/end")),
            ("revocation_url", at("/own/revoke")),
            ("device_authorization_url", at("/own/device")),
            ("trusted_audiences", json!("api-1 api-2")),
            ("token_response_format", json!("form")),
            ("require_token_type", json!(false)),
        ] {
            case.settings.insert(name.to_owned(), value);
        }
        let provider = case.provider(&mock);
        let name = &case.provider;

        // Only the metadata says who the issuer is; nothing else in it is good.
        mock.set_json("/elsewhere", &json!({"issuer": case.issuer}));
        mock.set_json("/own/jwks", &json!({"keys": [mock.key().jwk()]}));
        mock.set_json("/own/userinfo", case.userinfo.as_ref().unwrap_or(&json!({"sub": "user-1"})));
        mock.set("/own/revoke", |_| Reply::empty(200));

        let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
        let url = attempt.authorize_url(&provider, &[]).await.unwrap();
        assert!(url.starts_with(at("/own/authorize?").as_str().unwrap()), "{name}: {url}");
        case.claims.insert("aud".into(), json!([CLIENT_ID, "api-2"]));
        let id_token = case.id_token(&mock, query(&url).get("nonce"));
        let body = format!("access_token=a&refresh_token=r&id_token={id_token}");
        let form = "application/x-www-form-urlencoded";
        mock.set("/own/token", move |_| Reply::text(form, body.clone()));
        let answer = format!("code=code-1&state={}", attempt.state());
        let tokens = attempt.exchange(&provider, &answer).await;
        let tokens = tokens.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        provider.get_userinfo(&tokens).await.unwrap();
        provider.revoke_tokens(&tokens).await.unwrap();
        assert!(mock.count("/own/revoke") > 0, "{name}");
        assert!(provider.has_device_grant().await, "{name}");
        let back = Some("https://site.example/bye");
        let end = provider.end_session_url(None, back).await.unwrap().unwrap();
        assert_eq!(end.path(), "/own/end", "{name}");
    }
}

#[tokio::test]
async fn every_openid_provider_can_do_without_a_nonce() {
    let mock = MockProvider::start().await;
    for case in all(&mock) {
        let mut settings = case.settings(&mock);
        settings["use_nonce"] = false.into();
        settings["authorize_url"] = format!("{}/authorize", mock.url()).into();
        let (name, has_secret) = (&*case.provider, !settings["client_secret"].eq(""));
        match made(settings) {
            Ok(provider) => {
                let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
                let url = attempt.authorize_url(&provider, &[]).await.unwrap();
                assert!(!query(&url).contains_key("nonce"), "{name}");
            }
            // One of the two has to bind the answer.
            Err(error) => {
                assert_eq!((name, has_secret), ("slack", true));
                assert!(matches!(
                    cause(&error),
                    ProviderError::Setting { setting: "use_pkce", .. }
                ));
                assert!(cause(&error).to_string().contains("use_nonce"));
            }
        }
    }
}

#[test]
fn a_setting_that_would_do_nothing_is_refused_by_name() {
    let url = "https://id.example.com";
    let custom = json!({"authorize_url": url, "token_url": url});
    for (provider, base, name, value) in [
        ("google", json!({}), "allowed_tenants", json!(TENANT)),
        ("oidc", json!({"issuer_url": url}), "tenant_id", json!(TENANT)),
        ("oidc", json!({"issuer_url": url}), "base_url", json!(url)),
        ("google", json!({}), "issuer_url", json!(url)),
        ("google", json!({}), "use_discovery", json!(false)),
        ("google", json!({}), "private_key", json!("key")),
        ("okta", json!({"base_url": url}), "realm", json!("main")),
        ("gitlab", json!({}), "api_url", json!(url)),
        ("github", json!({}), "token_url", json!(url)),
        ("github", json!({}), "trusted_audiences", json!("api")),
        ("custom", custom.clone(), "trusted_audiences", json!("api")),
        ("custom", custom, "discovery_url", json!(url)),
    ] {
        let mut settings = base;
        settings["provider"] = provider.into();
        settings["client_id"] = CLIENT_ID.into();
        made(settings.clone()).unwrap();
        settings[name] = value;
        let error = made(settings).unwrap_err();
        let text = cause(&error).to_string();
        assert!(text.starts_with(&format!("`{name}` does nothing for {provider}")), "{text}");
    }
}
