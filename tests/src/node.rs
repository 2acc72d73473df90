//! Node.js, and the MCP clients that run on it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::npm::installed;

/// The oldest Node.js that runs all of them, as `[major, minor]`.
const OLDEST: [u32; 2] = [22, 7];

/// The folder with the clients and their lock files.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients")
}

/// Node.js itself: that of the system if it is new enough, otherwise one from npm.
#[must_use]
pub fn program() -> PathBuf {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    let found = || {
        let modules = installed(&folder());
        if version("node".as_ref()).is_some_and(|version| version >= OLDEST) {
            return "node".into();
        }
        let program = modules.join(format!("node-{}/bin/node", platform()));
        let [major, minor] = OLDEST;
        assert!(
            version(&program).is_some_and(|version| version >= OLDEST),
            "Node.js {major}.{minor} or newer is needed: https://nodejs.org/en/download"
        );
        program
    };
    FOUND.get_or_init(found).clone()
}

/// A file of an npm package.
#[must_use]
pub fn module(path: &str) -> PathBuf {
    installed(&folder()).join(path)
}

/// As npm names it.
fn platform() -> &'static str {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => "linux-x64",
        ("linux", "aarch64") => "linux-arm64",
        ("macos", "aarch64") => "darwin-arm64",
        ("macos", "x86_64") => "darwin-x64",
        _ => "none",
    }
}

fn version(node: &Path) -> Option<[u32; 2]> {
    let output = Command::new(node).arg("--version").output().ok()?;
    parse(str::from_utf8(&output.stdout).ok()?)
}

fn parse(version: &str) -> Option<[u32; 2]> {
    let mut numbers = version.trim().strip_prefix('v')?.split('.').map(str::parse);
    Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(parse("v22.21.1\n"), Some([22, 21]));
        assert!(parse("v20.20.2") < Some(OLDEST) && parse("v22.10.0") > Some(OLDEST));
        assert_eq!(parse("22"), None);
    }
}
