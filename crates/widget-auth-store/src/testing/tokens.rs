//! Token sets: kept whole, found again, deleted.

use widget_auth_core::{IdToken, OAuthTokenSet, RawResponse, UnixTime};

use super::check::{ConformanceError, checks};
use super::{Suite, set};
use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::store::{PutMode, SaveOutcome, TokenStore as _, TokenStoreExt as _};

pub(super) async fn check(suite: &Suite) -> Result<(), ConformanceError> {
    checks!(suite =>
        an_unknown_key_is_empty,
        a_set_comes_back_whole,
        every_save_has_its_version,
        a_save_may_demand_what_it_replaces,
        a_delete_may_demand_what_it_removes,
        refresh_and_id_tokens_outlive_the_access_token,
        keys_of_any_look_stay_apart,
        bad_keys_are_refused_everywhere,
        debug_shows_no_token,
        Suite::clean_up,
    );
    Ok(())
}

async fn an_unknown_key_is_empty(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("unknown");
    assert_eq!(suite.first.load(&key).await?, None);
    assert!(!suite.first.exists(&key).await?);
    assert!(!suite.first.delete(&key).await?, "deleted what never was");
    assert!(!suite.keys().await?.contains(&key));
    Ok(())
}

/// Everything a token set can hold, 20 KB of it, and what needs escaping.
async fn a_set_comes_back_whole(suite: &Suite) -> Result<(), StoreError> {
    let mut full = set("full \" \\ \n ü 雪 \u{0}");
    full.expires_in = Some(u64::from(u32::MAX));
    full.id_token = Some(IdToken::new("x".repeat(20_000)));
    full.scope = Some("openid offline_access".to_owned());
    let extra = [("ext".to_owned(), serde_json::json!({"list": [1, null, "two"]}))];
    full.raw = RawResponse::new(extra.into_iter().collect());
    let bare = OAuthTokenSet::new("", "", UnixTime::from_secs(0));

    let key = suite.key("whole");
    for tokens in [&full, &bare, &full] {
        let version = suite.first.save(&key, tokens).await?;
        let stored = suite.second.load(&key).await?.expect("a saved set is there");
        assert_eq!(stored.version, version);
        assert!(stored.tokens == *tokens, "a set came back changed");
        assert!(suite.second.exists(&key).await?);
        assert!(suite.keys().await?.contains(&key));
    }
    assert!(suite.second.delete(&key).await?);
    assert_eq!(suite.first.load(&key).await?, None);
    assert!(!suite.first.exists(&key).await?);
    assert!(!suite.first.delete(&key).await?, "deleted twice");
    assert!(!suite.keys().await?.contains(&key));
    Ok(())
}

async fn every_save_has_its_version(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("version");
    let one = suite.first.save(&key, &set("same")).await?;
    let two = suite.second.save(&key, &set("same")).await?;
    suite.first.delete(&key).await?;
    let three = suite.first.save(&key, &set("same")).await?;
    assert!(one != two && two != three && one != three, "a version came twice");
    Ok(())
}

async fn a_save_may_demand_what_it_replaces(suite: &Suite) -> Result<(), StoreError> {
    let (key, store, other) = (suite.key("swap"), &suite.first, &suite.second);
    let SaveOutcome::Saved(one) = store.save_if(&key, &set("1"), None).await? else {
        panic!("`Create` of a new key was refused");
    };
    let outcome = other.save_if(&key, &set("2"), None).await?;
    assert_eq!(outcome, SaveOutcome::Changed, "a set that is there was taken for absent");

    let SaveOutcome::Saved(two) = other.save_if(&key, &set("2"), Some(one)).await? else {
        panic!("`Update` of the current version was refused");
    };
    let outcome = store.save_if(&key, &set("3"), Some(one)).await?;
    assert_eq!(outcome, SaveOutcome::Changed, "an old version passed for the current one");
    let stored = store.load(&key).await?.expect("a saved set is there");
    assert_eq!((stored.tokens, stored.version), (set("2"), two), "a refused save changed it");

    // Who signs out while a refresh is under way stays signed out, and who
    // signs in again is not overwritten.
    store.delete(&key).await?;
    let outcome = other.save_if(&key, &set("4"), Some(two)).await?;
    assert_eq!(outcome, SaveOutcome::Changed, "`Update` brought a deleted set back");
    assert!(!store.exists(&key).await?);
    store.save(&key, &set("2")).await?;
    let outcome = other.save_if(&key, &set("4"), Some(two)).await?;
    assert_eq!(outcome, SaveOutcome::Changed, "a version outlived its set");
    Ok(())
}

async fn a_delete_may_demand_what_it_removes(suite: &Suite) -> Result<(), StoreError> {
    let (key, store, other) = (suite.key("delete if"), &suite.first, &suite.second);
    let another_key = suite.key("delete if, another");
    assert!(!store.delete_if(&key, Version::random()?).await?, "deleted what never was");

    let one = store.save(&key, &set("1")).await?;
    let two = other.save(&key, &set("2")).await?;
    store.save(&another_key, &set("another")).await?;
    assert!(!store.delete_if(&key, one).await?, "an old version passed for the current one");
    assert!(!store.delete_if(&another_key, two).await?, "the version of another key passed");
    let stored = other.load(&key).await?.expect("a refused removal removes nothing");
    assert_eq!((stored.tokens, stored.version), (set("2"), two), "a refused delete changed it");

    assert!(store.delete_if(&key, two).await?, "a removal of the current version was refused");
    assert!(!other.exists(&key).await?, "a removal removed nothing");
    assert!(!suite.keys().await?.contains(&key), "a deleted key is listed");
    assert!(!other.delete_if(&key, two).await?, "deleted twice");
    assert!(other.exists(&another_key).await?, "a removal removed another key");

    // Who signed in again is not signed out by a fault of the session before.
    store.save(&key, &set("2")).await?;
    assert!(!other.delete_if(&key, two).await?, "a version outlived its set");
    assert!(store.exists(&key).await?);
    Ok(())
}

async fn refresh_and_id_tokens_outlive_the_access_token(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("expired");
    let mut with_refresh_token = set("expired");
    with_refresh_token.issued_at = UnixTime::from_secs(1);
    with_refresh_token.expires_in = Some(1);
    let mut with_id_token = with_refresh_token.clone();
    with_id_token.refresh_token = None;
    with_id_token.id_token = Some(IdToken::new("id-expired"));
    for tokens in [with_refresh_token, with_id_token] {
        suite.first.save(&key, &tokens).await?;
        let stored = suite.second.load(&key).await?;
        let stored = stored.expect("a set with a refresh token or an ID token is kept");
        assert!(stored.tokens == tokens, "a set whose access token has expired is not the same");
    }
    Ok(())
}

async fn keys_of_any_look_stay_apart(suite: &Suite) -> Result<(), StoreError> {
    let mut names: Vec<String> =
        ["a", "A", "a:b", "a%3Ab", "a%253Ab", "a*", "a?", "[a]", "a b", " a", "a/b", "../a"]
            .map(|name| suite.key(name))
            .into();
    names.extend(
        ["a\\", "a'", "a\"", "{a}", "ü", "u\u{308}", "雪", "tokens:a", "lease:a"]
            .map(|name| suite.key(name)),
    );
    names.push(format!("{:z<256}", suite.key("")));
    for name in &names {
        suite.first.save(name, &set(name)).await?;
    }
    for name in &names {
        let stored = suite.second.load(name).await?.expect("a saved set is there");
        assert!(stored.tokens == set(name), "{name:?} has the tokens of another key");
    }
    let keys = suite.keys().await?;
    for name in &names {
        assert_eq!(keys.iter().filter(|key| *key == name).count(), 1, "{name:?} in {keys:?}");
    }
    for (index, name) in names.iter().enumerate() {
        assert!(suite.first.delete(name).await?);
        for left in &names[index + 1..] {
            assert!(suite.second.exists(left).await?, "{name:?} deleted {left:?}");
        }
    }
    Ok(())
}

/// A store that holds what it read or a row as it stands has it in its logs.
async fn debug_shows_no_token(suite: &Suite) -> Result<(), StoreError> {
    let key = suite.key("debug");
    suite.first.save(&key, &set("debug")).await?;
    suite.second.load(&key).await?;
    for store in [&suite.first, &suite.second] {
        let shown = format!("{store:?}");
        let shows = ["access-debug", "refresh-debug"].iter().any(|token| shown.contains(token));
        assert!(!shows, "`Debug` of the store shows a token");
    }
    Ok(())
}

async fn bad_keys_are_refused_everywhere(suite: &Suite) -> Result<(), StoreError> {
    let (owner, version) = (LeaseOwner::random()?, Version::random()?);
    let ttl = std::time::Duration::from_secs(1);
    for key in ["", "line\nfeed", "nul\0", "\u{85}", &"x".repeat(257)] {
        let store = &suite.first;
        let refusals = [
            store.load(key).await.err(),
            store.put(key, &set("bad"), PutMode::Overwrite).await.err(),
            store.put(key, &set("bad"), PutMode::Create).await.err(),
            store.put(key, &set("bad"), PutMode::Update(version)).await.err(),
            store.remove(key, None).await.err(),
            store.remove(key, Some(version)).await.err(),
            store.acquire_lease(key, owner, ttl).await.err(),
            store.release_lease(key, owner).await.err(),
        ];
        for refusal in refusals {
            let is_right = matches!(refusal, Some(StoreError::InvalidKey { .. }));
            assert!(is_right, "{key:?}: {refusal:?} instead of InvalidKey");
        }
    }
    Ok(())
}
