//! MCP clients in other languages: programs that do what they are told, line by line.

use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;

use crate::agent::Agent;
use crate::eventually::in_time;
use crate::handshake::Handshake;
use crate::server::Server;
use crate::{binary, node, python};

/// The address of the server for a client.
#[derive(Debug, Clone, Copy)]
pub enum Endpoint<'a> {
    /// It starts the server itself.
    Stdio,
    /// HTTP+SSE, the transport of 2024-11-05.
    Sse(&'a Server),
    /// Streamable HTTP.
    Http(&'a Server),
}

impl Endpoint<'_> {
    /// As the programs in `tests/clients` take it: the transport, then the server.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        match self {
            Self::Stdio => vec!["stdio".into(), binary::widget_mcp().into(), "--headless".into()],
            Self::Sse(server) => vec!["sse".into(), format!("{}/sse", server.address()).into()],
            Self::Http(server) => vec!["http".into(), format!("{}/mcp", server.address()).into()],
        }
    }
}

/// A client in another language. It ends with this value.
#[derive(Debug)]
pub struct ForeignClient {
    _child: Child,
    pipes: Mutex<Pipes>,
}

#[derive(Debug)]
struct Pipes {
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Result(Value),
    Error(String),
}

impl ForeignClient {
    /// The Python SDK.
    pub async fn python(endpoint: Endpoint<'_>, handshake: Handshake) -> Self {
        let python = tokio::task::spawn_blocking(|| python::interpreter("clients")).await;
        Self::start(&python.expect("the interpreter is found"), "agent.py", endpoint, handshake)
    }

    /// The TypeScript SDK.
    pub async fn typescript(endpoint: Endpoint<'_>, handshake: Handshake) -> Self {
        let node = tokio::task::spawn_blocking(node::program).await;
        Self::start(&node.expect("Node.js is found"), "agent.mjs", endpoint, handshake)
    }

    fn start(
        interpreter: &Path,
        script: &str,
        endpoint: Endpoint<'_>,
        handshake: Handshake,
    ) -> Self {
        let handshake = match handshake {
            Handshake::Discover => "discover",
            Handshake::Initialize => "initialize",
        };
        let mut child = Command::new(interpreter)
            .arg(node::folder().join(script))
            .arg(handshake)
            .args(endpoint.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", interpreter.display()));
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output")).lines();
        Self { _child: child, pipes: Mutex::new(Pipes { input, output }) }
    }
}

impl Agent for ForeignClient {
    async fn ask(&self, method: &str, params: Value) -> Result<Value, String> {
        let mut pipes = self.pipes.lock().await;
        let line = format!("{}\n", json!({"method": method, "params": params}));
        pipes.input.write_all(line.as_bytes()).await.expect("the client reads");
        let line = in_time(&format!("an answer to {method}"), pipes.output.next_line()).await;
        let line = line.expect("the client writes").expect("the client has not ended");
        match serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}")) {
            Answer::Result(value) => Ok(value),
            Answer::Error(message) => Err(message),
        }
    }
}
