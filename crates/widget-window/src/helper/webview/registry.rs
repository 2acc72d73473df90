//! All open windows.

use std::collections::HashMap;
use std::ops::ControlFlow as Flow;
use std::path::PathBuf;

use tao::dpi::{LogicalPosition, LogicalSize};
use tao::event::WindowEvent;
use tao::window::{Window, WindowId};
use wry::{WebContext, WebView};

use crate::helper::reports::FIRST_POPUP;
use crate::helper::webview::page;
use crate::helper::webview::{Input, Proxy, Reports, Signal, Target};
use crate::options::Navigation;
use crate::protocol::{Command, Open, Report};

/// A page that crashes more often is not loaded again.
const MAX_RELOADS: u32 = 3;
/// Windows that pages have opened at the same time.
const MAX_POPUPS: usize = 4;
/// The size of such a window, in logical pixels.
const POPUP_SIZE: (u32, u32) = (540, 460);
/// The longest title shown, in characters; a page can make one of megabytes.
const MAX_TITLE: usize = 1000;

pub(super) struct Registry {
    windows: HashMap<u64, Shown>,
    /// Cookies and caches of all windows, so that they share a sign-in.
    context: WebContext,
    data_dir: PathBuf,
    proxy: Proxy,
    reports: Reports,
}

/// The fields are dropped in this order: the page before its window.
struct Shown {
    page: WebView,
    window: Window,
    position: Option<(i32, i32)>,
    size: (u32, u32),
    reloads: u32,
}

impl Registry {
    pub(super) fn new(data_dir: PathBuf, proxy: Proxy, reports: Reports) -> Self {
        let context = WebContext::new(Some(data_dir.join("webview")));
        Self { windows: HashMap::new(), context, data_dir, proxy, reports }
    }

    /// Does what a signal says; breaks when all is over.
    pub(super) fn handle(&mut self, signal: Signal, target: &Target) -> Flow<()> {
        match signal {
            Signal::Input(Input::End) => {
                self.windows.clear();
                return Flow::Break(());
            }
            Signal::Input(Input::Command(command)) => self.obey(command, target),
            Signal::Title { window, title } => self.set_title(window, &title),
            Signal::Popup { url } => self.open_popup(url, target),
            Signal::PageClosed { window } => self.close(window, true),
            Signal::Failed { window, message } => self.reports.failed(window, &message),
            Signal::PageCrashed { window } => self.reload(window),
        }
        Flow::Continue(())
    }

    fn obey(&mut self, command: Command, target: &Target) {
        match command {
            Command::Open(open) => self.open(&open, target),
            Command::Close { window } => self.close(window, false),
            Command::Focus { window } => {
                if let Some(shown) = self.windows.get(&window) {
                    shown.window.set_minimized(false);
                    shown.window.set_focus();
                }
            }
            Command::Retitle { window, title } => self.set_title(window, &title),
            Command::Resize { window, width, height } => {
                if let Some(shown) = self.windows.get(&window) {
                    shown.window.set_inner_size(LogicalSize::new(width, height));
                }
            }
        }
    }

    fn open(&mut self, open: &Open, target: &Target) {
        let window = open.window;
        match page::open(open, target, &mut self.context, &self.data_dir, &self.proxy) {
            Ok((tao_window, page)) => {
                let shown = Shown {
                    page,
                    window: tao_window,
                    position: None,
                    size: (open.width, open.height),
                    reloads: 0,
                };
                self.windows.insert(window, shown);
                self.reports.send(&Report::Opened { window });
            }
            Err(message) => self.reports.not_opened(window, &message),
        }
    }

    /// Opens a window that the manager knows nothing of.
    fn open_popup(&mut self, url: String, target: &Target) {
        let mut popups = (FIRST_POPUP..).take(MAX_POPUPS);
        let Some(window) = popups.find(|window| !self.windows.contains_key(window)) else { return };
        let (width, height) = POPUP_SIZE;
        let title = "Widget".to_owned();
        let navigation = Navigation::SameOrigin;
        let open =
            Open { window, url, title, width, height, position: None, icon: None, navigation };
        self.open(&open, target);
    }

    fn close(&mut self, window: u64, by_user: bool) {
        if self.windows.remove(&window).is_some() {
            self.reports.send(&Report::Closed { window, by_user });
        }
    }

    fn set_title(&self, window: u64, title: &str) {
        if let Some(shown) = self.windows.get(&window) {
            let title: String =
                title.chars().filter(|char| !char.is_control()).take(MAX_TITLE).collect();
            if !title.is_empty() {
                shown.window.set_title(&title);
            }
        }
    }

    fn reload(&mut self, window: u64) {
        let Some(shown) = self.windows.get_mut(&window) else { return };
        shown.reloads += 1;
        if shown.reloads > MAX_RELOADS {
            return self
                .reports
                .failed(window, "the page crashed again and is not loaded any more");
        }
        match shown.page.reload() {
            Ok(()) => self.reports.failed(window, "the page crashed and is loaded again"),
            Err(error) => self.reports.failed(window, &format!("the page crashed: {error}")),
        }
    }

    /// Notes what the person does with a window.
    pub(super) fn note(&mut self, id: WindowId, event: &WindowEvent) {
        let found = self.windows.iter_mut().find(|(_, shown)| shown.window.id() == id);
        let Some((&window, shown)) = found else { return };
        let scale = shown.window.scale_factor();
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => self.close(window, true),
            WindowEvent::Moved(position) => {
                let LogicalPosition { x, y } = position.to_logical(scale);
                if shown.position.replace((x, y)) != Some((x, y)) {
                    self.reports.send(&Report::Moved { window, x, y });
                }
            }
            WindowEvent::Resized(size) => {
                let LogicalSize { width, height } = size.to_logical(scale);
                if std::mem::replace(&mut shown.size, (width, height)) != (width, height) {
                    self.reports.send(&Report::Resized { window, width, height });
                }
            }
            _ => {}
        }
    }
}
