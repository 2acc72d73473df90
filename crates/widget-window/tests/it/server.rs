//! A small web server for the pages in the windows.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Serves fixed pages, and remembers what was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Server {
    port: u16,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Serves each path with its HTML; everything else is empty. `{origin}` in a
    /// page is the origin of the server. A path that begins with `/late` is not
    /// answered when it is asked for first.
    pub(crate) fn start(pages: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self { port, seen: Arc::default() };
        let origin = server.url("");
        let pages: HashMap<String, String> = pages
            .iter()
            .map(|(path, html)| (path.to_string(), html.replace("{origin}", &origin)))
            .collect();
        let (pages, seen) = (Arc::new(pages), Arc::clone(&server.seen));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (pages, seen) = (Arc::clone(&pages), Arc::clone(&seen));
                thread::spawn(move || answer(stream, &pages, &seen));
            }
        });
        server
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The same server under another origin.
    pub(crate) fn other_url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// Returns the number of requests to the path.
    pub(crate) fn count(&self, path: &str) -> usize {
        self.seen.lock().unwrap().iter().filter(|seen| *seen == path).count()
    }

    pub(crate) fn saw(&self, path: &str) -> bool {
        self.count(path) > 0
    }

    pub(crate) fn all(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

fn answer(mut stream: TcpStream, pages: &HashMap<String, String>, seen: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let mut cookie = String::new();
    for line in lines.take_while(|line| !line.is_empty()) {
        if let Some(value) = line.strip_prefix("Cookie: ") {
            cookie = value.to_owned();
        }
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    if !cookie.is_empty() {
        seen.lock().unwrap().push(format!("cookie {cookie}"));
    }
    let is_first = {
        let mut seen = seen.lock().unwrap();
        seen.push(path.clone());
        !seen[..seen.len() - 1].contains(&path)
    };
    if is_first && path.starts_with("/late") {
        let _until_the_client_hangs_up = stream.read(&mut [0]);
        return;
    }
    let (kind, body) = match (pages.get(&path), path.ends_with(".bin")) {
        (Some(html), _) => ("text/html; charset=utf-8", html.as_str()),
        (None, true) => ("application/octet-stream", "saved"),
        (None, false) => ("text/plain", ""),
    };
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}
