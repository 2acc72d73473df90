//! Windows of a browser, one process and one profile each.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{self, Child};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::browser::Browser;
use crate::error::WindowError;
use crate::helper::devtools::{Devtools, DevtoolsEvent, Pipes};
use crate::helper::external::open_external;
use crate::helper::input::{Input, InputReader};
use crate::helper::reports::Reports;
use crate::navigation::Rule;
use crate::protocol::{Command, Open, Report};

/// So long may a browser take to leave before it is killed.
const LEAVE_LIMIT: Duration = Duration::from_secs(3);

/// A profile is new each time: no greeting, nothing fetched or asked.
const FLAGS: &[&str] = &[
    "--disable-background-mode",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-features=Prerender2,Translate",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    // The keyring would ask the person for a password.
    "--password-store=basic",
    "--use-mock-keychain",
];

pub(super) fn run(
    browser: &Browser,
    data_dir: &Path,
    input: InputReader,
    reports: &Reports,
) -> Result<(), WindowError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| WindowError::Helper(error.to_string()))?;
    let (sender, inputs) = mpsc::unbounded_channel();
    // An error: the loop has ended, and this thread goes with the process.
    input.start(move |input| drop(sender.send(input)));
    reports.ready();
    runtime.block_on(serve(browser, data_dir, inputs, reports));
    Ok(())
}

async fn serve(
    browser: &Browser,
    data_dir: &Path,
    mut inputs: mpsc::UnboundedReceiver<Input>,
    reports: &Reports,
) {
    let mut windows: HashMap<u64, mpsc::UnboundedSender<Command>> = HashMap::new();
    let mut tasks = JoinSet::new();
    loop {
        let input = tokio::select! {
            input = inputs.recv() => input,
            Some(ended) = tasks.join_next() => {
                if let Ok(window) = ended {
                    windows.remove(&window);
                }
                continue;
            }
        };
        match input {
            Some(Input::Command(Command::Open(open))) => {
                let (sender, orders) = mpsc::unbounded_channel();
                windows.insert(open.window, sender);
                let profile = data_dir.join(format!("profile-{}", open.window));
                let window =
                    AppWindow { browser: browser.clone(), profile, open, reports: reports.clone() };
                tasks.spawn(window.run(orders));
            }
            Some(Input::Command(command)) => {
                let (Command::Close { window }
                | Command::Focus { window }
                | Command::Retitle { window, .. }
                | Command::Resize { window, .. }
                | Command::Open(Open { window, .. })) = &command;
                if let Some(orders) = windows.get(window) {
                    // An error: it has just closed, which is reported.
                    let _ = orders.send(command);
                }
            }
            Some(Input::End) | None => break,
        }
    }
    windows.clear(); // which closes them
    while tasks.join_next().await.is_some() {}
}

struct AppWindow {
    browser: Browser,
    profile: PathBuf,
    open: Open,
    reports: Reports,
}

impl AppWindow {
    /// Shows the window until it is closed; returns its number.
    async fn run(self, orders: mpsc::UnboundedReceiver<Command>) -> u64 {
        let window = self.open.window;
        match self.start().await {
            Ok((child, devtools)) => self.follow(child, devtools, orders).await,
            Err(error) => {
                let program = self.browser.program.display();
                self.reports.not_opened(window, &format!("{program} did not start: {error}"));
            }
        }
        self.clean().await;
        window
    }

    async fn start(&self) -> io::Result<(Child, Devtools)> {
        // A helper that crashed may have left it.
        self.clean().await;
        tokio::fs::create_dir_all(&self.profile).await?;
        let mut command = process::Command::new(&self.browser.program);
        command.args(self.arguments()).stdin(Stdio::null()).stdout(Stdio::null());
        command.kill_on_drop(true);
        let pipes = Pipes::give(&mut command)?;
        let child = command.spawn()?;
        // The command holds the browser's ends of the pipes.
        drop(command);
        Ok((child, pipes.steer(Rule::new(&self.open.url, self.open.navigation))?))
    }

    fn arguments(&self) -> Vec<String> {
        let Open { url, width, height, position, .. } = &self.open;
        let mut arguments = vec![
            format!("--app={url}"),
            format!("--user-data-dir={}", self.profile.display()),
            format!("--window-size={width},{height}"),
        ];
        if let Some((x, y)) = position {
            arguments.push(format!("--window-position={x},{y}"));
        }
        arguments.extend(FLAGS.iter().map(|&flag| flag.to_owned()));
        arguments.extend(self.browser.arguments.iter().cloned());
        arguments
    }

    async fn follow(
        &self,
        mut child: Child,
        mut devtools: Devtools,
        mut orders: mpsc::UnboundedReceiver<Command>,
    ) {
        let window = self.open.window;
        let mut was_seen = false;
        let by_user = loop {
            tokio::select! {
                ended = child.wait() => {
                    if !was_seen {
                        let message = ended.map_or_else(|e| e.to_string(), |s| s.to_string());
                        let message = format!("the browser ended at once: {message}");
                        return self.reports.not_opened(window, &message);
                    }
                    break true;
                }
                event = devtools.next() => match event {
                    DevtoolsEvent::Shown => {
                        was_seen = true;
                        self.reports.send(&Report::Opened { window });
                    }
                    DevtoolsEvent::Gone => break true,
                    DevtoolsEvent::Link(url) => open_external(url),
                    DevtoolsEvent::Refused(message) => self.reports.failed(window, &message),
                },
                order = orders.recv() => match order {
                    None | Some(Command::Close { .. }) => break false,
                    Some(order) => if let Err(message) = devtools.order(order) {
                        self.reports.failed(window, &message);
                    },
                },
            }
        };
        leave(child, devtools).await;
        self.reports.send(&Report::Closed { window, by_user });
    }

    async fn clean(&self) {
        if let Err(error) = tokio::fs::remove_dir_all(&self.profile).await
            && error.kind() != io::ErrorKind::NotFound
        {
            // The folder around it is removed in the end.
            tracing::debug!(%error, "a browser profile was not removed whole");
        }
    }
}

/// Ends a browser: it exits when its DevTools connection closes.
async fn leave(mut child: Child, mut devtools: Devtools) {
    devtools.leave();
    if timeout(LEAVE_LIMIT, child.wait()).await.is_err() {
        // An error: it has left meanwhile.
        let _ = child.kill().await;
    }
}
