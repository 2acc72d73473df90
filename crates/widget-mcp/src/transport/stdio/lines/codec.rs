//! The lines that come in.

use std::io;

use rmcp::RoleServer;
use rmcp::service::RxJsonRpcMessage;
use rmcp::transport::async_rw::{JsonRpcMessageCodec, JsonRpcMessageCodecError};
use serde_json::error::Category;
use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::{AnyDelimiterCodec, AnyDelimiterCodecError, Decoder};

use super::KEEP_BYTES;
use crate::runtime::LARGE_MESSAGE_BYTES;

/// The result of reading a line.
pub(super) enum Line {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// So much that what comes behind it should not wait until it is parsed.
    Long(Bytes),
    /// Not JSON. Answering could start a storm of errors, so it is passed over,
    /// as in the other MCP libraries.
    NoJson,
    /// JSON, but no JSON-RPC message of MCP.
    NoMessage,
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
                Ok(Some(line)) => match parse(line) {
                    Ok(None) => continue,
                    line => line,
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
pub(super) fn parse(line: Bytes) -> io::Result<Option<Line>> {
    match JsonRpcMessageCodec::default().decode_eof(&mut line.into()) {
        Ok(message) => Ok(message.map(|message| Line::Message(Box::new(message)))),
        Err(JsonRpcMessageCodecError::Serde(error)) => Ok(Some(match error.classify() {
            Category::Syntax | Category::Eof => Line::NoJson,
            Category::Data | Category::Io => Line::NoMessage,
        })),
        Err(error) => Err(error.into()),
    }
}
