//! A server and a client so thin that it does not hide the server: one thread, no JSON parser,
//! answers recognised by their id.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::link::{Lines, Link, Sse, Streamable};

/// The maximum number of calls under way.
pub(crate) const WINDOW: usize = 32;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"0"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// The transport between client and server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transport {
    /// Standard input and output.
    Stdio,
    /// HTTP+SSE.
    Sse,
    /// Streamable HTTP.
    Http,
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Peer {
    /// `None` for a further client of a server.
    child: Option<Child>,
    link: Link,
    /// The address of streamable HTTP.
    address: Option<String>,
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
        Self::run(Command::new(program).args(arguments), program)
    }

    /// Starts a server with these environment variables and shakes hands.
    ///
    /// # Errors
    ///
    /// As [`Peer::start`].
    pub(crate) fn start_in(
        program: &Path,
        env: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self> {
        let mut peer = Self::run(Command::new(program).envs(env), program)?;
        peer.shake_hands()?;
        Ok(peer)
    }

    fn run(command: &mut Command, program: &Path) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let input = child.stdin.take().context("its input is a pipe")?;
        let output = child.stdout.take().context("its output is a pipe")?;
        let link = Link::Lines(Lines::new(input, output));
        Ok(Self { child: Some(child), link, address: None, next_id: 1 })
    }

    /// Starts a server and shakes hands; how long it took until it answered.
    ///
    /// # Errors
    ///
    /// It does not start, or ends instead of answering.
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Result<(Self, Duration)> {
        let begin = Instant::now();
        let mut peer = Self::spawn(program, arguments)?;
        peer.shake_hands()?;
        Ok((peer, begin.elapsed()))
    }

    /// Starts a server and shakes hands over a transport, which the arguments choose as well.
    ///
    /// # Errors
    ///
    /// As [`Peer::start`].
    pub(crate) fn start_over(
        transport: Transport,
        program: &Path,
        arguments: &[&str],
    ) -> Result<Self> {
        if transport == Transport::Stdio {
            return Ok(Self::start(program, arguments)?.0);
        }
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let log = BufReader::new(child.stderr.take().context("its log is a pipe")?);
        let address = log.lines().map_while(Result::ok).find_map(|line| {
            let (_, address) = line.split_once("listening on http://")?;
            Some(address.split(',').next()?.trim().to_owned())
        });
        let address = address.context("it ended before it was listening")?;
        let link = match transport {
            Transport::Sse => Link::Sse(Sse::open(&address)?),
            _ => Link::Streamable(Streamable::new(&address, WINDOW)?),
        };
        let mut peer = Self { child: Some(child), link, address: Some(address), next_id: 1 };
        peer.shake_hands()?;
        Ok(peer)
    }

    /// A further client of the same server, over streamable HTTP.
    ///
    /// # Errors
    ///
    /// The server does not listen for it.
    pub(crate) fn another(&self) -> Result<Self> {
        let address = self.address.clone().context("it listens at no address")?;
        let link = Link::Streamable(Streamable::new(&address, 1)?);
        let mut peer = Self { child: None, link, address: Some(address), next_id: 1 };
        peer.shake_hands()?;
        Ok(peer)
    }

    fn shake_hands(&mut self) -> Result<()> {
        self.link.send(&[INITIALIZE.into()])?;
        self.link.answer()?;
        self.link.notify(INITIALIZED)
    }

    /// One call; its answer, and how long it took.
    ///
    /// # Errors
    ///
    /// The server ends or refuses.
    pub(crate) fn call(&mut self, call: &Call) -> Result<(String, Duration)> {
        let request = self.request(call);
        let begin = Instant::now();
        self.link.send(&[request])?;
        let answer = self.link.answer()?;
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
                requests.push(self.request(&calls[sent]));
                sent += 1;
            }
            self.link.send(&requests)?;
            answers.push(self.link.answer()?);
            while let Some(answer) = self.link.answer_at_hand() {
                answers.push(answer);
            }
        }
        let took = begin.elapsed();
        let answers = answers.into_iter().map(|answer| accepted(&calls[0], answer));
        Ok((answers.collect::<Result<_>>()?, took))
    }

    /// Resident memory now and at its highest, in bytes; only Linux tells.
    pub(crate) fn memory(&self) -> Option<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process()?)).ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
        };
        Some(Memory { now: field("VmRSS:")?, peak: field("VmHWM:")? })
    }

    /// The number of the server's process; `None` for a further client.
    pub(crate) fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    fn request(&mut self, call: &Call) -> String {
        let id = self.next_id;
        self.next_id += 1;
        let Call { tool, arguments } = call;
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        )
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // It may have ended already, which is as good.
            child.kill().ok();
            child.wait().ok();
        }
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
