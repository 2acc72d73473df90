use std::time::Duration;

use widget_auth_core::{
    AuthErrorKind, ClientSecret, Clock as _, StoreSecret, StoreUrl, SystemClock,
};
use widget_auth_provider::{
    AuthorizationAttempt, AuthorizeRequest, OAuth2Settings, OAuthProvider as _, ProviderError,
    create_provider_from_settings,
};

use crate::authorize::query;
use crate::support::{CLIENT_ID, MockProvider, REDIRECT, Reply, cause};

fn settings(provider: &str, change: impl FnOnce(&mut OAuth2Settings)) -> OAuth2Settings {
    let mut settings = OAuth2Settings::default();
    settings.provider = provider.to_owned();
    settings.client_id = "id".to_owned();
    change(&mut settings);
    settings
}

/// The setting that the error names.
fn refused(settings: &OAuth2Settings) -> &'static str {
    let error = create_provider_from_settings(settings).unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    match cause(&error) {
        ProviderError::Setting { setting, .. } => setting,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_defaults() {
    let settings = OAuth2Settings::default();
    assert!(settings.use_pkce && settings.require_id_token_validation);
    assert_eq!(settings.tenant_id, "common");
    assert_eq!(settings.token_store_backend, "memory");
    assert_eq!(settings.auth_timeout(), Duration::from_secs(120));
    assert_eq!(settings.refresh_buffer(), Duration::from_secs(60));
    let empty: OAuth2Settings = serde_json::from_str("{}").unwrap();
    assert_eq!(empty, settings);
}

#[test]
fn every_kind_of_provider_can_be_made() {
    for (settings, name, scopes) in [
        (settings("google", |_| {}), "google", "openid email profile"),
        (settings("github", |_| {}), "github", "read:user user:email"),
        (settings("microsoft", |_| {}), "microsoft", "openid email profile offline_access"),
        (
            settings("oidc", |s| s.issuer_url = "https://id.example.com".into()),
            "oidc",
            "openid email profile",
        ),
        (
            settings("custom", |s| {
                s.authorize_url = "https://id.example.com/a".into();
                s.token_url = "https://id.example.com/t".into();
            }),
            "custom",
            "",
        ),
    ] {
        let provider = create_provider_from_settings(&settings).unwrap();
        assert_eq!(provider.name(), name);
        assert_eq!(provider.client_id(), "id");
        assert_eq!(provider.scopes().join(" "), scopes);
    }
}

#[test]
fn errors_name_the_setting_that_is_wrong() {
    let insecure = || "http://id.example.com".to_owned();
    for (settings, name) in [
        (settings("", |_| {}), "provider"),
        (settings("Google", |_| {}), "provider"),
        (settings("google", |s| s.client_id = " ".into()), "client_id"),
        (settings("google", |s| s.auth_timeout_seconds = 9), "auth_timeout_seconds"),
        (settings("google", |s| s.token_store_backend = "disk".into()), "token_store_backend"),
        (settings("google", |s| s.token_store_backend = "file".into()), "token_store_path"),
        (settings("google", |s| s.encryption_keys = "k1:AAAA".into()), "encryption_keys"),
        (
            settings("google", |s| {
                s.token_store_backend = "keyring".into();
                s.encryption_keys = "k1:AAAA".into();
            }),
            "encryption_keys",
        ),
        (settings("google", |s| s.client_auth_method = "jwt".into()), "client_auth_method"),
        (settings("google", |s| s.client_auth_method = "basic".into()), "client_secret"),
        (settings("google", |s| s.base_url = insecure()), "base_url"),
        (settings("github", |s| s.base_url = insecure()), "base_url"),
        (
            settings("github", |s| {
                s.base_url = "https://ghe.example.com".into();
                s.api_url = insecure();
            }),
            "api_url",
        ),
        (settings("microsoft", |s| s.base_url = insecure()), "base_url"),
        (settings("microsoft", |s| s.tenant_id = "a b".into()), "tenant_id"),
        (settings("oidc", |_| {}), "issuer_url"),
        (settings("oidc", |s| s.issuer_url = insecure()), "issuer_url"),
        (settings("oidc", |s| s.require_id_token_validation = false), "authorize_url"),
        (
            settings("oidc", |s| {
                s.issuer_url = "https://id.example.com".into();
                s.userinfo_url = insecure();
            }),
            "userinfo_url",
        ),
        (settings("custom", |_| {}), "authorize_url"),
        (
            settings("custom", |s| {
                s.authorize_url = "https://id.example.com".into();
            }),
            "token_url",
        ),
        (
            settings("custom", |s| {
                s.authorize_url = "https://id.example.com".into();
                s.token_url = "x".into();
            }),
            "token_url",
        ),
        (
            settings("custom", |s| {
                s.authorize_url = "https://id.example.com".into();
                s.token_url = "https://id.example.com".into();
                s.revocation_url = "x".into();
            }),
            "revocation_url",
        ),
    ] {
        assert_eq!(refused(&settings), name, "{settings:?}");
    }
}

#[tokio::test]
async fn what_is_set_reaches_the_provider() {
    let mock = MockProvider::start().await;
    let settings = settings("oidc", |s| {
        s.issuer_url = mock.url().to_owned();
        s.client_secret = ClientSecret::new("secret");
        s.client_auth_method = "post".into();
        s.scopes = "  openid   custom ".into();
        s.require_id_token_validation = false;
        s.authorize_url = "https://front.example.com/authorize".into();
    });
    let provider = create_provider_from_settings(&settings).unwrap();
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let url = provider.build_authorize_url(&request).await.unwrap();
    // An endpoint that is set wins over the discovered one.
    assert!(url.starts_with("https://front.example.com/authorize?"));
    assert_eq!(query(&url)["scope"], "openid custom");
    let exchange = widget_auth_provider::CodeExchange::new("c", REDIRECT);
    provider.exchange_code(&exchange).await.unwrap();
    assert_eq!(mock.requests("/token")[0].form()["client_secret"], "secret");
}

#[tokio::test]
async fn presets_can_be_moved_to_another_server() {
    for (provider, base, expected) in
        [("github", "https://ghe.example.com", "https://ghe.example.com/login/oauth/authorize?")]
    {
        let settings = settings(provider, |s| s.base_url = base.to_owned());
        let provider = create_provider_from_settings(&settings).unwrap();
        let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
        let url = attempt.authorize_url(&provider, &[]).await.unwrap();
        assert!(url.starts_with(expected), "{url}");
    }
    let mock = MockProvider::start().await;
    let settings = settings("google", |s| s.base_url = mock.url().to_owned());
    let provider = create_provider_from_settings(&settings).unwrap();
    let metadata = provider.metadata().await.unwrap().unwrap();
    assert_eq!(metadata.issuer(), mock.url());
}

#[test]
fn an_oidc_provider_without_an_issuer_needs_to_be_trusted_explicitly() {
    let endpoints = |s: &mut OAuth2Settings| {
        s.authorize_url = "https://id.example.com/a".into();
        s.token_url = "https://id.example.com/t".into();
    };
    assert_eq!(refused(&settings("oidc", endpoints)), "issuer_url");
    let trusting = settings("oidc", |s| {
        endpoints(s);
        s.require_id_token_validation = false;
    });
    create_provider_from_settings(&trusting).unwrap();
}

#[test]
fn every_field_can_come_from_the_environment() {
    let fields = serde_json::to_value(settings("github", |_| {})).unwrap();
    for (name, value) in fields.as_object().unwrap() {
        let text = match value {
            serde_json::Value::String(_) => "text".to_owned(),
            other => other.to_string(),
        };
        let vars = [(format!("X_{}", name.to_uppercase()), text)];
        let read = OAuth2Settings::from_vars("X_", vars).unwrap();
        let read = serde_json::to_value(read).unwrap();
        let expected = if value.is_string() { "text".into() } else { value.clone() };
        assert_eq!(read[name], expected, "{name}");
    }
}

#[test]
fn wrong_values_in_the_environment_name_their_setting() {
    for (name, value, expected) in [
        ("USE_PKCE", "perhaps", "`use_pkce` must be true or false"),
        ("REQUIRE_ID_TOKEN_VALIDATION", "2", "`require_id_token_validation` must be true or false"),
        ("AUTH_TIMEOUT_SECONDS", "1.5", "`auth_timeout_seconds` must be a whole number of seconds"),
        (
            "REFRESH_BUFFER_SECONDS",
            "-1",
            "`refresh_buffer_seconds` must be a whole number of seconds",
        ),
    ] {
        let error = OAuth2Settings::from_vars("X_", [(format!("X_{name}"), value)]).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    for (text, expected) in [("1", true), ("Yes", true), ("ON", true), ("0", false), ("off", false)]
    {
        let read = OAuth2Settings::from_vars("", [("USE_PKCE", text)]).unwrap();
        assert_eq!(read.use_pkce, expected);
    }
}

/// Of a prefix that the program shares with its other settings.
#[test]
fn variables_that_are_none_of_ours_are_left_alone() {
    let vars = [("APP_PORT", "8080"), ("APP_CLIENT_ID", "x"), ("CLIENT_ID", "y")];
    let read = OAuth2Settings::from_vars("APP_", vars).unwrap();
    assert_eq!(read.client_id, "x");
}

#[tokio::test]
async fn settings_without_discovery_name_everything() {
    let mock = MockProvider::start().await;
    mock.set("/.well-known/openid-configuration", |_| Reply::empty(404));
    let at = |path: &str| format!("{}{path}", mock.url());
    let settings = settings("oidc", |s| {
        s.use_discovery = false;
        s.client_id = CLIENT_ID.into();
        s.issuer_url = mock.url().to_owned();
        s.authorize_url = at("/authorize");
        s.token_url = at("/token");
        s.jwks_url = at("/jwks");
        s.device_authorization_url = at("/device");
        s.authorize_params = "audience=https%3A%2F%2Fapi&prompt=login".into();
        s.token_params = "tenant=one".into();
        s.resource = "https://api.example.com".into();
        s.token_response_format = "form".into();
        s.require_token_type = false;
    });
    let mut broken = settings.clone();
    broken.jwks_url = String::new();
    assert_eq!(refused(&broken), "jwks_url");
    broken = settings.clone();
    broken.token_response_format = "xml".into();
    assert_eq!(refused(&broken), "token_response_format");
    broken = settings.clone();
    broken.resource = "orders".into();
    assert_eq!(refused(&broken), "resource");

    let provider = create_provider_from_settings(&settings).unwrap();
    let request = AuthorizeRequest::new(REDIRECT, "state");
    let url = provider.build_authorize_url(&request).await.unwrap();
    assert_eq!((&*query(&url)["audience"], &*query(&url)["prompt"]), ("https://api", "login"));

    // The provider of settings has the clock of the machine.
    let now = SystemClock.now().as_secs();
    let claims = mock.claims_with(|claims| {
        claims["iat"] = now.into();
        claims["exp"] = (now + 300).into();
    });
    let body = format!("access_token=a&id_token={}", mock.key().sign(&claims));
    let form = "application/x-www-form-urlencoded";
    mock.set("/token", move |_| Reply::text(form, body.clone()));
    let exchange = widget_auth_provider::CodeExchange::new("c", REDIRECT);
    let tokens = provider.exchange_code(&exchange).await.unwrap();
    assert_eq!(tokens.token_type, "Bearer");
    let sent = mock.requests("/token")[0].form();
    assert_eq!((&*sent["resource"], &*sent["tenant"]), ("https://api.example.com", "one"));
    assert_eq!(tokens.origin.unwrap().resources, ["https://api.example.com"]);
    provider.begin_device_authorization().await.unwrap();
}

#[test]
fn a_typing_error_in_a_file_is_refused() {
    let error = serde_json::from_str::<OAuth2Settings>(r#"{"cleint_id": "x"}"#).unwrap_err();
    assert!(error.to_string().contains("cleint_id"));
}

#[test]
fn debug_hides_the_secret() {
    let settings = settings("google", |s| {
        s.client_secret = ClientSecret::new("hunter2");
        s.redis_url = StoreUrl::new("redis://:hunter2@cache.example.com");
        s.encryption_keys = StoreSecret::new("hunter2:hunter2");
    });
    assert!(!format!("{settings:?}").contains("hunter2"));
}
