//! The processes, as their parent sees them.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;

use crate::fixture::Fixture;
use crate::worker::{REAUTH, Report};

/// Processes that want tokens all the time.
pub(crate) struct Fleet {
    processes: Vec<Child>,
    lines: mpsc::UnboundedReceiver<String>,
}

impl Fleet {
    /// Starts `size` processes and waits until each has a token.
    pub(crate) async fn launch(fixture: &Fixture, size: usize) -> Self {
        let (sender, lines) = mpsc::unbounded_channel();
        let processes = (0..size).map(|_| start(fixture, &sender)).collect();
        let mut fleet = Self { processes, lines };
        for _ in 0..size {
            fleet.wait_for("READY").await;
        }
        fleet
    }

    /// Until one of the processes says that a sign-in is needed.
    pub(crate) async fn wait_for_reauth(&mut self) {
        self.wait_for(REAUTH).await;
    }

    async fn wait_for(&mut self, wanted: &str) {
        loop {
            let line = self.lines.recv().await.expect("the processes are at work");
            // The test harness writes on the same line as the first output.
            if line.ends_with(wanted) {
                return;
            }
        }
    }

    /// Lets the processes end, and adds up what they saw.
    pub(crate) async fn land(mut self) -> Report {
        for process in &mut self.processes {
            drop(process.stdin.take());
        }
        for process in &mut self.processes {
            assert!(process.wait().await.unwrap().success(), "a process failed");
        }
        let mut sum = Report::default();
        let mut reports = 0;
        while let Some(line) = self.lines.recv().await {
            if let Ok(report) = serde_json::from_str(&line) {
                reports += 1;
                sum.add(&report);
            }
        }
        assert_eq!(reports, self.processes.len());
        sum
    }
}

/// This test program once more, with the test `worker` only.
fn start(fixture: &Fixture, lines: &mpsc::UnboundedSender<String>) -> Child {
    let mut process = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker::worker", "--ignored", "--nocapture"])
        .env("WORKER_ISSUER", fixture.issuer())
        .env("WORKER_REDIS", fixture.redis.url())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap()).lines();
    let lines = lines.clone();
    tokio::spawn(async move {
        while let Ok(Some(line)) = output.next_line().await {
            // After the test the receiver is gone.
            drop(lines.send(line));
        }
    });
    process
}
