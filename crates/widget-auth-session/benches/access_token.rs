//! The cost of `get_access_token` on a fresh token, next to its lower
//! bound: asking the clock and cloning a shared pointer.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on stops here")]

use std::hint::black_box;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use futures_util::FutureExt as _;
use widget_auth_core::{AccessToken, Clock, OAuthTokenSet, RefreshToken, SystemClock};
use widget_auth_provider::GenericOidcProvider;
use widget_auth_session::SessionManager;
use widget_auth_store::MemoryTokenStore;

const THREADS: u32 = 16;

fn session() -> SessionManager {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let provider = GenericOidcProvider::google("client-id").unwrap();
    let session = SessionManager::new(provider, MemoryTokenStore::new());
    let mut tokens = OAuthTokenSet::new("access", "Bearer", SystemClock.now());
    tokens.expires_in = Some(24 * 3600);
    tokens.refresh_token = Some(RefreshToken::new("refresh"));
    runtime.block_on(session.save_tokens(tokens)).unwrap();
    session
}

fn get(session: &SessionManager) -> AccessToken {
    session.get_access_token().now_or_never().unwrap().unwrap()
}

/// Returns the time one call keeps a core busy while 16 threads call.
fn by_all(rounds: u64, call: impl Fn() + Sync) -> Duration {
    let start = Barrier::new(THREADS as usize);
    let took = |_| {
        start.wait();
        let began = Instant::now();
        (0..rounds).for_each(|_| call());
        began.elapsed()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|n| scope.spawn(move || took(n))).collect();
        let sum: Duration = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
        let cores = std::thread::available_parallelism().unwrap().get();
        // The threads take turns on the cores there are.
        sum / THREADS * u32::try_from(cores).unwrap().min(THREADS) / THREADS
    })
}

fn fresh(c: &mut Criterion) {
    let session = session();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let bare = Arc::new(AccessToken::new("access"));
    let least = || (black_box(clock.now()), black_box(bare.clone()));

    let allocations = allocation_counter::measure(|| drop(black_box(get(&session))));
    println!("get_access_token: {} allocations", allocations.count_total);

    let mut group = c.benchmark_group("get_access_token");
    group.bench_function("fresh", |b| b.iter(|| get(&session)));
    group.bench_function("clock and clone", |b| b.iter(least));
    group.bench_function("fresh, 16 threads", |b| {
        b.iter_custom(|rounds| by_all(rounds, || drop(black_box(get(&session)))));
    });
    group.bench_function("clock and clone, 16 threads", |b| {
        b.iter_custom(|rounds| {
            by_all(rounds, || {
                least();
            })
        });
    });
    group.finish();
}

criterion_group!(benches, fresh);
criterion_main!(benches);
