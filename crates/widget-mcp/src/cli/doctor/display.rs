//! Checks that something can be shown on this machine.

use widget_window::BackendChoice;

use crate::cli::doctor::{Finding, Situation};

const TOPIC: &str = "display";

pub(super) fn check(situation: &Situation) -> Vec<Finding> {
    let finding = match &situation.no_display {
        None => Finding::ok(TOPIC, "there is one"),
        Some(reason) if situation.is_headless => {
            Finding::ok(TOPIC, format!("none is needed, since the server is headless ({reason})"))
        }
        Some(reason) => Finding::error(
            TOPIC,
            reason,
            "say that none is to be used, with --headless, WIDGET_MCP_HEADLESS=1 or \
             `headless = true` in the configuration file: the agent then gives you the address \
             of each widget",
        ),
    };
    vec![finding]
}

/// Returns the reason nothing can be shown, if any.
#[cfg(target_os = "linux")]
pub(super) fn obstacle(choice: &BackendChoice) -> Option<String> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (wayland, x11) = (set("WAYLAND_DISPLAY"), set("DISPLAY"));
    if wayland.as_deref().is_some_and(wayland::answers) || x11.as_deref().is_some_and(x11::answers)
    {
        return None;
    }
    let named = [("WAYLAND_DISPLAY", wayland), ("DISPLAY", x11)];
    let named =
        named.iter().filter_map(|(name, value)| Some(format!("{name}={}", value.as_ref()?)));
    let named = named.collect::<Vec<_>>().join(" and ");
    if named.is_empty() {
        return missing(choice);
    }
    Some(format!("there is no display at {named}"))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn obstacle(choice: &BackendChoice) -> Option<String> {
    missing(choice)
}

/// A person may have chosen a browser that needs no display.
fn missing(choice: &BackendChoice) -> Option<String> {
    choice.backend.is_none().then(|| choice.reason.clone())
}

#[cfg(target_os = "linux")]
mod wayland {
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;

    /// A path, or a name in the folder of this session.
    pub(super) fn answers(display: &str) -> bool {
        let folder = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).unwrap_or_default();
        UnixStream::connect(folder.join(display)).is_ok()
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use std::net::{TcpStream, ToSocketAddrs};
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};
    use std::time::Duration;

    const TIMEOUT: Duration = Duration::from_secs(2);

    /// The TCP port of the display 0.
    const FIRST_PORT: u16 = 6000;

    /// `host:display.screen`, as X(7) has it; without a host it is on this machine.
    pub(super) fn answers(display: &str) -> bool {
        let Some((host, number)) = display.rsplit_once(':') else { return false };
        let number = number.split('.').next().unwrap_or_default();
        let Ok(number) = number.parse::<u16>() else { return false };
        if host.is_empty() || host == "unix" {
            return on_this_machine(number);
        }
        let Some(port) = FIRST_PORT.checked_add(number) else { return false };
        let addresses = (host, port).to_socket_addrs().into_iter().flatten();
        let mut connections = addresses.map(|at| TcpStream::connect_timeout(&at, TIMEOUT));
        connections.any(|connection| connection.is_ok())
    }

    fn on_this_machine(number: u16) -> bool {
        let path = format!("/tmp/.X11-unix/X{number}");
        let hidden = SocketAddr::from_abstract_name(&path);
        hidden.is_ok_and(|address| UnixStream::connect_addr(&address).is_ok())
            || UnixStream::connect(path).is_ok()
    }
}
