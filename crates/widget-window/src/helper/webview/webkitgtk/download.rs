//! Downloads: the person says where each goes.
//!
//! WebKitGTK asks for that before it fetches, but only until one handler answers,
//! and wry's comes first and answers at once. So a file is fetched into a folder of
//! ours, and saved from there.

mod save;

use std::cell::{Cell, RefCell};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use gtk::glib::{ObjectExt as _, SignalHandlerId};
use gtk::prelude::*;
use webkit2gtk::{Download, DownloadExt as _, WebContextExt as _, WebView, WebViewExt as _};
use wry::WebViewBuilder;

/// The folder may be in memory.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;
/// So many files of a window are fetched or asked about at once.
const MAX_AT_ONCE: usize = 4;

/// The longest name, in characters: file systems take 255 bytes, and WebKitGTK adds
/// some of its own.
const MAX_NAME: usize = 60;
const MAX_EXTENSION: usize = 12;

/// Fetches the downloads of a page into a folder of their own in `data_dir`.
pub(super) fn fetch_into<'a>(builder: WebViewBuilder<'a>, data_dir: &Path) -> WebViewBuilder<'a> {
    let data_dir = data_dir.to_owned();
    // Of all windows only the first is asked, for all of them.
    builder.with_download_started_handler(move |_url, destination| {
        let suggested = destination.file_name().unwrap_or_default().to_string_lossy();
        let name = file_name(&suggested);
        match tempfile::Builder::new().prefix("download-").tempdir_in(&data_dir) {
            Ok(folder) => *destination = folder.keep().join(name),
            Err(error) => {
                let _ = writeln!(io::stderr(), "there is no place for a download: {error}");
                return false;
            }
        }
        true
    })
}

/// Asks where to save each file that the view fetched. What does not work is told.
pub(super) fn save_those_of(view: &WebView, tell: impl Fn(String) + Clone + Send + 'static) {
    let Some(context) = view.context() else { return };
    let (own, at_once) = (view.downgrade(), Rc::new(Cell::new(0)));
    // The context is that of all views and tells of the downloads of all.
    let handler = context.connect_download_started(move |_, download| {
        if download.web_view() == own.upgrade() {
            follow(download, &at_once, tell.clone());
        }
    });
    let handler: RefCell<Option<SignalHandlerId>> = RefCell::new(Some(handler));
    view.connect_destroy(move |_| {
        if let Some(handler) = handler.take() {
            context.disconnect(handler);
        }
    });
}

fn follow(
    download: &Download,
    at_once: &Rc<Cell<usize>>,
    tell: impl Fn(String) + Clone + Send + 'static,
) {
    let turn = Turn::take(at_once);
    let problem = Rc::new(RefCell::new(None));
    if at_once.get() > MAX_AT_ONCE {
        problem.replace(Some(format!("at most {MAX_AT_ONCE} files are saved at once")));
        download.cancel();
    }
    let too_large = Rc::clone(&problem);
    download.connect_received_data(move |download, _| {
        if download.received_data_length() > MAX_BYTES {
            too_large.replace(Some(format!("it has more than {MAX_BYTES} bytes")));
            download.cancel();
        }
    });
    let failed = Rc::clone(&problem);
    download.connect_failed(move |_, error| {
        failed.borrow_mut().get_or_insert_with(|| error.to_string());
    });
    let turn = Cell::new(Some(turn));
    download.connect_finished(move |download| {
        let Some(turn) = turn.take() else { return };
        let fetched = download.destination().map(|path| Fetched(PathBuf::from(path.as_str())));
        match (problem.take(), fetched) {
            (None, Some(file)) => save::ask(download, file, turn, tell.clone()),
            (problem, _) => {
                let why = problem.unwrap_or_else(|| "it went nowhere".to_owned());
                tell(format!("a file was not downloaded: {why}"));
            }
        }
    });
}

/// One of the files at once, until it is saved or refused.
struct Turn(Rc<Cell<usize>>);

impl Turn {
    fn take(at_once: &Rc<Cell<usize>>) -> Self {
        at_once.set(at_once.get() + 1);
        Self(Rc::clone(at_once))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

/// A file in a folder of its own, which goes with this.
struct Fetched(PathBuf);

impl Drop for Fetched {
    fn drop(&mut self) {
        let removed = self.0.parent().map_or(Ok(()), std::fs::remove_dir_all);
        if let Err(error) = removed {
            // All data are removed in the end.
            let _ = writeln!(io::stderr(), "a download was not removed: {error}");
        }
    }
}

/// The last part of the name that the page suggests, shortened before its extension.
fn file_name(suggested: &str) -> String {
    let last = suggested.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|char| !char.is_control()).collect();
    let name = name.trim_matches('.');
    let (stem, extension) = name.split_at(name.rfind('.').unwrap_or(name.len()));
    let extension: String = extension.chars().take(MAX_EXTENSION).collect();
    let rest = MAX_NAME - extension.chars().count();
    match stem.chars().take(rest).collect::<String>() + &extension {
        name if name.is_empty() => "download".to_owned(),
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_suggests_a_name_and_no_place() {
        for (suggested, name) in [
            ("chart.png", "chart.png"),
            ("../../.bashrc", "bashrc"),
            ("/etc/passwd", "passwd"),
            (r"C:\evil.bat", "evil.bat"),
            ("..", "download"),
            ("a/", "download"),
            ("a\nb\0.txt", "ab.txt"),
            ("archive.tar.gz", "archive.tar.gz"),
        ] {
            assert_eq!(file_name(suggested), name, "{suggested:?}");
        }
        let long = "ü".repeat(300);
        assert_eq!(file_name(&long), "ü".repeat(60));
        assert_eq!(file_name(&format!("{long}.png")), format!("{}.png", "ü".repeat(56)));
        assert_eq!(file_name(&format!("a.{long}")), format!("a.{}", "ü".repeat(11)));
    }
}
