//! The windows in which widgets open on this machine.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use tokio::runtime::Handle;
use tokio::time::timeout;
use widget_state::{WidgetId, WidgetStore};
use widget_window::{BackendChoice, Events, Icon, Window, WindowId, WindowManager, WindowOptions};

mod log;

use crate::options::ServerOptions;
use log::WindowLog;

/// The time the end of a server waits for its windows. Their helper continues to close
/// them by itself.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

static ICON: LazyLock<Option<Icon>> = LazyLock::new(|| {
    let icon = Icon::from_png(include_bytes!("windows/icon.png").as_slice());
    icon.inspect_err(|error| tracing::warn!(%error, "windows have no icon")).ok()
});

/// The windows in which a server opens its widgets, if it opens any.
///
/// A window that is closed leaves its widgets as they are, and the event
/// `window:closed` in their logs. Clones are the same windows.
#[derive(Clone, Debug, Default)]
pub struct Windows(Option<Arc<OpenWindows>>);

#[derive(Debug)]
struct OpenWindows {
    manager: WindowManager,
    tabs: WindowManager,
    /// Windows outlive the call that opens them, and the runtime it was made on.
    runtime: Handle,
    open: Mutex<HashMap<WindowId, Shown>>,
}

/// An open window and the widgets in it that have not been destroyed.
#[derive(Debug)]
struct Shown {
    window: Window,
    widgets: Vec<WidgetId>,
}

/// A window to open for the page of some widgets.
pub(crate) struct PageWindow {
    pub(crate) url: String,
    pub(crate) title: String,
    /// In logical pixels.
    pub(crate) size: (u32, u32),
    pub(crate) widgets: Vec<WidgetId>,
}

impl PageWindow {
    /// The size of the window of one widget.
    pub(crate) const SIZE: (u32, u32) = (800, 600);
}

/// The place a page was opened in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenedIn {
    /// In a window of its own.
    Window,
    /// In a tab of the default browser.
    Tab,
}

impl Windows {
    /// Opens nothing: the server is headless.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens windows of that manager. They are kept by the tokio runtime that
    /// this is called on.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime.
    #[must_use]
    pub fn new(manager: WindowManager) -> Self {
        let (tabs, runtime) = (WindowManager::tabs(), Handle::current());
        Self(Some(Arc::new(OpenWindows { manager, tabs, runtime, open: Mutex::default() })))
    }

    /// Returns the places that the options and this machine allow. Logs the reason if nothing can
    /// be opened though it should.
    pub(crate) fn of(options: &ServerOptions) -> Self {
        if options.headless {
            return Self::none();
        }
        let BackendChoice { backend, reason, .. } = BackendChoice::detect();
        let Some(backend) = backend else {
            tracing::warn!("widgets are not opened on this machine (headless): {reason}");
            return Self::none();
        };
        let manager = match &options.window_helper {
            Some(helper) => WindowManager::new(helper.clone(), backend),
            None => WindowManager::tabs(),
        };
        Self::new(manager)
    }

    /// Returns whether pages are opened on this machine.
    pub(crate) fn are_opened(&self) -> bool {
        self.0.is_some()
    }

    /// Opens a page and returns when it is on the screen. None, with the reason in
    /// the log, when it could not be opened or is not to be.
    pub(crate) async fn open(
        &self,
        page: PageWindow,
        store: Arc<dyn WidgetStore>,
    ) -> Option<OpenedIn> {
        let windows = Arc::clone(self.0.as_ref()?);
        let opening = windows.runtime.clone().spawn(windows.open(page, store));
        match opening.await {
            Ok(place) => place,
            Err(error) => {
                tracing::warn!(%error, "opening a window was interrupted");
                None
            }
        }
    }

    /// Opens a page in a tab of the default browser; the rest is as [`Windows::open`] has it.
    pub(crate) async fn open_tab(&self, page: PageWindow) -> Option<OpenedIn> {
        let tabs = self.0.as_ref()?.tabs.clone();
        let opened = tabs.open(WindowOptions::new(page.url, "")).await;
        let opened = opened.inspect_err(|error| {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "no tab was opened");
        });
        opened.is_ok().then_some(OpenedIn::Tab)
    }

    /// Closes the windows that show nothing else than a widget, such as one that is destroyed.
    pub(crate) fn forget(&self, widget: WidgetId) {
        if let Some(windows) = &self.0 {
            windows.forget(widget);
        }
    }

    /// Closes all windows; waits for that, but not for long.
    pub(crate) async fn shut_down(&self) {
        let Some(windows) = &self.0 else { return };
        if timeout(SHUTDOWN_TIMEOUT, windows.manager.shut_down()).await.is_err() {
            tracing::debug!("windows are still closing");
        }
    }
}

impl OpenWindows {
    async fn open(
        self: Arc<Self>,
        page: PageWindow,
        store: Arc<dyn WidgetStore>,
    ) -> Option<OpenedIn> {
        if self.bring_to_front(&page.widgets) {
            return Some(OpenedIn::Window);
        }
        let PageWindow { url, title, size: (width, height), widgets } = page;
        let log = WindowLog::new(Arc::clone(&store), widgets.clone());
        let log = log.inspect_err(|error| tracing::warn!(%error, "no window was opened")).ok()?;
        let title: String = title.chars().filter(|char| !char.is_control()).collect();
        let mut options = WindowOptions::new(url, title).with_size(width, height);
        options.icon.clone_from(&ICON);
        let opened = self.manager.open(options).await;
        let window = opened.inspect_err(|error| {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "no window was opened");
        });
        let window = window.ok()?;
        if !window.notices_close() {
            return Some(OpenedIn::Tab);
        }
        let events = self.manager.events();
        let shown = Shown { window: window.clone(), widgets: widgets.clone() };
        self.shown().insert(window.id(), shown);
        for id in widgets {
            // It was destroyed while the window opened.
            if store.get(id).await.is_err() {
                self.forget(id);
            }
        }
        self.runtime.spawn(Arc::clone(&self).follow(window, events, log));
        Some(OpenedIn::Window)
    }

    /// Writes down what becomes of a window, until it is closed.
    async fn follow(self: Arc<Self>, window: Window, mut events: Events, mut log: WindowLog) {
        let reason = loop {
            let event = tokio::select! {
                reason = window.closed() => break reason,
                Some(event) = events.next() => event,
            };
            log.note(window.id(), event).await;
        };
        self.shown().remove(&window.id());
        log.note_closed(&reason).await;
    }

    /// Shows the window that shows these widgets already, if there is one.
    fn bring_to_front(&self, widgets: &[WidgetId]) -> bool {
        let is_meant = |shown: &&Shown| shown.widgets == widgets && shown.window.is_open();
        let window = self.shown().values().find(is_meant).map(|shown| shown.window.clone());
        let Some(window) = window else { return false };
        if let Err(error) = window.focus() {
            tracing::debug!(%error, "a window does not come to the front");
        }
        window.is_open()
    }

    fn forget(&self, widget: WidgetId) {
        self.shown().retain(|_, shown| {
            shown.widgets.retain(|shown| *shown != widget);
            if shown.widgets.is_empty() {
                shown.window.close();
            }
            !shown.widgets.is_empty()
        });
    }

    fn shown(&self) -> MutexGuard<'_, HashMap<WindowId, Shown>> {
        self.open.lock()
    }
}
