//! Windows that come and go.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use widget_desktop::Desktop;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, PropMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

#[test]
fn windows_that_go_meanwhile_hide_no_other() {
    let desktop = Desktop::start();
    let (connection, _) = x11rb::connect(Some(&desktop.display)).unwrap();
    let stays = show(&connection, "Stays – here").to_string();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                let windows = ["Goes"; 50].map(|title| show(&connection, title));
                for window in windows {
                    connection.destroy_window(window).unwrap();
                }
                connection.sync().unwrap();
            }
        });
        let seen: Vec<_> = (0..300).map(|_| desktop.titled("Stays.*")).collect();
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(seen, vec![[stays]; 300]);
    });
    assert_eq!(desktop.titled("Stays"), [""; 0], "a part of the title");
    assert_eq!(desktop.size("1"), (0, 0), "there is no such window");
}

fn show(connection: &RustConnection, title: &str) -> Window {
    let (window, screen) = (connection.generate_id().unwrap(), &connection.setup().roots[0]);
    let (parent, visual, aux) = (screen.root, screen.root_visual, CreateWindowAux::new());
    let class = WindowClass::INPUT_OUTPUT;
    connection.create_window(0, window, parent, 0, 0, 200, 100, 0, class, visual, &aux).unwrap();
    let (mode, name) = (PropMode::REPLACE, AtomEnum::WM_NAME);
    connection.change_property8(mode, window, name, AtomEnum::STRING, title.as_bytes()).unwrap();
    connection.map_window(window).unwrap();
    connection.sync().unwrap();
    window
}
