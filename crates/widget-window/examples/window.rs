//! Opens an address in a window and prints what becomes of it, until the window
//! is closed: `cargo run --example window -- http://127.0.0.1:8001/`

use std::error::Error;

use widget_window::{BackendChoice, HelperCommand, WindowManager, WindowOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let argument = std::env::args().nth(1).ok_or("which address?")?;
    if argument == "window-helper" {
        // Before a runtime is there: the helper needs the main thread.
        return Ok(widget_window::run_helper()?);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(show(argument))
}

async fn show(url: String) -> Result<(), Box<dyn Error>> {
    let choice = BackendChoice::detect();
    println!("windows: {choice}");
    let Some(backend) = choice.backend else { return Ok(()) };
    let windows = WindowManager::new(HelperCommand::this_program(["window-helper"])?, backend);
    let mut events = windows.events();
    let window = windows.open(WindowOptions::new(url, "A window")).await?;
    loop {
        tokio::select! {
            Some(event) = events.next() => println!("{event:?}"),
            reason = window.closed() => {
                println!("closed: {reason}");
                break;
            }
        }
    }
    windows.shut_down().await;
    Ok(())
}
