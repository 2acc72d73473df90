//! The protocol between manager and helper: one JSON object a line, commands on
//! the helper's standard input, reports on its standard output.

mod lines;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::browser::Browser;
use crate::options::Navigation;

pub(crate) use lines::{encode, read, read_async};

/// The version of the protocol. Both sides are the same program; the number
/// finds the one that was replaced while the other ran.
pub(crate) const VERSION: u32 = 1;

/// The first line of the manager.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    pub(crate) version: u32,
    pub(crate) backend: HelperBackend,
    /// A folder of the manager's, for the pages' cookies and the browsers'
    /// profiles. The helper removes it if the manager cannot any more.
    pub(crate) data_dir: PathBuf,
}

/// The program that draws the windows of a helper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HelperBackend {
    Webview,
    App(Browser),
}

/// A command of the manager.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub(crate) enum Command {
    Open(Open),
    Close { window: u64 },
    Focus { window: u64 },
    Retitle { window: u64, title: String },
    Resize { window: u64, width: u32, height: u32 },
}

/// A window to open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    pub(crate) window: u64,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) position: Option<(i32, i32)>,
    /// A PNG in base64.
    pub(crate) icon: Option<String>,
    pub(crate) navigation: Navigation,
}

/// A report of the helper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "report", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Report {
    /// The first line: the helper can open windows.
    Ready {
        version: u32,
    },
    /// Instead of `ready`: it cannot, and ends.
    Unable {
        message: String,
    },
    Opened {
        window: u64,
    },
    NotOpened {
        window: u64,
        message: String,
    },
    /// Closed by the user or by the page, or as commanded.
    Closed {
        window: u64,
        by_user: bool,
    },
    Moved {
        window: u64,
        x: i32,
        y: i32,
    },
    Resized {
        window: u64,
        width: u32,
        height: u32,
    },
    Failed {
        window: u64,
        message: String,
    },
}

impl Report {
    /// The window that it is about.
    pub(crate) fn window(&self) -> Option<u64> {
        match *self {
            Self::Ready { .. } | Self::Unable { .. } => None,
            Self::Opened { window }
            | Self::NotOpened { window, .. }
            | Self::Closed { window, .. }
            | Self::Moved { window, .. }
            | Self::Resized { window, .. }
            | Self::Failed { window, .. } => Some(window),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_as_written_down() {
        let open = Command::Open(Open {
            window: 7,
            url: "http://127.0.0.1:1/".into(),
            title: "a\n\"b\"".into(),
            width: 800,
            height: 600,
            position: Some((-5, 10)),
            icon: None,
            navigation: Navigation::SameOrigin,
        });
        let line = r#"{"command":"open","window":7,"url":"http://127.0.0.1:1/","title":"a\n\"b\"","width":800,"height":600,"position":[-5,10],"icon":null,"navigation":"same_origin"}"#;
        assert_eq!(serde_json::to_string(&open).unwrap(), line);
        assert_eq!(serde_json::from_str::<Command>(line).unwrap(), open);

        let closed = Report::Closed { window: 7, by_user: true };
        let line = r#"{"report":"closed","window":7,"by_user":true}"#;
        assert_eq!(serde_json::to_string(&closed).unwrap(), line);
        assert_eq!(serde_json::from_str::<Report>(line).unwrap(), closed);
    }

    #[test]
    fn what_is_not_of_the_protocol_is_refused() {
        for line in [
            "",
            "{}",
            r#"{"command":"format_disk"}"#,
            r#"{"command":"close"}"#,
            r#"{"command":"close","window":-1}"#,
            r#"{"command":"resize","window":1,"width":1e99,"height":1}"#,
        ] {
            assert!(serde_json::from_str::<Command>(line).is_err(), "{line}");
        }
    }
}
