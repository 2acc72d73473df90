//! Input by mouse and keyboard. Windows are named as xdotool does,
//! by their number.

use std::process::Command;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt as _, EventMask};

use crate::desktop::Desktop;

impl Desktop {
    /// Runs xdotool; none if it found nothing.
    pub fn try_xdotool(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(arguments)
            .output()
            .expect("xdotool is needed: `cargo xtask setup`");
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    }

    /// Runs xdotool; what it says.
    pub fn xdotool(&self, arguments: &[&str]) -> String {
        self.try_xdotool(arguments).unwrap_or_else(|| panic!("xdotool {arguments:?} failed"))
    }

    /// Clicks into a window, without asking a window manager.
    pub fn click(&self, window: &str, x: i32, y: i32) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&["mousemove", "--window", window, &x, &y, "click", "1"]);
    }

    /// Gives a window the keyboard and replaces the text of the field in it that
    /// has the focus.
    pub fn type_over(&self, window: &str, text: &str) {
        self.xdotool(&["windowfocus", window, "key", "ctrl+a"]);
        self.xdotool(&["type", text]);
    }

    /// Presses the close button, as a window manager does it.
    pub fn press_close(&self, window: &str) {
        let (connection, _) = self.connect();
        let atom = |name: &[u8]| connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let (protocols, delete) = (atom(b"WM_PROTOCOLS"), atom(b"WM_DELETE_WINDOW"));
        let window = window.parse().unwrap();
        let message = ClientMessageEvent::new(32, window, protocols, [delete, 0, 0, 0, 0]);
        connection
            .send_event(false, window, EventMask::NO_EVENT, message)
            .unwrap()
            .check()
            .unwrap();
        connection.flush().unwrap();
    }
}
