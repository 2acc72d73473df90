//! The cost of presence, which every answer about a widget carries.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on stops here")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tokio::runtime::Runtime;
use widget_state::{MemoryStore, Surface, ViewerId, Widget, WidgetId, WidgetStore, WidgetStoreExt};

/// A widget that so many viewers have open.
async fn widget(store: &MemoryStore, viewers: u64) -> WidgetId {
    let id = store.create(Widget::html("")).await.unwrap();
    for viewer in 0..viewers {
        let viewer: ViewerId = format!("{viewer:032x}").parse().unwrap();
        store.attach(id, viewer, Surface::Page).await.unwrap();
    }
    id
}

fn presence(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let store = MemoryStore::new();
    let mut group = c.benchmark_group("presence");
    for viewers in [0, 1, 100] {
        let id = runtime.block_on(widget(&store, viewers));
        group.bench_function(BenchmarkId::from_parameter(viewers), |b| {
            b.iter(|| black_box(runtime.block_on(store.presence(id)).unwrap()));
        });
    }
    group.finish();
}

criterion_group!(benches, presence);
criterion_main!(benches);
