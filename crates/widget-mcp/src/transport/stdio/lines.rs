//! MCP messages as lines, over any pair of pipes.
//!
//! Unlike rmcp's own transport it gives back the memory of a large message, tells the
//! client that a line was too long instead of dropping it, and reads on while a long line is
//! parsed.

mod codec;
mod line_writer;

use std::future::{Future, pending};
use std::io;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::{BoxFuture, FutureExt};
use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::bytes::Bytes;
use tokio_util::codec::FramedRead;
use tokio_util::sync::CancellationToken;

use crate::transport::too_large;
use codec::{Line, LineCodec, parse};
use line_writer::LineWriter;

/// A buffer that has grown beyond this is given back when it is no longer needed. Long
/// answers to dozens of calls at once fit in: their pages are not asked for each time.
const KEEP_BYTES: usize = 512 << 10;

/// Messages as lines.
pub(super) struct Lines<R, W> {
    reader: FramedRead<R, LineCodec>,
    writer: Arc<LineWriter<W>>,
    max_line: usize,
    /// The answer to a line that cannot be a request, until it is written. A caller that
    /// receives may stop waiting at any time, and must not take it along.
    complaint: Option<BoxFuture<'static, io::Result<()>>>,
    /// The long line that is being parsed, on another thread.
    parsing: Option<JoinHandle<Option<Line>>>,
    /// A long line that came meanwhile. Nothing behind it is read before it.
    held: Option<Bytes>,
    ended: bool,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin,
{
    /// Reads lines of at most `max_line` bytes. Cancels `gone` when the client reads no more.
    pub(super) fn new(reader: R, writer: W, max_line: usize, gone: CancellationToken) -> Self {
        Self {
            reader: FramedRead::new(reader, LineCodec::new(max_line)),
            writer: Arc::new(LineWriter::new(writer, gone)),
            max_line,
            complaint: None,
            parsing: None,
            held: None,
            ended: false,
        }
    }

    /// The next line that is read; `None` at the end. Safe to drop.
    async fn next_line(&mut self) -> Option<io::Result<Line>> {
        loop {
            if self.parsing.is_none() {
                self.parsing = self.held.take().map(|line| spawn_blocking(move || parse(&line)));
            }
            let line = tokio::select! {
                biased;
                parsed = finished(&mut self.parsing), if self.parsing.is_some() => match parsed.transpose() {
                    Some(line) => return Some(line),
                    None => continue,
                },
                line = self.reader.next(), if self.held.is_none() && !self.ended => line,
                else => return None,
            };
            match line {
                Some(Ok(Line::Long(line))) => self.held = Some(line),
                Some(line) => return Some(line),
                None => self.ended = true,
            }
        }
    }
}

/// Waits for the line that is being parsed; for ever, while none is.
async fn finished(parsing: &mut Option<JoinHandle<Option<Line>>>) -> io::Result<Option<Line>> {
    let Some(running) = parsing else { return pending().await };
    let parsed = running.await;
    *parsing = None;
    parsed.map_err(io::Error::from)
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let writer = Arc::clone(&self.writer);
        async move { writer.send(&item).await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if let Some(complaint) = &mut self.complaint {
                let written = complaint.await;
                self.complaint = None;
                written.ok()?;
            }
            let answer = match self.next_line().await? {
                Ok(Line::Message(message)) => return Some(*message),
                Ok(Line::NoJson | Line::Long(_)) => continue,
                Ok(Line::Refused(answer)) => *answer,
                Ok(Line::TooLong) => {
                    let error = ErrorData::invalid_request(too_large(self.max_line), None);
                    TxJsonRpcMessage::<RoleServer>::error(error, None)
                }
                Err(error) => {
                    tracing::error!(%error, "standard input failed");
                    return None;
                }
            };
            // So that no caller waits in vain.
            self.complaint = Some(self.send(answer).boxed());
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.writer.close().await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio_util::bytes::BytesMut;
    use tokio_util::codec::Decoder;

    use super::*;

    const PING: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";

    /// Returns the replies to `lines`, and the number of messages the server received.
    async fn exchange(lines: &str, max_line: usize) -> (Vec<Value>, usize) {
        let (mut input, reader) = tokio::io::duplex(1 << 20);
        let (writer, output) = tokio::io::duplex(1 << 20);
        let mut transport = Lines::new(reader, writer, max_line, CancellationToken::new());
        input.write_all(lines.as_bytes()).await.unwrap();
        drop(input);
        let mut messages = 0;
        while transport.receive().await.is_some() {
            messages += 1;
        }
        transport.close().await.unwrap();
        let mut answers = Vec::new();
        let mut output = BufReader::new(output).lines();
        while let Some(line) = output.next_line().await.unwrap() {
            answers.push(serde_json::from_str(&line).unwrap());
        }
        (answers, messages)
    }

    #[tokio::test]
    async fn bad_lines_do_not_end_the_connection() {
        let lines = format!("{PING}not json\n\n{{\"a\":1}}\n[]\n{PING}");
        let (answers, messages) = exchange(&lines, 1_000).await;
        assert_eq!(messages, 2);
        assert_eq!(answers.len(), 2, "{answers:?}");
        assert_eq!(answers[0]["error"]["code"], json!(-32600));
    }

    /// Clients of editors send some that are of another protocol.
    #[tokio::test]
    async fn what_follows_a_line_that_is_passed_over_does_not_wait_for_more() {
        for passed_over in ["", "\r", "{\"method\":\"textDocument/didOpen\"}", "not json"] {
            let (mut input, reader) = tokio::io::duplex(1 << 20);
            let mut transport =
                Lines::new(reader, tokio::io::sink(), 1_000, CancellationToken::new());
            input.write_all(format!("{passed_over}\n{PING}").as_bytes()).await.unwrap();
            assert!(transport.receive().now_or_never().flatten().is_some(), "{passed_over}");
        }
    }

    #[tokio::test]
    async fn every_request_whose_id_can_be_read_is_answered() {
        let call = |argument: &str| {
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\",\"params\":{{\"a\":{argument}}}}}\n"
            )
        };
        let deep = "[".repeat(200);
        for argument in ["1e999", "NaN", &deep, "\"\\x\""] {
            let (answers, messages) = exchange(&call(argument), 1_000).await;
            assert_eq!(messages, 0);
            assert_eq!(answers.len(), 1, "{argument}");
            assert_eq!(
                (&answers[0]["id"], &answers[0]["error"]["code"]),
                (&json!(5), &json!(-32602))
            );
        }
        let (answers, _) = exchange("{\"jsonrpc\":\"2.0\",\"method\":nonsense}\n", 1_000).await;
        assert_eq!(answers[0]["error"]["code"], json!(-32700));
        let (answers, messages) = exchange(&call("\"\\ud83d\""), 1_000).await;
        assert_eq!((answers.len(), messages), (0, 1));
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_answered() {
        let long = format!("{PING}{}\n{PING}", "x".repeat(5_000));
        let (answers, messages) = exchange(&long, 1_000).await;
        assert_eq!(messages, 2);
        assert_eq!(answers.len(), 1);
        assert!(answers[0]["error"]["message"].as_str().unwrap().contains("1000 bytes"));
    }

    /// As rmcp does, which receives beside all that it waits for.
    #[tokio::test]
    async fn an_answer_is_not_lost_when_receiving_is_given_up() {
        let (mut input, reader) = tokio::io::duplex(1 << 20);
        // The answer fills this many times.
        let (writer, output) = tokio::io::duplex(16);
        let mut transport = Lines::new(reader, writer, 1_000, CancellationToken::new());
        input.write_all(format!("{}\n{PING}", "x".repeat(5_000)).as_bytes()).await.unwrap();
        let mut output = BufReader::new(output).lines();
        let receiving = async move {
            loop {
                if let Some(message) = transport.receive().now_or_never() {
                    return message;
                }
                tokio::task::yield_now().await;
            }
        };
        let (message, answer) = tokio::join!(receiving, output.next_line());
        assert!(message.is_some());
        let answer: Value = serde_json::from_str(&answer.unwrap().unwrap()).unwrap();
        assert!(answer["error"]["message"].as_str().unwrap().contains("1000 bytes"), "{answer}");
    }

    #[tokio::test]
    async fn what_follows_a_long_line_does_not_wait_until_it_is_parsed() {
        let long = |id: usize| {
            let padding = "x".repeat(16 << 20);
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\",\"params\":{{\"_meta\":{{\"p\":\"{padding}\"}}}}}}\n"
            )
        };
        let (mut input, reader) = tokio::io::duplex(64 << 20);
        let mut transport =
            Lines::new(reader, tokio::io::sink(), usize::MAX, CancellationToken::new());
        for line in [long(7), PING.to_owned(), long(8)] {
            input.write_all(line.as_bytes()).await.unwrap();
        }
        drop(input);
        let mut ids = Vec::new();
        while let Some(message) = transport.receive().await {
            let message = serde_json::to_value(message).unwrap();
            ids.push(message["id"].as_u64().unwrap());
        }
        assert_eq!(ids, [1, 7, 8]);
        assert!(transport.receive().await.is_none());
    }

    #[test]
    fn the_memory_of_a_large_message_is_given_back() {
        let mut codec = LineCodec::new(usize::MAX);
        let padding = "x".repeat(4 * KEEP_BYTES);
        let line =
            PING.replace("\"ping\"", &format!("\"ping\",\"params\":{{\"p\":\"{padding}\"}}"));
        let mut buffer = BytesMut::from(line.as_str());
        assert!(matches!(codec.decode(&mut buffer).unwrap(), Some(Line::Long(_))));
        assert!(!buffer.try_reclaim(KEEP_BYTES + 1));
    }
}
