//! The wire between the client of the benchmark and a server.

mod http;

use std::io::{Read, Write};
use std::ops::Range;
use std::process::{ChildStdin, ChildStdout};

use anyhow::{Result, bail};

pub(crate) use http::{Sse, Streamable};

/// The wire between the client of the benchmark and a server.
#[derive(Debug)]
pub(crate) enum Link {
    Lines(Lines),
    Sse(Sse),
    Streamable(Streamable),
}

impl Link {
    /// Sends requests, each a JSON text.
    pub(crate) fn send(&mut self, requests: &[String]) -> Result<()> {
        match self {
            Self::Lines(lines) => lines.send(requests),
            Self::Sse(sse) => sse.send(requests),
            Self::Streamable(streamable) => streamable.send(requests),
        }
    }

    /// Sends what is not answered.
    pub(crate) fn notify(&mut self, notification: &str) -> Result<()> {
        match self {
            Self::Lines(lines) => lines.send(&[notification.to_owned()]),
            Self::Sse(sse) => sse.send(&[notification.to_owned()]),
            Self::Streamable(streamable) => streamable.notify(notification),
        }
    }

    /// The next answer. Notifications are passed over.
    pub(crate) fn answer(&mut self) -> Result<String> {
        match self {
            Self::Lines(lines) => lines.answer(),
            Self::Sse(sse) => sse.answer(),
            Self::Streamable(streamable) => streamable.answer(),
        }
    }

    /// A further answer that has come already.
    pub(crate) fn answer_at_hand(&mut self) -> Option<String> {
        match self {
            Self::Lines(lines) => lines.input.answer(is_answer),
            Self::Sse(sse) => sse.answer_at_hand(),
            Self::Streamable(_) => None,
        }
    }
}

fn is_answer(line: &str) -> bool {
    line.contains(r#""id":"#)
}

/// Lines over two pipes.
#[derive(Debug)]
pub(crate) struct Lines {
    output: ChildStdin,
    input: LineReader<ChildStdout>,
}

impl Lines {
    pub(crate) fn new(output: ChildStdin, input: ChildStdout) -> Self {
        Self { output, input: LineReader::new(input) }
    }

    fn send(&mut self, requests: &[String]) -> Result<()> {
        let mut lines = requests.join("\n");
        if !lines.is_empty() {
            lines.push('\n');
            self.output.write_all(lines.as_bytes())?;
        }
        Ok(())
    }

    fn answer(&mut self) -> Result<String> {
        loop {
            if let Some(line) = self.input.answer(is_answer) {
                return Ok(line);
            }
            self.input.read_more()?;
        }
    }
}

/// The bytes received on a wire, line by line.
#[derive(Debug)]
struct LineReader<R> {
    source: R,
    buffer: Vec<u8>,
    /// The bytes read and not yet taken.
    unread: Range<usize>,
}

impl<R: Read> LineReader<R> {
    fn new(source: R) -> Self {
        Self { source, buffer: vec![0; 256 * 1024], unread: 0..0 }
    }

    /// The next line at hand that is an answer; others are passed over.
    fn answer(&mut self, is_answer: impl Fn(&str) -> bool) -> Option<String> {
        loop {
            let line = self.line()?;
            if is_answer(&line) {
                return Some(line);
            }
        }
    }

    fn line(&mut self) -> Option<String> {
        let unread = &self.buffer[self.unread.clone()];
        let length = unread.iter().position(|byte| *byte == b'\n')?;
        let line = String::from_utf8_lossy(&unread[..length]).into_owned();
        self.unread.start += length + 1;
        Some(line)
    }

    /// The next line, for which it waits.
    fn next_line(&mut self) -> Result<String> {
        loop {
            if let Some(line) = self.line() {
                return Ok(line);
            }
            self.read_more()?;
        }
    }

    /// Passes over so many bytes.
    fn skip(&mut self, length: usize) -> Result<()> {
        while self.unread.len() < length {
            self.read_more()?;
        }
        self.unread.start += length;
        Ok(())
    }

    fn read_more(&mut self) -> Result<()> {
        self.buffer.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        if self.unread.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let length = self.source.read(&mut self.buffer[self.unread.end..])?;
        if length == 0 {
            bail!("the server ended");
        }
        self.unread.end += length;
        Ok(())
    }
}
