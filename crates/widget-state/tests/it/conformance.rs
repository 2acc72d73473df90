//! The public suite on the memory store.

use widget_state::{MemoryStore, testing};

#[tokio::test]
async fn the_memory_store_conforms() {
    let make = async |limits, clock| MemoryStore::with_limits(limits).with_clock(clock);
    testing::conformance(make).await;
}
