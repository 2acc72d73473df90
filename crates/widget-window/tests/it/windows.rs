//! Window managers whose windows open on a desktop.

use tokio::time::timeout;
use widget_desktop::{Desktop, LIMIT};
use widget_window::{
    Backend, CloseReason, Events, HelperCommand, Window, WindowEvent, WindowManager,
};

use crate::roles::chromium;

/// This program as the helper, on the desktop.
pub(crate) fn helper(desktop: &Desktop) -> HelperCommand {
    on(desktop, HelperCommand::this_program(["window-helper"]).unwrap())
}

/// A helper that lives on the desktop.
pub(crate) fn on(desktop: &Desktop, helper: HelperCommand) -> HelperCommand {
    let variables = desktop.env().into_iter();
    variables.fold(helper, |helper, (name, value)| helper.with_env(name, value))
}

pub(crate) fn webviews(desktop: &Desktop) -> WindowManager {
    WindowManager::new(helper(desktop), Backend::Webview)
}

pub(crate) fn apps(desktop: &Desktop) -> WindowManager {
    WindowManager::new(helper(desktop), Backend::App(chromium()))
}

/// The next event that the function takes; others are passed over.
pub(crate) async fn event<T>(
    events: &mut Events,
    mut take: impl FnMut(WindowEvent) -> Option<T>,
) -> T {
    let search = async {
        loop {
            let event = events.next().await.expect("the manager is there");
            if let Some(taken) = take(event) {
                return taken;
            }
        }
    };
    timeout(LIMIT, search).await.expect("an event")
}

pub(crate) async fn closed(window: &Window) -> CloseReason {
    timeout(LIMIT, window.closed()).await.expect("the window closes")
}
