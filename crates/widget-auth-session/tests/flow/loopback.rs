//! The port that the browser comes back to.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::fixture::{Answer, Fixture, Visit};

/// Less than the deadline of a silent client.
const AT_ONCE: Duration = Duration::from_secs(3);

/// An address of this machine that others can reach, if it has one.
fn outside_address() -> Option<Ipv4Addr> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    // Sends nothing; it asks for the route.
    socket.connect("192.0.2.1:9").ok()?;
    match socket.local_addr().unwrap() {
        SocketAddr::V4(address) if !address.ip().is_loopback() => Some(*address.ip()),
        _ => None,
    }
}

/// Returns whether there is IPv6 to test. A machine without it has to say so, or a
/// test of it would pass there without having looked.
async fn has_ipv6() -> bool {
    match TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).await {
        Ok(_) => true,
        Err(error) => {
            let is_known = std::env::var_os("WIDGET_TEST_WITHOUT_IPV6").is_some();
            assert!(is_known, "no IPv6 ({error}): set WIDGET_TEST_WITHOUT_IPV6 to skip this test");
            false
        }
    }
}

#[tokio::test]
async fn rp_53_it_listens_on_loopback_only_before_the_browser_opens() {
    let fixture = Fixture::new().await;
    // The window has been told the address this very moment.
    let (running, visit) = fixture.under_way().await;
    assert!(visit.port >= 1024, "an ephemeral port");
    assert_eq!(visit.redirect.as_str(), format!("http://127.0.0.1:{}/callback", visit.port));
    visit.connect().await;
    let others = [Some(Ipv4Addr::new(127, 0, 0, 2)), outside_address()];
    for address in others.into_iter().flatten() {
        TcpStream::connect((address, visit.port)).await.unwrap_err();
    }
    running.abort();
}

#[tokio::test]
async fn rp_53_ipv6_comes_to_the_same_sign_in() {
    if !has_ipv6().await {
        return;
    }
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let mut stream = TcpStream::connect((Ipv6Addr::LOCALHOST, visit.port)).await.unwrap();
    let target = format!("/callback?code=code-1&state={}", visit.state());
    let request = format!("GET {target} HTTP/1.1\r\nHost: [::1]:{}\r\n\r\n", visit.port);
    stream.write_all(request.as_bytes()).await.unwrap();
    assert_eq!(Answer::read(&mut stream).await.status, 200);
    running.await.unwrap().unwrap();
    TcpStream::connect((Ipv6Addr::LOCALHOST, visit.port)).await.unwrap_err();
}

#[tokio::test]
async fn rp_54_strays_do_not_consume_the_sign_in() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let good = format!("/callback?code=code-1&state={}", visit.state());
    let host = format!("Host: 127.0.0.1:{}", visit.port);
    for (request, status) in [
        (format!("GET /favicon.ico HTTP/1.1\r\n{host}\r\n\r\n"), 404),
        (format!("GET / HTTP/1.1\r\n{host}\r\n\r\n"), 404),
        (format!("HEAD {good} HTTP/1.1\r\n{host}\r\n\r\n"), 405),
        (format!("POST {good} HTTP/1.1\r\n{host}\r\nContent-Length: 3\r\n\r\na=b"), 405),
        (format!("GET {good} HTTP/1.1\r\n{host}\r\nSec-Purpose: prefetch\r\n\r\n"), 503),
        (format!("GET {good} HTTP/1.1\r\n{host}\r\nPurpose: prefetch\r\n\r\n"), 503),
        (format!("GET {good} HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 421),
        (format!("GET {good} HTTP/1.1\r\n\r\n"), 400),
        ("\u{16}\u{3}\u{1}\r\n\r\n".to_owned(), 400),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n\r\n", "x".repeat(40 * 1024)), 431),
    ] {
        assert_eq!(visit.send(&request).await.status, status, "{request:.80}");
    }
    assert_eq!(fixture.mock.count("/token"), 0);
    assert!(!running.is_finished());
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn rp_54_a_thousand_strays_do_not_end_it() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    for round in 0..1000 {
        let answer = match round % 4 {
            0 => visit.get("/favicon.ico").await,
            1 => visit.callback(&format!("code=c&state=guess-{round}")).await,
            2 => visit.callback("error=access_denied").await,
            _ => visit.get("/callback").await,
        };
        assert!((400..500).contains(&answer.status));
    }
    assert!(!running.is_finished());
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn rp_55_silent_and_slow_clients_do_not_block_it() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let mut clients = Vec::new();
    // More than are let in at one time.
    for round in 0..200 {
        let mut stream = visit.connect().await;
        if round % 2 == 0 {
            stream.write_all(b"GET /callback?code=").await.unwrap();
        }
        clients.push(stream);
    }
    let start = Instant::now();
    assert_eq!(visit.come_back().await.status, 200);
    running.await.unwrap().unwrap();
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
}

#[tokio::test]
async fn rp_55_clients_that_do_not_read_do_not_block_it() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let mut clients = Vec::new();
    for _ in 0..40 {
        let mut stream = visit.connect().await;
        let request =
            format!("GET /callback?code=c HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", visit.port);
        stream.write_all(request.as_bytes()).await.unwrap();
        clients.push(stream);
    }
    let start = Instant::now();
    assert_eq!(visit.come_back().await.status, 200);
    running.await.unwrap().unwrap();
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
}

#[tokio::test]
async fn rp_55_the_oldest_of_too_many_connections_is_closed() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let mut oldest = visit.connect().await;
    let mut others = Vec::new();
    for _ in 0..64 {
        others.push(visit.connect().await);
    }
    // Long before its time as a silent client is over.
    let read = tokio::time::timeout(AT_ONCE, oldest.read(&mut [0; 1])).await;
    assert!(matches!(read.unwrap(), Ok(0) | Err(_)));
    let youngest = others.last_mut().unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", visit.port);
    youngest.write_all(request.as_bytes()).await.unwrap();
    assert_eq!(Answer::read(youngest).await.status, 404);
    running.abort();
}

#[tokio::test]
async fn rp_54_a_head_request_gets_a_head() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    for target in ["/", "/callback?code=c"] {
        let request = format!("HEAD {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", visit.port);
        let answer = visit.send(&request).await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET")));
        assert_eq!(answer.body, "");
    }
    running.abort();
}

#[tokio::test]
async fn rp_55_a_silent_client_is_cut_off() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let mut silent = visit.connect().await;
    let read = tokio::time::timeout(Duration::from_secs(30), silent.read(&mut [0; 1])).await;
    assert!(matches!(read.unwrap(), Ok(0) | Err(_)));
    assert!(!running.is_finished());
    running.abort();
}

#[tokio::test]
async fn rp_55_the_port_is_closed_afterwards() {
    let fixture = Fixture::new().await;
    let ends: [fn(&Visit) -> String; 2] = [
        |visit| format!("code=code-1&state={}", visit.state()),
        |visit| format!("error=access_denied&state={}", visit.state()),
    ];
    for end in ends {
        let (running, visit) = fixture.under_way().await;
        let mut idle = visit.connect().await;
        visit.callback(&end(&visit)).await;
        drop(running.await.unwrap());
        assert!(visit.is_closed().await);
        // Who was connected is not any more.
        assert!(matches!(idle.read(&mut [0; 1]).await, Ok(0) | Err(_)));
    }
}
