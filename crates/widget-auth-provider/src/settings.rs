//! The settings of a sign-in, and what they may be.

mod create;
mod environment;
mod unused;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use widget_auth_core::{ClientSecret, StoreSecret, StoreUrl};

pub use create::create_provider_from_settings;

use crate::error::ProviderError;

/// Shortest time to wait for a user, in seconds.
const MIN_AUTH_TIMEOUT: u64 = 10;

/// Everything about signing in that belongs in a configuration file.
///
/// Empty strings stand for "not set". Unknown names are refused, so that a
/// typing error does not go unnoticed, and so is a setting that does nothing for
/// the provider.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::OAuth2Settings;
///
/// let settings: OAuth2Settings = serde_json::from_str(r#"{
///     "provider": "microsoft",
///     "client_id": "client-id",
///     "scopes": "openid email"
/// }"#)?;
/// assert_eq!(settings.tenant_id, "common");
/// assert_eq!(settings.auth_timeout_seconds, 120);
/// assert!(settings.use_pkce);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct OAuth2Settings {
    /// `google`, `github`, `microsoft`, `apple`, `auth0`, `okta`, `keycloak`,
    /// `zitadel`, `gitlab`, `linkedin`, `discord`, `slack`, `twitch`, `cognito`,
    /// `oidc` or `custom`.
    pub provider: String,
    /// The id of this client at the provider.
    pub client_id: String,
    /// The secret of a confidential client; empty for a public one.
    pub client_secret: ClientSecret,
    /// `basic`, `post` or `none`; empty chooses by what the provider offers.
    pub client_auth_method: String,
    /// Scopes separated by spaces; empty takes the provider's defaults.
    pub scopes: String,
    /// The APIs that the tokens are for, absolute URIs separated by spaces
    /// (RFC 8707); empty names none.
    pub resource: String,
    /// The endpoint to which the browser goes.
    pub authorize_url: String,
    /// The endpoint that exchanges codes and refresh tokens.
    pub token_url: String,
    /// The endpoint that serves the profile of the user.
    pub userinfo_url: String,
    /// The endpoint that revokes tokens.
    pub revocation_url: String,
    /// The page at which a browser signs out.
    pub end_session_url: String,
    /// The endpoint of sign-ins on another device (RFC 8628).
    pub device_authorization_url: String,
    /// The keys of ID tokens.
    pub jwks_url: String,
    /// Parameters of each authorization request, written as a query:
    /// `audience=https%3A%2F%2Fapi.example.com&prompt=consent`.
    pub authorize_params: String,
    /// Parameters of each request to the token endpoint, written as a query.
    pub token_params: String,
    /// `json`, or `form` for a provider that also answers as a form, as GitHub
    /// does.
    pub token_response_format: String,
    /// Refuses a token answer without `token_type` (RFC 6749, section 5.1).
    pub require_token_type: bool,
    /// The issuer of ID tokens, for `oidc`: discovered there unless
    /// `use_discovery` is off.
    pub issuer_url: String,
    /// The address of the metadata where that is not below the issuer; empty
    /// takes the usual one.
    pub discovery_url: String,
    /// Audiences separated by spaces that ID tokens may name besides this
    /// client.
    pub trusted_audiences: String,
    /// Sends a nonce and wants it in the ID token; off, which needs PKCE, for
    /// a provider that leaves it out.
    pub use_nonce: bool,
    /// Lets `oidc` get its addresses from the issuer. Without, the settings
    /// have to name them. The presets always ask.
    pub use_discovery: bool,
    /// The tenant, for `microsoft`.
    pub tenant_id: String,
    /// GUIDs separated by spaces, for `microsoft`; empty lets every tenant in.
    pub allowed_tenants: String,
    /// The team of the developer account, for `apple`.
    pub team_id: String,
    /// The key of that team that signs client secrets, for `apple`.
    pub key_id: String,
    /// The content of its file `AuthKey_….p8`, for `apple`. Line breaks may be
    /// written as `\n`, for variables of one line.
    pub private_key: ClientSecret,
    /// The realm, for `keycloak`.
    pub realm: String,
    /// The id of the user pool, for `cognito`: `eu-central-1_AbCdEfGhI`.
    pub user_pool_id: String,
    /// The server of `auth0`, `okta`, `keycloak` and `zitadel`, which have
    /// none of their own: `https://example.eu.auth0.com`. Another server of any
    /// other preset: a GitLab of your own, GitHub Enterprise, a national cloud of
    /// Microsoft, a stand-in for an issuer.
    pub base_url: String,
    /// The API of a GitHub Enterprise server; empty derives it from
    /// `base_url`.
    pub api_url: String,
    /// True if ID tokens must be valid.
    pub require_id_token_validation: bool,
    /// True if PKCE is used.
    pub use_pkce: bool,
    /// The store of the tokens: `memory`, `file`, `keyring` or `redis`.
    pub token_store_backend: String,
    /// The folder of the `file` store, which has no default. One that is not
    /// there is made.
    pub token_store_path: String,
    /// The session whose tokens these are, for a program with several at one
    /// provider. What tokens are stored under also holds issuer, client and
    /// resource.
    pub session_key: String,
    /// The name that the entries of the `keyring` store bear; empty for
    /// `widget-kit-oauth`.
    pub keyring_service: String,
    /// The server of the `redis` store; empty for `redis://127.0.0.1:6379/0`.
    pub redis_url: StoreUrl,
    /// The keys that encrypt what the `redis` or `file` store keeps, each as
    /// `NAME:KEY` with 32 random bytes in base64, separated by spaces: the first
    /// one writes, all of them read. Empty keeps it in the clear.
    pub encryption_keys: StoreSecret,
    /// The time to wait for the user, in seconds, at least 10.
    pub auth_timeout_seconds: u64,
    /// The time before its expiry at which a token is refreshed, in seconds.
    pub refresh_buffer_seconds: u64,
}

impl Default for OAuth2Settings {
    fn default() -> Self {
        Self {
            provider: String::new(),
            client_id: String::new(),
            client_secret: ClientSecret::new(""),
            client_auth_method: String::new(),
            scopes: String::new(),
            resource: String::new(),
            authorize_url: String::new(),
            token_url: String::new(),
            userinfo_url: String::new(),
            revocation_url: String::new(),
            end_session_url: String::new(),
            device_authorization_url: String::new(),
            jwks_url: String::new(),
            authorize_params: String::new(),
            token_params: String::new(),
            token_response_format: "json".to_owned(),
            require_token_type: true,
            issuer_url: String::new(),
            discovery_url: String::new(),
            trusted_audiences: String::new(),
            use_nonce: true,
            use_discovery: true,
            tenant_id: "common".to_owned(),
            allowed_tenants: String::new(),
            team_id: String::new(),
            key_id: String::new(),
            private_key: ClientSecret::new(""),
            realm: String::new(),
            user_pool_id: String::new(),
            base_url: String::new(),
            api_url: String::new(),
            require_id_token_validation: true,
            use_pkce: true,
            token_store_backend: "memory".to_owned(),
            token_store_path: String::new(),
            session_key: "default".to_owned(),
            keyring_service: String::new(),
            redis_url: StoreUrl::new(""),
            encryption_keys: StoreSecret::new(""),
            auth_timeout_seconds: 120,
            refresh_buffer_seconds: 60,
        }
    }
}

impl OAuth2Settings {
    /// Checks what can be checked without making a provider.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the client id is missing, the token store
    /// is not one of the four, is `file` without a path or has encryption keys
    /// that it does not use, or the timeout is shorter than 10 seconds.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::OAuth2Settings;
    ///
    /// let mut settings = OAuth2Settings::default();
    /// settings.client_id = "client-id".into();
    /// settings.auth_timeout_seconds = 5;
    /// let error = settings.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "`auth_timeout_seconds` must be at least 10");
    /// ```
    pub fn validate(&self) -> Result<(), ProviderError> {
        if self.client_id.trim().is_empty() {
            return Err(ProviderError::setting("client_id", "is missing"));
        }
        if self.auth_timeout_seconds < MIN_AUTH_TIMEOUT {
            return Err(ProviderError::setting(
                "auth_timeout_seconds",
                format!("must be at least {MIN_AUTH_TIMEOUT}"),
            ));
        }
        self.validate_store()
    }

    fn validate_store(&self) -> Result<(), ProviderError> {
        let is_encrypted = !self.encryption_keys.expose_secret().is_empty();
        match &*self.token_store_backend {
            "file" if self.token_store_path.is_empty() => Err(ProviderError::setting(
                "token_store_path",
                "is missing: it names the folder of the file store",
            )),
            "file" | "redis" => Ok(()),
            // The operating system encrypts its keyring, and memory is written nowhere.
            "" | "memory" | "keyring" if is_encrypted => Err(ProviderError::setting(
                "encryption_keys",
                "is for the stores redis and file: set token_store_backend to one of them, or \
                 leave the keys out",
            )),
            "" | "memory" | "keyring" => Ok(()),
            _ => Err(ProviderError::setting(
                "token_store_backend",
                "must be memory, file, keyring or redis",
            )),
        }
    }

    /// Returns the time to wait for the user.
    #[must_use]
    pub fn auth_timeout(&self) -> Duration {
        Duration::from_secs(self.auth_timeout_seconds)
    }

    /// Returns the time before its expiry at which a token is refreshed.
    #[must_use]
    pub fn refresh_buffer(&self) -> Duration {
        Duration::from_secs(self.refresh_buffer_seconds)
    }
}
