//! Lines over the standard input and output of a server.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::mpsc::UnboundedSender;

use crate::binary;
use crate::process::Process;

#[derive(Debug)]
pub(super) struct Line {
    input: ChildStdin,
    child: Child,
}

impl Line {
    pub(super) fn start_with(
        flags: &[&str],
        environment: &[(&str, &str)],
        messages: UnboundedSender<Value>,
    ) -> Self {
        let mut child = Command::new(binary::widget_mcp())
            .arg("--headless")
            .args(flags)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take().expect("its input");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let message = serde_json::from_str(&line);
                let message = message.unwrap_or_else(|error| panic!("{error}: {line}"));
                if messages.send(message).is_err() {
                    return;
                }
            }
        });
        Self { input, child }
    }

    pub(super) async fn send(&mut self, line: &[u8]) {
        let line = [line, b"\n"].concat();
        self.input.write_all(&line).await.expect("the server reads");
    }

    pub(super) fn process(&mut self) -> Process<'_> {
        Process::of(&mut self.child)
    }
}
