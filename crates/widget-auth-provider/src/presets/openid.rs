//! Providers that are OpenID Connect but for a detail or two.

use crate::client::OAuthClient;
use crate::client_auth::ClientAuthMethod;
use crate::end_session::ReturnParam;
use crate::endpoints::{Endpoints, setting_url};
use crate::error::ProviderError;
use crate::oidc::GenericOidcProvider;

const SCOPES: &[&str] = &["openid", "email", "profile"];

pub(crate) const DISCORD: &str = "https://discord.com";
pub(crate) const GITLAB: &str = "https://gitlab.com";
pub(crate) const LINKEDIN: &str = "https://www.linkedin.com/oauth";
pub(crate) const SLACK: &str = "https://slack.com";
pub(crate) const TWITCH: &str = "https://id.twitch.tv/oauth2";

/// The claims that Twitch leaves out unless they are asked for (OpenID Connect
/// Core, section 5.5).
const TWITCH_PARAMS: [(&str, &str); 1] = [(
    "claims",
    r#"{"id_token":{"email":null,"email_verified":null},"userinfo":{"email":null,"email_verified":null,"picture":null,"preferred_username":null}}"#,
)];

/// A provider under the name of settings.
fn preset(
    client: impl Into<OAuthClient>,
    issuer: &str,
    (name, label): (&str, &str),
    scopes: &[&str],
) -> Result<GenericOidcProvider, ProviderError> {
    let client = client.into().with_default_scopes(scopes);
    Ok(GenericOidcProvider::new(client, issuer)?.with_name(name).with_label(label))
}

impl GenericOidcProvider {
    /// Auth0, at `https://TENANT.auth0.com` or a domain of your own, with the
    /// scopes `openid email profile offline_access` unless the client has its
    /// own. Tokens of an API need its name as `audience`.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `base_url` is not allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{GenericOidcProvider, OAuthClient};
    ///
    /// let client = OAuthClient::new("client-id")
    ///     .with_secret("client-secret")
    ///     .with_authorize_param("audience", "https://api.example.com");
    /// let auth0 = GenericOidcProvider::auth0(client, "https://example.eu.auth0.com")?;
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn auth0(client: impl Into<OAuthClient>, base_url: &str) -> Result<Self, ProviderError> {
        // Its issuer ends in a slash, which counts.
        let issuer = format!("{}/", base_url.trim_end_matches('/'));
        let scopes = &["openid", "email", "profile", "offline_access"];
        let auth0 = preset(client, &issuer, ("auth0", "Auth0"), scopes)?;
        // Older tenants have it, but not in their metadata.
        let sign_out = format!("{issuer}oidc/logout");
        Ok(auth0.with_endpoints(Endpoints::new().with_end_session_url(&sign_out)?))
    }

    /// Okta, at `https://ORG.okta.com`, or `…/oauth2/default` for an
    /// authorization server. A refresh token needs the scope `offline_access`.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `issuer_url` is not allowed.
    pub fn okta(client: impl Into<OAuthClient>, issuer_url: &str) -> Result<Self, ProviderError> {
        preset(client, issuer_url.trim_end_matches('/'), ("okta", "Okta"), SCOPES)
    }

    /// A realm of Keycloak. `base_url` has `/auth` at its end for versions
    /// before 17.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `base_url` is not allowed or `realm` is
    /// empty.
    pub fn keycloak(
        client: impl Into<OAuthClient>,
        base_url: &str,
        realm: &str,
    ) -> Result<Self, ProviderError> {
        let issuer = below(base_url, &["realms", named("realm", realm)?])?;
        preset(client, &issuer, ("keycloak", "Keycloak"), SCOPES)
    }

    /// An instance of Zitadel. Its ID tokens name the project and all its
    /// clients, and this one [as `azp`](Self::with_audiences_by_azp).
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `issuer_url` is not allowed.
    pub fn zitadel(
        client: impl Into<OAuthClient>,
        issuer_url: &str,
    ) -> Result<Self, ProviderError> {
        let issuer = issuer_url.trim_end_matches('/');
        Ok(preset(client, issuer, ("zitadel", "Zitadel"), SCOPES)?.with_audiences_by_azp())
    }

    /// `gitlab.com`.
    ///
    /// # Errors
    ///
    /// None in practice: the address is fixed. See [`gitlab_at`](Self::gitlab_at).
    pub fn gitlab(client: impl Into<OAuthClient>) -> Result<Self, ProviderError> {
        Self::gitlab_at(client, GITLAB)
    }

    /// A GitLab server of your own.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `issuer_url` is not allowed.
    pub fn gitlab_at(
        client: impl Into<OAuthClient>,
        issuer_url: &str,
    ) -> Result<Self, ProviderError> {
        preset(client, issuer_url.trim_end_matches('/'), ("gitlab", "GitLab"), SCOPES)
    }

    /// LinkedIn, whose ID tokens have no nonce. It refuses PKCE from a client
    /// with a secret, so only `state` binds the answer; a client without one
    /// signs in with PKCE at an address of its own, which LinkedIn has to
    /// enable for it.
    ///
    /// # Errors
    ///
    /// None in practice: the address is fixed.
    pub fn linkedin(client: impl Into<OAuthClient>) -> Result<Self, ProviderError> {
        Self::linkedin_at(client, LINKEDIN)
    }

    pub(crate) fn linkedin_at(
        client: impl Into<OAuthClient>,
        issuer: &str,
    ) -> Result<Self, ProviderError> {
        let client = client.into();
        let names = ("linkedin", "LinkedIn");
        if client.has_secret() {
            let client = client.with_default_auth_method(ClientAuthMethod::Post).with_pkce(false);
            return Ok(preset(client, issuer, names, SCOPES)?.without_nonce_and_pkce());
        }
        let native = below(issuer, &["native-pkce", "authorization"])?;
        let linkedin = preset(client, issuer, names, SCOPES)?.without_nonce();
        Ok(linkedin.with_endpoints(Endpoints::new().with_authorize_url(&native)?))
    }

    /// Discord, with the scopes `openid identify email` unless the client has
    /// its own. Its documentation says nothing of a nonce, so PKCE takes its
    /// place.
    ///
    /// # Errors
    ///
    /// None in practice: the address is fixed.
    pub fn discord(client: impl Into<OAuthClient>) -> Result<Self, ProviderError> {
        Self::discord_at(client, DISCORD)
    }

    pub(crate) fn discord_at(
        client: impl Into<OAuthClient>,
        issuer: &str,
    ) -> Result<Self, ProviderError> {
        let scopes = &["openid", "identify", "email"];
        let discord = preset(client, issuer, ("discord", "Discord"), scopes)?;
        let revocation = below(issuer, &["api", "oauth2", "token", "revoke"])?;
        let endpoints = Endpoints::new().with_revocation_url(&revocation)?;
        Ok(discord.without_nonce().with_endpoints(endpoints))
    }

    /// Sign in with Slack. An app that has used PKCE counts as a public one
    /// for good, so a client with a secret does without; the nonce binds the
    /// answer.
    ///
    /// # Errors
    ///
    /// None in practice: the address is fixed.
    pub fn slack(client: impl Into<OAuthClient>) -> Result<Self, ProviderError> {
        Self::slack_at(client, SLACK)
    }

    pub(crate) fn slack_at(
        client: impl Into<OAuthClient>,
        issuer: &str,
    ) -> Result<Self, ProviderError> {
        let client = client.into();
        let client = if client.has_secret() { client.with_pkce(false) } else { client };
        preset(client, issuer, ("slack", "Slack"), SCOPES)
    }

    /// Twitch, with the scopes `openid user:read:email` unless the client has
    /// its own. Asks for the address by the parameter `claims`, without which
    /// there is none. Revocation is not in its metadata.
    ///
    /// # Errors
    ///
    /// None in practice: the address is fixed.
    pub fn twitch(client: impl Into<OAuthClient>) -> Result<Self, ProviderError> {
        Self::twitch_at(client, TWITCH)
    }

    pub(crate) fn twitch_at(
        client: impl Into<OAuthClient>,
        issuer: &str,
    ) -> Result<Self, ProviderError> {
        let client = client.into().with_default_auth_method(ClientAuthMethod::Post);
        let twitch = preset(client, issuer, ("twitch", "Twitch"), &["openid", "user:read:email"])?;
        let revocation = below(issuer, &["revoke"])?;
        let endpoints = Endpoints::new().with_revocation_url(&revocation)?;
        Ok(twitch.with_authorize_params(&TWITCH_PARAMS).with_endpoints(endpoints))
    }

    /// A user pool of Amazon Cognito, by its id: `eu-central-1_AbCdEfGhI`. It
    /// gives refresh tokens unasked and refuses the scope `offline_access`.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the id does not begin with a region.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{GenericOidcProvider, OAuthProvider};
    ///
    /// let cognito = GenericOidcProvider::cognito("client-id", "eu-central-1_AbCdEfGhI")?;
    /// assert_eq!(
    ///     cognito.origin().issuer,
    ///     "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbCdEfGhI"
    /// );
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn cognito(
        client: impl Into<OAuthClient>,
        user_pool_id: &str,
    ) -> Result<Self, ProviderError> {
        let is_region =
            |region: &str| region.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let region = user_pool_id.split_once('_').map(|(region, _)| region);
        let Some(region) = region.filter(|region| !region.is_empty() && is_region(region)) else {
            let reason = "must begin with its region, as in eu-central-1_AbCdEfGhI";
            return Err(ProviderError::setting("user_pool_id", reason));
        };
        let server = format!("https://cognito-idp.{region}.amazonaws.com");
        Self::cognito_at(client, &server, user_pool_id)
    }

    pub(crate) fn cognito_at(
        client: impl Into<OAuthClient>,
        base_url: &str,
        user_pool_id: &str,
    ) -> Result<Self, ProviderError> {
        let issuer = below(base_url, &[named("user_pool_id", user_pool_id)?])?;
        let cognito = preset(client, &issuer, ("cognito", "Amazon Cognito"), SCOPES)?;
        Ok(cognito.with_logout_return(ReturnParam::LogoutUri))
    }
}

/// The address of `segments` below `base_url`.
fn below(base_url: &str, segments: &[&str]) -> Result<String, ProviderError> {
    let mut url = setting_url("base_url", base_url)?;
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    Ok(url.into())
}

fn named<'a>(setting: &'static str, name: &'a str) -> Result<&'a str, ProviderError> {
    match name.trim() {
        "" => Err(ProviderError::setting(setting, "is missing")),
        name => Ok(name),
    }
}
