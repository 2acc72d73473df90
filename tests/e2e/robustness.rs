//! Whatever clients do, memory stays flat, nothing hangs and others are served.
#![cfg(target_os = "linux")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use widget_e2e::{Browser, Process, Server, VERSIONS, Viewer, Wire, eventually, in_time};

use crate::widgets::{counter, total, types};

/// Settings of glibc by which free memory goes back, so that memory in use is measured: one heap
/// for all threads, and a threshold that does not grow.
const ALLOCATOR: [(&str, &str); 2] =
    [("MALLOC_ARENA_MAX", "1"), ("MALLOC_TRIM_THRESHOLD_", "131072")];

/// Small limits, so that what is larger is quickly made: messages up to 1,050,576 bytes.
const SMALL: [&str; 4] = [
    "--max-html-bytes=1000",
    "--max-figure-bytes=1000",
    "--max-rows-bytes=1000",
    "--max-download-bytes=1000",
];

const MEGABYTE: u64 = 1 << 20;

async fn http() -> Server {
    let flags = [&["--http", "0"][..], &SMALL].concat();
    Server::start_with(&flags, &ALLOCATOR).await
}

/// The stretches of rounds in which memory may come to rest: the heap has holes of the most that
/// was ever in use at once, which differs from run to run. What leaks grows in each of them.
const STRETCHES: usize = 4;

/// Does the same again and again, until three rounds add nothing to what is kept for later.
async fn stays_flat<T>(
    subject: &mut T,
    process: impl Fn(&mut T) -> Process<'_>,
    mut round: impl AsyncFnMut(&mut T),
    allowance: u64,
) {
    let threads = process(subject).threads();
    let mut memory = Vec::new();
    for _ in 0..=STRETCHES {
        for _ in 0..3 {
            round(subject).await;
        }
        let now = memory_at_rest(&process(subject), threads).await;
        if memory.last().is_some_and(|before| now.saturating_sub(*before) < allowance) {
            return;
        }
        memory.push(now);
    }
    panic!("{allowance} bytes more and more: {memory:?}");
}

/// Returns the memory in use when the helping threads are gone: each has some that it may need again.
async fn memory_at_rest(process: &Process<'_>, threads: usize) -> u64 {
    eventually("the threads to go that have helped", async || match process.threads() {
        few if few <= threads => Ok(process.memory()),
        many => Err(format!("{many} threads, {threads} before")),
    })
    .await
}

/// Numbers that look random and are the same each time.
struct Noise(u64);

impl Noise {
    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let next = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 as u8
        };
        std::iter::repeat_with(next).take(length).collect()
    }
}

#[tokio::test]
async fn random_bytes_on_stdio_end_nothing() {
    let mut wire = Wire::stdio_with(&SMALL, &ALLOCATOR).await;
    wire.begin(VERSIONS[3]).await;
    let mut noise = Noise(0x5eed);
    stays_flat(
        &mut wire,
        Wire::process,
        async |wire| {
            for length in 0..500 {
                wire.raw(&noise.bytes(length * 7)).await;
            }
            wire.tool("list_widgets", json!({})).await;
        },
        MEGABYTE,
    )
    .await;
}

/// Without the settings of the allocator (`.cargo/config.toml`) it is six times as much.
#[tokio::test]
async fn a_large_table_takes_little_more_than_its_size_once_it_is_made() {
    let mut wire = Wire::stdio().await;
    wire.begin(VERSIONS[3]).await;
    let row = |id| json!({"id": id, "name": format!("item {id}"), "group": "north"});
    let rows = Value::from_iter((0..200_000).map(row)).to_string();
    let size = rows.len() as u64;
    // The first call makes what all calls need.
    wire.tool("show_dataframe", json!({"data_json": [row(0)]})).await;
    let before = wire.process().memory();
    wire.tool("show_dataframe", json!({"data_json": rows})).await;
    let kept = wire.process().memory().saturating_sub(before);
    assert!(kept < size * 3 / 2, "{kept} bytes for {size}");
}

#[tokio::test]
async fn truncated_and_huge_lines_are_answered() {
    let mut wire = Wire::stdio_with(&SMALL, &ALLOCATOR).await;
    wire.begin(VERSIONS[3]).await;
    let call = json!({"jsonrpc": "2.0", "id": "whole", "method": "tools/call",
        "params": {"name": "list_widgets", "arguments": {}}})
    .to_string();
    let huge = format!("{{\"jsonrpc\": \"{}\"}}", "x".repeat(3 << 20));
    let deep = "[".repeat(100_000);
    stays_flat(
        &mut wire,
        Wire::process,
        async |wire| {
            for end in 1..call.len() {
                wire.raw(&call.as_bytes()[..end]).await;
            }
            wire.raw(deep.as_bytes()).await;
            for _ in 0..5 {
                wire.raw(huge.as_bytes()).await;
                // The truncated ones are answered before: they do not parse.
                wire.first(|message| {
                    message["error"]["message"].to_string().contains("1050576 bytes")
                })
                .await;
            }
            wire.raw(call.as_bytes()).await;
            wire.first(|message| message["id"] == "whole" && message.get("result").is_some()).await;
        },
        2 * MEGABYTE,
    )
    .await;
}

/// Sends bytes over a connection of its own and leaves, whatever the server says.
async fn throw(server: &Server, bytes: &[u8]) {
    let address = server.address().strip_prefix("http://").expect("an http address");
    let mut stream = TcpStream::connect(address).await.expect("the server accepts");
    // It may have closed the connection already.
    if stream.write_all(bytes).await.is_ok() && stream.shutdown().await.is_ok() {
        let answer = in_time("the connection to end", stream.read_to_end(&mut Vec::new())).await;
        answer.ok();
    }
}

#[tokio::test]
async fn random_and_truncated_requests_over_http_end_nothing() {
    let mut server = http().await;
    let mut noise = Noise(0xbad);
    stays_flat(
        &mut server,
        Server::process,
        async |server| {
            for length in 0..100 {
                throw(server, &noise.bytes(length * 31)).await;
            }
            for path in ["/mcp", "/messages?sessionId=0", "/sse", "/widget/0/live"] {
                let head = format!(
                    "POST {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, \
                     text/event-stream\r\nContent-Type: application/json\r\nContent-Length: "
                );
                for (length, body) in [("100", "{\"jsonrpc\""), ("3", "{}}"), ("x", "{}")] {
                    throw(server, format!("{head}{length}\r\n\r\n{body}").as_bytes()).await;
                }
                throw(server, &[format!("{head}50\r\n\r\n").as_bytes(), &noise.bytes(50)].concat())
                    .await;
            }
            server.client().await.call("list_widgets", json!({})).await;
        },
        MEGABYTE,
    )
    .await;
}

#[tokio::test]
async fn a_message_that_is_too_large_is_refused_by_every_route_with_the_reason() {
    let server = http().await;
    let client = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
    for path in ["/mcp", "/messages?sessionId=0"] {
        let response = client
            .post(format!("{}{path}", server.address()))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body("x".repeat(1_050_577))
            .send()
            .await
            .expect("an answer");
        assert_eq!(response.status().as_u16(), 413, "{path}");
        let said = response.text().await.expect("a reason");
        assert!(said.contains("1050576 bytes"), "{path}: {said}");
    }
}

/// A thousand to get used to it, and a thousand that may leave nothing behind.
async fn a_thousand_sessions_leave_nothing(open: impl AsyncFn(String) -> Wire) {
    let mut server = http().await;
    let agent = server.client().await;
    stays_flat(
        &mut server,
        Server::process,
        async |server| {
            for _ in 0..14 {
                join_all((0..25).map(|_| async {
                    let mut wire = open(server.address().to_owned()).await;
                    wire.begin(VERSIONS[2]).await;
                    wire
                }))
                .await;
            }
        },
        4 * MEGABYTE,
    )
    .await;
    // The session that was there all along has not made room for them.
    agent.call("list_widgets", json!({})).await;
    eventually("the connections to close", async || match server.process().open_files() {
        few if few < 40 => Ok(()),
        many => Err(format!("{many} open files")),
    })
    .await;
}

#[tokio::test]
async fn a_thousand_sessions_over_sse_leave_nothing() {
    a_thousand_sessions_leave_nothing(async |address| Wire::sse_at(&address).await).await;
}

#[tokio::test]
async fn a_thousand_sessions_over_http_leave_nothing() {
    a_thousand_sessions_leave_nothing(async |address| Wire::http_at(&address)).await;
}

/// Counts what a client sends that does not read, until the server takes no more.
async fn stalled(sent: &AtomicUsize) -> usize {
    let (mut last, mut same) = (0, 0);
    eventually("the server to take no more", async || {
        let now = sent.load(Ordering::Relaxed);
        same = if now == last { same + 1 } else { 0 };
        last = now;
        if now > 0 && same > 20 { Ok(now) } else { Err(format!("{now} messages taken")) }
    })
    .await
}

/// Each with an answer of 100 kB. More than the server takes of a client that reads
/// nothing: 1,000 requests under way, 64 answers that wait, and what fits into the pipe.
/// On a busy machine it reads that far before the first answer waits.
const UNREAD: usize = 1_200;

/// Long enough that a pipe holds few of them.
fn list_tools(id: usize) -> String {
    let params = json!({"_meta": {"example.test/padding": "x".repeat(8 << 10)}});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/list", "params": params}).to_string()
}

#[tokio::test]
async fn a_client_that_does_not_read_stdio_is_not_read_either() {
    let mut child = tokio::process::Command::new(widget_e2e::widget_mcp())
        .arg("--headless")
        .envs(ALLOCATOR)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let mut input = child.stdin.take().expect("its input");
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    let begin = json!({"protocolVersion": VERSIONS[0], "capabilities": {},
        "clientInfo": {"name": "deaf", "version": "0"}});
    let begin = json!({"jsonrpc": "2.0", "id": "begin", "method": "initialize", "params": begin});
    let writing = tokio::spawn(async move {
        input.write_all(format!("{begin}\n").as_bytes()).await.expect("it reads");
        for id in 0..UNREAD {
            input.write_all(format!("{}\n", list_tools(id)).as_bytes()).await.expect("it reads");
            counted.fetch_add(1, Ordering::Relaxed);
        }
        input
    });
    let taken = stalled(&sent).await;
    assert!(taken < UNREAD, "{taken} messages taken");
    let memory = Process::of(&mut child).memory();
    assert!(memory < 200 * MEGABYTE, "{memory} bytes for {taken} messages");

    // Once it reads, everything is answered.
    let mut output = tokio::io::BufReader::new(child.stdout.take().expect("its output"));
    let reading = async {
        let (mut lines, mut buffer) = (0, vec![0; 1 << 20]);
        while lines <= UNREAD {
            let length = output.read(&mut buffer).await.expect("its output is readable");
            assert!(length > 0, "it ended after {lines} answers");
            lines += buffer[..length].iter().filter(|byte| **byte == b'\n').count();
        }
    };
    in_time("every answer", reading).await;
    drop(writing.await.expect("everything was sent"));
}

#[tokio::test]
async fn a_client_that_does_not_read_sse_holds_up_only_itself() {
    let mut server = http().await;
    let address = server.address().strip_prefix("http://").expect("an address").to_owned();
    let mut stream = TcpStream::connect(&address).await.expect("the server accepts");
    let head = "GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("the request is sent");
    let mut first = vec![0; 4096];
    let mut length = 0;
    while !String::from_utf8_lossy(&first[..length]).contains("sessionId=") {
        length += stream.read(&mut first[length..]).await.expect("the endpoint");
    }
    let text = String::from_utf8_lossy(&first[..length]).into_owned();
    let (_, path) = text.split_once("data: ").expect("the endpoint");
    let endpoint = format!("{}{}", server.address(), path.lines().next().expect("a line"));

    let client = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
    let post = async move |message: String| {
        let request = client.post(&endpoint).header("content-type", "application/json");
        request.body(message).send().await.expect("an answer").status().as_u16()
    };
    let begin = json!({"protocolVersion": VERSIONS[0], "capabilities": {},
        "clientInfo": {"name": "deaf", "version": "0"}});
    let begin = json!({"jsonrpc": "2.0", "id": "begin", "method": "initialize", "params": begin});
    assert_eq!(post(begin.to_string()).await, 202);
    let sent = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&sent);
    let posting = tokio::spawn(async move {
        for id in 0..UNREAD {
            if post(list_tools(id)).await != 202 {
                return;
            }
            counted.fetch_add(1, Ordering::Relaxed);
        }
    });
    let taken = stalled(&sent).await;
    assert!(taken < UNREAD, "{taken} messages taken");
    let memory = server.process().memory();
    assert!(memory < 100 * MEGABYTE, "{memory} bytes for {taken} messages");
    server.client().await.call("list_widgets", json!({})).await;
    posting.abort();
}

#[tokio::test]
async fn sixty_four_clients_at_once_get_their_own_answers() {
    let server = Arc::new(Server::start().await);
    let mut clients = JoinSet::new();
    for number in 0..64_usize {
        let server = Arc::clone(&server);
        clients.spawn(async move {
            let mut wire =
                if number % 2 == 0 { Wire::sse(&server).await } else { Wire::http(&server) };
            wire.begin(VERSIONS[number % VERSIONS.len()]).await;
            let widget = wire.tool("create_widget", total()).await;
            let id = &widget["widget_id"];
            let mut viewer = Viewer::open(widget["url"].as_str().expect("a page")).await;
            for turn in 0..10 {
                let text = format!("{number}, {turn}");
                let change = json!({"widget_id": id, "component_id": "total", "text": text});
                let changed = wire.tool("set_content", change).await;
                assert_eq!(changed["revision"], turn + 2);
                viewer.event("note:say", json!({"text": text})).await;
                let wait = json!({"widget_id": id, "timeout_ms": 20_000});
                let heard = wire.tool("wait_for_events", wait).await;
                let heard = heard["events"].as_array().expect("a list");
                assert_eq!(types(heard), ["note:say"]);
                assert_eq!(heard[0]["data"]["text"], Value::from(text));
            }
        });
    }
    clients.join_all().await;
    let listed = server.client().await.call("list_widgets", json!({})).await;
    assert_eq!(listed["widgets"].as_array().expect("a list").len(), 64);
}

#[tokio::test]
async fn a_browser_killed_in_the_middle_takes_nothing_along() {
    let server = Server::start().await;
    let (agent, other) = (server.client().await, server.client().await);
    let widget = agent.create("create_widget", counter()).await;
    let spared = other.create("create_widget", counter()).await;
    let doomed = Browser::start_alone().await;
    let page = doomed.open(&widget.url).await;
    page.shows("#counter", "0").await;
    page.click("#more").await;
    agent.event_count(&widget.widget_id, 1).await;
    let mut viewer = Viewer::open(&spared.url).await;
    viewer.wait().await;

    let wait = json!({"widget_id": widget.widget_id, "timeout_ms": 2_000});
    let waiting = agent.call("wait_for_events", wait);
    let (waited, ()) = tokio::join!(waiting, async { doomed.kill() });
    assert_eq!(waited["timed_out"], true, "{waited}");

    let change = json!({"widget_id": widget.widget_id, "component_id": "counter", "text": "9"});
    eventually("the server to see that nobody looks", async || {
        let changed = agent.call("set_content", change.clone()).await;
        match changed["delivery"]["status"].as_str() {
            Some("pending") => Ok(()),
            _ => Err(changed.to_string()),
        }
    })
    .await;
    other.call("get_events", json!({"widget_id": spared.widget_id})).await;
    let again = Browser::start().await;
    again.open(&widget.url).await.shows("#counter", "9").await;
    assert_eq!(agent.event_count(&widget.widget_id, 1).await.len(), 1);
}
