//! One connection: one request, one answer.

use std::fmt;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::page::Page;
use super::request::{self, MAX_HEAD, Request, Stray, Target};

/// The time limit for a client to send its request, and to take its answer.
const DEADLINE: Duration = Duration::from_secs(5);

/// A callback that waits for its answer.
pub(crate) struct Callback {
    query: String,
    answer: oneshot::Sender<(Page, oneshot::Sender<()>)>,
}

impl Callback {
    /// The query, not yet looked at.
    pub(crate) fn query(&self) -> &str {
        &self.query
    }

    /// Has `page` written; a client that has gone away misses it.
    pub(crate) fn answer(self, page: Page) -> Answered {
        let (done, written) = oneshot::channel();
        // The channel is closed if the client has gone away.
        let _ = self.answer.send((page, done));
        Answered(written)
    }
}

/// Without the query: it holds the code.
impl fmt::Debug for Callback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callback").finish_non_exhaustive()
    }
}

/// An answer on its way.
pub(crate) struct Answered(oneshot::Receiver<()>);

impl Answered {
    /// Waits until the answer is written, or cannot be.
    pub(crate) async fn written(self) {
        // An error says that the connection is over, which is as good.
        let _ = self.0.await;
    }
}

/// Serves one client, which is not told why it was cut off when it is slow.
pub(super) async fn serve(
    mut stream: TcpStream,
    target: Target,
    callbacks: mpsc::Sender<Callback>,
) {
    let request = timeout(DEADLINE, read(&mut stream, &target)).await;
    // Too slow or disconnected: the client does not wait for an answer.
    let Ok(Ok(Some(request))) = request else {
        return;
    };
    let (page, done) = match request {
        Request::Stray(stray) => (Page::stray(stray), None),
        Request::Callback(query) => match ask(query, &callbacks).await {
            Some((page, done)) => (page, Some(done)),
            None => return,
        },
    };
    // A client that does not take its answer goes without.
    let _ = timeout(DEADLINE, write(&mut stream, &page)).await;
    drop(done);
    let _ = timeout(DEADLINE, drain(&mut stream)).await;
}

/// The request, `None` if the client closed the connection before its end.
async fn read(stream: &mut TcpStream, target: &Target) -> io::Result<Option<Request>> {
    let mut head = Vec::with_capacity(2048);
    loop {
        if stream.read_buf(&mut head).await? == 0 {
            return Ok(None);
        }
        if let Some(request) = request::read(&head, target) {
            return Ok(Some(request));
        }
        if head.len() >= MAX_HEAD {
            return Ok(Some(Request::Stray(Stray::TooLong)));
        }
    }
}

/// Hands the query to the sign-in and waits for the page to show; `None` when
/// the sign-in is over.
async fn ask(
    query: String,
    callbacks: &mpsc::Sender<Callback>,
) -> Option<(Page, oneshot::Sender<()>)> {
    let (answer, page) = oneshot::channel();
    callbacks.send(Callback { query, answer }).await.ok()?;
    page.await.ok()
}

async fn write(stream: &mut TcpStream, page: &Page) -> io::Result<()> {
    stream.write_all(page.to_http().as_bytes()).await?;
    stream.shutdown().await
}

/// Reads what the client still sends, up to a limit. Closing with unread bytes
/// would reset the connection, and the client could lose the answer (RFC 9112,
/// section 9.6).
async fn drain(stream: &mut TcpStream) -> io::Result<()> {
    let mut rest = [0; 1024];
    let mut left = MAX_HEAD;
    while left > 0 {
        match stream.read(&mut rest).await? {
            0 => break,
            count => left = left.saturating_sub(count),
        }
    }
    Ok(())
}
