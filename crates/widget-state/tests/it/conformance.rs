//! The public suites on the store, the journal and the secrets in memory.

use std::sync::Arc;

use widget_state::{Engine, MemoryJournal, MemorySecretStore, MemoryStore, testing};

#[tokio::test]
async fn the_memory_store_conforms() {
    let make = async |limits, clock| MemoryStore::with_limits(limits).with_clock(clock);
    testing::conformance(make).await;
}

#[tokio::test]
async fn the_engine_over_a_journal_conforms() {
    let make = async |limits, clock| {
        let engine = Engine::with_limits(limits).with_clock(clock);
        engine.open(Arc::new(MemoryJournal::new())).await.expect("opened")
    };
    testing::conformance(make).await;
}

#[tokio::test]
async fn the_memory_journal_conforms() {
    testing::journal(async || MemoryJournal::new()).await;
    let place = Arc::new(MemoryJournal::new());
    testing::durable_journal(async || Arc::clone(&place)).await;
}

#[tokio::test]
async fn the_memory_secret_store_conforms() {
    testing::secrets(async || MemorySecretStore::default()).await;
}
