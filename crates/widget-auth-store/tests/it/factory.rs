use std::sync::Arc;

use widget_auth_core::AuthError;
use widget_auth_store::{
    KeyringOptions, RedisOptions, StoreError, TokenStoreOptions, get_token_store, reset_token_store,
};

/// One test, since the factory is one for the process.
#[tokio::test]
async fn there_is_one_store_until_it_is_reset() {
    let options = TokenStoreOptions::new();
    let memory = get_token_store("memory", &options).unwrap();
    assert!(Arc::ptr_eq(&memory, &get_token_store("memory", &options).unwrap()));
    assert!(Arc::ptr_eq(&memory, &get_token_store(None, &options).unwrap()), "the default");

    // Other options and other backends are not answered with the old store.
    let redis = RedisOptions::new().with_url("redis://127.0.0.1:6379/1");
    let keyring = KeyringOptions::new().with_service_name("other");
    for others in [options.clone().with_redis(redis), options.clone().with_keyring(keyring)] {
        let error = get_token_store("memory", &others).unwrap_err();
        assert!(matches!(error, StoreError::OtherOptions), "{error:?}");
    }
    for backend in ["redis", "keyring", "file", "etcd"] {
        let error = get_token_store(backend, &options).unwrap_err();
        assert!(matches!(error, StoreError::OtherOptions), "{error:?}");
    }

    reset_token_store();
    assert!(!Arc::ptr_eq(&memory, &get_token_store("memory", &options).unwrap()));

    reset_token_store();
    let error = get_token_store("Redis ", &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Redis ` is not a token store: choose memory, file, keyring or redis"
    );

    let home = tempfile::tempdir().unwrap();
    let options = options.with_file_folder(home.path().join("tokens"));
    for (backend, is_built) in [
        ("file", cfg!(feature = "file")),
        ("redis", cfg!(feature = "redis")),
        ("keyring", cfg!(feature = "keyring")),
    ] {
        match get_token_store(backend, &options) {
            Ok(_) => assert!(is_built),
            Err(error) => {
                assert!(!is_built, "{error}");
                let advice = format!("build with the feature `{backend}`");
                assert!(error.to_string().ends_with(&advice), "{error}");
            }
        }
        reset_token_store();
    }
    #[cfg(all(feature = "encrypted", feature = "file"))]
    {
        // Files are encrypted with the keys of the options.
        use widget_auth_store::{EncryptionKey, TokenStoreExt as _};

        use crate::support::tokens;

        let key = EncryptionKey::new("k1", [1; 32]).unwrap();
        let encrypted = options.clone().with_file_encryption(key);
        let store = get_token_store("file", &encrypted).unwrap();
        store.save("default", &tokens("a")).await.unwrap();
        assert_eq!(store.load("default").await.unwrap().unwrap().tokens, tokens("a"));
        let error = get_token_store("file", &options).unwrap_err();
        assert!(matches!(error, StoreError::OtherOptions), "{error:?}");

        reset_token_store();
        let plain = get_token_store("file", &options).unwrap().load("default").await.unwrap();
        let sealed = plain.unwrap().tokens;
        assert!(sealed.access_token.expose_secret().starts_with("v1.k1."));
        reset_token_store();
    }
}

#[test]
fn the_defaults_are_the_documented_ones() {
    let options = TokenStoreOptions::new();
    assert_eq!(options.keyring().service_name(), "widget-kit-oauth");
    assert_eq!(options.redis().prefix(), "widget-kit");
    assert_eq!(options.redis().pool_size(), 10);
    assert_eq!(*options.redis(), RedisOptions::new().with_url("redis://127.0.0.1:6379/0"));
}

#[cfg(feature = "redis")]
#[test]
fn redis_refuses_what_cannot_work_without_repeating_it() {
    use std::time::Duration;

    use crate::support::everything;

    let options = RedisOptions::new;
    let cases = [
        ("redis_url", options().with_url("http://user:pa55word@localhost")),
        ("redis_url", options().with_url(":pa55word")),
        ("redis_url", options().with_url("redis://:pa55word@[::1")),
        ("redis_url", options().with_url("redis://:pa55word@localhost/pa55word")),
        ("sentinels", options().with_sentinels("main", ["http://:pa55word@host"])),
        ("cluster", options().with_cluster(["http://:pa55word@host"])),
        ("prefix", options().with_prefix("")),
        ("pool_size", options().with_pool_size(0)),
        ("timeout", options().with_timeout(Duration::ZERO)),
        ("max_idle", options().with_max_idle(Duration::ZERO)),
    ];
    for (name, case) in cases {
        let error = widget_auth_store::RedisTokenStore::new(case.clone()).unwrap_err();
        assert!(error.to_string().starts_with(&format!("the option `{name}` ")), "{error}");
        assert!(!everything(&error).contains("pa55word"), "{error:?}");
        assert!(!format!("{case:?}").contains("pa55word"));
    }
}

#[cfg(feature = "keyring")]
#[test]
fn the_keyring_refuses_what_cannot_work() {
    for name in [String::new(), "x".repeat(129)] {
        let problem = format!("the option `keyring_service` has {} bytes: name", name.len());
        let options = KeyringOptions::new().with_service_name(name);
        let error = widget_auth_store::KeyringTokenStore::new(options).unwrap_err();
        assert!(error.to_string().starts_with(&problem), "{error}");
    }
}

#[test]
fn an_outage_is_an_authentication_error_worth_a_retry() {
    let source = "connection refused".into();
    let error = AuthError::from(StoreError::Unavailable { backend: "redis", source });
    assert!(error.is_retryable() && !error.needs_login());
    let error = AuthError::from(StoreError::NotAuthentic);
    assert!(!error.is_retryable() && !error.needs_login());
}

#[test]
fn errors_of_a_store_of_ones_own_say_what_to_do() {
    use std::io::{Error, ErrorKind};

    let passing = [
        StoreError::unavailable("connection refused"),
        StoreError::from(Error::from(ErrorKind::ConnectionReset)),
    ];
    for error in passing {
        assert!(matches!(error, StoreError::Unavailable { .. }) && error.is_retryable());
    }
    let lasting = [
        StoreError::refused("read only"),
        StoreError::from(Error::from(ErrorKind::PermissionDenied)),
    ];
    for error in lasting {
        assert!(matches!(error, StoreError::Refused { .. }) && !error.is_retryable());
    }
    let error = StoreError::from(Error::from(ErrorKind::PermissionDenied));
    assert_eq!(format!("{error:?}"), "the custom store refused: permission denied");
    let error = StoreError::corrupt("no token set");
    assert_eq!(error.to_string(), "what the custom store holds cannot be read: no token set");
}
