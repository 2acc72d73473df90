//! Asks where a download goes.

use std::cell::RefCell;

use gtk::glib::{self, ObjectExt as _, SignalHandlerId};
use gtk::prelude::*;
use gtk::{FileChooserAction, FileChooserNative, ResponseType, Window};
use webkit2gtk::{Download, DownloadExt as _, WebContextExt as _, WebView, WebViewExt as _};

/// Shows a save dialog for each download of the view.
pub(super) fn ask_where(view: &WebView) {
    let Some(context) = view.context() else { return };
    let own = view.downgrade();
    // The context is that of all views and tells of the downloads of all.
    let handler = context.connect_download_started(move |_, download| {
        if download.web_view() == own.upgrade() {
            download.connect_decide_destination(|download, name| {
                ask(download, name);
                true // the destination follows
            });
        }
    });
    let handler: RefCell<Option<SignalHandlerId>> = RefCell::new(Some(handler));
    view.connect_destroy(move |_| {
        if let Some(handler) = handler.take() {
            context.disconnect(handler);
        }
    });
}

/// The dialog warns before a file is replaced, and only then one is.
fn ask(download: &Download, name: &str) {
    let window = download.web_view().and_then(|view| view.toplevel()?.downcast::<Window>().ok());
    let title = Some("Save as");
    let save = FileChooserAction::Save;
    let dialog = FileChooserNative::new(title, window.as_ref(), save, None, None);
    dialog.set_do_overwrite_confirmation(true);
    dialog.set_current_name(&file_name(name));
    if let Some(folder) = glib::user_special_dir(glib::UserDirectory::Downloads) {
        dialog.set_current_folder(folder);
    }
    // A native dialog lives as long as somebody holds it.
    let held = RefCell::new(Some(dialog.clone()));
    let download = download.clone();
    dialog.connect_response(move |dialog, response| {
        let path = dialog.filename().and_then(|path| path.to_str().map(str::to_owned));
        match path {
            Some(path) if response == ResponseType::Accept => {
                download.set_allow_overwrite(true);
                download.set_destination(&path);
            }
            _ => download.cancel(),
        }
        held.take();
    });
    dialog.show();
}

/// The last part of the name that the page suggests.
fn file_name(suggested: &str) -> String {
    let last = suggested.rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|char| !char.is_control()).take(200).collect();
    match name.trim_matches('.') {
        "" => "download".to_owned(),
        name => name.to_owned(),
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
        ] {
            assert_eq!(file_name(suggested), name, "{suggested:?}");
        }
        assert_eq!(file_name(&"ü".repeat(300)).chars().count(), 200);
    }
}
