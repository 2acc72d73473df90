//! A network between page and server that breaks on command.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::eventually::in_time;

/// The state of the simulated network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weather {
    /// Carries everything.
    Fine,
    /// Carries what the page says and loses what the server answers.
    Deaf,
    /// Keeps back what a page sends with these words in it, and carries everything else.
    Holding(&'static str),
    /// Drops every connection and accepts none.
    Cut,
}

impl Weather {
    fn holds(self, bytes: &[u8]) -> bool {
        let Self::Holding(words) = self else { return false };
        bytes.windows(words.len()).any(|window| window == words.as_bytes())
    }
}

/// A TCP proxy on a port of its own.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    weather: watch::Sender<Weather>,
    /// The number of connections that the server holds open.
    open: watch::Sender<usize>,
    carried: Arc<AtomicU64>,
}

impl Proxy {
    /// Listens on a free port of 127.0.0.1 and carries everything to the server of `url`.
    pub async fn start(url: &str) -> Self {
        let upstream = authority(url).to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        let (weather, seen) = watch::channel(Weather::Fine);
        let (open, carried) = (watch::Sender::new(0), Arc::new(AtomicU64::new(0)));
        tokio::spawn(accept(listener, upstream, seen, open.clone(), Arc::clone(&carried)));
        Self { address, weather, open, carried }
    }

    /// The same page through this proxy.
    #[must_use]
    pub fn url(&self, url: &str) -> String {
        url.replacen(authority(url), &self.address.to_string(), 1)
    }

    /// Loses every answer from now on, so that the server receives what it cannot confirm.
    pub fn lose_answers(&self) {
        self.weather.send_replace(Weather::Deaf);
    }

    /// Keeps back requests with these words in them until the network heals.
    pub fn hold(&self, words: &'static str) {
        self.weather.send_replace(Weather::Holding(words));
    }

    /// Closes every connection and refuses new ones.
    pub fn cut(&self) {
        self.weather.send_replace(Weather::Cut);
    }

    /// The same, and waits until the server has closed them too.
    pub async fn leave(&self) {
        self.cut();
        let mut open = self.open.subscribe();
        let none = in_time("the server to close its connections", open.wait_for(|open| *open == 0));
        none.await.expect("the proxy holds the sender");
    }

    /// Carries everything again.
    pub fn heal(&self) {
        self.weather.send_replace(Weather::Fine);
    }

    /// Bytes carried from the server to the page so far.
    #[must_use]
    pub fn carried(&self) -> u64 {
        self.carried.load(Ordering::Relaxed)
    }
}

async fn accept(
    listener: TcpListener,
    upstream: String,
    weather: watch::Receiver<Weather>,
    open: watch::Sender<usize>,
    carried: Arc<AtomicU64>,
) {
    while let Ok((page, _)) = listener.accept().await {
        if *weather.borrow() == Weather::Cut {
            continue;
        }
        if let Ok(server) = TcpStream::connect(&upstream).await {
            open.send_modify(|open| *open += 1);
            let (weather, open, carried) = (weather.clone(), open.clone(), Arc::clone(&carried));
            tokio::spawn(async move {
                carry(page, server, weather, &carried).await;
                open.send_modify(|open| *open -= 1);
            });
        }
    }
}

/// Carries one connection until either side ends it or the network is cut, and the server has
/// closed it.
async fn carry(
    page: TcpStream,
    server: TcpStream,
    mut weather: watch::Receiver<Weather>,
    carried: &AtomicU64,
) {
    let (seen, asked) = (weather.clone(), weather.clone());
    let (page_read, page_write) = page.into_split();
    let (mut server_read, mut server_write) = server.into_split();
    tokio::select! {
        () = pump(page_read, &mut server_write, Some(asked), |_| true) => {}
        () = pump(&mut server_read, page_write, None, |length| {
            let arrives = *seen.borrow() != Weather::Deaf;
            if arrives {
                carried.fetch_add(length as u64, Ordering::Relaxed);
            }
            arrives
        }) => {}
        _ = weather.wait_for(|now| *now == Weather::Cut) => {}
    }
    // An error: the server has closed it already.
    if server_write.shutdown().await.is_ok() {
        pump(server_read, tokio::io::sink(), None, |_| true).await;
    }
}

/// Carries one direction; `holding` says which bytes wait.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut holding: Option<watch::Receiver<Weather>>,
    arrives: impl Fn(usize) -> bool,
) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        if let Some(weather) = &mut holding {
            let passes = weather.wait_for(|now| !now.holds(&buffer[..length])).await.is_ok();
            if !passes {
                return;
            }
        }
        if arrives(length) && to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}

/// The `host:port` of an `http` address.
fn authority(url: &str) -> &str {
    let rest = url.strip_prefix("http://").expect("an http address");
    rest.split('/').next().unwrap_or(rest)
}
