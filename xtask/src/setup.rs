//! `setup`: the programs the tests need, installed on Debian, named elsewhere.

use std::ffi::OsString;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// The oldest Node.js that builds the front end.
const NODE_MAJOR: u32 = 20;

/// A program, whether it is there, and how to come by it.
struct Tool {
    name: &'static str,
    is_there: fn() -> bool,
    /// The Debian packages that hold it; empty: it comes from crates.io.
    debian: &'static [&'static str],
    /// What a developer types or reads to get it.
    hint: &'static str,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "Chromium",
        is_there: || is_program("CHROMIUM", "chromium"),
        debian: &["chromium"],
        hint: "`apt-get install chromium` (Debian), `brew install --cask chromium` (macOS), \
               or set CHROMIUM to the program of any Chromium or Chrome",
    },
    Tool {
        name: "ChromeDriver",
        is_there: || is_program("CHROMEDRIVER", "chromedriver"),
        debian: &["chromium-driver"],
        hint: "`apt-get install chromium-driver` (Debian), `brew install chromedriver` (macOS), \
               or set CHROMEDRIVER to the one that belongs to your Chromium",
    },
    Tool {
        name: "Node.js 20 or newer with npm",
        is_there: || node_major().is_some_and(|major| major >= NODE_MAJOR) && has_npm(),
        debian: &["nodejs", "npm"],
        hint: "https://nodejs.org/en/download",
    },
    Tool {
        name: "Python 3.10 or newer with venv",
        is_there: has_python,
        debian: &["python3", "python3-venv"],
        hint: "`apt-get install python3-venv` (Debian), https://www.python.org/downloads",
    },
    Tool {
        name: "redis-server",
        is_there: || process::find("redis-server".as_ref()).is_some(),
        debian: &["redis-server"],
        hint: "`apt-get install redis-server` (Debian), `brew install redis` (macOS)",
    },
    Tool {
        name: "redis-cli",
        is_there: || process::find("redis-cli".as_ref()).is_some(),
        debian: &["redis-tools"],
        hint: "`apt-get install redis-tools` (Debian), `brew install redis` (macOS)",
    },
    Tool {
        name: "gnome-keyring-daemon",
        is_there: || process::find("gnome-keyring-daemon".as_ref()).is_some(),
        debian: &["gnome-keyring"],
        hint: "`apt-get install gnome-keyring` (Debian)",
    },
    Tool {
        name: "dbus-run-session",
        is_there: || process::find("dbus-run-session".as_ref()).is_some(),
        debian: &["dbus"],
        hint: "`apt-get install dbus` (Debian)",
    },
    Tool {
        name: "script",
        is_there: || process::find("script".as_ref()).is_some(),
        debian: &["bsdutils"],
        hint: "`apt-get install bsdutils` (Debian); it is a part of util-linux",
    },
    Tool {
        name: "WebKitGTK 4.1 for developers",
        is_there: || {
            process::find("pkg-config".as_ref()).is_some()
                && process::succeeds(
                    Command::new("pkg-config").args(["--exists", "webkit2gtk-4.1"]),
                )
        },
        debian: &["libwebkit2gtk-4.1-dev", "pkg-config"],
        hint: "`apt-get install libwebkit2gtk-4.1-dev pkg-config` (Debian)",
    },
    Tool {
        name: "Xvfb",
        is_there: || process::find("Xvfb".as_ref()).is_some(),
        debian: &["xvfb"],
        hint: "`apt-get install xvfb` (Debian)",
    },
    Tool {
        name: "xdotool",
        is_there: || process::find("xdotool".as_ref()).is_some(),
        debian: &["xdotool"],
        hint: "`apt-get install xdotool` (Debian)",
    },
    Tool {
        name: "cargo-deny",
        is_there: || process::succeeds(process::cargo().args(["deny", "--version"])),
        debian: &[],
        hint: "`cargo install --locked cargo-deny`",
    },
];

/// Brings this machine to where `test-all` passes.
///
/// # Errors
///
/// Something is missing that only the developer can install, or an installation failed.
pub(crate) fn run() -> Result<()> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    if !is_disposable_machine() {
        return Err(explain(&missing));
    }
    install(&missing)?;
    let still_missing = self::missing();
    if still_missing.is_empty() {
        return Ok(());
    }
    Err(explain(&still_missing))
}

fn missing() -> Vec<&'static Tool> {
    TOOLS.iter().filter(|tool| !(tool.is_there)()).collect()
}

fn explain(missing: &[&Tool]) -> anyhow::Error {
    let lines = missing.iter().map(|tool| format!("\n  {} is missing: {}", tool.name, tool.hint));
    anyhow::anyhow!("this machine is not ready:{}", lines.collect::<String>())
}

/// Root on Debian is a CI machine or a container: nobody is asked there.
fn is_disposable_machine() -> bool {
    let is_root = process::capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    is_root && process::find("apt-get".as_ref()).is_some()
}

fn install(missing: &[&Tool]) -> Result<()> {
    let packages: Vec<_> = missing.iter().flat_map(|tool| tool.debian).collect();
    if !packages.is_empty() {
        process::run(apt_get().args(["update", "-qq"]))?;
        process::run(
            apt_get().args(["install", "-qq", "--yes", "--no-install-recommends"]).args(packages),
        )?;
    }
    if missing.iter().any(|tool| tool.name == "cargo-deny") {
        process::run(process::cargo().args(["install", "--locked", "cargo-deny"]))?;
    }
    if let Some(major) = node_major().filter(|major| *major < NODE_MAJOR) {
        bail!(
            "this Debian has only Node.js {major}; {NODE_MAJOR} or newer: https://nodejs.org/en/download"
        );
    }
    Ok(())
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// The tests look for a browser in the same order: the variable, then `PATH`.
fn is_program(variable: &str, default: &str) -> bool {
    let program = std::env::var_os(variable).unwrap_or_else(|| OsString::from(default));
    process::find(&program).is_some()
}

/// The modules are packages of their own on Debian.
fn has_python() -> bool {
    let program = if cfg!(windows) { "python" } else { "python3" };
    let check = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
    process::find(program.as_ref()).is_some()
        && process::succeeds(Command::new(program).args(["-c", check]))
}

fn has_npm() -> bool {
    process::find("npm".as_ref()).is_some()
}

fn node_major() -> Option<u32> {
    process::find("node".as_ref())?;
    let version = process::capture(Command::new("node").arg("--version")).ok()?;
    parse_major(&version)
}

fn parse_major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_of_node_is_read() {
        assert_eq!(parse_major("v20.20.2\n"), Some(20));
        assert_eq!(parse_major("20.20.2"), None);
        assert_eq!(parse_major(""), None);
    }

    #[test]
    fn a_missing_program_takes_one_line_with_the_way_to_get_it() {
        let missing: Vec<_> = TOOLS.iter().collect();
        let message = explain(&missing).to_string();
        assert_eq!(message.lines().count(), 1 + TOOLS.len());
        assert!(message.contains("\n  cargo-deny is missing: `cargo install --locked cargo-deny`"));
    }
}
