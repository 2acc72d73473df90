//! Bare HTTP, for requests no well-behaved client would make.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A response of the server.
#[derive(Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Status line, headers and body as they came.
    pub text: String,
}

/// `GET url` over a connection of its own, with exactly these header lines.
pub async fn get(url: &str, headers: &[&str]) -> Response {
    let rest = url.strip_prefix("http://").expect("an http address");
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let mut stream = TcpStream::connect(authority).await.expect("the server accepts");
    let mut request = format!("GET /{path} HTTP/1.1\r\n");
    for header in headers {
        request.push_str(header);
        request.push_str("\r\n");
    }
    request.push_str("\r\n");
    stream.write_all(request.as_bytes()).await.expect("the request is sent");
    read_response(stream).await
}

/// Serves one HTML page at every address of a free port, for as long as the runtime lives; the port.
pub async fn serve_page(html: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("a bound port").port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, html));
        }
    });
    port
}

/// Reads what comes first: enough for the status and the reason of a refusal.
async fn read_response(mut stream: TcpStream) -> Response {
    let mut bytes = vec![0; 64 * 1024];
    let length = stream.read(&mut bytes).await.expect("the server answers");
    let text = String::from_utf8_lossy(&bytes[..length]).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    Response { status: status.unwrap_or_else(|| panic!("no HTTP answer: {text:?}")), text }
}

async fn answer(mut stream: TcpStream, html: &str) {
    let mut request = [0; 4096];
    // The request does not matter and a browser that hangs up does not either.
    if stream.read(&mut request).await.is_ok() {
        let length = html.len();
        let response = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{html}"
        );
        stream.write_all(response.as_bytes()).await.ok();
    }
}
