//! The store of the example `own_store` keeps the contract of all stores.

#[path = "../examples/own_store.rs"]
#[expect(dead_code, reason = "its `main` is a program")]
mod own_store;

use std::sync::Arc;

use widget_kit::auth::store::TableTokenStore;
use widget_kit::auth::store::testing::{LeaseTime, conformance};

#[tokio::test(flavor = "multi_thread")]
async fn it_keeps_the_contract() {
    let store = Arc::new(TableTokenStore::new(own_store::OwnTable::default()));
    conformance(store.clone(), store, LeaseTime::Backend).await.unwrap();
}
