//! What this program is when a test starts it again.

use std::io::{BufRead as _, Write as _};
use std::process::ExitCode;

use widget_window::{Backend, Browser, Choice, HelperCommand, WindowManager, WindowOptions};

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
            println!("{}", Choice::detect());
            Some(ExitCode::SUCCESS)
        }
        ["open-and-wait", url] => Some(open_and_wait(url)),
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

/// A program with one window, of the backend that is best here.
#[tokio::main(flavor = "current_thread")]
async fn open_and_wait(url: &str) -> ExitCode {
    let backend = match std::env::var("TEST_BACKEND").as_deref() {
        Ok("tab") => Backend::Tab,
        Ok("app") => Backend::App(chromium()),
        _ => Choice::detect().backend.unwrap(),
    };
    let helper = HelperCommand::this_program(["window-helper"]).unwrap();
    let windows = WindowManager::new(helper, backend);
    let window = windows.open(WindowOptions::new(url, "Waiting")).await.unwrap();
    println!("open {}", window.notices_close());
    println!("closed {}", window.closed().await);
    ExitCode::SUCCESS
}
