//! The release binary as a server on HTTP.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, Command};

use crate::binary;
use crate::client::Client;
use crate::eventually::in_time;
use crate::process::Process;

const LISTENING: &str = "listening on ";

/// `widget-mcp --http 0`, which ends with this value.
#[derive(Debug)]
pub struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts it and waits until it says where it listens.
    pub async fn start() -> Self {
        Self::start_with(&["--http", "0"], &[]).await
    }

    /// Starts it with these flags, one of which chooses a transport over HTTP, and
    /// these environment variables.
    pub async fn start_with(flags: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(binary::widget_mcp());
        command.arg("--headless").args(flags).envs(environment.iter().copied());
        Self::run(command).await
    }

    /// The same for another program that says where it listens.
    pub async fn run(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let mut log = BufReader::new(child.stderr.take().expect("its log"));
        let address = in_time("the server to listen", read_address(&mut log)).await;
        tokio::spawn(forward(log));
        Self { child, address }
    }

    /// `http://127.0.0.1:PORT`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// A new MCP client over streamable HTTP.
    pub async fn client(&self) -> Client {
        Client::over_http(&format!("{}/mcp", self.address)).await
    }

    /// The server's process.
    #[must_use]
    pub fn process(&mut self) -> Process<'_> {
        Process::of(&mut self.child)
    }

    /// The same by `server/discover`, as the newest clients do it.
    pub async fn client_without_initialize(&self) -> Client {
        Client::http_without_initialize(&format!("{}/mcp", self.address)).await
    }
}

async fn read_address(log: &mut BufReader<ChildStderr>) -> String {
    let mut before = String::new();
    let mut line = String::new();
    while log.read_line(&mut line).await.expect("its log is readable") > 0 {
        if let Some((_, address)) = line.split_once(LISTENING) {
            let end = address.find([',', '\n']).unwrap_or(address.len());
            return address[..end].to_owned();
        }
        before.push_str(&std::mem::take(&mut line));
    }
    panic!("the server ended before it was listening:\n{before}");
}

/// A log without a reader would fill its pipe and stop the server.
async fn forward(log: BufReader<ChildStderr>) {
    let mut lines = log.lines();
    while let Ok(Some(line)) = lines.next_line().await {
        eprintln!("server: {line}");
    }
}
