//! A watchdog for page loads.
//!
//! Now and then WebKitGTK gives up the first load of a page, restarts it, and no
//! request ever leaves the process (seen with 2.50). Loading again there does not help;
//! in a new process it does.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use gtk::glib::{WeakRef, idle_add_local_once, timeout_add_local_once};
use gtk::prelude::*;
use webkit2gtk::{LoadEvent, NetworkError, WebView, WebViewExt as _};

/// The time until a page has to show something. On a busy machine many
/// windows at once take ten seconds, and new processes would only make them slower.
const TIMEOUT: Duration = Duration::from_secs(30);

/// New processes for a page. The last one may take as long as it likes.
const MAX_PROCESSES: u32 = 3;

/// Loads a page; when nothing of it comes, in a new process, which it tells.
pub(super) fn load(view: &WebView, url: &str, tell: impl Fn(String) + 'static) {
    let page = Rc::new(Page {
        view: view.downgrade(),
        url: url.to_owned(),
        has_come: Cell::new(false),
        processes: Cell::new(MAX_PROCESSES),
        tell: Box::new(tell),
    });
    let loading = Rc::clone(&page);
    view.connect_load_changed(move |_, event| {
        if event == LoadEvent::Committed {
            loading.has_come.set(true);
        }
    });
    let loading = Rc::clone(&page);
    view.connect_load_failed(move |_, _, _, error| {
        if error.matches(NetworkError::Cancelled) {
            let loading = Rc::clone(&loading);
            idle_add_local_once(move || loading.start_over());
        } else {
            loading.has_come.set(true);
        }
        false
    });
    view.load_uri(url);
    page.watch();
}

struct Page {
    view: WeakRef<WebView>,
    url: String,
    /// Something has come of it, be it a file or an error.
    has_come: Cell<bool>,
    /// The number of new processes it may still get.
    processes: Cell<u32>,
    tell: Box<dyn Fn(String)>,
}

impl Page {
    fn watch(self: Rc<Self>) {
        let left = self.processes.get();
        timeout_add_local_once(TIMEOUT, move || {
            // A newer process has a timeout of its own.
            if self.processes.get() == left {
                self.start_over();
            }
        });
    }

    fn start_over(self: Rc<Self>) {
        let Some(left) = self.processes.get().checked_sub(1) else { return };
        let Some(view) = self.view.upgrade().filter(|_| !self.has_come.get()) else { return };
        self.processes.set(left);
        (self.tell)("nothing of the page came; it is loaded again".into());
        view.terminate_web_process();
        view.load_uri(&self.url);
        self.watch();
    }
}
