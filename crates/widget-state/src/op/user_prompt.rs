//! Offers to the person, who may decline them: to open an address, to save a file.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use url::Url;

use crate::error::StateError;
use crate::suggest::{did_you_mean, nearest};

/// The longest address, in bytes.
const MAX_URL: usize = 8_192;

/// The longest file name, in bytes.
const MAX_NAME: usize = 200;

/// A kind of file that may be offered.
struct Kind {
    mime_type: &'static str,
    /// The extensions of its name; the first is the usual one.
    endings: &'static [&'static str],
    is_text: bool,
}

/// The types of files that are safe to open. HTML and SVG are not here: a browser
/// runs the scripts in them, from a file that may read others. Nor are programs,
/// archives and office documents, which can hold them.
const KINDS: [Kind; 7] = [
    Kind { mime_type: "text/plain", endings: &["txt"], is_text: true },
    Kind { mime_type: "text/csv", endings: &["csv"], is_text: true },
    Kind { mime_type: "text/markdown", endings: &["md"], is_text: true },
    Kind { mime_type: "application/json", endings: &["json"], is_text: true },
    Kind { mime_type: "image/png", endings: &["png"], is_text: false },
    Kind { mime_type: "image/jpeg", endings: &["jpg", "jpeg"], is_text: false },
    Kind { mime_type: "application/pdf", endings: &["pdf"], is_text: false },
];

/// A file for the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileOffer {
    filename: String,
    mime_type: &'static str,
    #[serde(flatten)]
    content: FileContent,
}

/// A file as it is written.
#[derive(Deserialize)]
struct UncheckedFile {
    filename: String,
    mime_type: Option<String>,
    #[serde(flatten)]
    content: FileContent,
}

impl<'de> Deserialize<'de> for FileOffer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let UncheckedFile { filename, mime_type, content } =
            UncheckedFile::deserialize(deserializer)?;
        Self::new(&filename, mime_type.as_deref(), content).map_err(D::Error::custom)
    }
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileContent {
    /// Text.
    Text(Arc<str>),
    /// Bytes as base64, with padding.
    Base64(Arc<str>),
}

impl FileOffer {
    /// A file of this name. Without a `mime_type` its ending says what it is.
    ///
    /// # Errors
    ///
    /// [`StateError::Offer`] when it is of a kind that is not offered, when name
    /// and kind do not go together, or when the content is not of the kind.
    pub fn new(
        filename: &str,
        mime_type: Option<&str>,
        content: FileContent,
    ) -> Result<Self, StateError> {
        let name = filename.trim();
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        check_name(name)?;
        let kind = match mime_type {
            Some(mime_type) => by_mime_type(mime_type)?,
            None => by_ending(ending.as_deref().unwrap_or_default())?,
        };
        if let Some(ending) = ending
            && !kind.endings.contains(&ending.as_str())
        {
            let (mime_type, usual) = (kind.mime_type, kind.endings[0]);
            let problem = format!("a file of the type {mime_type} ends in .{usual}, not .{ending}");
            return Err(wrong("filename", problem));
        }
        content.check(kind)?;
        Ok(Self { filename: name.into(), mime_type: kind.mime_type, content })
    }

    /// Its name, without a folder.
    #[must_use]
    pub fn filename(&self) -> &str {
        &self.filename
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(&self) -> &str {
        self.mime_type
    }

    /// Returns its content.
    #[must_use]
    pub fn content(&self) -> &FileContent {
        &self.content
    }
}

impl FileContent {
    /// The text or the base64.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Base64(text) => text,
        }
    }

    fn check(&self, kind: &Kind) -> Result<(), StateError> {
        match self {
            Self::Text(_) if !kind.is_text => {
                let problem = format!("{} is not text; give base64", kind.mime_type);
                Err(wrong("text", problem))
            }
            Self::Base64(base64) => match STANDARD.decode(&**base64) {
                Ok(_) => Ok(()),
                Err(error) => {
                    let problem = format!("it is not standard base64 with padding: {error}");
                    Err(wrong("base64", problem))
                }
            },
            Self::Text(_) => Ok(()),
        }
    }
}

fn check_name(name: &str) -> Result<(), StateError> {
    let problem = if name.contains(['/', '\\', ':']) || name.chars().any(char::is_control) {
        "give the name alone; where the file goes is up to the person"
    } else if name.is_empty() || name.starts_with('.') {
        "give a name with something before the dot, such as \"report.csv\""
    } else if name.len() > MAX_NAME {
        "it is longer than 200 bytes"
    } else {
        return Ok(());
    };
    Err(wrong("filename", problem.into()))
}

fn by_mime_type(mime_type: &str) -> Result<&'static Kind, StateError> {
    let lower = mime_type.trim().to_ascii_lowercase();
    // A charset says nothing here: text is UTF-8.
    let bare = lower.split(';').next().unwrap_or_default().trim();
    let found = KINDS.iter().find(|kind| kind.mime_type == bare);
    found.ok_or_else(|| {
        let known = || KINDS.iter().map(|kind| kind.mime_type);
        let hint = did_you_mean(nearest(bare, known()));
        let list = known().collect::<Vec<_>>().join(", ");
        let shown: String = mime_type.chars().take(80).collect();
        wrong("mime_type", format!("\"{shown}\" cannot be offered{hint}; the types are {list}"))
    })
}

fn by_ending(ending: &str) -> Result<&'static Kind, StateError> {
    let found = KINDS.iter().find(|kind| kind.endings.contains(&ending));
    found.ok_or_else(|| {
        let list = KINDS.iter().flat_map(|kind| kind.endings).copied().collect::<Vec<_>>();
        let problem = format!(
            "it does not end in what can be offered: .{}; or give the mime_type",
            list.join(", .")
        );
        wrong("filename", problem)
    })
}

/// The address as browsers write it.
///
/// # Errors
///
/// [`StateError::Offer`] unless it is an http or https address without a user name,
/// which would show one host and lead to another.
pub(crate) fn web_address(text: &str) -> Result<String, StateError> {
    let refuse = |problem: String| Err(wrong("url", problem));
    if text.len() > MAX_URL {
        return refuse(format!("it has {} bytes; at most {MAX_URL} are allowed", text.len()));
    }
    let url = match Url::parse(text.trim()) {
        Ok(url) => url,
        Err(error) => {
            return refuse(format!(
                "invalid URL: {error}; use an absolute one, such as \"https://example.com/page\""
            ));
        }
    };
    if !matches!(url.scheme(), "http" | "https") {
        return refuse(format!("\"{}:\" cannot be opened; http and https can", url.scheme()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("it holds a user name or password; leave them out".into());
    }
    Ok(url.into())
}

fn wrong(part: &'static str, problem: String) -> StateError {
    StateError::Offer { part, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> FileContent {
        FileContent::Text(text.into())
    }

    fn base64(text: &str) -> FileContent {
        FileContent::Base64(text.into())
    }

    fn problem(name: &str, mime_type: Option<&str>, content: FileContent) -> String {
        match FileOffer::new(name, mime_type, content) {
            Err(StateError::Offer { part, problem }) => format!("{part}: {problem}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_ending_or_the_type_says_what_a_file_is() {
        let mime_type = |name, given| {
            FileOffer::new(name, given, text("x")).map(|file| file.mime_type().to_owned()).unwrap()
        };
        assert_eq!(mime_type("a.CSV", None), "text/csv");
        assert_eq!(mime_type("a", Some("Text/CSV; charset=utf-8")), "text/csv");
        assert_eq!(mime_type("a.b.json", Some("application/json")), "application/json");
        let photo = FileOffer::new("a.jpeg", None, base64("/9j/")).unwrap();
        assert_eq!(photo.mime_type(), "image/jpeg");
    }

    #[test]
    fn what_cannot_be_offered_is_refused_with_what_can() {
        for (name, mime_type, content, part) in [
            ("a.html", None, text("x"), "filename: it does not end in what can be offered: .txt"),
            ("a.svg", None, text("x"), "filename: it does not end"),
            ("a", None, text("x"), "or give the mime_type"),
            ("a.csv", Some("text/html"), text("x"), "mime_type: \"text/html\" cannot be offered"),
            ("a.csv", Some("text/cvs"), text("x"), "did you mean \"text/csv\"?"),
            (
                "a.exe",
                Some("text/csv"),
                text("x"),
                "filename: a file of the type text/csv ends in .csv, not .exe",
            ),
            ("../a.csv", None, text("x"), "filename: give the name alone"),
            ("a\n.csv", None, text("x"), "filename: give the name alone"),
            (".csv", None, text("x"), "filename: give a name"),
            ("", None, text("x"), "filename: give a name"),
            (&format!("{}.csv", "x".repeat(300)), None, text("x"), "longer than 200"),
            ("a.png", None, text("x"), "text: image/png is not text; give base64"),
            ("a.png", None, base64("?"), "base64: it is not standard base64"),
            ("a.png", None, base64("_-8="), "base64: it is not standard base64"),
        ] {
            let said = problem(name, mime_type, content);
            assert!(said.contains(part), "{name}: {said}");
        }
    }

    #[test]
    fn addresses_are_of_the_web() {
        assert_eq!(web_address(" HTTPS://Example.com/a b ").unwrap(), "https://example.com/a%20b");
        for (text, part) in [
            ("example.com", "use an absolute one"),
            ("", "use an absolute one"),
            ("javascript:alert(1)", "\"javascript:\" cannot be opened"),
            ("file:///etc/passwd", "\"file:\" cannot be opened"),
            ("https://bank.example@evil.example/", "user name"),
            (&format!("https://e.example/{}", "x".repeat(9_000)), "at most 8192"),
        ] {
            let said = web_address(text).unwrap_err().to_string();
            assert!(said.contains(part), "{text}: {said}");
        }
    }
}
