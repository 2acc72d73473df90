//! The helper and its manager, whatever draws the windows.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use libtest_mimic::Trial;
use widget_desktop::{Desktop, eventually, until};
use widget_window::{
    Backend, CloseReason, HelperCommand, WindowError, WindowManager, WindowOptions,
};

use crate::roles::chromium;
use crate::server::Server;
use crate::trials;
use crate::windows::closed;

pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_helper_that_crashes_again_and_again_is_given_up,
        a_program_that_is_no_helper_is_an_error,
        a_helper_by_hand_is_an_error,
        without_display_the_choice_is_none,
        a_tab_opens_in_the_default_browser,
        no_tab_opens_after_the_end,
        wrong_options_start_nothing,
    ]
}

/// This program, as something else.
pub(crate) fn role(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(role);
    command
}

/// Another program with one window; returns when that is open.
pub(crate) fn open_and_wait(desktop: &Desktop, url: &str, variables: &[(&str, &str)]) -> Child {
    let mut program = role("open-and-wait")
        .arg(url)
        .envs(desktop.env())
        .envs(variables.iter().copied())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "open true\n");
    program
}

/// Returns the directory in which the windows of that program keep their data.
pub(crate) fn data_folder(desktop: &Desktop) -> PathBuf {
    let mut folders =
        fs::read_dir(desktop.home.path()).unwrap().flatten().map(|entry| entry.path());
    let is_data = |path: &PathBuf| path.to_string_lossy().contains("/widget-window-");
    folders.find(is_data).expect("a folder for data")
}

/// A page that closes itself is closed by the user.
pub(crate) async fn check_page_closes(desktop: &Desktop, windows: &WindowManager) {
    let page = "<!doctype html><title>Closing</title><script>onclick = () => close()</script>";
    let server = Server::start(&[("/", page)]);
    let window = windows.open(WindowOptions::new(server.url("/"), "Closing")).await.unwrap();
    let on_screen = desktop.window("Closing").await;
    eventually("it closes", || {
        desktop.try_xdotool(&["mousemove", "--window", &on_screen, "300", "300", "click", "1"]);
        (!window.is_open()).then_some(())
    })
    .await;
    assert_eq!(closed(&window).await, CloseReason::User);
    until("it is off the screen", || desktop.titled("Closing").is_empty()).await;
}

fn any_backend() -> Backend {
    Backend::App(chromium())
}

async fn a_helper_that_crashes_again_and_again_is_given_up() {
    let helper = HelperCommand::this_program(["crashing-helper"]).unwrap();
    let windows = WindowManager::new(helper, any_backend());
    let mut events = windows.events();
    let options = WindowOptions::new("http://127.0.0.1:1/", "Unlucky");
    let error = windows.open(options.clone()).await.unwrap_err();
    let reason = "the window helper ended 4 times within a minute: exit status: 7: out of luck";
    assert_eq!(error.to_string(), format!("the window could not be opened: {reason}"));
    // At once, and without a start.
    let error = windows.open(options).await.unwrap_err();
    assert_eq!(error.to_string(), reason);
    windows.shut_down().await;
    drop(windows);
    let mut restarts = 0;
    while let Some(event) = events.next().await {
        let widget_window::WindowEvent::HelperRestarted { windows: 1, .. } = event else {
            panic!("{event:?}")
        };
        restarts += 1;
    }
    assert_eq!(restarts, 3);
}

async fn a_program_that_is_no_helper_is_an_error() {
    for (program, arguments, expected) in [
        ("/bin/true", &[][..], "the window helper cannot work: exit status: 0"),
        (
            "/bin/sh",
            &["-c", "echo oops >&2; exit 3"],
            "the window helper cannot work: exit status: 3: oops",
        ),
        (
            "/bin/echo",
            &[r#"{"report":"ready","version":2}"#],
            "the window helper cannot work: it began with Ready { version: 2 }",
        ),
        (
            "/bin/echo",
            &[r#"{"report":"opened","window":1}"#],
            "the window helper cannot work: it began with Opened { window: 1 }",
        ),
        ("/nonexistent", &[], "the window helper could not be started"),
    ] {
        let windows = WindowManager::new(HelperCommand::new(program, arguments), any_backend());
        let error = windows.open(WindowOptions::new("http://127.0.0.1:1/", "")).await.unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

async fn a_helper_by_hand_is_an_error() {
    for (input, expected) in [
        ("", "its input does not come from a window manager: it is empty"),
        ("hello\n", "its input does not come from a window manager: expected value"),
        (
            "{\"version\":9,\"backend\":\"webview\",\"data_dir\":\"/nonexistent\"}\n",
            "the program was replaced while it ran (protocol 9, now 1): restart it",
        ),
    ] {
        let mut helper = role("window-helper")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut helper.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let output = helper.wait_with_output().unwrap();
        assert!(!output.status.success());
        let (report, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(report.starts_with(r#"{"report":"unable","message":""#), "{report}");
        assert!(report.contains(expected) && error.contains(expected), "{report} {error}");
    }
}

async fn without_display_the_choice_is_none() {
    let choice = |variables: &[(&str, &str)]| {
        let mut command = role("choice");
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("SSH_CONNECTION");
        command.env_remove("SSH_TTY").env_remove("BROWSER");
        let output = command.envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(choice(&[]), "none: neither DISPLAY nor WAYLAND_DISPLAY is set\n");
    assert_eq!(
        choice(&[("SSH_CONNECTION", "1.2.3.4 5 6.7.8.9 22")]),
        "none: this is an SSH session without X11 forwarding (`ssh -X`)\n"
    );
    assert_eq!(
        choice(&[("BROWSER", "/bin/true")]),
        "tab of the default browser, since neither DISPLAY nor WAYLAND_DISPLAY is set, \
         but BROWSER names a program that opens addresses\n"
    );
    let shown = choice(&[("DISPLAY", ":0"), ("WIDGET_MCP_BROWSER_ARGS", "--no-sandbox")]);
    if cfg!(feature = "webkit") {
        assert_eq!(shown, "webview\n");
    } else {
        assert!(shown.starts_with("app window of "), "{shown}");
        assert!(shown.ends_with("since this build has no webview (cargo feature `webkit`)\n"));
    }
}

async fn a_tab_opens_in_the_default_browser() {
    let desktop = Desktop::start();
    let url = "http://127.0.0.1:1/tab?a=b";
    let mut program = role("open-and-wait")
        .arg(url)
        .envs(desktop.env())
        .env("TEST_BACKEND", "tab")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "open false\n");
    until("the tab is opened", || desktop.opened_outside() == [url]).await;
    assert!(program.try_wait().unwrap().is_none(), "closing a tab cannot be noticed");
    program.kill().unwrap();
    program.wait().unwrap();
}

async fn no_tab_opens_after_the_end() {
    let windows = WindowManager::tabs();
    assert_eq!(*windows.backend(), Backend::Tab);
    windows.shut_down().await;
    let late = windows.open(WindowOptions::new("http://127.0.0.1:1/", "Late")).await;
    assert!(matches!(late, Err(WindowError::ShutDown)), "{late:?}");
}

async fn wrong_options_start_nothing() {
    let windows = WindowManager::new(HelperCommand::new("/nonexistent", [""; 0]), any_backend());
    let refused = windows.open(WindowOptions::new("file:///etc/passwd", "")).await;
    assert!(matches!(refused, Err(WindowError::Argument { argument: "url", .. })), "{refused:?}");
    windows.shut_down().await; // nothing to end
}
