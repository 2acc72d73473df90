//! Starts a server as a client would, and says hello.

use std::process::Stdio;
use std::time::Duration;

use rmcp::ServiceExt;
use serde_json::Value;
use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};

/// A server answers within milliseconds; a machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(10);

/// As much of a server's complaint is shown.
const MAX_COMPLAINT: u64 = 2 << 10;

/// The command line with which an entry starts the server.
#[derive(Debug)]
pub(super) struct Start {
    command: String,
    args: Vec<String>,
    env: Vec<(String, String)>,
}

impl Start {
    pub(super) fn of(entry: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let args = entry["args"].as_array().into_iter().flatten();
        let env = entry["env"].as_object().into_iter().flatten();
        Self {
            command: text(&entry["command"]),
            args: args.map(text).collect(),
            env: env.map(|(name, value)| (name.clone(), text(value))).collect(),
        }
    }
}

/// The name and version with which the server introduces itself; otherwise what
/// went wrong.
pub(super) fn attempt(start: &Start) -> Result<String, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot be tried: {error}"))?;
    runtime.block_on(hello(start))
}

async fn hello(start: &Start) -> Result<String, String> {
    let command = &start.command;
    let mut child = Command::new(command)
        .args(&start.args)
        .envs(start.env.iter().cloned())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| format!("{command} cannot be started: {error}"))?;
    let pipes = child.stdout.take().zip(child.stdin.take());
    let (output, input) = pipes.ok_or("cannot open its standard input and output")?;
    match tokio::time::timeout(TIMEOUT, ().serve((output, input))).await {
        Ok(Ok(client)) => {
            let server = client.peer_info().and_then(|info| info.server_info.clone());
            let server = server.ok_or("it did not say who it is")?;
            // The server ends with its input, and with this process at the latest.
            client.cancel().await.map_err(|error| error.to_string())?;
            Ok(format!("{} {}", server.name, server.version))
        }
        Ok(Err(error)) => {
            let complaint = complaint(child).await;
            Err(if complaint.is_empty() { error.to_string() } else { complaint })
        }
        Err(_) => Err(format!("{command} does not answer on standard output")),
    }
}

/// The last words of a server that ended.
async fn complaint(mut child: Child) -> String {
    let mut text = String::new();
    if let Some(errors) = child.stderr.take() {
        let read = errors.take(MAX_COMPLAINT);
        let mut bytes = Vec::new();
        if tokio::time::timeout(TIMEOUT, { read }.read_to_end(&mut bytes)).await.is_ok() {
            text = String::from_utf8_lossy(&bytes).trim().to_owned();
        }
    }
    text
}
