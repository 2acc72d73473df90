//! `setup`: the programs the tests need, installed on Debian, named elsewhere.

use std::ffi::OsString;
use std::process::Command;

use anyhow::{Result, bail};

use crate::process;

/// The oldest Node.js that builds the front end.
const NODE_MAJOR: u32 = 20;

/// The oldest release 0.9 of nextest that knows the groups of tests in its filters.
const NEXTEST_PATCH: u32 = 133;

/// A program that a step or a group of tests needs.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    is_there: fn() -> bool,
    source: Source,
    /// The command or package that provides it.
    hint: &'static str,
}

/// The source of an installation.
#[derive(Debug)]
enum Source {
    /// Debian packages.
    Debian(&'static [&'static str]),
    /// A program of crates.io.
    Cargo(&'static str),
}

pub(crate) static CHROMIUM: Tool = Tool {
    name: "Chromium",
    is_there: || is_program("CHROMIUM", "chromium"),
    source: Source::Debian(&["chromium"]),
    hint: "`apt-get install chromium` (Debian), `brew install --cask chromium` (macOS), \
           or set CHROMIUM to the program of any Chromium or Chrome",
};

pub(crate) static CHROMEDRIVER: Tool = Tool {
    name: "ChromeDriver",
    is_there: || is_program("CHROMEDRIVER", "chromedriver"),
    source: Source::Debian(&["chromium-driver"]),
    hint: "`apt-get install chromium-driver` (Debian), `brew install chromedriver` (macOS), \
           or set CHROMEDRIVER to the one that belongs to your Chromium",
};

static FIREFOX: Tool = Tool {
    name: "Firefox",
    is_there: || is_program("FIREFOX", "firefox-esr"),
    source: Source::Debian(&["firefox-esr"]),
    hint: "`apt-get install firefox-esr` (Debian), or set FIREFOX to the program",
};

static GECKODRIVER: Tool = Tool {
    name: "geckodriver",
    is_there: || is_program("GECKODRIVER", "geckodriver"),
    source: Source::Cargo("geckodriver"),
    hint: "`cargo install --locked geckodriver`",
};

pub(crate) static NODE: Tool = Tool {
    name: "Node.js 20 or newer with npm",
    is_there: || node_major().is_some_and(|major| major >= NODE_MAJOR) && has_npm(),
    source: Source::Debian(&["nodejs", "npm"]),
    hint: "https://nodejs.org/en/download",
};

pub(crate) static PYTHON: Tool = Tool {
    name: "Python 3.10 or newer with venv",
    is_there: has_python,
    source: Source::Debian(&["python3", "python3-venv"]),
    hint: "`apt-get install python3-venv` (Debian), https://www.python.org/downloads",
};

pub(crate) static REDIS_SERVER: Tool = Tool {
    name: "redis-server",
    is_there: || process::find("redis-server".as_ref()).is_some(),
    source: Source::Debian(&["redis-server"]),
    hint: "`apt-get install redis-server` (Debian), `brew install redis` (macOS)",
};

pub(crate) static REDIS_CLI: Tool = Tool {
    name: "redis-cli",
    is_there: || process::find("redis-cli".as_ref()).is_some(),
    source: Source::Debian(&["redis-tools"]),
    hint: "`apt-get install redis-tools` (Debian), `brew install redis` (macOS)",
};

pub(crate) static GNOME_KEYRING: Tool = Tool {
    name: "gnome-keyring-daemon",
    is_there: || process::find("gnome-keyring-daemon".as_ref()).is_some(),
    source: Source::Debian(&["gnome-keyring"]),
    hint: "`apt-get install gnome-keyring` (Debian)",
};

pub(crate) static DBUS: Tool = Tool {
    name: "dbus-run-session",
    is_there: || process::find("dbus-run-session".as_ref()).is_some(),
    source: Source::Debian(&["dbus"]),
    hint: "`apt-get install dbus` (Debian)",
};

pub(crate) static SCRIPT: Tool = Tool {
    name: "script",
    is_there: || process::find("script".as_ref()).is_some(),
    source: Source::Debian(&["bsdutils"]),
    hint: "`apt-get install bsdutils` (Debian); it is a part of util-linux",
};

pub(crate) static WEBKIT: Tool = Tool {
    name: "WebKitGTK 4.1 for developers",
    is_there: || {
        process::find("pkg-config".as_ref()).is_some()
            && process::succeeds(Command::new("pkg-config").args(["--exists", "webkit2gtk-4.1"]))
    },
    source: Source::Debian(&["libwebkit2gtk-4.1-dev", "pkg-config"]),
    hint: "`apt-get install libwebkit2gtk-4.1-dev pkg-config` (Debian)",
};

pub(crate) static XVFB: Tool = Tool {
    name: "Xvfb",
    is_there: || process::find("Xvfb".as_ref()).is_some(),
    source: Source::Debian(&["xvfb"]),
    hint: "`apt-get install xvfb` (Debian)",
};

pub(crate) static XDOTOOL: Tool = Tool {
    name: "xdotool",
    is_there: || process::find("xdotool".as_ref()).is_some(),
    source: Source::Debian(&["xdotool"]),
    hint: "`apt-get install xdotool` (Debian)",
};

pub(crate) static CARGO_DENY: Tool = Tool {
    name: "cargo-deny",
    is_there: || process::succeeds(process::cargo().args(["deny", "--version"])),
    source: Source::Cargo("cargo-deny"),
    hint: "`cargo install --locked cargo-deny`",
};

pub(crate) static NEXTEST: Tool = Tool {
    name: "cargo-nextest 0.9.133 or newer",
    is_there: || nextest_patch().is_some_and(|patch| patch >= NEXTEST_PATCH),
    source: Source::Cargo("cargo-nextest"),
    hint: "`cargo install --locked cargo-nextest`",
};

#[rustfmt::skip] // a list
static TOOLS: &[&Tool] = &[
    &CHROMIUM, &CHROMEDRIVER, &NODE, &PYTHON, &REDIS_SERVER, &REDIS_CLI, &GNOME_KEYRING, &DBUS,
    &SCRIPT, &WEBKIT, &XVFB, &XDOTOOL, &CARGO_DENY, &NEXTEST,
];

/// The tools that only `nightly` needs.
static NIGHTLY_TOOLS: &[&Tool] = &[&FIREFOX, &GECKODRIVER];

/// The test groups of `.config/nextest.toml` and the tools of each.
#[rustfmt::skip] // a table
pub(crate) const GROUPS: &[(&str, &[&Tool])] = &[
    ("browser", &[&CHROMIUM, &CHROMEDRIVER, &NODE, &PYTHON, &SCRIPT, &REDIS_SERVER, &REDIS_CLI]),
    ("display", &[&CHROMIUM, &XVFB, &XDOTOOL, &NODE]),
    ("redis", &[&REDIS_SERVER, &REDIS_CLI, &NODE]),
    ("keyring", &[&GNOME_KEYRING, &DBUS]),
    ("oidc-provider", &[&NODE]),
];

/// Brings this machine to where `test-all` leaves nothing out.
///
/// # Errors
///
/// Something is missing that only the developer can install, or an installation failed.
pub(crate) fn run() -> Result<()> {
    require(TOOLS)
}

/// Brings this machine to where `nightly` leaves nothing out.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn for_nightly() -> Result<()> {
    run()?;
    require(NIGHTLY_TOOLS)
}

fn require(tools: &[&'static Tool]) -> Result<()> {
    let missing = provide(tools)?;
    if missing.is_empty() { Ok(()) } else { bail!("{}", explain(&missing)) }
}

/// Installs what is missing of `tools` where that is allowed, and returns what stays missing.
///
/// # Errors
///
/// An installation failed.
pub(crate) fn provide(tools: &[&'static Tool]) -> Result<Vec<&'static Tool>> {
    let missing = missing(tools);
    if missing.is_empty() || !is_disposable_machine() {
        return Ok(missing);
    }
    install(&missing)?;
    Ok(self::missing(tools))
}

fn missing(tools: &[&'static Tool]) -> Vec<&'static Tool> {
    tools.iter().filter(|tool| !(tool.is_there)()).copied().collect()
}

/// A line for each missing tool with the way to get it.
pub(crate) fn explain(missing: &[&Tool]) -> String {
    let lines = missing.iter().map(|tool| format!("\n  {} is missing: {}", tool.name, tool.hint));
    format!("this machine is not ready:{}", lines.collect::<String>())
}

/// Root on Debian is a CI machine or a container: the user is not asked there.
fn is_disposable_machine() -> bool {
    let is_root = process::capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    is_root && process::find("apt-get".as_ref()).is_some()
}

fn install(missing: &[&Tool]) -> Result<()> {
    let mut packages: Vec<&str> = Vec::new();
    for tool in missing {
        match tool.source {
            Source::Debian(names) => packages.extend(names),
            Source::Cargo(name) => {
                process::run(process::cargo().args(["install", "--locked", name]))?;
            }
        }
    }
    if !packages.is_empty() {
        process::run(apt_get().args(["update", "-qq"]))?;
        process::run(
            apt_get().args(["install", "-qq", "--yes", "--no-install-recommends"]).args(packages),
        )?;
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

fn nextest_patch() -> Option<u32> {
    let version = process::capture_quietly(process::cargo().args(["nextest", "--version"])).ok()?;
    parse_patch(&version)
}

/// The third number of `cargo-nextest 0.9.143 (…)`.
fn parse_patch(version: &str) -> Option<u32> {
    let version = version.split_whitespace().nth(1)?;
    version.strip_prefix("0.9.")?.parse().ok()
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
    fn the_release_of_nextest_is_read() {
        let version = "cargo-nextest 0.9.143 (60fa45f63 2026-08-04)\nrelease: 0.9.143\n";
        assert_eq!(parse_patch(version), Some(143));
        assert_eq!(parse_patch("cargo-nextest 1.0.0"), None);
        assert_eq!(parse_patch(""), None);
    }

    #[test]
    fn a_missing_program_takes_one_line_with_the_way_to_get_it() {
        let message = explain(TOOLS);
        assert_eq!(message.lines().count(), 1 + TOOLS.len());
        assert!(message.contains("\n  cargo-deny is missing: `cargo install --locked cargo-deny`"));
    }

    #[test]
    fn every_test_group_has_its_tools() {
        let config = include_str!("../../.config/nextest.toml");
        let (_, groups) = config.split_once("[test-groups]").expect("the groups");
        let (groups, _) = groups.split_once("\n[").expect("what follows");
        let names = groups.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
        let known: Vec<_> = GROUPS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.collect::<Vec<_>>(), known);
    }
}
