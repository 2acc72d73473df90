//! MCP Inspector in a browser: a host of MCP Apps, and the strictest.

use std::net::TcpListener;
use std::process::Stdio;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::eventually::in_time;
use crate::node;
use crate::server::Server;

/// Its program in the npm package.
const PROGRAM: &str = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

/// The text it prints before its address.
const RUNNING: &str = "up and running";

/// The token that permits the Inspector to call tools.
const TOKEN: &str = "a-token-for-tests";

/// The number of times its port may have been taken meanwhile: it cannot choose a free one by itself.
const ATTEMPTS: usize = 5;

/// The web client of the Inspector, which ends with this value.
#[derive(Debug)]
pub struct InspectorWeb {
    _child: Child,
    _output: Lines<BufReader<ChildStdout>>,
    _home: TempDir,
    port: u16,
}

impl InspectorWeb {
    /// Starts it and waits until it serves its page.
    pub async fn start() -> Self {
        let node = tokio::task::spawn_blocking(|| (node::program(), node::module(PROGRAM))).await;
        let (node, program) = node.expect("Node.js is found");
        for _ in 0..ATTEMPTS {
            let mut command = Command::new(&node);
            command.arg(&program).arg("--web");
            if let Some(started) = Self::launch(command).await {
                return started;
            }
        }
        panic!("the Inspector did not start");
    }

    async fn launch(mut command: Command) -> Option<Self> {
        let home = TempDir::new().expect("a temporary folder");
        let port = free_port();
        let mut child = command
            .env("HOME", home.path())
            .env("CLIENT_PORT", port.to_string())
            .env("MCP_SANDBOX_PORT", "0")
            .env("MCP_APP_ORIGIN_PORT", "0")
            .env("MCP_AUTO_OPEN_ENABLED", "false")
            .env("MCP_INSPECTOR_API_TOKEN", TOKEN)
            .env("MCP_INSPECTOR_SECRET_STORE", "memory")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the Inspector starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output")).lines();
        let is_running = in_time("the Inspector", async {
            while let Some(line) = output.next_line().await.expect("its output is readable") {
                if line.contains(RUNNING) {
                    return true;
                }
            }
            false
        });
        let is_running = is_running.await;
        is_running.then_some(Self { _child: child, _output: output, _home: home, port })
    }

    /// The page on which it calls a tool of a server and shows the tool's view.
    #[must_use]
    pub fn app(&self, server: &Server, tool: &str, arguments: &Value) -> String {
        let arguments = URL_SAFE_NO_PAD.encode(arguments.to_string());
        format!(
            "http://127.0.0.1:{}/?serverUrl={}/mcp&transport=http&autoConnect={TOKEN}\
             &openApp={tool}&appArgs={arguments}&autoOpen={TOKEN}",
            self.port,
            server.address()
        )
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("a bound port").port()
}
