//! The WebDriver of a browser, on a port of its choice.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use super::chromium::program;

/// The number of times a driver may find its port taken.
const ATTEMPTS: usize = 5;

/// A program that drives a browser.
#[derive(Debug)]
pub(super) struct Kind {
    /// The variable with its path, and its name.
    program: (&'static str, &'static str),
    /// In the line that it prints, this stands before the port.
    started: &'static str,
}

pub(super) const CHROMEDRIVER: Kind =
    Kind { program: ("CHROMEDRIVER", "chromedriver"), started: "started successfully on port " };

/// For Firefox.
pub(super) const GECKODRIVER: Kind =
    Kind { program: ("GECKODRIVER", "geckodriver"), started: "Listening on 127.0.0.1:" };

/// A driver that ends with this value.
#[derive(Debug)]
pub(super) struct Driver {
    _child: Child,
    /// Kept open, since the driver ends when it cannot print.
    _output: Lines<BufReader<ChildStdout>>,
    port: u16,
}

impl Driver {
    /// Port 0 lets the driver choose; it prints which. ChromeDriver takes what is free for IPv6
    /// and ends when another program has the same port for IPv4.
    pub(super) async fn start(kind: &Kind) -> Self {
        let mut printed = String::new();
        for _ in 0..ATTEMPTS {
            match Self::try_start(kind).await {
                Ok(started) => return started,
                Err(output) => printed = output,
            }
        }
        panic!("{} ended before it was listening: {printed}", kind.program.1);
    }

    /// The address for a WebDriver client.
    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    async fn try_start(kind: &Kind) -> Result<Self, String> {
        let program = program(kind.program.0, kind.program.1);
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
            if let Some((_, port)) = line.split_once(kind.started) {
                let port = port.trim_end_matches('.').parse().expect("a port number");
                return Ok(Self { _child: child, _output: lines, port });
            }
            printed.push_str(&line);
        }
        Err(printed)
    }
}
