//! The lines that go out.

use std::io::{self, Cursor};
use std::mem;

use parking_lot::{Mutex, MutexGuard};
use serde::Serialize;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_util::bytes::Buf;
use tokio_util::sync::CancellationToken;

use crate::runtime::WRITE_TIMEOUT;
use crate::transport::stdio::lines::KEEP_BYTES;

/// Lines on their way out. Those that come while one is written leave together.
#[derive(Debug)]
pub(super) struct LineWriter<W> {
    queue: Mutex<Vec<u8>>,
    /// `None` when it has been closed.
    pipe: tokio::sync::Mutex<Option<Pipe<W>>>,
    /// Cancelled when the reader at the other end is gone.
    gone: CancellationToken,
}

impl<W: AsyncWrite + Unpin> LineWriter<W> {
    pub(super) fn new(writer: W, gone: CancellationToken) -> Self {
        let pipe = Pipe { writer, unwritten: Cursor::default() };
        Self { queue: Mutex::default(), pipe: tokio::sync::Mutex::new(Some(pipe)), gone }
    }

    /// Returns when the message is written, be it by another that waits beside it. A
    /// message whose sender has gone is written with the next, as a whole.
    ///
    /// # Errors
    ///
    /// It has no JSON form, the writer fails or takes nothing for [`WRITE_TIMEOUT`], or it has been
    /// closed.
    pub(super) async fn send(&self, message: &impl Serialize) -> io::Result<()> {
        self.enqueue(message)?;
        let mut pipe = self.pipe.lock().await;
        let pipe = pipe.as_mut().ok_or_else(closed)?;
        pipe.append(&mut self.queue());
        let written = pipe.write().await;
        if let Err(error) = &written {
            tracing::info!(%error, "the client reads no more");
            self.gone.cancel();
        }
        written
    }

    pub(super) async fn close(&self) {
        *self.pipe.lock().await = None;
    }

    fn enqueue(&self, message: &impl Serialize) -> io::Result<()> {
        let mut queue = self.queue();
        let before = queue.len();
        if let Err(error) = serde_json::to_writer(&mut *queue, message) {
            queue.truncate(before);
            return Err(error.into());
        }
        queue.push(b'\n');
        Ok(())
    }

    fn queue(&self) -> MutexGuard<'_, Vec<u8>> {
        self.queue.lock()
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::NotConnected, "the transport is closed")
}

#[derive(Debug)]
struct Pipe<W> {
    writer: W,
    /// Outlives its writer, which may be cancelled in the middle of a line.
    unwritten: Cursor<Vec<u8>>,
}

impl<W: AsyncWrite + Unpin> Pipe<W> {
    fn append(&mut self, queue: &mut Vec<u8>) {
        if self.unwritten.has_remaining() {
            self.unwritten.get_mut().append(queue);
            give_back(queue);
        } else {
            mem::swap(self.unwritten.get_mut(), queue);
        }
    }

    async fn write(&mut self) -> io::Result<()> {
        while self.unwritten.has_remaining() {
            let writing = self.writer.write_buf(&mut self.unwritten);
            let written = timeout(WRITE_TIMEOUT, writing).await.map_err(io::Error::from)??;
            if written == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
        }
        self.unwritten.set_position(0);
        let written = self.unwritten.get_mut();
        written.clear();
        give_back(written);
        self.writer.flush().await
    }
}

/// Drops the memory of an empty buffer that has grown.
fn give_back(buffer: &mut Vec<u8>) {
    if buffer.capacity() > KEEP_BYTES {
        *buffer = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use futures_util::future::{FutureExt, join_all};
    use serde::Serializer;
    use serde::ser::Error as _;
    use tokio::io::{AsyncBufReadExt, BufReader, duplex};

    use super::*;

    /// Keeps each write by itself.
    #[derive(Debug, Default)]
    struct Writes(Vec<String>);

    impl AsyncWrite for Writes {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.0.push(String::from_utf8_lossy(bytes).into_owned());
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    /// Has no JSON form, which is found out in the middle.
    struct Broken;

    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            (1, NoForm).serialize(serializer)
        }
    }

    struct NoForm;

    impl Serialize for NoForm {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("no form"))
        }
    }

    #[tokio::test]
    async fn a_line_whose_sender_is_cancelled_is_written_as_a_whole() {
        let (writer, reader) = duplex(4);
        let writer = LineWriter::new(writer, CancellationToken::new());
        {
            let mut sending = Box::pin(writer.send(&"given up in the middle"));
            while writer.pipe.try_lock().is_ok() {
                assert!(sending.as_mut().now_or_never().is_none(), "the pipe takes 4 bytes");
            }
        }
        let mut lines = BufReader::new(reader).lines();
        let read = async { [lines.next_line().await.unwrap(), lines.next_line().await.unwrap()] };
        let (sent, read) = tokio::join!(writer.send(&"next"), read);
        sent.unwrap();
        assert_eq!(read.map(Option::unwrap), [r#""given up in the middle""#, r#""next""#]);
    }

    #[tokio::test]
    async fn what_has_no_json_form_leaves_nothing_behind() {
        let writer = LineWriter::new(Writes::default(), CancellationToken::new());
        writer.send(&Broken).await.unwrap_err();
        writer.send(&1).await.unwrap();
        assert_eq!(writer.pipe.into_inner().unwrap().writer.0, ["1\n"]);
    }

    #[tokio::test]
    async fn every_sender_gets_an_error_when_the_reader_is_gone() {
        let (writer, reader) = duplex(4);
        drop(reader);
        let gone = CancellationToken::new();
        let writer = LineWriter::new(writer, gone.clone());
        for sent in join_all([1, 2].iter().map(|number| writer.send(number))).await {
            assert_eq!(sent.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        }
        assert!(gone.is_cancelled());
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_takes_nothing_is_gone_after_a_while() {
        let (writer, mut reader) = duplex(4);
        let gone = CancellationToken::new();
        let writer = LineWriter::new(writer, gone.clone());
        let slow = async {
            tokio::time::sleep(WRITE_TIMEOUT / 2).await;
            let mut taken = [0; 4];
            tokio::io::AsyncReadExt::read_exact(&mut reader, &mut taken).await.unwrap();
            assert!(!gone.is_cancelled());
        };
        let (sent, ()) = tokio::join!(writer.send(&"a line of some length"), slow);
        assert_eq!(sent.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(gone.is_cancelled());
    }

    #[tokio::test]
    async fn nothing_is_sent_after_it_was_closed() {
        let writer = LineWriter::new(Writes::default(), CancellationToken::new());
        writer.close().await;
        assert_eq!(writer.send(&1).await.unwrap_err().kind(), io::ErrorKind::NotConnected);
    }

    #[tokio::test]
    async fn the_memory_of_a_large_line_is_given_back() {
        let writer = LineWriter::new(Writes::default(), CancellationToken::new());
        writer.send(&"x".repeat(4 * KEEP_BYTES)).await.unwrap();
        writer.send(&1).await.unwrap();
        assert!(writer.queue().capacity() <= KEEP_BYTES);
        let pipe = writer.pipe.into_inner().unwrap();
        assert!(pipe.unwritten.get_ref().capacity() <= KEEP_BYTES);
    }
}
