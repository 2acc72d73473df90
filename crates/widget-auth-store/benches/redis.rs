//! Saves and loads per second through `RedisTokenStore`, next to the `HSET`
//! and `HGETALL` of `redis-benchmark` with values of the same size, on the same
//! server, in the same run.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on stops here")]
#![expect(clippy::print_stdout, reason = "the table is for a person")]

#[path = "redis/server.rs"]
mod server;

use std::sync::Arc;
use std::time::{Duration, Instant};

use server::Server;
use tokio::runtime::Runtime;
use widget_auth_core::{IdToken, OAuthTokenSet, RefreshToken, UnixTime};
use widget_auth_store::{RedisOptions, RedisTokenStore, TokenStore, TokenStoreExt};

/// Callers at once: one shows the latency, fifty what a server bears.
const CLIENTS: [usize; 2] = [1, 50];
const KEY: &str = "default";

fn main() {
    // `cargo test` runs benchmarks without `--bench`, to see that they run.
    let is_measured = std::env::args().any(|argument| argument == "--bench");
    let (rounds, turn) = if is_measured { (5, 40_000) } else { (1, 50) };
    let server = Server::start();
    let runtime = Runtime::new().unwrap();
    let options = RedisOptions::new().with_url(server.url());
    let store = Arc::new(RedisTokenStore::new(options).unwrap());
    let bytes = serde_json::to_vec(&tokens()).unwrap().len();
    let mut table = format!(
        "{bytes} bytes a set; operations per second, median of {rounds} turns each\n\
         clients    redis-benchmark        store    ratio\n"
    );
    for clients in CLIENTS {
        let count = if clients == 1 { turn / 8 } else { turn };
        let (mut save, mut load) = (Pairs::default(), Pairs::default());
        // In turns, so that what else the machine does falls on both.
        for _ in 0..rounds {
            save.bare.push(server.benchmark(clients, count, &server::hset(bytes)));
            save.store.push(runtime.block_on(rate(&store, clients, count, Operation::Save)));
            load.bare.push(server.benchmark(clients, count, &server::hgetall()));
            load.store.push(runtime.block_on(rate(&store, clients, count, Operation::Load)));
        }
        table += &format!("{clients:>2} save {}\n{clients:>2} load {}\n", save.row(), load.row());
    }
    // So few operations as in a test say nothing about the rate.
    if is_measured {
        print!("{table}");
    }
}

/// Rates of the two sides.
#[derive(Default)]
struct Pairs {
    bare: Vec<f64>,
    store: Vec<f64>,
}

impl Pairs {
    fn row(&mut self) -> String {
        let (bare, store) = (median(&mut self.bare), median(&mut self.store));
        format!("{bare:>18.0} {store:>12.0} {:>7.0}%", store / bare * 100.0)
    }
}

fn median(rates: &mut [f64]) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

#[derive(Debug, Clone, Copy)]
enum Operation {
    Save,
    Load,
}

/// Operations per second of `clients` tasks that share one store.
async fn rate(
    store: &Arc<RedisTokenStore>,
    clients: usize,
    count: usize,
    operation: Operation,
) -> f64 {
    let began = Instant::now();
    let client = |_| {
        let (store, tokens) = (Arc::clone(store), tokens());
        tokio::spawn(async move {
            for _ in 0..count / clients {
                match operation {
                    Operation::Save => drop(store.save(KEY, &tokens).await.unwrap()),
                    Operation::Load => drop(store.load(KEY).await.unwrap().unwrap()),
                }
            }
        })
    };
    let clients: Vec<_> = (0..clients).map(client).collect();
    for client in clients {
        client.await.unwrap();
    }
    count as f64 / began.elapsed().max(Duration::from_nanos(1)).as_secs_f64()
}

/// As large as those of a provider that signs with RS256.
fn tokens() -> OAuthTokenSet {
    let issued_at = UnixTime::from_secs(1_800_000_000);
    let mut tokens = OAuthTokenSet::new("a".repeat(900), "Bearer", issued_at);
    tokens.expires_in = Some(3600);
    tokens.refresh_token = Some(RefreshToken::new("r".repeat(250)));
    tokens.id_token = Some(IdToken::new("i".repeat(1200)));
    tokens.scope = Some("openid profile email offline_access".to_owned());
    tokens
}
