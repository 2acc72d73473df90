use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use crate::program;

/// Set in the process inside the private session.
const INSIDE: &str = "WIDGET_AUTH_STORE_PRIVATE_SESSION";

/// A bus that starts no service by itself.
const BUS: &str = r#"<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>"#;

/// Returns whether this process is in a private session: its own bus, home and
/// keyring. If not, the test `name` runs again in one, and has to pass there.
pub(crate) fn is_private(name: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let home = tempfile::tempdir().unwrap();
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let bus = home.path().join("bus.conf");
    fs::write(&bus, BUS).unwrap();

    let mut command = Command::new("dbus-run-session");
    command.arg("--config-file").arg(bus).arg("--").arg(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]).env(INSIDE, "1");
    for folder in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"]
    {
        command.env(folder, home.path());
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = program::start(&mut command, "dbus").wait_with_output().unwrap();
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success() && text.contains("1 passed"), "in the session:\n{text}");
    false
}

/// A keyring that is unlocked, with an empty password.
pub(crate) struct Daemon(u32);

impl Daemon {
    pub(crate) fn start() -> Self {
        let mut command = Command::new("gnome-keyring-daemon");
        command.args(["--unlock", "--components=secrets"]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut starter = program::start(&mut command, "gnome-keyring");
        starter.stdin.take().unwrap().write_all(b"\n").unwrap();
        // It ends when the daemon in the background is ready.
        assert!(starter.wait().unwrap().success());
        while !owns_the_name() {
            std::thread::yield_now();
        }
        let answer = ask_the_bus("GetConnectionUnixProcessID");
        let id = answer.split_whitespace().last().and_then(|word| word.parse().ok());
        Self(id.unwrap_or_else(|| panic!("no process id in {answer:?}")))
    }

    /// As `kill -9` does it.
    pub(crate) fn kill(self) {
        drop(self);
        while owns_the_name() {
            std::thread::yield_now();
        }
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // The bus ends it otherwise.
        drop(Command::new("kill").args(["-9", &self.0.to_string()]).status());
    }
}

fn owns_the_name() -> bool {
    ask_the_bus("NameHasOwner").ends_with("true")
}

fn ask_the_bus(method: &str) -> String {
    let mut command = Command::new("dbus-send");
    command.args(["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/"]);
    command.arg(format!("org.freedesktop.DBus.{method}"));
    command.arg("string:org.freedesktop.secrets").stdout(Stdio::piped()).stderr(Stdio::null());
    let output = program::start(&mut command, "dbus").wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}
