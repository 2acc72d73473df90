//! A display for tests that open real windows, and hands and eyes for it.
//!
//! Needs Xvfb and xdotool: `cargo xtask setup`. There is none but on Linux.
//!
//! # Examples
//!
//! ```no_run
//! # async fn example() {
//! use widget_desktop::{Desktop, until};
//!
//! let desktop = Desktop::start();
//! let mut program = std::process::Command::new("xmessage");
//! program.args(["-title", "Hello", "Press it"]).envs(desktop.env()).spawn().unwrap();
//! let window = desktop.window("Hello").await;
//! desktop.click(&window, 20, 50);
//! until("it is gone", || desktop.titled("Hello").is_empty()).await;
//! # }
//! ```
#![cfg(target_os = "linux")]
#![expect(
    clippy::missing_panics_doc,
    reason = "a test harness panics by design: the panic is the failed test"
)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod desktop;
mod eventually;
mod input;
mod process;
mod screen;

pub use desktop::Desktop;
pub use eventually::{LIMIT, eventually, until};
pub use process::{children, interrupt, is_alive, kill, parent};
