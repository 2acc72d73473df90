//! Settings of the provider crate that are about stores.

use widget_auth_provider::OAuth2Settings;
use widget_auth_store::{KeyringOptions, RedisOptions, TokenStoreOptions};

/// The options of the token store that `settings` name, for
/// [`get_token_store`](widget_auth_store::get_token_store).
///
/// # Examples
///
/// ```
/// use widget_auth_provider::OAuth2Settings;
/// use widget_auth_session::token_store_options;
/// use widget_auth_store::get_token_store;
///
/// let settings = OAuth2Settings::default();
/// let store = get_token_store(&*settings.token_store_backend, &token_store_options(&settings))?;
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
#[must_use]
pub fn token_store_options(settings: &OAuth2Settings) -> TokenStoreOptions {
    let mut options = TokenStoreOptions::new();
    if !settings.redis_url.expose_secret().is_empty() {
        let url = settings.redis_url.expose_secret();
        options = options.with_redis(RedisOptions::new().with_url(url));
    }
    if !settings.token_store_path.is_empty() {
        options = options.with_file_folder(&settings.token_store_path);
    }
    if !settings.keyring_service.is_empty() {
        let keyring = KeyringOptions::new().with_service_name(settings.keyring_service.as_str());
        options = options.with_keyring(keyring);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stores_are_where_the_settings_say() {
        let mut settings = OAuth2Settings::default();
        assert_eq!(token_store_options(&settings), TokenStoreOptions::new());
        settings.token_store_path = "/var/lib/program/tokens".to_owned();
        settings.keyring_service = "program".to_owned();
        let options = token_store_options(&settings);
        assert_eq!(options.file_folder(), "/var/lib/program/tokens");
        assert_eq!(options.keyring().service_name(), "program");
    }
}
