//! Ctrl-C in the terminal of a program with windows.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{ChildStdout, Stdio};

use libtest_mimic::Trial;
use widget_desktop::{Desktop, children, interrupt, is_alive, until};

use crate::server::Server;
use crate::{lifecycle, trials};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = trials![
        a_browser_window_ends_with_its_program,
        a_browser_window_ends_when_its_program_does_not_wait_for_it,
        a_browser_window_ends_when_its_program_forgets_it,
    ];
    if cfg!(feature = "webkit") {
        trials.extend(trials![
            a_webview_ends_with_its_program,
            a_webview_ends_when_its_program_does_not_wait_for_it,
            a_webview_ends_when_its_program_forgets_it,
        ]);
    }
    trials
}

async fn a_browser_window_ends_with_its_program() {
    check("app", "shut-down").await;
}

async fn a_browser_window_ends_when_its_program_does_not_wait_for_it() {
    check("app", "give-up").await;
}

async fn a_browser_window_ends_when_its_program_forgets_it() {
    check("app", "forget").await;
}

async fn a_webview_ends_with_its_program() {
    check("webview", "shut-down").await;
}

async fn a_webview_ends_when_its_program_does_not_wait_for_it() {
    check("webview", "give-up").await;
}

async fn a_webview_ends_when_its_program_forgets_it() {
    check("webview", "forget").await;
}

/// The interrupt reaches the program only; then nothing is left of the window.
async fn check(backend: &str, end: &str) {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", "<!doctype html><title>Interrupted</title>")]);
    let mut program = lifecycle::role("open-until-interrupted")
        .args([end, &server.url("/")])
        .envs(desktop.env())
        .env("TEST_BACKEND", backend)
        // As a shell starts it.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    assert_eq!(next(&mut lines), "open");
    let on_screen = desktop.window("Interrupted").await;
    let folder = lifecycle::data_folder(&desktop);
    let id = program.id().to_string();
    let windows = children(&id);
    assert!(windows.len() >= 3, "{windows:?}");

    interrupt(&id);
    assert_eq!(next(&mut lines), "interrupted");
    assert_eq!(desktop.titled("Interrupted"), [on_screen]);
    program.stdin.take().unwrap().write_all(b"go on\n").unwrap();
    assert!(program.wait().unwrap().success());
    let events: Vec<_> = lines.map_while(Result::ok).collect();
    assert!(!events.iter().any(|event| event.contains("HelperRestarted")), "{events:?}");
    until("all processes end", || !windows.iter().any(|(process, _)| is_alive(process))).await;
    assert_eq!(desktop.titled("Interrupted"), [""; 0]);
    until("its data are removed", || !folder.exists()).await;
}

fn next(lines: &mut Lines<BufReader<ChildStdout>>) -> String {
    lines.next().expect("a line").unwrap()
}
