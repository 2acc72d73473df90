//! Settings of the provider crate that are about stores.

use widget_auth_provider::OAuth2Settings;
use widget_auth_store::{KeyringOptions, RedisOptions, StoreError, TokenStoreOptions};

/// The options of the token store that `settings` name, for
/// [`get_token_store`](widget_auth_store::get_token_store).
///
/// # Errors
///
/// - [`StoreError::InvalidOption`] if `encryption_keys` cannot be read.
/// - [`StoreError::BackendNotBuilt`] if there are some, and the feature
///   `encrypted` is off.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::OAuth2Settings;
/// use widget_auth_session::token_store_options;
/// use widget_auth_store::get_token_store;
///
/// let settings = OAuth2Settings::default();
/// let store = get_token_store(&*settings.token_store_backend, &token_store_options(&settings)?)?;
/// # Ok::<(), widget_auth_store::StoreError>(())
/// ```
pub fn token_store_options(settings: &OAuth2Settings) -> Result<TokenStoreOptions, StoreError> {
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
    match settings.encryption_keys.expose_secret() {
        "" => Ok(options),
        keys => encrypted(options, keys),
    }
}

/// Gives the keys to the stores that encrypt.
#[cfg(feature = "encrypted")]
fn encrypted(options: TokenStoreOptions, keys: &str) -> Result<TokenStoreOptions, StoreError> {
    let keys: widget_auth_store::EncryptionKeys = keys.parse()?;
    let redis = options.redis().clone().with_encryption(keys.clone());
    Ok(options.with_redis(redis).with_file_encryption(keys))
}

/// Refuses the keys, rather than to keep in the clear what they are for.
#[cfg(not(feature = "encrypted"))]
fn encrypted(_: TokenStoreOptions, _: &str) -> Result<TokenStoreOptions, StoreError> {
    Err(StoreError::BackendNotBuilt { backend: "encrypted" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stores_are_where_the_settings_say() {
        let mut settings = OAuth2Settings::default();
        assert_eq!(token_store_options(&settings).unwrap(), TokenStoreOptions::new());
        settings.token_store_path = "/var/lib/program/tokens".to_owned();
        settings.keyring_service = "program".to_owned();
        let options = token_store_options(&settings).unwrap();
        assert_eq!(options.file_folder(), "/var/lib/program/tokens");
        assert_eq!(options.keyring().service_name(), "program");
    }

    const KEY: &str = "5ecr3tAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBA=";

    #[test]
    #[cfg(feature = "encrypted")]
    fn the_keys_are_those_of_redis_and_files() {
        let keys: widget_auth_store::EncryptionKeys = format!("k1:{KEY}").parse().unwrap();
        let mut settings = OAuth2Settings::default();
        settings.encryption_keys = format!("k1:{KEY}").into();
        let options = token_store_options(&settings).unwrap();
        let redis = RedisOptions::new().with_encryption(keys.clone());
        assert_eq!(options, TokenStoreOptions::new().with_redis(redis).with_file_encryption(keys));
        assert!(!format!("{options:?}").contains("5ecr3t"));

        settings.encryption_keys = KEY.into();
        let error = token_store_options(&settings).unwrap_err();
        assert!(
            error.to_string().starts_with("the option `encryption_keys` has no `:`"),
            "{error}"
        );
        assert!(!error.to_string().contains("5ecr3t"), "{error}");
    }

    #[test]
    #[cfg(not(feature = "encrypted"))]
    fn keys_are_refused_by_a_program_that_cannot_encrypt() {
        let mut settings = OAuth2Settings::default();
        settings.encryption_keys = format!("k1:{KEY}").into();
        let error = token_store_options(&settings).unwrap_err();
        assert!(error.to_string().ends_with("build with the feature `encrypted`"), "{error}");
    }
}
