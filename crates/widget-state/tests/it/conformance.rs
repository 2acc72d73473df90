//! The public suite on the memory store.

use widget_state::{MemoryStore, testing};

#[tokio::test]
async fn the_memory_store_conforms() {
    testing::conformance(async |limits| MemoryStore::with_limits(limits)).await;
}
