//! ChromeDriver, on a port of its choice.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use super::chromium::program;

/// The number of times ChromeDriver may find its port taken.
const ATTEMPTS: usize = 5;

/// The start of ChromeDriver's line that ends with its port.
const STARTED: &str = "started successfully on port ";

/// A driver that ends with this value.
#[derive(Debug)]
pub(super) struct ChromeDriver {
    _child: Child,
    /// Kept open, since the driver ends when it cannot print.
    _output: Lines<BufReader<ChildStdout>>,
    port: u16,
}

impl ChromeDriver {
    /// Port 0 lets ChromeDriver choose; it prints which. It takes what is free for IPv6 and ends
    /// when another program has the same port for IPv4.
    pub(super) async fn start() -> Self {
        let mut printed = String::new();
        for _ in 0..ATTEMPTS {
            match Self::try_start().await {
                Ok(started) => return started,
                Err(output) => printed = output,
            }
        }
        panic!("ChromeDriver ended before it was listening: {printed}");
    }

    /// The address for a WebDriver client.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    async fn try_start() -> Result<Self, String> {
        let program = program("CHROMEDRIVER", "chromedriver");
        let mut child = Command::new(&program)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{}: {error}; `cargo xtask setup` says how to get it", program.display())
            });
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut printed = String::new();
        while let Some(line) = lines.next_line().await.expect("its output is readable") {
            if let Some((_, port)) = line.split_once(STARTED) {
                let port = port.trim_end_matches('.').parse().expect("a port number");
                return Ok(Self { _child: child, _output: lines, port });
            }
            printed.push_str(&line);
        }
        Err(printed)
    }
}
