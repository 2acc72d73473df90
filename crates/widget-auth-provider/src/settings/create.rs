//! From settings to a provider.

use url::form_urlencoded;
use widget_auth_core::AuthError;
use zeroize::Zeroizing;

use super::OAuth2Settings;
use super::unused::refuse_unused;
use crate::client::OAuthClient;
use crate::endpoints::Endpoints;
use crate::error::ProviderError;
use crate::issuer::MicrosoftTenant;
use crate::oauth2::OAuth2Provider;
use crate::oidc::GenericOidcProvider;
use crate::presets::{APPLE, DISCORD, GITLAB, GithubProvider, LINKEDIN, SLACK, TWITCH};
use crate::provider::OAuthProvider;
use crate::secret_signer::SecretSigner;
use crate::token_response::TokenResponseRules;

/// Makes the provider that `settings` describe.
///
/// # Errors
///
/// [`AuthError::Authentication`] whose source is a [`ProviderError::Setting`]
/// that names the setting: an unknown provider, a missing client id, an
/// address that is missing or not allowed, one that does nothing for this
/// provider, or what [`OAuth2Settings::validate`] refuses.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{OAuth2Settings, create_provider_from_settings};
///
/// let mut settings = OAuth2Settings::default();
/// settings.provider = "github".into();
/// settings.client_id = "client-id".into();
/// let provider = create_provider_from_settings(&settings)?;
/// assert_eq!(provider.name(), "github");
/// # Ok::<(), widget_auth_core::AuthError>(())
/// ```
pub fn create_provider_from_settings(
    settings: &OAuth2Settings,
) -> Result<Box<dyn OAuthProvider>, AuthError> {
    create(settings).map_err(|error| {
        let name = match settings.provider.as_str() {
            "" => "an unnamed provider",
            name => name,
        };
        error.into_auth(AuthError::authentication, name)
    })
}

fn create(settings: &OAuth2Settings) -> Result<Box<dyn OAuthProvider>, ProviderError> {
    let provider: Box<dyn OAuthProvider> = match settings.provider.as_str() {
        "github" => Box::new(github(settings)?),
        "custom" => Box::new(custom(settings)?),
        "oidc" => Box::new(tuned(oidc(settings)?, settings)?),
        name => Box::new(tuned(preset(name, settings)?, settings)?),
    };
    refuse_unused(settings)?;
    Ok(provider)
}

/// A provider that differs from `oidc` in its addresses and a detail or two.
fn preset(name: &str, settings: &OAuth2Settings) -> Result<GenericOidcProvider, ProviderError> {
    use GenericOidcProvider as Oidc;
    let server = &*settings.base_url;
    if server.is_empty() && matches!(name, "auth0" | "okta" | "keycloak" | "zitadel") {
        let reason = format!("is missing: it names your server of {name}");
        return Err(ProviderError::setting("base_url", reason));
    }
    let server_or = |usual| if server.is_empty() { usual } else { server };
    let client = || client(settings);
    let made = match name {
        "google" if server.is_empty() => Oidc::google(client()?),
        "google" => Oidc::google_at(client()?, server),
        "microsoft" => Oidc::microsoft(client()?, microsoft_tenant(settings)),
        "apple" => Oidc::apple_at(client()?, apple_signer(settings)?, server_or(APPLE)),
        "auth0" => Oidc::auth0(client()?, server),
        "okta" => Oidc::okta(client()?, server),
        "keycloak" => Oidc::keycloak(client()?, server, &settings.realm),
        "zitadel" => Oidc::zitadel(client()?, server),
        "gitlab" => Oidc::gitlab_at(client()?, server_or(GITLAB)),
        "linkedin" => Oidc::linkedin_at(client()?, server_or(LINKEDIN)),
        "discord" => Oidc::discord_at(client()?, server_or(DISCORD)),
        "slack" => Oidc::slack_at(client()?, server_or(SLACK)),
        "twitch" => Oidc::twitch_at(client()?, server_or(TWITCH)),
        "cognito" if server.is_empty() => Oidc::cognito(client()?, &settings.user_pool_id),
        "cognito" => Oidc::cognito_at(client()?, server, &settings.user_pool_id),
        _ => Err(ProviderError::setting(
            "provider",
            "must be google, github, microsoft, apple, auth0, okta, keycloak, zitadel, gitlab, \
             linkedin, discord, slack, twitch, cognito, oidc or custom",
        )),
    };
    // The user wrote the server, not the issuer that follows from it.
    made.map_err(|error| match error {
        ProviderError::Setting { setting: "issuer_url", reason } => {
            ProviderError::setting("base_url", reason)
        }
        error => error,
    })
}

/// Applies the settings that every provider of OpenID Connect has. An address
/// that is set wins over the preset's own.
fn tuned(
    provider: GenericOidcProvider,
    settings: &OAuth2Settings,
) -> Result<GenericOidcProvider, ProviderError> {
    let provider = match &*settings.discovery_url {
        "" => provider,
        url => provider.with_discovery_url(url)?,
    };
    let provider = if settings.use_nonce { provider } else { provider.without_nonce() };
    provider.check_pkce()?;
    Ok(provider
        .with_first_endpoints(&endpoints(settings)?)
        .with_trusted_audiences(settings.trusted_audiences.split_whitespace())
        .with_token_response_rules(token_response_rules(settings)?)
        .with_id_token_validation(settings.require_id_token_validation))
}

/// The provider `custom` of settings, for a provider of your own that passes
/// on to it.
///
/// Fails as [`create_provider_from_settings`] does.
impl TryFrom<&OAuth2Settings> for OAuth2Provider {
    type Error = AuthError;

    fn try_from(settings: &OAuth2Settings) -> Result<Self, AuthError> {
        custom(settings).map_err(|error| error.into_auth(AuthError::authentication, "custom"))
    }
}

fn github(settings: &OAuth2Settings) -> Result<GithubProvider, ProviderError> {
    let client = client(settings)?;
    let base = settings.base_url.trim_end_matches('/');
    let github = match &*settings.api_url {
        _ if base.is_empty() => GithubProvider::new(client),
        "" => GithubProvider::enterprise(client, base, &format!("{base}/api/v3")),
        api_url => GithubProvider::enterprise(client, base, api_url),
    }?;
    Ok(github.with_token_response_rules(token_response_rules(settings)?))
}

fn microsoft_tenant(settings: &OAuth2Settings) -> MicrosoftTenant {
    let mut tenant = match settings.tenant_id.trim() {
        "" => MicrosoftTenant::default(),
        tenant_id => MicrosoftTenant::new(tenant_id),
    };
    if !settings.base_url.is_empty() {
        tenant = tenant.with_authority(settings.base_url.as_str());
    }
    if !settings.allowed_tenants.trim().is_empty() {
        tenant = tenant.with_allowed_tenants(settings.allowed_tenants.split_whitespace());
    }
    tenant
}

fn apple_signer(settings: &OAuth2Settings) -> Result<SecretSigner, ProviderError> {
    if !settings.client_secret.expose_secret().is_empty() {
        let reason = "must be empty for apple: it is signed with the private_key";
        return Err(ProviderError::setting("client_secret", reason));
    }
    let private_key = Zeroizing::new(settings.private_key.expose_secret().replace("\\n", "\n"));
    SecretSigner::new(&settings.team_id, &settings.key_id, &private_key)
}

fn oidc(settings: &OAuth2Settings) -> Result<GenericOidcProvider, ProviderError> {
    let client = client(settings)?;
    let must_validate = settings.require_id_token_validation;
    if must_validate && settings.issuer_url.is_empty() {
        let reason = "is missing; without it id tokens cannot be validated";
        return Err(ProviderError::setting("issuer_url", reason));
    }
    if settings.use_discovery && !settings.issuer_url.is_empty() {
        return GenericOidcProvider::new(client, &settings.issuer_url);
    }
    require_endpoints(settings)?;
    if must_validate && settings.jwks_url.is_empty() {
        let reason = "is missing; without it or discovery id tokens cannot be validated";
        return Err(ProviderError::setting("jwks_url", reason));
    }
    Ok(GenericOidcProvider::without_discovery(client, Endpoints::new()))
}

fn custom(settings: &OAuth2Settings) -> Result<OAuth2Provider, ProviderError> {
    let client = client(settings)?;
    require_endpoints(settings)?;
    Ok(OAuth2Provider::new(client, endpoints(settings)?)
        .with_token_response_rules(token_response_rules(settings)?))
}

fn token_response_rules(settings: &OAuth2Settings) -> Result<TokenResponseRules, ProviderError> {
    let mut rules = match &*settings.token_response_format {
        "json" | "" => TokenResponseRules::strict(),
        "form" => TokenResponseRules::strict().with_form_encoded(),
        _ => return Err(ProviderError::setting("token_response_format", "must be json or form")),
    };
    if !settings.require_token_type {
        rules = rules.with_optional_token_type();
    }
    Ok(rules)
}

fn client(settings: &OAuth2Settings) -> Result<OAuthClient, ProviderError> {
    settings.validate()?;
    let mut client =
        OAuthClient::new(settings.client_id.as_str()).with_secret(settings.client_secret.clone());
    if !settings.scopes.trim().is_empty() {
        client = client.with_scopes(settings.scopes.split_whitespace());
    }
    if !settings.client_auth_method.is_empty() {
        client = client.with_auth_method(settings.client_auth_method.parse()?);
    }
    for resource in settings.resource.split_whitespace() {
        client = client.with_resource(resource);
    }
    client.resource_params()?;
    for (name, value) in form_urlencoded::parse(settings.authorize_params.as_bytes()) {
        client = client.with_authorize_param(name, value);
    }
    for (name, value) in form_urlencoded::parse(settings.token_params.as_bytes()) {
        client = client.with_token_param(name, value);
    }
    client = client.with_pkce(settings.use_pkce);
    // A method that needs a secret without there being one.
    client.auth_method(None)?;
    Ok(client)
}

fn endpoints(settings: &OAuth2Settings) -> Result<Endpoints, ProviderError> {
    let mut endpoints = Endpoints::new();
    if !settings.authorize_url.is_empty() {
        endpoints = endpoints.with_authorize_url(&settings.authorize_url)?;
    }
    if !settings.token_url.is_empty() {
        endpoints = endpoints.with_token_url(&settings.token_url)?;
    }
    if !settings.userinfo_url.is_empty() {
        endpoints = endpoints.with_userinfo_url(&settings.userinfo_url)?;
    }
    if !settings.revocation_url.is_empty() {
        endpoints = endpoints.with_revocation_url(&settings.revocation_url)?;
    }
    if !settings.device_authorization_url.is_empty() {
        endpoints = endpoints.with_device_authorization_url(&settings.device_authorization_url)?;
    }
    if !settings.end_session_url.is_empty() {
        endpoints = endpoints.with_end_session_url(&settings.end_session_url)?;
    }
    if !settings.jwks_url.is_empty() {
        endpoints = endpoints.with_jwks_url(&settings.jwks_url)?;
    }
    if !settings.issuer_url.is_empty() {
        endpoints = endpoints.with_issuer(&settings.issuer_url)?;
    }
    Ok(endpoints)
}

fn require_endpoints(settings: &OAuth2Settings) -> Result<(), ProviderError> {
    for (setting, value) in
        [("authorize_url", &settings.authorize_url), ("token_url", &settings.token_url)]
    {
        if value.is_empty() {
            return Err(ProviderError::setting(setting, "is missing"));
        }
    }
    Ok(())
}
