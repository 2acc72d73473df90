//! A client that says no more than hello.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Starts the server of an unpacked bundle as its manifest says, and expects an answer of this
/// version.
///
/// # Errors
///
/// It does not start, answers something else, or does not end with its input.
pub(super) fn exchange(bundle: &Path, version: &str) -> Result<()> {
    let manifest = std::fs::read_to_string(bundle.join("manifest.json"))?;
    let manifest: Value = serde_json::from_str(&manifest)?;
    let config = super::mcp_config(&manifest);
    let fill = |value: &Value| {
        let text = value.as_str().unwrap_or_default();
        text.replace("${__dirname}", &bundle.to_string_lossy())
    };
    let env = config["env"].as_object().into_iter().flatten();
    let mut server = Command::new(fill(&config["command"]))
        .args(config["args"].as_array().into_iter().flatten().map(fill))
        .envs(env.map(|(name, value)| (name, fill(value))))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("the bundled server does not start")?;
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "xtask", "version": "0"},
    }});
    let mut input = server.stdin.take().context("its input")?;
    writeln!(input, "{hello}")?;
    let mut answer = String::new();
    BufReader::new(server.stdout.take().context("its output")?).read_line(&mut answer)?;
    let answer: Value = serde_json::from_str(&answer).context("its answer is not JSON")?;
    ensure!(answer["result"]["serverInfo"]["version"] == version, "it answers {answer}");
    drop(input);
    ensure!(server.wait()?.success(), "the bundled server does not end well");
    Ok(())
}
