//! Settings from environment variables.

use widget_auth_core::{ClientSecret, StoreSecret, StoreUrl};

use super::OAuth2Settings;
use crate::error::ProviderError;

/// The prefix of all environment variables.
const PREFIX: &str = "WIDGET_OAUTH_";

impl OAuth2Settings {
    /// Reads the environment variables `WIDGET_OAUTH_PROVIDER`,
    /// `WIDGET_OAUTH_CLIENT_ID` and so on: the names of the fields in capital
    /// letters. Fields without a variable have their defaults.
    ///
    /// # Errors
    ///
    /// Those of [`from_vars`](Self::from_vars), and [`ProviderError::Setting`]
    /// if a variable that begins with `WIDGET_OAUTH_` is not Unicode or not a
    /// setting.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::OAuth2Settings;
    ///
    /// let settings = OAuth2Settings::from_env()?;
    /// assert_eq!(settings.refresh_buffer_seconds, 60);
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn from_env() -> Result<Self, ProviderError> {
        let ours = std::env::vars_os().filter_map(|(name, value)| {
            let name = name.into_string().ok()?;
            name.starts_with(PREFIX).then(|| (name, value.into_string().ok()))
        });
        let vars = ours.collect::<Vec<_>>();
        if vars.iter().any(|(_, value)| value.is_none()) {
            let reason = format!("a variable that begins with {PREFIX} is not unicode");
            return Err(ProviderError::setting("environment", reason));
        }
        let mut settings = Self::default();
        for (name, value) in vars {
            let (name, value) =
                (name[PREFIX.len()..].to_ascii_lowercase(), value.unwrap_or_default());
            if !settings.set(&name, value)? {
                let reason = format!("has no setting called `{name}`");
                return Err(ProviderError::setting("environment", reason));
            }
        }
        Ok(settings)
    }

    /// Reads variables whose names are `prefix` and a setting in capital
    /// letters. Others, with the prefix or without, are ignored: they may be
    /// those of the program.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if a value is not of the type of its field.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::OAuth2Settings;
    ///
    /// let vars = [("APP_PROVIDER", "github"), ("APP_USE_PKCE", "false"), ("APP_PORT", "8080")];
    /// let settings = OAuth2Settings::from_vars("APP_", vars)?;
    /// assert_eq!(settings.provider, "github");
    /// assert!(!settings.use_pkce);
    /// # Ok::<(), widget_auth_provider::ProviderError>(())
    /// ```
    pub fn from_vars<N: AsRef<str>, V: Into<String>>(
        prefix: &str,
        vars: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, ProviderError> {
        let mut settings = Self::default();
        for (name, value) in vars {
            if let Some(name) = name.as_ref().strip_prefix(prefix) {
                let _is_setting = settings.set(&name.to_ascii_lowercase(), value.into())?;
            }
        }
        Ok(settings)
    }

    /// Sets the field `name`; false if there is none.
    fn set(&mut self, name: &str, value: String) -> Result<bool, ProviderError> {
        // An empty variable is one that is not set.
        if value.trim().is_empty() {
            return Ok(Self::is_setting(name));
        }
        match name {
            "client_secret" => self.client_secret = ClientSecret::new(value),
            "private_key" => self.private_key = ClientSecret::new(value),
            "redis_url" => self.redis_url = StoreUrl::new(value),
            "encryption_keys" => self.encryption_keys = StoreSecret::new(value),
            "require_id_token_validation" => {
                self.require_id_token_validation = boolean("require_id_token_validation", &value)?;
            }
            "use_discovery" => self.use_discovery = boolean("use_discovery", &value)?,
            "require_token_type" => {
                self.require_token_type = boolean("require_token_type", &value)?;
            }
            "use_nonce" => self.use_nonce = boolean("use_nonce", &value)?,
            "use_pkce" => self.use_pkce = boolean("use_pkce", &value)?,
            "auth_timeout_seconds" => {
                self.auth_timeout_seconds = seconds("auth_timeout_seconds", &value)?;
            }
            "refresh_buffer_seconds" => {
                self.refresh_buffer_seconds = seconds("refresh_buffer_seconds", &value)?;
            }
            _ => match self.text_field(name) {
                Some(field) => *field = value,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn is_setting(name: &str) -> bool {
        const OTHERS: [&str; 11] = [
            "client_secret",
            "private_key",
            "redis_url",
            "encryption_keys",
            "require_id_token_validation",
            "use_discovery",
            "require_token_type",
            "use_nonce",
            "use_pkce",
            "auth_timeout_seconds",
            "refresh_buffer_seconds",
        ];
        OTHERS.contains(&name) || Self::default().text_field(name).is_some()
    }

    fn text_field(&mut self, name: &str) -> Option<&mut String> {
        Some(match name {
            "provider" => &mut self.provider,
            "client_id" => &mut self.client_id,
            "client_auth_method" => &mut self.client_auth_method,
            "scopes" => &mut self.scopes,
            "resource" => &mut self.resource,
            "authorize_url" => &mut self.authorize_url,
            "token_url" => &mut self.token_url,
            "userinfo_url" => &mut self.userinfo_url,
            "revocation_url" => &mut self.revocation_url,
            "end_session_url" => &mut self.end_session_url,
            "device_authorization_url" => &mut self.device_authorization_url,
            "jwks_url" => &mut self.jwks_url,
            "authorize_params" => &mut self.authorize_params,
            "token_params" => &mut self.token_params,
            "token_response_format" => &mut self.token_response_format,
            "issuer_url" => &mut self.issuer_url,
            "discovery_url" => &mut self.discovery_url,
            "trusted_audiences" => &mut self.trusted_audiences,
            "tenant_id" => &mut self.tenant_id,
            "allowed_tenants" => &mut self.allowed_tenants,
            "team_id" => &mut self.team_id,
            "key_id" => &mut self.key_id,
            "realm" => &mut self.realm,
            "user_pool_id" => &mut self.user_pool_id,
            "base_url" => &mut self.base_url,
            "api_url" => &mut self.api_url,
            "session_key" => &mut self.session_key,
            "keyring_service" => &mut self.keyring_service,
            "token_store_backend" => &mut self.token_store_backend,
            "token_store_path" => &mut self.token_store_path,
            _ => return None,
        })
    }
}

fn boolean(setting: &'static str, value: &str) -> Result<bool, ProviderError> {
    match value.to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Ok(true),
        "0" | "false" | "no" | "off" => Ok(false),
        _ => Err(ProviderError::setting(setting, "must be true or false")),
    }
}

fn seconds(setting: &'static str, value: &str) -> Result<u64, ProviderError> {
    let seconds = value.trim().parse().ok();
    seconds.ok_or_else(|| ProviderError::setting(setting, "must be a whole number of seconds"))
}
