//! Presets, each with the forms of answers that its provider documents
//! (`presets.json`): `null` is a member that is not there, `true` one that is.

mod settings;

use serde::Deserialize;
use serde_json::{Map, Value, json};
use widget_auth_core::{Clock as _, IdToken, OAuthTokenSet, SystemClock};
use widget_auth_provider::{
    AuthorizationAttempt, GenericOidcProvider, OAuth2Settings, OAuthProvider, ProviderError,
    create_provider_from_settings,
};

use crate::authorize::query;
use crate::support::{CLIENT_ID, MockProvider, REDIRECT, Reply, cause};

const CASES: &str = include_str!("presets.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    provider: String,
    #[serde(rename = "source")]
    _source: String,
    #[serde(default)]
    settings: Map<String, Value>,
    issuer: String,
    #[serde(default)]
    metadata: Map<String, Value>,
    authorize_url: Option<String>,
    #[serde(default)]
    authorize: Map<String, Value>,
    #[serde(default)]
    tokens: Map<String, Value>,
    #[serde(default)]
    claims: Map<String, Value>,
    userinfo: Option<Value>,
    #[serde(default)]
    exchange: Map<String, Value>,
    #[serde(default)]
    user: Map<String, Value>,
    sign_out: Option<String>,
    revoked_at: Option<String>,
}

/// `base` with the members of `changes`.
fn merged(mut base: Value, changes: &Map<String, Value>) -> Value {
    let members = base.as_object_mut().unwrap();
    for (name, value) in changes {
        match value {
            Value::Null => drop(members.remove(name)),
            value => drop(members.insert(name.clone(), value.clone())),
        }
    }
    base
}

impl Case {
    fn all(mock: &MockProvider) -> Vec<Self> {
        serde_json::from_str(&CASES.replace("$url", mock.url())).unwrap()
    }

    fn settings(&self, mock: &MockProvider) -> Value {
        let base = json!({
            "provider": self.provider, "client_id": CLIENT_ID, "client_secret": "secret",
            "base_url": mock.url(),
        });
        merged(base, &self.settings)
    }

    fn provider(&self, mock: &MockProvider) -> Box<dyn OAuthProvider> {
        let settings = serde_json::from_value(self.settings(mock)).unwrap();
        create_provider_from_settings(&settings).unwrap()
    }

    fn publish(&self, mock: &MockProvider) {
        let below = self.issuer.strip_prefix(mock.url()).unwrap().trim_end_matches('/');
        let mut metadata = merged(mock.metadata(), &self.metadata);
        metadata["issuer"] = self.issuer.clone().into();
        mock.set_json(&format!("{below}/.well-known/openid-configuration"), &metadata);
        mock.set_json("/userinfo", self.userinfo.as_ref().unwrap_or(&json!({"sub": "user-1"})));
    }

    fn id_token(&self, mock: &MockProvider, nonce: Option<&String>) -> String {
        let now = SystemClock.now().as_secs();
        let claims = json!({
            "iss": self.issuer, "sub": "user-1", "aud": CLIENT_ID, "iat": now, "exp": now + 300,
            "nonce": nonce,
        });
        mock.key().sign(&merged(claims, &self.claims))
    }

    fn answer(&self, mock: &MockProvider, nonce: Option<&String>) {
        let mut tokens = merged(mock.tokens(), &self.tokens);
        tokens["id_token"] = self.id_token(mock, nonce).into();
        mock.set_tokens(&tokens);
    }

    async fn sign_in(&self, mock: &MockProvider, provider: &dyn OAuthProvider) -> OAuthTokenSet {
        let attempt = AuthorizationAttempt::new(provider, REDIRECT).unwrap();
        let url = attempt.authorize_url(provider, &[]).await.unwrap();
        assert!(!url.contains('+'), "{url}");
        let usual = format!("{}/authorize?", mock.url());
        assert!(url.starts_with(self.authorize_url.as_ref().unwrap_or(&usual)), "{url}");
        let params = query(&url);
        self.expect(&self.authorize, |name| params.get(name).cloned());
        self.answer(mock, params.get("nonce"));
        let answer = format!("code=code-1&state={}", attempt.state());
        let tokens = attempt.exchange(provider, &answer).await;
        let tokens = tokens.unwrap_or_else(|error| panic!("{}: {error:?}", self.provider));
        let sent = mock.requests("/token").last().unwrap().form();
        self.expect(&self.exchange, |name| sent.get(name).cloned());
        tokens
    }

    fn expect(&self, expected: &Map<String, Value>, found: impl Fn(&str) -> Option<String>) {
        for (name, value) in expected {
            let found = found(name);
            match value {
                Value::Null => assert_eq!(found, None, "{} {name}", self.provider),
                Value::Bool(true) => assert!(found.is_some(), "{} {name}", self.provider),
                value => assert_eq!(found.as_deref(), value.as_str(), "{} {name}", self.provider),
            }
        }
    }
}

#[tokio::test]
async fn each_preset_signs_in_with_the_answers_of_its_provider() {
    let names = MockProvider::start().await;
    for index in 0..Case::all(&names).len() {
        let mock = MockProvider::start().await;
        let case = Case::all(&mock).swap_remove(index);
        case.publish(&mock);
        let provider = case.provider(&mock);
        assert_eq!(provider.name(), case.provider);
        assert_ne!(provider.label(), case.provider, "it has a label");
        let tokens = case.sign_in(&mock, &provider).await;
        let user = serde_json::to_value(provider.identify(&tokens).await.unwrap()).unwrap();
        for (name, value) in &case.user {
            assert_eq!(&user[name], value, "{} {name}", case.provider);
        }
        let id_token = IdToken::new("id");
        let sign_out = provider.end_session_url(Some(&id_token), Some("https://site.example/bye"));
        let sign_out = sign_out.await.unwrap().map(String::from);
        assert_eq!(sign_out, case.sign_out, "{}", case.provider);
        if let Some(path) = case.revoked_at {
            mock.set(&path, |_| Reply::empty(200));
            provider.revoke_tokens(&tokens).await.unwrap();
            assert!(mock.count(&path) > 0, "{}", case.provider);
        }
    }
}

/// Zitadel names all clients of the project, and in `azp` the one that asked.
#[tokio::test]
async fn other_audiences_are_taken_for_this_authorized_party_only() {
    let mock = MockProvider::start().await;
    let cases = Case::all(&mock);
    let mut zitadel = cases.into_iter().find(|case| case.provider == "zitadel").unwrap();
    zitadel.publish(&mock);
    let provider = zitadel.provider(&mock);
    for (name, value) in [
        ("azp", json!("client-2")),
        ("azp", json!(null)),
        ("aud", json!(["client-2", "project-1"])),
    ] {
        let good = zitadel.claims.clone();
        zitadel.claims.insert(name.to_owned(), value.clone());
        let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
        let url = attempt.authorize_url(&provider, &[]).await.unwrap();
        zitadel.answer(&mock, query(&url).get("nonce"));
        let answer = format!("code=code-1&state={}", attempt.state());
        let error = attempt.exchange(&provider, &answer).await.unwrap_err();
        let fault = cause(&error);
        let is_refused =
            matches!(fault, ProviderError::IdToken(_) | ProviderError::UntrustedAudience { .. });
        assert!(is_refused, "{name} {value}: {fault:?}");
        zitadel.claims = good;
    }
}

#[test]
fn each_preset_knows_its_address() {
    let id = "client-id";
    for (provider, issuer) in [
        (
            GenericOidcProvider::auth0(id, "https://example.eu.auth0.com"),
            "https://example.eu.auth0.com/",
        ),
        (GenericOidcProvider::okta(id, "https://example.okta.com/"), "https://example.okta.com"),
        (
            GenericOidcProvider::keycloak(id, "https://id.example.com/auth/", "a b"),
            "https://id.example.com/auth/realms/a%20b",
        ),
        (
            GenericOidcProvider::zitadel(id, "https://example.zitadel.cloud"),
            "https://example.zitadel.cloud",
        ),
        (GenericOidcProvider::gitlab(id), "https://gitlab.com"),
        (GenericOidcProvider::linkedin(id), "https://www.linkedin.com/oauth"),
        (GenericOidcProvider::discord(id), "https://discord.com"),
        (GenericOidcProvider::slack(id), "https://slack.com"),
        (GenericOidcProvider::twitch(id), "https://id.twitch.tv/oauth2"),
        (
            GenericOidcProvider::cognito(id, "us-east-1_Abc"),
            "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Abc",
        ),
    ] {
        assert_eq!(provider.unwrap().origin().issuer, issuer);
    }
}

#[test]
fn settings_name_what_a_preset_lacks() {
    let refused = |change: &dyn Fn(&mut OAuth2Settings)| {
        let mut settings = OAuth2Settings::default();
        settings.client_id = "client-id".into();
        change(&mut settings);
        let error = create_provider_from_settings(&settings).unwrap_err();
        match cause(&error) {
            ProviderError::Setting { setting, .. } => *setting,
            other => panic!("{other:?}"),
        }
    };
    for name in ["auth0", "okta", "keycloak", "zitadel"] {
        assert_eq!(refused(&|s| s.provider = name.into()), "base_url", "{name}");
    }
    for name in ["auth0", "okta", "zitadel", "gitlab", "slack"] {
        let insecure = |s: &mut OAuth2Settings| {
            s.provider = name.into();
            s.base_url = "http://id.example.com".into();
        };
        assert_eq!(refused(&insecure), "base_url", "{name}");
    }
    let keycloak = |s: &mut OAuth2Settings| {
        s.provider = "keycloak".into();
        s.base_url = "https://id.example.com".into();
    };
    assert_eq!(refused(&keycloak), "realm");
    for pool in ["", "pool", "_pool", "evil.example/_x"] {
        let cognito = |s: &mut OAuth2Settings| {
            s.provider = "cognito".into();
            s.user_pool_id = pool.into();
        };
        assert_eq!(refused(&cognito), "user_pool_id", "{pool}");
    }
    let no_pkce = |s: &mut OAuth2Settings| {
        s.provider = "discord".into();
        s.use_pkce = false;
    };
    assert_eq!(refused(&no_pkce), "use_pkce");
}
