#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

use widget_auth_core::{IdToken, OAuthTokenSet, RefreshToken, UnixTime};
use widget_auth_store::{
    EncryptedTokenStore, EncryptionKey, EncryptionKeys, MemoryTokenStore, StoreError, TokenStore,
    TokenStoreExt,
};

use crate::support::{SECRET, everything, tokens};

fn key(id: &str, byte: u8) -> EncryptionKey {
    EncryptionKey::new(id, [byte; 32]).unwrap()
}

async fn saved() -> EncryptedTokenStore<MemoryTokenStore> {
    let store = EncryptedTokenStore::new(MemoryTokenStore::new(), key("k1", 1));
    store.save("default", &tokens("a")).await.unwrap();
    store
}

async fn sealed(store: &EncryptedTokenStore<MemoryTokenStore>) -> OAuthTokenSet {
    store.inner().load("default").await.unwrap().unwrap().tokens
}

#[cfg(feature = "testing")]
#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_contract_over_memory() {
    use std::sync::Arc;

    use widget_auth_core::ManualClock;
    use widget_auth_store::testing::{LeaseTime, conformance};

    let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
    let inner = MemoryTokenStore::new().with_clock(clock.clone());
    let store = Arc::new(EncryptedTokenStore::new(inner, key("k1", 1)));
    conformance(store.clone(), store, LeaseTime::Manual(clock)).await.unwrap();
}

#[tokio::test]
async fn the_inner_store_sees_no_token_but_knows_how_long_to_keep_it() {
    let store = saved().await;
    let outer = sealed(&store).await;
    let json = serde_json::to_string(&outer).unwrap();
    assert!(!json.contains(SECRET) && !json.contains("Bearer"), "{json}");
    assert!(outer.refresh_token.is_some(), "or the inner store would drop it");

    let mut short = OAuthTokenSet::new(SECRET, "Bearer", UnixTime::from_secs(5));
    short.expires_in = Some(60);
    store.save("default", &short).await.unwrap();
    let outer = sealed(&store).await;
    assert_eq!(outer.expires_at(), short.expires_at());
    assert_eq!((outer.refresh_token, outer.id_token), (None, None));

    short.id_token = Some(IdToken::new(SECRET));
    store.save("default", &short).await.unwrap();
    let outer = sealed(&store).await;
    assert!(outer.id_token.as_ref().is_some_and(|hint| hint.expose_secret() != SECRET));
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, short);
}

#[tokio::test]
async fn the_same_tokens_never_look_the_same() {
    let store = saved().await;
    let before = sealed(&store).await;
    store.save("default", &tokens("a")).await.unwrap();
    assert_ne!(before, sealed(&store).await);
}

#[tokio::test]
async fn every_altered_byte_is_refused() {
    let store = saved().await;
    let whole = sealed(&store).await;
    let text = whole.access_token.expose_secret();
    for index in 0..text.len() {
        let mut altered = text.as_bytes().to_vec();
        altered[index] = if altered[index] == b'A' { b'B' } else { b'A' };
        let mut outer = whole.clone();
        outer.access_token = String::from_utf8(altered).unwrap().into();
        store.inner().save("default", &outer).await.unwrap();
        let error = store.load("default").await.unwrap_err();
        let is_refused =
            matches!(error, StoreError::NotAuthentic | StoreError::UnknownEncryptionKey { .. });
        assert!(is_refused, "byte {index}: {error:?}");
    }
    for end in 0..text.len() {
        let mut outer = whole.clone();
        outer.access_token = text[..end].into();
        store.inner().save("default", &outer).await.unwrap();
        let error = store.load("default").await.unwrap_err();
        assert!(matches!(error, StoreError::NotAuthentic), "cut at {end}: {error:?}");
    }
}

#[tokio::test]
async fn what_is_in_the_clear_is_not_believed() {
    let store = saved().await;
    let mut outer = sealed(&store).await;
    outer.expires_in = Some(u64::MAX);
    outer.refresh_token = Some(RefreshToken::new("forged"));
    outer.scope = Some("admin".to_owned());
    store.inner().save("default", &outer).await.unwrap();
    assert_eq!(store.load("default").await.unwrap().unwrap().tokens, tokens("a"));
}

#[tokio::test]
async fn a_set_of_another_session_or_in_the_clear_is_refused() {
    let store = saved().await;
    store.inner().save("admin", &sealed(&store).await).await.unwrap();
    store.inner().save("plain", &tokens("planted")).await.unwrap();
    for name in ["admin", "plain"] {
        let error = store.load(name).await.unwrap_err();
        assert!(matches!(error, StoreError::NotAuthentic), "{error:?}");
        assert!(!everything(&error).contains(SECRET));
    }
}

#[tokio::test]
async fn a_key_of_the_same_id_or_an_unknown_one_opens_nothing() {
    let outer = sealed(&saved().await).await;

    let other = EncryptedTokenStore::new(MemoryTokenStore::new(), key("k1", 2));
    other.inner().save("default", &outer).await.unwrap();
    let error = other.load("default").await.unwrap_err();
    assert!(matches!(error, StoreError::NotAuthentic), "{error:?}");

    let other = EncryptedTokenStore::new(MemoryTokenStore::new(), key("k2", 1));
    other.inner().save("default", &outer).await.unwrap();
    let error = other.load("default").await.unwrap_err();
    assert!(error.to_string().contains("`k1`"), "{error}");
}

#[tokio::test]
async fn rotation_reads_the_old_key_and_writes_the_new_one() {
    let old = saved().await;
    let inner = MemoryTokenStore::new();
    inner.save("default", &sealed(&old).await).await.unwrap();
    let both = EncryptedTokenStore::new(inner, key("k2", 2)).with_old_key(key("k1", 1));
    both.save("new", &tokens("b")).await.unwrap();

    assert_eq!(both.load("default").await.unwrap().unwrap().tokens, tokens("a"));
    assert_eq!(both.rotate().await.unwrap(), 1, "only the old set needs it");
    assert_eq!(both.rotate().await.unwrap(), 0);

    let outer = both.inner().load("default").await.unwrap().unwrap().tokens;
    let new_only = EncryptedTokenStore::new(MemoryTokenStore::new(), key("k2", 2));
    new_only.inner().save("default", &outer).await.unwrap();
    assert_eq!(new_only.load("default").await.unwrap().unwrap().tokens, tokens("a"));
}

#[tokio::test]
async fn debug_shows_neither_key_nor_token() {
    let key = EncryptionKey::new("k1", *b"0123456789abcdef0123456789abcdef").unwrap();
    let store = EncryptedTokenStore::new(MemoryTokenStore::new(), key);
    store.save("default", &tokens("a")).await.unwrap();
    let text = format!("{store:?}");
    assert!(!text.contains("48") && !text.contains("0123") && !text.contains(SECRET), "{text}");
}

#[test]
fn a_key_id_is_a_word() {
    let long = "x".repeat(33);
    for (id, problem) in [
        ("", "has 0 signs"),
        ("a.b", "has the sign '.'"),
        ("a b", "has the sign ' '"),
        ("ü", "has the sign 'ü'"),
        (&long, "has 33 signs"),
    ] {
        let error = EncryptionKey::new(id, [0; 32]).unwrap_err().to_string();
        let text = format!("the option `encryption key id` {problem}: 1 to 32 letters");
        assert!(error.starts_with(&text), "{error}");
    }
}

#[test]
fn keys_are_read_from_a_text_whose_errors_quote_nothing() {
    let secret = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    let keys: EncryptionKeys = format!(" k2:{secret}\nk1:{secret} ").parse().unwrap();
    let key = |id| EncryptionKey::new(id, *b"0123456789abcdef0123456789abcdef").unwrap();
    assert_eq!(keys, EncryptionKeys::new(key("k2")).with_old_key(key("k1")));
    assert_ne!(keys, EncryptionKeys::new(key("k1")).with_old_key(key("k2")));
    for (text, problem) in [
        (" ".to_owned(), "is empty: write NAME:KEY"),
        (secret.to_owned(), "has no `:` in key 1: write NAME:KEY"),
        (format!("k1:{secret} k2:{}", &secret[4..]), "has in key 2 not 32 bytes in base64"),
        (format!("k1:{secret}{secret}"), "has in key 1 not 32 bytes in base64"),
        (format!("k.1:{secret}"), "has the sign '.'"),
        (format!("k1:{secret} k1:{secret}"), "has two keys with the name `k1`"),
    ] {
        let error = text.parse::<EncryptionKeys>().unwrap_err();
        let shown = everything(&error);
        assert!(shown.contains(problem) && !shown.contains("NTY3"), "{shown}");
    }
}
