//! Supervises the helper process and restores its windows.

mod crashes;
mod process;

use std::collections::BTreeMap;
use std::future::pending;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};

use crate::command::HelperCommand;
use crate::error::WindowError;
use crate::event::{CloseReason, WindowEvent, WindowId};
use crate::options::WindowOptions;
use crate::protocol::{Command, Hello, HelperBackend, Open, Report, VERSION};
use crashes::Crashes;
use process::HelperProcess;

/// So long may a window take to open; browsers are slow when many start at once.
const OPEN_LIMIT: Duration = Duration::from_secs(60);

/// A request of the owner of a window.
pub(crate) enum Request {
    Open {
        open: Open,
        reply: oneshot::Sender<Result<(), WindowError>>,
        closed: watch::Sender<Option<CloseReason>>,
    },
    Tell(Command),
    ShutDown {
        done: oneshot::Sender<()>,
    },
}

/// The one task that speaks with the helper.
pub(crate) struct Supervisor {
    command: HelperCommand,
    backend: HelperBackend,
    requests: mpsc::UnboundedReceiver<Request>,
    events: broadcast::Sender<WindowEvent>,
    helper: Option<HelperProcess>,
    /// Cookies and profiles; they outlive a helper that crashes.
    data_dir: Option<tempfile::TempDir>,
    crashes: Crashes,
    windows: BTreeMap<u64, Entry>,
}

/// A window as it should be.
struct Entry {
    /// The options to open it with again.
    open: Open,
    /// The waiting callers and their deadlines.
    opening: Option<(oneshot::Sender<Result<(), WindowError>>, Instant)>,
    closed: watch::Sender<Option<CloseReason>>,
    is_closing: bool,
}

/// The message that opens a window.
pub(crate) fn to_open(id: WindowId, options: &WindowOptions) -> Open {
    Open {
        window: id.0,
        url: options.url.clone(),
        title: options.title.clone(),
        width: options.width,
        height: options.height,
        position: options.position,
        icon: options.icon.as_ref().map(|icon| STANDARD.encode(icon.png())),
        navigation: options.navigation,
    }
}

/// Notifies the listeners, if there are any.
pub(crate) fn notify(events: &broadcast::Sender<WindowEvent>, event: WindowEvent) {
    let _ = events.send(event);
}

impl Supervisor {
    pub(crate) fn spawn(
        command: HelperCommand,
        backend: HelperBackend,
        requests: mpsc::UnboundedReceiver<Request>,
        events: broadcast::Sender<WindowEvent>,
    ) {
        let supervisor = Self {
            command,
            backend,
            requests,
            events,
            helper: None,
            data_dir: None,
            crashes: Crashes::default(),
            windows: BTreeMap::new(),
        };
        tokio::spawn(supervisor.run());
    }

    async fn run(mut self) {
        let done = loop {
            let overdue = self.next_deadline();
            tokio::select! {
                request = self.requests.recv() => match request {
                    Some(Request::ShutDown { done }) => break Some(done),
                    None => break None,
                    Some(Request::Open { open, reply, closed }) => {
                        self.open(open, reply, closed).await;
                    }
                    Some(Request::Tell(command)) => self.pass_on(command).await,
                },
                report = next_report(&mut self.helper) => match report {
                    Some(report) => self.note(report).await,
                    None => self.recover().await,
                },
                () = until(overdue) => self.drop_overdue().await,
            }
        };
        self.end().await;
        if let Some(done) = done {
            // The caller has gone: fine.
            let _ = done.send(());
        }
    }

    async fn open(
        &mut self,
        open: Open,
        reply: oneshot::Sender<Result<(), WindowError>>,
        closed: watch::Sender<Option<CloseReason>>,
    ) {
        if reply.is_closed() {
            return; // given up before it began
        }
        if self.helper.is_none()
            && let Err(error) = self.start().await
        {
            let _ = reply.send(Err(error));
            return;
        }
        let opening = Some((reply, Instant::now() + OPEN_LIMIT));
        let command = Command::Open(open.clone());
        let entry = Entry { open, opening, closed, is_closing: false };
        self.windows.insert(entry.open.window, entry);
        self.send(&command).await;
    }

    /// Starts the helper, unless it crashed too often.
    async fn start(&mut self) -> Result<(), WindowError> {
        self.crashes.check()?;
        if self.data_dir.is_none() {
            let folder =
                spawn_blocking(|| tempfile::Builder::new().prefix("widget-window-").tempdir());
            let folder = folder.await.map_err(|error| WindowError::Helper(error.to_string()))?;
            self.data_dir = Some(folder.map_err(WindowError::NotStarted)?);
        }
        let data_dir = self.data_dir.as_ref().map(|dir| dir.path().to_owned()).unwrap_or_default();
        let hello = Hello { version: VERSION, backend: self.backend.clone(), data_dir };
        self.helper = Some(HelperProcess::start(&self.command, &hello).await?);
        Ok(())
    }

    async fn pass_on(&mut self, command: Command) {
        let entry = match &command {
            Command::Open(_) => return,
            Command::Close { window }
            | Command::Focus { window }
            | Command::Retitle { window, .. }
            | Command::Resize { window, .. } => self.windows.get_mut(window),
        };
        let Some(entry) = entry else { return }; // it closed meanwhile
        match &command {
            Command::Close { .. } => entry.is_closing = true,
            Command::Retitle { title, .. } => entry.open.title.clone_from(title),
            Command::Resize { width, height, .. } => {
                (entry.open.width, entry.open.height) = (*width, *height);
            }
            Command::Open(_) | Command::Focus { .. } => {}
        }
        self.send(&command).await;
    }

    /// A helper that takes no more commands is killed, and its end noticed where
    /// its reports end.
    async fn send(&mut self, command: &Command) {
        if let Some(helper) = &mut self.helper
            && let Err(error) = helper.send(command).await
        {
            tracing::warn!(%error, "the window helper takes no commands");
            helper.kill();
        }
    }

    async fn note(&mut self, report: Report) {
        match report {
            Report::Opened { window } => self.note_opened(window),
            Report::NotOpened { window, message } => {
                if let Some(entry) = self.windows.remove(&window) {
                    self.finish(entry, CloseReason::Failed(message));
                }
            }
            Report::Closed { window, by_user } => {
                if let Some(entry) = self.windows.remove(&window) {
                    let reason = match by_user && !entry.is_closing {
                        true => CloseReason::User,
                        false => CloseReason::Program,
                    };
                    self.finish(entry, reason);
                }
            }
            Report::Moved { window: id, x, y } => {
                if let Some(entry) = self.windows.get_mut(&id) {
                    entry.open.position = Some((x, y));
                    notify(&self.events, WindowEvent::Moved { window: WindowId(id), x, y });
                }
            }
            Report::Resized { window: id, width, height } => {
                if let Some(entry) = self.windows.get_mut(&id) {
                    (entry.open.width, entry.open.height) = (width, height);
                    let window = WindowId(id);
                    notify(&self.events, WindowEvent::Resized { window, width, height });
                }
            }
            Report::Failed { window: id, message } => {
                if self.windows.contains_key(&id) {
                    let window = WindowId(id);
                    notify(&self.events, WindowEvent::Failed { window, message });
                }
            }
            Report::Ready { .. } | Report::Unable { .. } => {
                tracing::warn!("the window helper repeated its greeting");
            }
        }
    }

    fn note_opened(&mut self, id: u64) {
        let Some(entry) = self.windows.get_mut(&id) else { return };
        notify(&self.events, WindowEvent::Opened(WindowId(id)));
        if let Some((reply, _)) = entry.opening.take() {
            // An error: the caller has gone, and has closed it.
            let _ = reply.send(Ok(()));
        }
    }

    /// Tells of a window that is gone.
    fn finish(&self, entry: Entry, reason: CloseReason) {
        if let Some((reply, _)) = entry.opening {
            let error = match reason {
                CloseReason::Failed(message) => WindowError::NotOpened(message),
                CloseReason::User | CloseReason::Program => WindowError::Closed,
            };
            let _ = reply.send(Err(error));
            return;
        }
        let window = WindowId(entry.open.window);
        entry.closed.send_replace(Some(reason.clone()));
        notify(&self.events, WindowEvent::Closed { window, reason });
    }

    /// The helper ended: another one opens its windows again.
    async fn recover(&mut self) {
        let Some(helper) = self.helper.take() else { return };
        let reason = helper.why_it_ended().await;
        tracing::warn!(reason, windows = self.windows.len(), "the window helper ended");
        self.crashes.add(reason.clone());
        let (closing, staying): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.windows).into_iter().partition(|(_, entry)| entry.is_closing);
        self.windows = staying;
        for entry in closing.into_values() {
            self.finish(entry, CloseReason::Program);
        }
        if self.windows.is_empty() {
            return; // the next window starts it
        }
        if let Err(error) = self.start().await {
            tracing::warn!(%error, "the window helper is not started again");
            for entry in std::mem::take(&mut self.windows).into_values() {
                self.finish(entry, CloseReason::Failed(error.to_string()));
            }
            return;
        }
        let windows = self.windows.len();
        notify(&self.events, WindowEvent::HelperRestarted { reason, windows });
        let again: Vec<_> =
            self.windows.values().map(|entry| Command::Open(entry.open.clone())).collect();
        for command in again {
            self.send(&command).await;
        }
    }

    fn next_deadline(&self) -> Option<Instant> {
        self.windows.values().filter_map(|entry| entry.opening.as_ref().map(|(_, at)| *at)).min()
    }

    async fn drop_overdue(&mut self) {
        let now = Instant::now();
        let is_overdue =
            |entry: &&mut Entry| entry.opening.as_ref().is_some_and(|(_, at)| *at <= now);
        let Some(entry) = self.windows.values_mut().find(is_overdue) else { return };
        if let Some((reply, _)) = entry.opening.take() {
            let _ = reply.send(Err(WindowError::NoAnswer { seconds: OPEN_LIMIT.as_secs() }));
        }
        entry.is_closing = true;
        let command = Command::Close { window: entry.open.window };
        self.send(&command).await;
    }

    async fn end(mut self) {
        self.requests.close();
        for entry in std::mem::take(&mut self.windows).into_values() {
            self.finish(entry, CloseReason::Program);
        }
        if let Some(helper) = self.helper.take() {
            helper.end().await;
        }
        let data_dir = self.data_dir.take();
        // Removing a folder blocks.
        if let Ok(Err(error)) =
            spawn_blocking(move || data_dir.map_or(Ok(()), tempfile::TempDir::close)).await
        {
            tracing::debug!(%error, "the data of the windows was not removed whole");
        }
    }
}

async fn next_report(helper: &mut Option<HelperProcess>) -> Option<Report> {
    match helper {
        Some(helper) => helper.next().await,
        None => pending().await,
    }
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(at) => sleep_until(at).await,
        None => pending().await,
    }
}
