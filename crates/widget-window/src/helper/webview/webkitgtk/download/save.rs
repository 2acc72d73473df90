//! The dialog that asks where to save a file, and the saving.

use std::cell::RefCell;
use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::thread;

use gtk::glib;
use gtk::prelude::*;
use gtk::{FileChooserAction, FileChooserNative, ResponseType, Window};
use webkit2gtk::{Download, DownloadExt as _};

use crate::helper::webview::webkitgtk::download::{Fetched, Turn};

/// Shows the dialog. It warns before a file is replaced.
pub(super) fn ask(
    download: &Download,
    file: Fetched,
    turn: Turn,
    tell: impl Fn(String) + Send + 'static,
) {
    let window = download.web_view().and_then(|view| view.toplevel()?.downcast::<Window>().ok());
    let (title, save) = (Some("Save as"), FileChooserAction::Save);
    let dialog = FileChooserNative::new(title, window.as_ref(), save, None, None);
    dialog.set_do_overwrite_confirmation(true);
    dialog.set_current_name(&file.0.file_name().unwrap_or_default().to_string_lossy());
    if let Some(folder) = glib::user_special_dir(glib::UserDirectory::Downloads) {
        dialog.set_current_folder(folder);
    }
    // A native dialog lives as long as a reference to it is held.
    let held = RefCell::new(Some((dialog.clone(), file, tell, turn)));
    dialog.connect_response(move |dialog, response| {
        let Some((_, file, tell, _)) = held.take() else { return };
        if let (ResponseType::Accept, Some(place)) = (response, dialog.filename()) {
            // A large file would stop all windows for a while.
            thread::spawn(move || {
                if let Err(error) = copy(&file.0, &place) {
                    tell(format!("{} could not be saved: {error}", place.display()));
                }
            });
        }
    });
    dialog.show();
}

/// Copies a file whole or not at all.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    // As any file that a program makes for the person: less what their mask takes.
    let permissions = Permissions::from_mode(0o666);
    let folder = to.parent().unwrap_or(Path::new("/"));
    let mut copy = tempfile::Builder::new().permissions(permissions).tempfile_in(folder)?;
    io::copy(&mut File::open(from)?, &mut copy)?;
    copy.persist(to)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_copy_replaces_what_was_there_or_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::write(place("new"), "new").unwrap();
        fs::write(place("old"), "old, and longer").unwrap();
        copy(&place("new"), &place("old")).unwrap();
        assert_eq!(fs::read_to_string(place("old")).unwrap(), "new");
        let usual = fs::metadata(place("new")).unwrap().permissions();
        assert_eq!(fs::metadata(place("old")).unwrap().permissions(), usual);

        copy(&place("missing"), &place("old")).unwrap_err();
        copy(&place("new"), &place("missing/old")).unwrap_err();
        assert_eq!(fs::read_to_string(place("old")).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
