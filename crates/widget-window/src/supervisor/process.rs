//! The helper process and its pipes.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::command::HelperCommand;
use crate::error::WindowError;
use crate::protocol::{Command, Hello, Report, VERSION, encode, read_async};

/// Until the helper can open windows.
const START_LIMIT: Duration = Duration::from_secs(30);
/// Until it has taken a command, or ended when it is to.
const STEP_LIMIT: Duration = Duration::from_secs(10);
/// So much of its last words is kept.
const MAX_LAST_WORDS: usize = 1024;

/// A helper that is dropped is not killed: its input ends, and it closes its
/// windows and removes their data before it leaves.
pub(super) struct HelperProcess {
    child: Child,
    stdin: ChildStdin,
    reports: mpsc::Receiver<Report>,
    last_words: Arc<Mutex<Vec<u8>>>,
    listener: JoinHandle<()>,
}

impl HelperProcess {
    /// Starts the helper and waits until it is ready.
    pub(super) async fn start(command: &HelperCommand, hello: &Hello) -> Result<Self, WindowError> {
        let hello = encode(hello).map_err(WindowError::NotStarted)?;
        let mut child = command.to_process().spawn().map_err(WindowError::NotStarted)?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(WindowError::Helper("its pipes are missing".to_owned()));
        };
        let (sender, reports) = mpsc::channel(256);
        tokio::spawn(read_reports(stdout, sender));
        let last_words = Arc::default();
        let listener = tokio::spawn(listen(stderr, Arc::clone(&last_words)));
        let mut helper = Self { child, stdin, reports, last_words, listener };
        // An error: it has ended, and may have said why.
        let _ = helper.write(&hello).await;
        let error = match timeout(START_LIMIT, helper.next()).await {
            Ok(Some(Report::Ready { version: VERSION })) => return Ok(helper),
            Ok(Some(Report::Unable { message })) => return Err(WindowError::Helper(message)),
            Ok(None) => return Err(WindowError::Helper(helper.why_it_ended().await)),
            Ok(Some(other)) => WindowError::Helper(format!("it began with {other:?}")),
            Err(_) => WindowError::NoAnswer { seconds: START_LIMIT.as_secs() },
        };
        // It may be no helper at all, which would not end with its input.
        helper.kill();
        Err(error)
    }

    /// The next report; `None` when the helper has ended. Nothing is lost when
    /// the future is dropped.
    pub(super) async fn next(&mut self) -> Option<Report> {
        self.reports.recv().await
    }

    pub(super) async fn send(&mut self, command: &Command) -> io::Result<()> {
        self.write(&encode(command)?).await
    }

    async fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let write = async {
            self.stdin.write_all(line).await?;
            self.stdin.flush().await
        };
        timeout(STEP_LIMIT, write).await.map_err(io::Error::from)?
    }

    pub(super) fn kill(&mut self) {
        // An error: it has ended already.
        let _ = self.child.start_kill();
    }

    /// Returns the reason that a helper ended whose pipes are closed, or that is of no further use.
    pub(super) async fn why_it_ended(mut self) -> String {
        let status = match timeout(Duration::from_secs(1), self.child.wait()).await {
            Ok(Ok(status)) => status.to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => {
                self.kill();
                "it closed its pipes".to_owned()
            }
        };
        // What the helper started may hold standard error open.
        let _ = timeout(Duration::from_millis(200), &mut self.listener).await;
        let words = self.last_words.lock();
        match String::from_utf8_lossy(&words).trim() {
            "" => status,
            words => format!("{status}: {words}"),
        }
    }

    /// Ends the helper: it leaves when its input ends.
    pub(super) async fn end(mut self) {
        drop(self.stdin);
        self.reports.close();
        if timeout(STEP_LIMIT, self.child.wait()).await.is_err()
            && let Err(error) = self.child.kill().await
        {
            tracing::warn!(%error, "the window helper could not be ended");
        }
    }
}

/// Reads until the helper ends or breaks the protocol, which ends it as well.
async fn read_reports(stdout: ChildStdout, reports: mpsc::Sender<Report>) {
    let (mut stdout, mut line) = (BufReader::new(stdout), Vec::new());
    loop {
        match read_async(&mut stdout, &mut line).await {
            Ok(Some(())) => {}
            Ok(None) => return,
            Err(error) => return tracing::warn!(%error, "the window helper is not understood"),
        }
        match serde_json::from_slice(&line) {
            Ok(report) => {
                if reports.send(report).await.is_err() {
                    return;
                }
            }
            // Libraries print what they like; the rest of the line is not theirs.
            Err(error) => {
                tracing::warn!(%error, "the window helper wrote a line that is not a report");
            }
        }
    }
}

/// Logs what toolkit and browsers say, and keeps the end of it.
async fn listen(mut stderr: ChildStderr, last_words: Arc<Mutex<Vec<u8>>>) {
    let mut chunk = [0; 1024];
    while let Ok(length @ 1..) = stderr.read(&mut chunk).await {
        let text = &chunk[..length];
        tracing::debug!(text = %String::from_utf8_lossy(text).trim_end(), "the window helper says");
        let mut words = last_words.lock();
        words.extend_from_slice(text);
        let excess = words.len().saturating_sub(MAX_LAST_WORDS);
        words.drain(..excess);
    }
}
