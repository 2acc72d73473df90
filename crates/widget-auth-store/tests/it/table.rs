//! The store on a table of texts.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use widget_auth_core::{ManualClock, OAuthTokenSet, UnixTime};
use widget_auth_store::testing::{LeaseTime, conformance};
use widget_auth_store::{
    LeaseOwner, StoreError, TableRecord, TableTokenStore, TokenStore as _, TokenStoreExt as _,
    TokenTable, Version,
};

#[derive(Debug, Default)]
struct Rows(Mutex<BTreeMap<String, TableRecord>>);

#[async_trait]
impl TokenTable for Rows {
    async fn get(&self, name: &str) -> Result<Option<TableRecord>, StoreError> {
        // Others go on between a look and a change.
        tokio::task::yield_now().await;
        Ok(self.0.lock().get(name).cloned())
    }

    async fn swap(
        &self,
        name: &str,
        expected: Option<&TableRecord>,
        new: Option<TableRecord>,
    ) -> Result<bool, StoreError> {
        let mut rows = self.0.lock();
        if rows.get(name) != expected {
            return Ok(false);
        }
        match new {
            Some(new) => rows.insert(name.to_owned(), new),
            None => rows.remove(name),
        };
        Ok(true)
    }

    async fn names(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.0.lock().keys().cloned().collect())
    }
}

fn tokens() -> OAuthTokenSet {
    OAuthTokenSet::new("hunter2", "Bearer", UnixTime::from_secs(1_800_000_000))
}

#[tokio::test(flavor = "multi_thread")]
async fn it_keeps_the_contract_with_either_clock() {
    let store = Arc::new(TableTokenStore::new(Rows::default()));
    conformance(store.clone(), store, LeaseTime::Backend).await.unwrap();

    let clock = Arc::new(ManualClock::new(UnixTime::from_secs(1_800_000_000)));
    let store = Arc::new(TableTokenStore::new(Rows::default()).with_clock(clock.clone()));
    conformance(store.clone(), store.clone(), LeaseTime::Manual(clock)).await.unwrap();
    assert_eq!(store.table().names().await.unwrap(), [""; 0], "something was left behind");
}

#[tokio::test]
async fn what_cannot_be_read_is_an_error_that_a_save_overcomes() {
    let store = TableTokenStore::new(Rows::default());
    let spoil = async |name: &str| {
        let old = store.table().get(name).await.unwrap();
        let new = Some(TableRecord::new("{\"version\": hunter2"));
        assert!(store.table().swap(name, old.as_ref(), new).await.unwrap());
    };
    spoil("tokens:a").await;
    let error = store.load("a").await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { backend: "table", .. }));
    assert!(!format!("{error} {error:?}").contains("hunter2"));
    store.save_if("a", &tokens(), Some(Version::random().unwrap())).await.unwrap_err();
    store.save("a", &tokens()).await.unwrap();
    assert_eq!(store.load("a").await.unwrap().unwrap().tokens, tokens());
    spoil("tokens:a").await;
    assert!(store.delete("a").await.unwrap());

    // A lease that cannot be read holds nothing.
    spoil("lease:a").await;
    let owner = LeaseOwner::random().unwrap();
    assert!(store.acquire_lease("a", owner, std::time::Duration::from_secs(9)).await.unwrap());
    assert!(store.release_lease("a", owner).await.unwrap());
}

#[test]
fn a_record_is_compared_with_the_text_of_a_row() {
    let record = TableRecord::new("a");
    assert!(record == "a" && record == *"a" && record != "b");
}

#[tokio::test]
async fn no_debug_shows_a_token() {
    let store = TableTokenStore::new(Rows::default());
    store.save("a", &tokens()).await.unwrap();
    let shown = format!("{store:?}");
    assert!(shown.contains("tokens:a") && !shown.contains("hunter2"), "{shown}");
}
