//! The role of this program when a test starts it again.

use std::io::{BufRead as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use tokio::time::timeout;
use widget_window::{Backend, BackendChoice, Browser, HelperCommand, WindowManager, WindowOptions};

pub(crate) fn play() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().collect();
    let rest: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    match rest[..] {
        ["window-helper"] => Some(match widget_window::run_helper() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        }),
        ["crashing-helper"] => Some(crash()),
        ["choice"] => {
            println!("{}", BackendChoice::detect());
            Some(ExitCode::SUCCESS)
        }
        ["open-and-wait", url] => Some(open_and_wait(url)),
        ["open-until-interrupted", end, url] => Some(open_until_interrupted(end, url)),
        _ => None,
    }
}

/// A helper that is ready and ends with the first window.
fn crash() -> ExitCode {
    let mut lines = std::io::stdin().lock().lines();
    let _hello = lines.next();
    println!(r#"{{"report":"ready","version":1}}"#);
    std::io::stdout().flush().unwrap();
    let _open = lines.next();
    eprintln!("out of luck");
    ExitCode::from(7)
}

/// Chromium; its sandbox does not work for root, as which containers run.
pub(crate) fn chromium() -> Browser {
    let program = std::env::var_os("CHROMIUM").unwrap_or_else(|| "chromium".into());
    Browser::new(program, vec!["--no-sandbox".to_owned(), "--disable-gpu".to_owned()])
}

/// Windows of the backend that the test wants, or that is best here.
fn windows() -> WindowManager {
    let backend = match std::env::var("TEST_BACKEND").as_deref() {
        Ok("tab") => return WindowManager::tabs(),
        Ok("app") => Backend::App(chromium()),
        _ => BackendChoice::detect().backend.unwrap(),
    };
    WindowManager::new(HelperCommand::this_program(["window-helper"]).unwrap(), backend)
}

/// A program with one window, of the backend that is best here.
#[tokio::main(flavor = "current_thread")]
async fn open_and_wait(url: &str) -> ExitCode {
    let windows = windows();
    let window = windows.open(WindowOptions::new(url, "Waiting")).await.unwrap();
    println!("open {}", window.notices_close());
    println!("closed {}", window.closed().await);
    ExitCode::SUCCESS
}

/// A program with one window until Ctrl-C. Then it shuts the windows down, gives that
/// up at once, or just ends.
#[tokio::main]
async fn open_until_interrupted(end: &str, url: &str) -> ExitCode {
    let windows = windows();
    let mut events = windows.events();
    windows.open(WindowOptions::new(url, "Waiting")).await.unwrap();
    println!("open");
    tokio::signal::ctrl_c().await.unwrap();
    println!("interrupted");
    // Until the test has looked what is left.
    let wait = || std::io::stdin().lock().read_line(&mut String::new());
    tokio::task::spawn_blocking(wait).await.unwrap().unwrap();
    let moment = Duration::ZERO;
    match end {
        "shut-down" => windows.shut_down().await,
        "give-up" => drop(timeout(moment, windows.shut_down()).await),
        _ => {}
    }
    while let Ok(Some(event)) = timeout(moment, events.next()).await {
        println!("{event:?}");
    }
    ExitCode::SUCCESS
}
