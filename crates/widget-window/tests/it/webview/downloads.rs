//! Files that a page hands out.

use std::fs;

use libtest_mimic::Trial;
use widget_desktop::{Desktop, eventually, until};
use widget_window::WindowOptions;

use crate::server::Server;
use crate::trials;
use crate::windows::webviews;

pub(crate) fn trials() -> Vec<Trial> {
    let trials =
        trials![a_file_of_the_page_is_saved, a_file_of_the_server_is_saved, a_refused_file_is_not];
    // WebKitGTK 2.50 tells that a download has started and then never asks where it
    // goes, so no dialog appears. Run with `--ignored`.
    trials.into_iter().map(|trial| trial.with_ignored_flag(true)).collect()
}

const BLOB: &str = "<!doctype html><title>Files</title>
    <style>a { display: block; height: 300px; background: silver }</style>
    <a id='a' download='../chart.txt'>Save</a>
    <script>a.href = URL.createObjectURL(new Blob(['made here']))</script>";

const LINK: &str = "<!doctype html><title>Files</title>
    <style>a { display: block; height: 300px }</style><a href='/chart.bin'>Save</a>";

/// Opens the page, clicks its link and answers the dialog with the key.
async fn save(page: &str, key: &str) -> Desktop {
    let desktop = Desktop::start();
    fs::create_dir_all(desktop.home.path().join(".config")).unwrap();
    fs::create_dir(desktop.home.path().join("Saved")).unwrap();
    let folders = "XDG_DOWNLOAD_DIR=\"$HOME/Saved\"\n";
    fs::write(desktop.home.path().join(".config/user-dirs.dirs"), folders).unwrap();
    let server = Server::start(&[("/", page)]);
    let windows = webviews(&desktop);
    windows.open(WindowOptions::new(server.url("/"), "Files")).await.unwrap();
    let on_screen = desktop.window("Files").await;
    eventually("a dialog asks", || {
        if desktop.titled("Save as").is_empty() {
            desktop.click(&on_screen, 50, 50);
        }
        desktop.titled("Save as").pop()
    })
    .await;
    eventually("the dialog takes the key", || {
        if let Some(dialog) = desktop.titled("Save as").pop() {
            desktop.try_xdotool(&["windowfocus", &dialog, "key", key]);
        }
        desktop.titled("Save as").is_empty().then_some(())
    })
    .await;
    desktop
}

async fn a_file_of_the_page_is_saved() {
    let desktop = save(BLOB, "Return").await;
    let file = desktop.home.path().join("Saved/chart.txt");
    until("it is saved", || fs::read_to_string(&file).is_ok_and(|text| text == "made here")).await;
}

async fn a_file_of_the_server_is_saved() {
    let desktop = save(LINK, "Return").await;
    let file = desktop.home.path().join("Saved/chart.bin");
    until("it is saved", || fs::read_to_string(&file).is_ok_and(|text| text == "saved")).await;
}

async fn a_refused_file_is_not() {
    let desktop = save(BLOB, "Escape").await;
    assert_eq!(fs::read_dir(desktop.home.path().join("Saved")).unwrap().count(), 0);
}
