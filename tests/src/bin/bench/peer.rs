//! A server behind two pipes, and a client so thin that it does not hide the server: one thread, no
//! JSON parser, answers recognised by their id.

use std::io::{Read, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How many calls are under way at most.
pub(crate) const WINDOW: usize = 32;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// A running server.
#[derive(Debug)]
pub(crate) struct Peer {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// What was read; `unread` of it was not yet taken.
    buffer: Vec<u8>,
    unread: Range<usize>,
    next_id: u64,
}

/// A tool and its arguments as JSON text.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) tool: &'static str,
    pub(crate) arguments: String,
}

impl Peer {
    /// Starts a program that speaks, or at least repeats, lines.
    ///
    /// # Errors
    ///
    /// It does not start.
    pub(crate) fn spawn(program: &Path, arguments: &[&str]) -> Result<Self> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().context("its input is a pipe")?;
        let output = child.stdout.take().context("its output is a pipe")?;
        let buffer = vec![0; 256 * 1024];
        Ok(Self { child, input, output, buffer, unread: 0..0, next_id: 1 })
    }

    /// Starts a server and shakes hands; how long it took until it answered.
    ///
    /// # Errors
    ///
    /// It does not start, or ends instead of answering.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Result<(Self, Duration)> {
        let begin = Instant::now();
        let mut peer = Self::spawn(program, arguments)?;
        peer.input.write_all(format!("{INITIALIZE}\n").as_bytes())?;
        peer.answer()?;
        let took = begin.elapsed();
        peer.input.write_all(format!("{INITIALIZED}\n").as_bytes())?;
        Ok((peer, took))
    }

    /// One call; its answer, and how long it took.
    ///
    /// # Errors
    ///
    /// The server ends or refuses.
    pub(crate) fn call(&mut self, call: &Call) -> Result<(String, Duration)> {
        let mut line = Vec::new();
        self.write_request(call, &mut line);
        let begin = Instant::now();
        self.input.write_all(&line)?;
        let answer = self.answer()?;
        let took = begin.elapsed();
        Ok((accepted(call, answer)?, took))
    }

    /// All calls, [`WINDOW`] of them under way at a time; their answers and how long it took.
    ///
    /// # Errors
    ///
    /// The server ends or refuses.
    pub(crate) fn call_all(&mut self, calls: &[Call]) -> Result<(Vec<String>, Duration)> {
        let mut answers = Vec::with_capacity(calls.len());
        let mut requests = Vec::new();
        let mut sent = 0;
        let begin = Instant::now();
        while answers.len() < calls.len() {
            requests.clear();
            while sent < calls.len() && sent - answers.len() < WINDOW {
                self.write_request(&calls[sent], &mut requests);
                sent += 1;
            }
            self.input.write_all(&requests)?;
            answers.push(self.answer()?);
            while let Some(answer) = self.complete_line() {
                answers.push(answer);
            }
        }
        let took = begin.elapsed();
        let answers = answers.into_iter().map(|answer| accepted(&calls[0], answer));
        Ok((answers.collect::<Result<_>>()?, took))
    }

    /// Resident memory now and at its highest, in bytes; only Linux tells.
    pub(crate) fn memory(&self) -> Option<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
        };
        Some(Memory { now: field("VmRSS:")?, peak: field("VmHWM:")? })
    }

    fn write_request(&mut self, call: &Call, line: &mut Vec<u8>) {
        let id = self.next_id;
        self.next_id += 1;
        let Call { tool, arguments } = call;
        line.extend_from_slice(
            format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
            )
            .as_bytes(),
        );
        line.push(b'\n');
    }

    /// The next line that answers something.
    fn answer(&mut self) -> Result<String> {
        loop {
            if let Some(line) = self.complete_line() {
                return Ok(line);
            }
            self.read_more()?;
        }
    }

    /// Notifications have no id and are passed over.
    fn complete_line(&mut self) -> Option<String> {
        loop {
            let unread = &self.buffer[self.unread.clone()];
            let length = unread.iter().position(|byte| *byte == b'\n')?;
            let line = String::from_utf8_lossy(&unread[..length]).into_owned();
            self.unread.start += length + 1;
            if line.contains(r#""id":"#) {
                return Some(line);
            }
        }
    }

    fn read_more(&mut self) -> Result<()> {
        self.buffer.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        if self.unread.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        let length = self.output.read(&mut self.buffer[self.unread.end..])?;
        if length == 0 {
            bail!("the server ended");
        }
        self.unread.end += length;
        Ok(())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended already, which is as good.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Resident memory in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) now: u64,
    pub(crate) peak: u64,
}

/// A fast refusal would be a wrong measurement.
fn accepted(call: &Call, answer: String) -> Result<String> {
    if answer.contains(r#""isError":true"#) || answer.contains(r#""error":"#) {
        bail!("{} was refused: {answer}", call.tool);
    }
    Ok(answer)
}
