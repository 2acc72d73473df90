//! The conformance suite of the Model Context Protocol, against the same transports and handler.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;
use widget_e2e::{Server, node};

#[tokio::test]
async fn protocol_2025_11_25() {
    conforms("2025-11-25", 83).await;
}

#[tokio::test]
async fn protocol_2026_07_28() {
    conforms("2026-07-28", 151).await;
}

/// Runs every scenario that applies to this version. None may fail, nor be passed over, nor give a
/// warning; `least` says how many checks there are, so that a suite that tests less is noticed.
async fn conforms(version: &str, least: usize) {
    let server = Server::run(Command::new(env!("CARGO_BIN_EXE_conformance-server"))).await;
    let results = TempDir::new().expect("a temporary folder");
    let output = suite()
        .await
        .args(["server", "--suite", "all", "--spec-version", version])
        .args(["--url", &format!("{}/mcp", server.address())])
        .arg("--output-dir")
        .arg(results.path())
        .output()
        .await
        .expect("the suite runs");
    let checks = checks(results.path());
    let (passed, other): (Vec<_>, Vec<_>) =
        checks.iter().partition(|check| check["status"] == "SUCCESS");
    let bad: Vec<_> = other.iter().filter(|check| check["status"] != "INFO").collect();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(bad.is_empty() && output.status.success(), "{said}\n{bad:#?}");
    assert!(passed.len() >= least, "{said}");
}

async fn suite() -> Command {
    let installed = tokio::task::spawn_blocking(|| {
        (node::program(), node::module("@modelcontextprotocol/conformance/dist/index.js"))
    });
    let (program, suite) = installed.await.expect("the suite is installed");
    let mut command = Command::new(program);
    command.arg(suite).kill_on_drop(true);
    command
}

/// Each scenario leaves a folder with its checks.
fn checks(results: &Path) -> Vec<Value> {
    let scenarios = fs::read_dir(results).expect("the suite leaves results");
    let checks = scenarios.flat_map(|scenario| {
        let file = scenario.expect("a folder").path().join("checks.json");
        let text = fs::read_to_string(file).expect("the checks of a scenario");
        serde_json::from_str::<Vec<Value>>(&text).expect("a list of checks")
    });
    checks.collect()
}
