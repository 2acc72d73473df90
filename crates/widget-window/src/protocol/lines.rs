//! Bounded lines.

use std::io;

use serde::Serialize;

/// The longest line, in bytes: an icon of 512 KiB in base64, and the rest.
pub(crate) const MAX_LINE: usize = 1024 * 1024;

/// The line of a message.
pub(crate) fn encode(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    if line.len() > MAX_LINE {
        return Err(too_long());
    }
    Ok(line)
}

/// A line that is longer than any of the protocol.
pub(crate) fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a line is longer than {MAX_LINE} bytes"))
}

/// Reads a line without its end; `None` at the end of the stream.
pub(crate) fn read(reader: &mut impl io::BufRead, line: &mut Vec<u8>) -> io::Result<Option<()>> {
    use io::{BufRead as _, Read as _};
    line.clear();
    reader.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', line)?;
    finish(line)
}

/// The same without blocking. Not cancel safe.
pub(crate) async fn read_async(
    reader: &mut (impl tokio::io::AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
) -> io::Result<Option<()>> {
    use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _};
    line.clear();
    reader.take(MAX_LINE as u64 + 1).read_until(b'\n', line).await?;
    finish(line)
}

fn finish(line: &mut Vec<u8>) -> io::Result<Option<()>> {
    if line.len() > MAX_LINE {
        return Err(too_long());
    }
    // A line without an end was cut off when its writer died.
    Ok((line.pop() == Some(b'\n')).then_some(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8]) -> io::Result<Vec<String>> {
        let (mut line, mut lines) = (Vec::new(), Vec::new());
        while read(&mut bytes, &mut line)?.is_some() {
            lines.push(String::from_utf8(line.clone()).unwrap());
        }
        Ok(lines)
    }

    #[test]
    fn a_line_that_was_cut_off_is_none() {
        assert_eq!(lines(b"a\n\nb\nc").unwrap(), ["a", "", "b"]);
        assert_eq!(lines(b"").unwrap(), [""; 0]);
    }

    #[tokio::test]
    async fn a_line_without_end_takes_no_more_memory_than_its_bound() {
        let (mut endless, mut line) = (io::BufReader::new(io::repeat(b'x')), Vec::new());
        assert_eq!(read(&mut endless, &mut line).unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert!(line.len() <= MAX_LINE + 1);

        let mut endless = tokio::io::BufReader::new(tokio::io::repeat(b'x'));
        let error = read_async(&mut endless, &mut line).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn the_longest_line_passes_and_one_byte_more_does_not() {
        let fits = "x".repeat(MAX_LINE - 3);
        let line = encode(&fits).unwrap();
        assert_eq!(lines(&line).unwrap().len(), 1);
        assert!(encode(&format!("{fits}x")).is_err());
    }
}
