//! Windows of the system's webview.

mod page;
mod registry;
#[cfg(not(target_os = "linux"))]
mod system;
#[cfg(target_os = "linux")]
mod webkitgtk;

use std::ops::ControlFlow as Flow;
use std::path::Path;

use tao::event::Event;
use tao::event_loop::{ControlFlow, EventLoopBuilder};
use tao::platform::run_return::EventLoopExtRunReturn as _;

#[cfg(not(target_os = "linux"))]
use self::system as platform;
#[cfg(target_os = "linux")]
use self::webkitgtk as platform;
use crate::error::WindowError;
use crate::helper::input::{Input, InputReader};
use crate::helper::reports::Reports;
use registry::Registry;

/// A message to the event loop.
#[derive(Debug)]
enum Signal {
    Input(Input),
    /// The document has another title.
    Title {
        window: u64,
        title: String,
    },
    /// A page opens another of its own server.
    Popup {
        url: String,
    },
    /// The page closed itself.
    PageClosed {
        window: u64,
    },
    /// Something did not work that the person or the page wanted.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only WebKitGTK has any"))]
    Failed {
        window: u64,
        message: String,
    },
    /// The process that draws the page ended.
    PageCrashed {
        window: u64,
    },
}

type Proxy = tao::event_loop::EventLoopProxy<Signal>;
type Target = tao::event_loop::EventLoopWindowTarget<Signal>;

/// Runs the event loop until the manager goes away.
pub(super) fn run(
    data_dir: &Path,
    input: InputReader,
    reports: &Reports,
) -> Result<(), WindowError> {
    platform::prepare()?;
    let mut event_loop = EventLoopBuilder::<Signal>::with_user_event().build();
    let proxy = event_loop.create_proxy();
    let from_input = proxy.clone();
    // An error: the loop has ended, and this thread goes with the process.
    input.start(move |input| drop(from_input.send_event(Signal::Input(input))));
    reports.ready();

    let mut registry = Registry::new(data_dir.to_owned(), proxy, reports.clone());
    event_loop.run_return(|event, target, flow| {
        let next = match event {
            Event::UserEvent(signal) => registry.handle(signal, target),
            Event::WindowEvent { window_id, event, .. } => {
                registry.note(window_id, &event);
                Flow::Continue(())
            }
            _ => Flow::Continue(()),
        };
        *flow = if next.is_break() { ControlFlow::Exit } else { ControlFlow::Wait };
    });
    Ok(())
}
