//! Real data: the npm package `vega-datasets`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// The 406 cars of the ASA data exposition of 1983.
#[must_use]
pub fn cars() -> Vec<Value> {
    serde_json::from_str(&read("cars.json")).expect("cars.json is a list")
}

/// Monthly prices of five stocks: `symbol`, `date`, `price`.
#[must_use]
pub fn stocks() -> Vec<Vec<String>> {
    csv(&read("stocks.csv"))
}

/// Four years of weather in Seattle, by day: `date`, `precipitation`, `temp_max`, `temp_min`,
/// `wind`, `weather`.
#[must_use]
pub fn seattle_weather() -> Vec<Vec<String>> {
    csv(&read("seattle-weather.csv"))
}

/// The rows without the header. These files quote nothing.
fn csv(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().skip(1);
    rows.map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

fn read(name: &str) -> String {
    let path = folder().join("vega-datasets/data").join(name);
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

/// `node_modules`, filled on first use.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        // Several test programs may want the data at once.
        let lock = File::create(std::env::temp_dir().join("widget-e2e-npm.lock"));
        let lock = lock.expect("a lock file in the temporary folder");
        lock.lock().expect("the lock file can be locked");
        let modules = tests.join("node_modules");
        if !modules.join(".package-lock.json").is_file() {
            install(tests);
        }
        modules
    })
}

fn install(tests: &Path) {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(npm).arg("ci").current_dir(tests).output();
    let output = output.expect("npm is missing: `cargo xtask setup` says how to get it");
    assert!(output.status.success(), "npm ci: {}", String::from_utf8_lossy(&output.stderr));
}
