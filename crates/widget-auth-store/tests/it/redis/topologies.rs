//! Redis with sentinels, and as a cluster.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tempfile::TempDir;
use widget_auth_store::testing::{
    LeaseTime, conformance, pending_conformance, rate_limit_conformance, session_conformance,
};
use widget_auth_store::{RedisOptions, RedisStores, TokenStore, TokenStoreExt};

use crate::program;
use crate::support::{everything, tokens};

/// A `redis-server` at a port of 127.0.0.1.
struct Node {
    child: Child,
    folder: TempDir,
    port: u16,
}

impl Node {
    /// `config` has the lines of its configuration file, which a sentinel writes to. Begins again
    /// when another program has taken the port in between.
    async fn start(config: &str, mode: &[&str]) -> Self {
        loop {
            let mut node = Self::spawn(config, mode);
            while node.child.try_wait().unwrap().is_none() {
                if node.cli(&["PING"]).contains("PONG") {
                    return node;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    fn spawn(config: &str, mode: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let config = format!("port {port}\nbind 127.0.0.1\nsave \"\"\n{config}");
        std::fs::write(folder.path().join("redis.conf"), config).unwrap();
        let mut command = Command::new("redis-server");
        command.current_dir(folder.path()).stdout(Stdio::null()).arg("redis.conf").args(mode);
        Self { child: program::start(&mut command, "redis-server"), folder, port }
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    fn cli(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("redis-cli");
        command.arg("-p").arg(self.port.to_string()).args(arguments);
        command.current_dir(self.folder.path()).stdout(Stdio::piped()).stderr(Stdio::null());
        let output = program::start(&mut command, "redis-tools").wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    async fn says(&self, arguments: &[&str], words: &str) {
        let began = Instant::now();
        while !self.cli(arguments).contains(words) {
            assert!(began.elapsed() < Duration::from_secs(30), "{}", self.cli(arguments));
            // Each look is a process.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn kill(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The bus of a cluster is at a port 10,000 higher.
fn free_port() -> u16 {
    loop {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if port < 55_000 && TcpListener::bind(("127.0.0.1", port + 10_000)).is_ok() {
            return port;
        }
    }
}

/// On a busy machine a connection to each of several nodes takes its time.
fn patient() -> RedisOptions {
    RedisOptions::new().with_timeout(Duration::from_secs(20))
}

async fn keeps_every_contract(options: RedisOptions) {
    let stores = || RedisStores::new(options.clone()).unwrap();
    let tokens = || Arc::new(stores().tokens());
    conformance(tokens(), tokens(), LeaseTime::Backend).await.unwrap();
    let sessions = || Arc::new(stores().sessions());
    session_conformance(sessions(), sessions(), LeaseTime::Backend).await.unwrap();
    let pending = || Arc::new(stores().pending().with_max_pending(20));
    pending_conformance(pending(), pending(), LeaseTime::Backend, 20).await.unwrap();
    let rates = || Arc::new(stores().rate_limits());
    rate_limit_conformance(rates(), rates(), LeaseTime::Backend).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_keeps_the_contracts() {
    let nodes = join_all((0..3).map(|_| Node::start("cluster-enabled yes\n", &[]))).await;
    let addresses: Vec<_> = nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
    let mut create = vec!["--cluster", "create"];
    create.extend(addresses.iter().map(String::as_str));
    create.push("--cluster-yes");
    nodes[0].cli(&create);
    for node in &nodes {
        node.says(&["CLUSTER", "INFO"], "cluster_state:ok").await;
    }
    keeps_every_contract(patient().with_cluster([nodes[1].url()])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sentinels_name_the_master_also_when_it_changes() {
    let mut master = Node::start("", &[]).await;
    let replica = Node::start(&format!("replicaof 127.0.0.1 {}\n", master.port), &[]).await;
    replica.says(&["INFO", "replication"], "master_link_status:up").await;
    let monitor = format!(
        "sentinel monitor main 127.0.0.1 {} 1\nsentinel down-after-milliseconds main 1000\n",
        master.port
    );
    let sentinel = Node::start(&monitor, &["--sentinel"]).await;
    sentinel.says(&["SENTINEL", "replicas", "main"], &replica.port.to_string()).await;

    let options = patient().with_sentinels("main", [sentinel.url()]);
    keeps_every_contract(options.clone()).await;
    let store = RedisStores::new(options).unwrap().tokens();
    store.save("default", &tokens("a")).await.unwrap();
    replica.says(&["KEYS", "*"], "widget-kit:tokens:default").await;

    master.kill();
    let error = store.save("default", &tokens("b")).await.unwrap_err();
    assert!(error.is_retryable(), "{}", everything(&error));
    replica.says(&["ROLE"], "master").await;
    let began = Instant::now();
    let saved_and_loaded = async || {
        store.save("default", &tokens("b")).await?;
        store.load("default").await
    };
    let stored = loop {
        match saved_and_loaded().await {
            Ok(stored) => break stored,
            Err(error) => assert!(
                error.is_retryable() && began.elapsed() < Duration::from_secs(120),
                "{}",
                everything(&error)
            ),
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(stored.unwrap().tokens, tokens("b"));
}
