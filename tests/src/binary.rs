//! Finds the programs under test, and checks that they have the features the tests need.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names the program under test.
const PROGRAM: &str = "WIDGET_MCP_BIN";

/// `widget-mcp` as it is shipped, without optional features: `WIDGET_MCP_BIN`, or the one beside
/// this build.
#[must_use]
pub fn widget_mcp() -> PathBuf {
    let named = std::env::var_os(PROGRAM).map(PathBuf::from);
    named.unwrap_or_else(|| beside_tests("widget-mcp"))
}

/// `widget-mcp` with webviews, as `cargo build --all-features` makes it.
#[must_use]
pub fn widget_mcp_with_webviews() -> PathBuf {
    beside_tests("widget-mcp")
}

/// Panics if a program under test is missing or has other features than the tests expect.
pub fn check_programs() {
    let shipped = widget_mcp();
    let features = features(&shipped);
    assert_eq!(
        features,
        "none",
        "{} is not as shipped: it has the features {features}; set {PROGRAM} to one that \
         `cargo build --package widget-mcp` makes",
        shipped.display()
    );
    let webviews = widget_mcp_with_webviews();
    let features = self::features(&webviews);
    assert!(
        !cfg!(target_os = "linux") || features == "webkit",
        "{} lacks the feature webkit: `cargo build --workspace --all-features` makes one that has it",
        webviews.display()
    );
}

/// The features that the program says it was built with.
fn features(program: &Path) -> String {
    let output = Command::new(program).arg("--version").output();
    let output = output.unwrap_or_else(|error| {
        panic!("{}: {error}; `cargo xtask test-all --only tests` builds it", program.display())
    });
    let version = String::from_utf8_lossy(&output.stdout);
    let features = version.lines().find_map(|line| line.strip_prefix("features: "));
    features.unwrap_or_default().to_owned()
}

/// A program in the folder of the profile that the running program was built with.
fn beside_tests(name: &str) -> PathBuf {
    let this = std::env::current_exe().expect("the path of the running program");
    let folder = this.parent().expect("a folder");
    let profile = if folder.ends_with("deps") { folder.parent() } else { Some(folder) };
    let path = profile.expect("the folder of a profile").join(name);
    path.with_extension(std::env::consts::EXE_EXTENSION)
}

/// The release build of another program: of this workspace, or one that the benchmark needs.
#[must_use]
pub fn sibling(name: &str) -> PathBuf {
    let path = target().join("release").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.is_file(),
        "{} is missing: `cargo build --release --bin {name}` makes it, or for the benchmark \
         `cargo xtask bench`",
        path.display()
    );
    path
}

/// An example of this workspace, built in the same way as the running test.
#[must_use]
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of the running test");
    let folder = test.parent().expect("a folder").with_file_name("examples");
    let path = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.is_file(), "{} is missing: `cargo build --examples` makes it", path.display());
    path
}

/// The target folder this program was built in; cargo marks it as a cache.
///
/// # Panics
///
/// When cargo did not build it.
#[must_use]
pub fn target() -> PathBuf {
    let this = std::env::current_exe().expect("the path of the running program");
    let target = this.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    target.map(Path::to_owned).expect("this program runs where cargo built it")
}

/// Returns the directory of screenshots for people.
#[must_use]
pub fn screenshots() -> PathBuf {
    let folder = target().join("screenshots");
    std::fs::create_dir_all(&folder).expect("the folder is made");
    folder
}
