//! The lines that come in.

use std::io;

use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::async_rw::JsonRpcMessageCodec;
use serde_json::error::Category;
use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::{AnyDelimiterCodec, AnyDelimiterCodecError, Decoder};

use super::KEEP_BYTES;
use crate::runtime::LARGE_MESSAGE_BYTES;
use crate::transport::malformed;

/// The result of reading a line.
pub(super) enum Line {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// So much that what comes behind it should not wait until it is parsed.
    Long(Bytes),
    /// Not meant to be a message. Answering could start a storm of errors, so it is passed over,
    /// as in the other MCP libraries.
    NoJson,
    /// No message of MCP; with the answer that says so.
    Refused(Box<TxJsonRpcMessage<RoleServer>>),
    TooLong,
}

/// Takes lines apart, continues after a bad one, and gives memory back.
pub(super) struct LineCodec(AnyDelimiterCodec);

impl LineCodec {
    /// Takes lines of at most `max_line` bytes.
    pub(super) fn new(max_line: usize) -> Self {
        Self(AnyDelimiterCodec::new_with_max_length(b"\n".to_vec(), Vec::new(), max_line))
    }

    /// Reads the first line that is not to be passed over in silence.
    fn read(
        &mut self,
        buffer: &mut BytesMut,
        next: fn(&mut AnyDelimiterCodec, &mut BytesMut) -> NextLine,
    ) -> io::Result<Option<Line>> {
        loop {
            let line = match next(&mut self.0, buffer) {
                Ok(Some(line)) if line.len() > LARGE_MESSAGE_BYTES => Ok(Some(Line::Long(line))),
                Ok(Some(line)) => match parse(&line) {
                    None => continue,
                    line => Ok(line),
                },
                Ok(None) => Ok(None),
                Err(AnyDelimiterCodecError::MaxChunkLengthExceeded) => Ok(Some(Line::TooLong)),
                Err(AnyDelimiterCodecError::Io(error)) => Err(error),
            };
            match &line {
                // It holds the memory until it is parsed.
                Ok(Some(Line::Long(_))) if buffer.is_empty() => *buffer = BytesMut::new(),
                _ if buffer.is_empty() => give_back(buffer),
                _ => {}
            }
            return line;
        }
    }
}

/// Drops the memory of an empty buffer that has grown. (Its capacity tells less: what
/// was taken from the front is not part of it, though it is still there.)
fn give_back(buffer: &mut BytesMut) {
    if buffer.try_reclaim(KEEP_BYTES + 1) {
        *buffer = BytesMut::new();
    }
}

type NextLine = Result<Option<Bytes>, AnyDelimiterCodecError>;

impl Decoder for LineCodec {
    type Item = Line;
    type Error = io::Error;

    fn decode(&mut self, buffer: &mut BytesMut) -> io::Result<Option<Line>> {
        self.read(buffer, Decoder::decode)
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> io::Result<Option<Line>> {
        self.read(buffer, Decoder::decode_eof)
    }
}

/// Reads a line; `None` when it is empty or one of the notifications that rmcp passes over.
pub(super) fn parse(line: &[u8]) -> Option<Line> {
    // RFC 8259, section 8.1: a byte-order mark may be passed over.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return None;
    }
    let error = match serde_json::from_slice(line) {
        Ok(message) => return Some(Line::Message(message)),
        Err(error) => error,
    };
    if !malformed::is_meant(line) {
        return Some(Line::NoJson);
    }
    if let Some(repaired) = malformed::repair(line)
        && let Ok(message) = serde_json::from_str(&repaired)
    {
        return Some(Line::Message(message));
    }
    if error.is_data() && is_passed_over(line) {
        return None;
    }
    let answer = match error.classify() {
        Category::Syntax | Category::Eof => malformed::parse_error(line, &error),
        Category::Data | Category::Io => malformed::invalid_request(line),
    };
    Some(Line::Refused(Box::new(answer)))
}

/// Returns whether a line is a notification of another protocol, which rmcp passes over.
fn is_passed_over(line: &[u8]) -> bool {
    let mut codec = JsonRpcMessageCodec::<RxJsonRpcMessage<RoleServer>>::default();
    matches!(codec.decode_eof(&mut BytesMut::from(line)), Ok(None))
}
