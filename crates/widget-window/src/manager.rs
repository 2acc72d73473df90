//! Opens windows and keeps them.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::{OnceCell, broadcast, mpsc, oneshot, watch};
use tokio::task::spawn_blocking;

use crate::backend::Backend;
use crate::command::HelperCommand;
use crate::error::WindowError;
use crate::event::WAITING_EVENTS;
use crate::event::{Events, WindowEvent, WindowId};
use crate::options::WindowOptions;
use crate::protocol::HelperBackend;
use crate::supervisor::{self, Request, Supervisor};
use crate::window::Link;
use crate::window::Window;

/// Opens windows, and keeps them open when their helper crashes.
///
/// Clones are the same manager. The helper starts with the first window; it ends
/// with this process however that ends, with [`shut_down`](Self::shut_down), or
/// when the manager, its clones and all its [`Window`]s are dropped.
/// Tabs of the default browser need no helper.
#[derive(Debug, Clone)]
pub struct WindowManager {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    backend: Backend,
    opener: Opener,
    events: broadcast::Sender<WindowEvent>,
    next_id: AtomicU64,
}

/// The means of opening windows.
#[derive(Debug)]
enum Opener {
    Helper {
        command: HelperCommand,
        backend: HelperBackend,
        requests: OnceCell<mpsc::UnboundedSender<Request>>,
    },
    /// The default browser, which needs no helper.
    Tabs { is_shut_down: AtomicBool },
}

impl WindowManager {
    /// A manager of windows with that backend; see
    /// [`BackendChoice::detect`](crate::BackendChoice::detect). Starts nothing yet; for
    /// [`Backend::Tab`] the helper is never started.
    #[must_use]
    pub fn new(helper: HelperCommand, backend: Backend) -> Self {
        let helper_backend = match &backend {
            Backend::Webview => HelperBackend::Webview,
            Backend::App(browser) => HelperBackend::App(browser.clone()),
            Backend::Tab => return Self::tabs(),
        };
        let requests = OnceCell::new();
        Self::with(backend, Opener::Helper { command: helper, backend: helper_backend, requests })
    }

    /// A manager of tabs of the default browser, which needs no helper.
    #[must_use]
    pub fn tabs() -> Self {
        Self::with(Backend::Tab, Opener::Tabs { is_shut_down: AtomicBool::new(false) })
    }

    fn with(backend: Backend, opener: Opener) -> Self {
        let events = broadcast::Sender::new(WAITING_EVENTS);
        let shared = Shared { backend, opener, events, next_id: AtomicU64::new(1) };
        Self { shared: Arc::new(shared) }
    }

    /// Returns the backend that draws the windows.
    #[must_use]
    pub fn backend(&self) -> &Backend {
        &self.shared.backend
    }

    /// All events from now on.
    #[must_use]
    pub fn events(&self) -> Events {
        Events::new(self.shared.events.subscribe())
    }

    /// Opens a window and returns when it is on the screen. When the future is
    /// dropped before, the window is closed again.
    ///
    /// # Errors
    ///
    /// - [`Argument`](WindowError::Argument): an option is out of its bounds.
    /// - [`NotStarted`](WindowError::NotStarted), [`Helper`](WindowError::Helper),
    ///   [`GivenUp`](WindowError::GivenUp), [`NoAnswer`](WindowError::NoAnswer):
    ///   the helper does not work.
    /// - [`NotOpened`](WindowError::NotOpened): the helper could not open it.
    /// - [`ShutDown`](WindowError::ShutDown): after [`shut_down`](Self::shut_down).
    pub async fn open(&self, options: WindowOptions) -> Result<Window, WindowError> {
        let options = options.checked()?;
        let id = WindowId(self.shared.next_id.fetch_add(1, Ordering::Relaxed));
        let (command, backend, requests) = match &self.shared.opener {
            Opener::Helper { command, backend, requests } => (command, backend, requests),
            Opener::Tabs { is_shut_down } if is_shut_down.load(Ordering::Relaxed) => {
                return Err(WindowError::ShutDown);
            }
            Opener::Tabs { .. } => return self.open_tab(id, options.url).await,
        };
        let start = || async {
            let (sender, receiver) = mpsc::unbounded_channel();
            let events = self.shared.events.clone();
            Supervisor::spawn(command.clone(), backend.clone(), receiver, events);
            sender
        };
        let requests = requests.get_or_init(start).await;
        let (closing, closed) = watch::channel(None);
        let (reply, answer) = oneshot::channel();
        let open = supervisor::to_open(id, &options);
        let request = Request::Open { open, reply, closed: closing };
        requests.send(request).map_err(|_gone| WindowError::ShutDown)?;
        let window = Window::new(id, &self.shared.backend, Link::Helper(requests.clone()), closed);
        let unless_given_up = CloseOnDrop(&window);
        let answer = answer.await;
        mem::forget(unless_given_up);
        answer.map_err(|_gone| WindowError::ShutDown)??;
        Ok(window)
    }

    async fn open_tab(&self, id: WindowId, url: String) -> Result<Window, WindowError> {
        // Starting a program blocks.
        let opened = spawn_blocking(move || webbrowser::open(&url)).await;
        let not_opened = |error: &dyn std::fmt::Display| WindowError::NotOpened(error.to_string());
        opened.map_err(|error| not_opened(&error))?.map_err(|error| not_opened(&error))?;
        let (closing, closed) = watch::channel(None);
        let link = Link::Tab { closing, events: self.shared.events.clone() };
        supervisor::notify(&self.shared.events, WindowEvent::Opened(id));
        Ok(Window::new(id, &self.shared.backend, link, closed))
    }

    /// Closes all windows and ends the helper; returns when it has ended. No
    /// window opens after that.
    pub async fn shut_down(&self) {
        let requests = match &self.shared.opener {
            Opener::Helper { requests, .. } => requests,
            Opener::Tabs { is_shut_down } => return is_shut_down.store(true, Ordering::Relaxed),
        };
        let (done, ended) = oneshot::channel();
        let requests = requests.get_or_init(|| async {
            // Never started: a channel without a reader refuses every request.
            mpsc::unbounded_channel().0
        });
        if requests.await.send(Request::ShutDown { done }).is_ok() {
            // An error: it has ended before.
            let _ = ended.await;
        }
    }
}

/// Closes a window whose caller has gone. Only here is it known: the
/// answer may have been given, and not been read.
struct CloseOnDrop<'a>(&'a Window);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
