//! Files that a page hands out.

use std::fs;
use std::path::PathBuf;
use std::process::Child;

use libtest_mimic::Trial;
use widget_desktop::{Desktop, eventually, until};
use widget_window::{WindowEvent, WindowOptions};

use crate::server::Server;
use crate::windows::{event, webviews};
use crate::{lifecycle, trials};

pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_file_of_the_page_is_saved,
        a_file_of_the_server_is_saved,
        a_file_that_is_there_stays,
        a_refused_file_is_not_saved,
        a_file_of_a_sandboxed_frame_is_not_saved,
        a_page_does_not_fill_the_screen_with_questions,
    ]
}

// The pages hand out one file, however often they are clicked.

/// As the shell of a widget does it.
const BLOB: &str = "<!doctype html><title>Files</title><script>onclick = () => {
        onclick = null;
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['made here']));
        link.download = '../chart.txt';
        link.click();
    }</script>";

const LINK: &str = "<!doctype html><title>Files</title>
    <style>a { display: block; height: 300px }</style>
    <a href='/chart.bin' onclick='setTimeout(() => this.remove())'>Save</a>";

/// A window of another program, on a desktop with a folder for downloads.
struct Shown {
    desktop: Desktop,
    server: Server,
    window: String,
    program: Child,
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Shown {
    async fn page(page: &str) -> Self {
        let desktop = Desktop::start();
        let config = desktop.home.path().join(".config");
        fs::create_dir(&config).unwrap();
        fs::write(config.join("user-dirs.dirs"), "XDG_DOWNLOAD_DIR=\"$HOME/Saved\"\n").unwrap();
        fs::create_dir(desktop.home.path().join("Saved")).unwrap();
        let server = Server::start(&[("/", page)]);
        let variables = [("TEST_BACKEND", "webview")];
        let program = lifecycle::open_and_wait(&desktop, &server.url("/"), &variables);
        let window = desktop.window("Files").await;
        Self { desktop, server, window, program }
    }

    /// Clicks at that height until a dialog asks, and answers it with the key.
    async fn save(&self, y: i32, key: &str) {
        let desktop = &self.desktop;
        eventually("a dialog asks", || {
            if desktop.titled("Save as").is_empty() {
                desktop.click(&self.window, 50, y);
            }
            desktop.titled("Save as").pop()
        })
        .await;
        until("the dialogs take the key", || {
            for dialog in desktop.titled("Save as") {
                desktop.try_xdotool(&["windowfocus", &dialog, "key", key]);
            }
            desktop.titled("Save as").is_empty()
        })
        .await;
        until("nothing is left of the downloads", || {
            let data = fs::read_dir(lifecycle::data_folder(desktop)).unwrap().flatten();
            !data.into_iter().any(|entry| entry.file_name().to_string_lossy().contains("download"))
        })
        .await;
    }

    fn saved(&self, name: &str) -> PathBuf {
        self.desktop.home.path().join("Saved").join(name)
    }

    fn all_saved(&self) -> Vec<String> {
        let names = fs::read_dir(self.saved("")).unwrap().flatten();
        names.map(|entry| entry.file_name().into_string().unwrap()).collect()
    }
}

async fn a_file_of_the_page_is_saved() {
    let shown = Shown::page(BLOB).await;
    shown.save(50, "Return").await;
    assert_eq!(fs::read_to_string(shown.saved("chart.txt")).unwrap(), "made here");
}

async fn a_file_of_the_server_is_saved() {
    let shown = Shown::page(LINK).await;
    shown.save(50, "Return").await;
    assert_eq!(fs::read_to_string(shown.saved("chart.bin")).unwrap(), "saved");
}

async fn a_file_that_is_there_stays() {
    let shown = Shown::page(LINK).await;
    fs::write(shown.saved("chart.bin"), "old").unwrap();
    shown.save(50, "Return").await;
    assert_eq!(fs::read_to_string(shown.saved("chart.bin")).unwrap(), "old");
    assert_eq!(fs::read_to_string(shown.saved("chart (1).bin")).unwrap(), "saved");
}

async fn a_refused_file_is_not_saved() {
    let shown = Shown::page(BLOB).await;
    shown.save(50, "Escape").await;
    assert_eq!(shown.all_saved(), [""; 0]);
}

/// Content of a widget cannot bypass the shell, which asks the person.
async fn a_file_of_a_sandboxed_frame_is_not_saved() {
    let frame = "<style>* { margin: 0 } a { display: block; height: 200px }</style>
        <a id=a download=frame.txt onclick='parent.postMessage(1, `*`)'>Save</a>
        <script>a.href = URL.createObjectURL(new Blob([1]))</script>";
    let page = format!(
        "<!doctype html><title>Files</title>
        <style>* {{ margin: 0 }} iframe, a {{ display: block; height: 200px }}</style>
        <iframe sandbox='allow-scripts' srcdoc=\"{frame}\"></iframe>
        <a href='/own.bin' onclick='setTimeout(() => this.remove())'>Save</a><script>onmessage = () => fetch('/framed')</script>"
    );
    let shown = Shown::page(&page).await;
    eventually("the frame is clicked", || {
        shown.desktop.click(&shown.window, 50, 50);
        shown.server.saw("/framed").then_some(())
    })
    .await;
    shown.save(300, "Return").await;
    assert_eq!(shown.all_saved(), ["own.bin"]);
}

async fn a_page_does_not_fill_the_screen_with_questions() {
    let page = "<!doctype html><title>Files</title><script>
        setInterval(() => {
            const link = document.createElement('a');
            link.href = URL.createObjectURL(new Blob([1]));
            link.download = 'unasked.txt';
            link.click();
        }, 100)</script>";
    let desktop = Desktop::start();
    let server = Server::start(&[("/", page)]);
    let windows = webviews(&desktop);
    let mut events = windows.events();
    windows.open(WindowOptions::new(server.url("/"), "Files")).await.unwrap();
    until("dialogs ask", || desktop.titled("Save as").len() == 4).await;
    let problem = event(&mut events, |event| match event {
        WindowEvent::Failed { message, .. } => Some(message),
        _ => None,
    })
    .await;
    assert_eq!(problem, "a file was not downloaded: at most 4 files are saved at once");
}
