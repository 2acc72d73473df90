//! Where the programs under test are.

use std::path::{Path, PathBuf};

/// The release build of `widget-mcp`: `WIDGET_MCP_BIN`, or the one in this build's target folder.
#[must_use]
pub fn widget_mcp() -> PathBuf {
    let named = std::env::var_os("WIDGET_MCP_BIN").map(PathBuf::from);
    named.unwrap_or_else(|| sibling("widget-mcp"))
}

/// `widget-mcp` with webviews, as `cargo build --all-features` makes it.
#[must_use]
pub fn widget_mcp_with_webviews() -> PathBuf {
    let test = std::env::current_exe().expect("the path of the running test");
    let folder = test.parent().and_then(Path::parent).expect("the folder of a profile");
    let path = folder.join("widget-mcp").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.is_file(),
        "{} is missing: `cargo build --package widget-mcp --all-features` makes it",
        path.display()
    );
    path
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

/// Where pictures for people go.
#[must_use]
pub fn screenshots() -> PathBuf {
    let folder = target().join("screenshots");
    std::fs::create_dir_all(&folder).expect("the folder is made");
    folder
}
