//! Just enough HTTP/1.1 for what the servers of the benchmark say.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::Write as _;
use std::net::TcpStream;

use anyhow::{Context, Result, ensure};

use super::{LineReader, is_answer};

/// A connection that stays open.
#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    input: LineReader<TcpStream>,
    authority: String,
}

/// The head of a response.
struct Head {
    status: String,
    session: Option<String>,
    /// `None`: the body comes in chunks.
    length: Option<usize>,
}

impl Connection {
    fn open(authority: &str) -> Result<Self> {
        let stream = TcpStream::connect(authority)?;
        stream.set_nodelay(true)?;
        let input = LineReader::new(stream.try_clone()?);
        Ok(Self { stream, input, authority: authority.to_owned() })
    }

    /// Writes requests in one go; the server answers them one after the other.
    fn post(&mut self, path: &str, headers: &str, bodies: &[String]) -> Result<()> {
        let mut text = String::new();
        for body in bodies {
            write!(
                text,
                "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
                 accept: application/json, text/event-stream\r\n{headers}content-length: {}\r\n\
                 \r\n{body}",
                self.authority,
                body.len()
            )?;
        }
        Ok(self.stream.write_all(text.as_bytes())?)
    }

    fn head(&mut self) -> Result<Head> {
        let status = self.input.next_line()?;
        let mut head = Head { status, session: None, length: None };
        loop {
            let line = self.input.next_line()?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { return Ok(head) };
            match &*name.to_ascii_lowercase() {
                "mcp-session-id" => head.session = Some(value.to_owned()),
                "content-length" => head.length = Some(value.parse()?),
                _ => {}
            }
        }
    }

    /// The rest of a response: the events of its body that carry JSON.
    fn events(&mut self, head: &Head) -> Result<Vec<String>> {
        if let Some(length) = head.length {
            self.input.skip(length)?;
            return Ok(Vec::new());
        }
        let mut body = String::new();
        loop {
            let chunk = self.chunk()?;
            if chunk.is_empty() {
                return Ok(body.lines().filter_map(json).map(ToOwned::to_owned).collect());
            }
            body.push_str(&chunk);
        }
    }

    /// The next chunk of a body; empty at its end.
    fn chunk(&mut self) -> Result<String> {
        let size = self.input.next_line()?;
        let size = usize::from_str_radix(size.trim_end(), 16).context("the size of a chunk")?;
        while self.input.unread.len() < size + 2 {
            self.input.read_more()?;
        }
        let start = self.input.unread.start;
        let text = String::from_utf8_lossy(&self.input.buffer[start..start + size]).into_owned();
        self.input.skip(size + 2)?;
        Ok(text)
    }
}

/// The JSON in a line of an event.
fn json(line: &str) -> Option<&str> {
    line.strip_prefix("data:").map(str::trim).filter(|data| data.starts_with('{'))
}

/// Streamable HTTP: a connection for each request that is under way.
#[derive(Debug)]
pub(crate) struct Streamable {
    free: Vec<Connection>,
    busy: VecDeque<Connection>,
    headers: String,
}

impl Streamable {
    pub(crate) fn new(authority: &str, connections: usize) -> Result<Self> {
        let free = (0..connections).map(|_| Connection::open(authority));
        Ok(Self {
            free: free.collect::<Result<_>>()?,
            busy: VecDeque::new(),
            headers: String::new(),
        })
    }

    pub(super) fn send(&mut self, requests: &[String]) -> Result<()> {
        for request in requests {
            let mut connection = self.free.pop().context("a free connection")?;
            connection.post("/mcp", &self.headers, std::slice::from_ref(request))?;
            self.busy.push_back(connection);
        }
        Ok(())
    }

    /// The answer to the request that was sent first.
    pub(super) fn answer(&mut self) -> Result<String> {
        let mut connection = self.busy.pop_front().context("a request under way")?;
        let head = connection.head()?;
        ensure!(head.status.contains(" 200 "), "{}", head.status);
        if let Some(session) = &head.session {
            self.headers =
                format!("mcp-session-id: {session}\r\nmcp-protocol-version: 2025-11-25\r\n");
        }
        let answer = connection.events(&head)?.pop().context("an answer")?;
        self.free.push(connection);
        Ok(answer)
    }

    pub(super) fn notify(&mut self, notification: &str) -> Result<()> {
        let mut connection = self.free.pop().context("a free connection")?;
        connection.post("/mcp", &self.headers, &[notification.to_owned()])?;
        let head = connection.head()?;
        ensure!(head.status.contains(" 202 "), "{}", head.status);
        connection.events(&head)?;
        self.free.push(connection);
        Ok(())
    }
}

/// HTTP+SSE: one connection for what goes, one for what comes.
#[derive(Debug)]
pub(crate) struct Sse {
    outgoing: Connection,
    incoming: Connection,
    path: String,
    /// Events that are not complete, and answers that are not claimed yet.
    partial: String,
    answers: VecDeque<String>,
}

impl Sse {
    pub(crate) fn open(authority: &str) -> Result<Self> {
        let mut incoming = Connection::open(authority)?;
        let request = format!("GET /sse HTTP/1.1\r\nhost: {authority}\r\n\r\n");
        incoming.stream.write_all(request.as_bytes())?;
        let head = incoming.head()?;
        ensure!(head.status.contains(" 200 "), "{}", head.status);
        let event = incoming.chunk()?;
        let (_, path) = event.split_once("data: ").context("the endpoint")?;
        let path = path.trim().to_owned();
        let outgoing = Connection::open(authority)?;
        Ok(Self { outgoing, incoming, path, partial: String::new(), answers: VecDeque::new() })
    }

    pub(super) fn send(&mut self, requests: &[String]) -> Result<()> {
        self.outgoing.post(&self.path, "", requests)?;
        for _ in requests {
            let head = self.outgoing.head()?;
            ensure!(head.status.contains(" 202 "), "{}", head.status);
            self.outgoing.events(&head)?;
        }
        Ok(())
    }

    pub(super) fn answer(&mut self) -> Result<String> {
        loop {
            if let Some(answer) = self.answer_at_hand() {
                return Ok(answer);
            }
            let chunk = self.incoming.chunk()?;
            ensure!(!chunk.is_empty(), "the server ended the stream");
            self.partial.push_str(&chunk);
            while let Some((line, rest)) = self.partial.split_once('\n') {
                self.answers.extend(json(line).filter(|text| is_answer(text)).map(str::to_owned));
                self.partial = rest.to_owned();
            }
        }
    }

    pub(super) fn answer_at_hand(&mut self) -> Option<String> {
        self.answers.pop_front()
    }
}
