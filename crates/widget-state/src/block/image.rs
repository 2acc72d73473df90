//! A picture.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use super::Kind;

/// The types of picture that every browser shows.
const TYPES: [&str; 6] = ["png", "jpeg", "gif", "webp", "avif", "svg+xml"];

/// The longest `alt` or `caption`, in bytes.
const MAX_TEXT: usize = 2_000;

/// The way out for a picture whose content is not given.
const WAY_OUT: &str = "give the content of the picture itself: data:image/png;base64,…";

/// A picture, as wide as it is but no wider than its place. Scripts in an SVG do not run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({"type": "image", "src": "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'%3E%3Ccircle cx='20' cy='20' r='18' fill='teal'/%3E%3C/svg%3E", "alt": "A teal disc", "caption": "The new logo", "width": 120}))]
pub struct ImageBlock {
    /// The picture as a `data:` address of the type png, jpeg, gif, webp, avif or svg+xml. An agent
    /// may name a file below a folder of the server's `--data DIR` instead.
    #[serde(deserialize_with = "source")]
    pub src: Arc<str>,
    /// Says what it shows to those who do not see it; empty for mere decoration.
    pub alt: String,
    /// Stands below it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub caption: String,
    /// Its width in CSS pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u32")]
    pub width: Option<u32>,
}

impl Kind for ImageBlock {
    fn check(&self) -> Result<(), String> {
        for (name, text) in [("alt", &self.alt), ("caption", &self.caption)] {
            if text.len() > MAX_TEXT {
                return Err(format!("{name} has {} bytes, more than {MAX_TEXT}", text.len()));
            }
        }
        match self.width {
            Some(0) => Err("width must be above 0".into()),
            _ => Ok(()),
        }
    }

    fn content_bytes(&self) -> usize {
        self.src.len()
    }

    fn label(&self) -> &str {
        &self.alt
    }
}

fn source<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    let src = Arc::<str>::deserialize(deserializer)?;
    check_source(&src).map_err(|problem| D::Error::custom(format!("src: {problem}")))?;
    Ok(src)
}

/// Takes a `data:` address (RFC 2397) of a picture.
fn check_source(src: &str) -> Result<(), String> {
    let has_scheme = |scheme: &str| {
        src.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    if ["http:", "https:", "//", "ftp:"].into_iter().any(has_scheme) {
        return Err(format!("a page loads nothing from the network; {WAY_OUT}"));
    }
    if !has_scheme("data:") {
        return Err(format!("a page reads no files; {WAY_OUT}"));
    }
    let Some((head, data)) = src["data:".len()..].split_once(',') else {
        return Err(format!("there is no comma in it; {WAY_OUT}"));
    };
    let (media_type, parameters) = head.split_once(';').unwrap_or((head, ""));
    let media_type = media_type.to_ascii_lowercase();
    let of_picture = media_type.strip_prefix("image/");
    if !of_picture.is_some_and(|name| TYPES.contains(&name)) {
        let shown: String = media_type.chars().take(40).collect();
        return Err(format!("\"{shown}\" is none of image/{}", TYPES.join(", image/")));
    }
    let is_base64 = parameters.rsplit(';').next().is_some_and(|last| last == "base64");
    if data.is_empty() {
        return Err("there is nothing after the comma".into());
    }
    if is_base64 && !data.bytes().all(is_base64_letter) {
        return Err("what follows the comma is no base64".into());
    }
    Ok(())
}

/// Those of RFC 4648, section 4, as such or written as `%2B`, and line breaks, which browsers skip.
fn is_base64_letter(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || letter.is_ascii_whitespace() || b"+/=%".contains(&letter)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::block::Block;

    fn read(mut image: Value) -> Result<Block, String> {
        image["type"] = "image".into();
        serde_json::from_value(image).map_err(|error| error.to_string())
    }

    #[test]
    fn pictures_that_are_in_the_address_are_taken() {
        for src in [
            "data:image/png;base64,iVBORw0KGgo=",
            "DATA:image/JPEG;base64,/9j/\n4AA=",
            "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
            "data:image/svg+xml;charset=utf-8;base64,PHN2Zy8%2B",
        ] {
            let image = read(json!({"src": src, "alt": "", "width": 40})).unwrap();
            let written = serde_json::to_value(&image).unwrap();
            assert_eq!((&written["src"], &written["width"]), (&json!(src), &json!(40)));
            assert_eq!(image.bytes(), src.len());
        }
    }

    #[test]
    fn others_are_refused_with_the_way_out() {
        let png = "data:image/png;base64,iVBORw0KGgo=";
        for (image, part) in [
            (json!({"src": "https://e.example/a.png", "alt": "A"}), "nothing from the network"),
            (json!({"src": "//e.example/a.png", "alt": "A"}), "data:image/png;base64,…"),
            (json!({"src": "/tmp/a.png", "alt": "A"}), "a page reads no files"),
            (json!({"src": "javascript:alert(1)", "alt": "A"}), "a page reads no files"),
            (json!({"src": "ä", "alt": "A"}), "a page reads no files"),
            (
                json!({"src": "data:text/html,<b>", "alt": "A"}),
                "\"text/html\" is none of image/png",
            ),
            (json!({"src": "data:image/png;base64", "alt": "A"}), "no comma"),
            (json!({"src": "data:image/png;base64,", "alt": "A"}), "nothing after the comma"),
            (json!({"src": "data:image/png;base64,\u{89}PNG", "alt": "A"}), "no base64"),
            (json!({"src": png}), "missing field `alt`"),
            (json!({"alt": "A"}), "missing field `src`"),
            (json!({"src": png, "alt": "A", "width": 0}), "width must be above 0"),
            (json!({"src": png, "alt": "x".repeat(2_001)}), "alt has 2001 bytes"),
            (json!({"src": png, "alt": "A", "title": "B"}), "an image has no property \"title\""),
        ] {
            let error = read(image).unwrap_err();
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
