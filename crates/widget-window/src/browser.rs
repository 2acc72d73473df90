//! An installed browser that can show a page without its toolbars.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::environment::{Environment, System};

/// A browser of the Chromium family, which opens a page in a window without
/// toolbars (`--app`).
///
/// The environment decides: `WIDGET_MCP_BROWSER` names a program, by its path or
/// as it is found on `PATH`; `WIDGET_MCP_BROWSER_ARGS` holds further arguments,
/// separated by spaces. Chromium refuses to run as root with its sandbox; a user who
/// wants that has to say so with `WIDGET_MCP_BROWSER_ARGS=--no-sandbox`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Browser {
    /// The program.
    pub program: PathBuf,
    /// Further arguments.
    pub arguments: Vec<String>,
}

const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "brave-browser",
    "vivaldi",
    "vivaldi-stable",
];

const UNIX_PLACES: &[&str] =
    &["/snap/bin/chromium", "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"];

const MAC_PLACES: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
];

/// Below each of the folders that hold programs.
const WINDOWS_PLACES: &[&str] = &[
    r"Google\Chrome\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
    r"BraveSoftware\Brave-Browser\Application\brave.exe",
    r"Chromium\Application\chrome.exe",
];

const WINDOWS_FOLDERS: &[&str] = &["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"];

impl Browser {
    /// A browser by its path, with further arguments.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>, arguments: Vec<String>) -> Self {
        Self { program: program.into(), arguments }
    }

    /// The browser of this machine, or why there is none that would start.
    pub(crate) fn find(around: &Environment) -> Result<Self, String> {
        let program = match around.set("WIDGET_MCP_BROWSER") {
            Some(name) => around.find(&name).ok_or_else(|| {
                format!(
                    "WIDGET_MCP_BROWSER is `{}`, which is not a program",
                    name.to_string_lossy()
                )
            })?,
            None => find_installed(around).ok_or("no browser of the Chromium family is found")?,
        };
        let arguments: Vec<String> = around
            .set("WIDGET_MCP_BROWSER_ARGS")
            .map(|text| text.to_string_lossy().split_whitespace().map(str::to_owned).collect())
            .unwrap_or_default();
        if (around.is_root)() && !arguments.iter().any(|argument| argument == "--no-sandbox") {
            return Err(format!(
                "{} does not run as root with its sandbox \
                 (WIDGET_MCP_BROWSER_ARGS=--no-sandbox does without)",
                program.display()
            ));
        }
        Ok(Self { program, arguments })
    }
}

fn find_installed(around: &Environment) -> Option<PathBuf> {
    let on_path = || NAMES.iter().find_map(|name| around.find(name.as_ref()));
    on_path().or_else(|| usual_places(around).into_iter().find(|path| (around.is_program)(path)))
}

fn usual_places(around: &Environment) -> Vec<PathBuf> {
    match around.system {
        System::Unix => UNIX_PLACES.iter().map(PathBuf::from).collect(),
        System::Mac => MAC_PLACES.iter().map(PathBuf::from).collect(),
        System::Windows => {
            let folders = WINDOWS_FOLDERS.iter().filter_map(|name| around.set(name));
            let below = |folder| WINDOWS_PLACES.iter().map(move |place| join(&folder, place));
            folders.flat_map(below).collect()
        }
    }
}

fn join(folder: &OsString, place: &str) -> PathBuf {
    PathBuf::from(folder).join(place)
}
