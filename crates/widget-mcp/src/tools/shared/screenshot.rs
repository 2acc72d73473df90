//! A picture that a page has drawn, looked at with care: the page may be hostile.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// The largest picture, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// The start of a PNG: its signature, then the length and type of its first chunk
/// (PNG, third edition, 5.2 and 11.2.1).
const HEAD: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR";

/// The end of a PNG.
const END: &[u8] = b"\0\0\0\0IEND\xae\x42\x60\x82";

/// A PNG.
#[derive(Debug)]
pub(crate) struct Picture {
    /// In base64.
    pub(crate) png: String,
    /// In pixels.
    pub(crate) width: u32,
    /// In pixels.
    pub(crate) height: u32,
    /// Its size.
    pub(crate) bytes: usize,
}

impl Picture {
    /// Reads a page's answer. The error says what is wrong with it.
    pub(crate) fn read(answer: &Value, max_side: u32) -> Result<Self, String> {
        let png = answer["png"].as_str().ok_or("there is none")?;
        if png.len() > MAX_BYTES.div_ceil(3) * 4 {
            return Err(format!("it has more than {MAX_BYTES} bytes"));
        }
        let data = STANDARD.decode(png).map_err(|error| format!("it is not base64: {error}"))?;
        let not_png = || "it is not a PNG".to_owned();
        let size = data.strip_prefix(HEAD).filter(|_| data.ends_with(END)).ok_or_else(not_png)?;
        let (width, size) = size.split_first_chunk().ok_or_else(not_png)?;
        let (height, _) = size.split_first_chunk().ok_or_else(not_png)?;
        let (width, height) = (u32::from_be_bytes(*width), u32::from_be_bytes(*height));
        if !(1..=max_side).contains(&width) || !(1..=max_side).contains(&height) {
            return Err(format!("it has {width}×{height} pixels; each side may have {max_side}"));
        }
        Ok(Self { png: png.to_owned(), width, height, bytes: data.len() })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn png(width: u32, height: u32) -> String {
        let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
        STANDARD.encode([HEAD, &size, END].concat())
    }

    #[test]
    fn a_png_is_taken_with_its_size() {
        let picture = Picture::read(&json!({"png": png(640, 480)}), 2_000).unwrap();
        assert_eq!((picture.width, picture.height), (640, 480));
    }

    #[test]
    fn anything_else_is_refused() {
        for (answer, part) in [
            (json!({}), "none"),
            (json!({"png": 7}), "none"),
            (json!({"png": "no base64!"}), "not base64"),
            (json!({"png": STANDARD.encode("<svg/>")}), "not a PNG"),
            (json!({"png": STANDARD.encode(HEAD)}), "not a PNG"),
            (json!({"png": png(2_001, 10)}), "2001×10 pixels"),
            (json!({"png": png(0, 10)}), "0×10 pixels"),
            (json!({"png": "A".repeat(MAX_BYTES * 2)}), "more than"),
        ] {
            let problem = Picture::read(&answer, 2_000).unwrap_err();
            assert!(problem.contains(part), "{problem}");
        }
    }
}
