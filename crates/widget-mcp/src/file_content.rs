//! The content of a file as a model can read it.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// The start of each kind of picture that models see, and its media type.
const PICTURES: [(&[u8], &str); 4] = [
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"RIFF", "image/webp"),
];

/// A file, by what is in it: its name and its type are the page's words.
#[derive(Debug, PartialEq)]
pub(crate) enum FileContent<'a> {
    Text { text: Cow<'a, str>, encoding: &'static str },
    Picture { media_type: &'static str },
    Other,
}

impl<'a> FileContent<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        let is_one = |start: &[u8]| {
            bytes.starts_with(start) && (start != b"RIFF" || bytes.get(8..12) == Some(b"WEBP"))
        };
        if let Some((_, media_type)) = PICTURES.iter().find(|(start, _)| is_one(start)) {
            return Self::Picture { media_type };
        }
        match text(bytes) {
            Some((text, encoding)) => Self::Text { text, encoding: encoding.name() },
            None => Self::Other,
        }
    }
}

/// A text by its byte-order mark, as UTF-8, or as what Windows writes in the West.
fn text(bytes: &[u8]) -> Option<(Cow<'_, str>, &'static Encoding)> {
    let strict = |encoding: &'static Encoding, bytes| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        Some((text, encoding)).filter(|(text, _)| !text.contains(is_never_in_text))
    };
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return strict(encoding, bytes.get(length..)?);
    }
    strict(UTF_8, bytes).or_else(|| strict(WINDOWS_1252, bytes))
}

fn is_never_in_text(letter: char) -> bool {
    letter.is_ascii_control() && !['\t', '\n', '\r', '\x0c', '\x1b'].contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_told_by_its_bytes() {
        for (bytes, text, encoding) in [
            (&b"a;b\r\n1;2"[..], "a;b\r\n1;2", "UTF-8"),
            ("\u{feff}Größe".as_bytes(), "Größe", "UTF-8"),
            (b"Gr\xf6\xdfe \x80", "Größe €", "windows-1252"),
            (b"\xff\xfeG\0r\0", "Gr", "UTF-16LE"),
            (b"", "", "UTF-8"),
        ] {
            let expected = FileContent::Text { text: text.into(), encoding };
            assert_eq!(FileContent::of(bytes), expected);
        }
    }

    #[test]
    fn pictures_and_all_else_are_no_text() {
        for (bytes, media_type) in [
            (&b"\x89PNG\r\n\x1a\n..."[..], "image/png"),
            (b"\xff\xd8\xff\xe0", "image/jpeg"),
            (b"GIF89a", "image/gif"),
            (b"RIFF\x01\x02\x03\x04WEBPVP8", "image/webp"),
        ] {
            assert_eq!(FileContent::of(bytes), FileContent::Picture { media_type });
        }
        for bytes in [&b"RIFF\x01\x02\x03\x04WAVE"[..], b"PK\x03\x04", b"a\0b", b"\xff\xfea"] {
            assert_eq!(FileContent::of(bytes), FileContent::Other, "{bytes:?}");
        }
    }
}
