//! Native windows that show a web page.
//!
//! A [`WindowManager`] opens windows and says what becomes of them. The windows
//! belong to a *helper*, a second process that the manager starts with the first
//! window: event loops want the main thread of a process, and a webview that
//! crashes takes nothing with it but the helper, which is started again with the
//! windows that were open. The helper is the same program: it calls
//! [`run_helper`] when it is started with the arguments that [`HelperCommand`]
//! names.
//!
//! A window is a webview of the system, a browser without its toolbars, or a
//! tab of the default browser. [`BackendChoice::detect`] says which one it will be on
//! this machine, and why; without a display it is none.
//!
//! # Examples
//!
//! ```no_run
//! use widget_window::{BackendChoice, HelperCommand, WindowManager, WindowOptions};
//!
//! # async fn example() -> Result<(), widget_window::WindowError> {
//! // In main(), before anything else: the helper is this program again.
//! if std::env::args().nth(1).as_deref() == Some("window-helper") {
//!     return widget_window::run_helper();
//! }
//!
//! let choice = BackendChoice::detect();
//! println!("windows: {choice}");
//! let Some(backend) = choice.backend else { return Ok(()) };
//! let helper = HelperCommand::this_program(["window-helper"])?;
//! let windows = WindowManager::new(helper, backend);
//! let options = WindowOptions::new("http://127.0.0.1:8001/", "Sales").with_size(900, 600);
//! let window = windows.open(options).await?;
//! let why = window.closed().await;
//! println!("closed: {why}");
//! # Ok(())
//! # }
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod backend;
mod browser;
mod environment;

mod error;
mod event;
mod icon;
mod options;

mod command;
mod manager;
mod supervisor;
mod window;

mod helper;
mod navigation;
mod protocol;

pub use backend::{Backend, BackendChoice};
pub use browser::Browser;
pub use command::HelperCommand;
pub use error::WindowError;
pub use event::{CloseReason, Events, WindowEvent, WindowId};
pub use helper::run_helper;
pub use icon::Icon;
pub use manager::WindowManager;
pub use options::{Navigation, WindowOptions};
pub use window::Window;
