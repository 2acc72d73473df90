//! A change of a widget that many pages have open, until the last of them has it.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::{Context, Result};
use futures_util::future::{try_join, try_join_all};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async, connect_async};
use widget_e2e::{Client, Created};

use crate::Effort;
use crate::report::Table;
use crate::stats::{median, milliseconds, quantile};

/// Pages of one widget.
const PAGES: usize = 200;

/// Measures turn by turn with a server that does no more than to send one text to all.
pub(crate) fn measure(effort: Effort) -> Result<Table> {
    // The bare server has threads of its own, as the other has.
    let (bare, client) = (tokio::runtime::Runtime::new()?, tokio::runtime::Runtime::new()?);
    let listener = bare.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    bare.spawn(broadcast_to_all(listener));
    let (mut ours, mut limit) = client.block_on(rounds(effort.clicks, address))?;
    bare.shutdown_background();

    let heading = format!("`set_content` until {PAGES} pages of the widget have the change");
    let mut table = Table::new(heading, &["", "median", "p95"]);
    let ratio = |part: f64, ours: &mut [f64], limit: &mut [f64]| {
        format!("{:.2}", quantile(ours, part) / quantile(limit, part))
    };
    let ratios = [ratio(0.5, &mut ours, &mut limit), ratio(0.95, &mut ours, &mut limit)];
    for (name, times) in [("bare server", &mut limit), ("widget-mcp", &mut ours)] {
        let late = quantile(times, 0.95);
        table.row([name.into(), format!("{:.2} ms", median(times)), format!("{late:.2} ms")]);
    }
    let [middle, late] = ratios;
    table.row(["ratio".into(), middle, late]);
    Ok(table)
}

/// The times of both servers, in milliseconds.
async fn rounds(count: usize, bare: SocketAddr) -> Result<(Vec<f64>, Vec<f64>)> {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", json!({"html": "<b id=n>0</b>"})).await;
    let mut pages = WidgetPages::open(&widget).await?;
    let mut other = BarePages::open(bare).await?;
    let (mut ours, mut limit) = (Vec::new(), Vec::new());
    for round in 0..=count {
        let text = round.to_string();
        let arguments = json!({"widget_id": widget.widget_id, "component_id": "n", "text": text});
        let begin = Instant::now();
        let call = async { Ok(agent.call("set_content", arguments).await) };
        let (_, (took, change)) = try_join(call, pages.round(begin)).await?;
        let beside = other.round(&change).await?;
        // The first has the connections warm.
        if round > 0 {
            ours.push(took);
            limit.push(beside);
        }
    }
    Ok((ours, limit))
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(url: &str) -> Result<Socket> {
    Ok(connect_async(url).await?.0)
}

/// The next text.
async fn text(socket: &mut Socket) -> Result<String> {
    loop {
        let message = socket.next().await.context("the connection is open")??;
        if let Message::Text(text) = message {
            return Ok(text.to_string());
        }
    }
}

/// Pages without a browser: only what they say to the server.
struct WidgetPages {
    widget_id: String,
    sockets: Vec<Socket>,
}

impl WidgetPages {
    /// Opens the pages, each of which has the document and waits.
    async fn open(widget: &Created) -> Result<Self> {
        let live = format!("{}/live", widget.url.replacen("http", "ws", 1));
        let sockets = try_join_all((0..PAGES).map(|_| connect(&live))).await?;
        let mut pages = Self { widget_id: widget.widget_id.clone(), sockets };
        pages.wait(&Value::Null).await?;
        let first = try_join_all(pages.sockets.iter_mut().map(text)).await?;
        pages.wait(&revision_in(&first[0])?).await?;
        Ok(pages)
    }

    /// Lets each page wait for what comes after a revision, which it has drawn.
    async fn wait(&mut self, revision: &Value) -> Result<()> {
        let widget_id = &self.widget_id;
        let waits = self.sockets.iter_mut().enumerate().map(async |(number, socket)| {
            let params = json!({"widget_id": widget_id, "viewer_id": format!("{number:032x}"),
                "revision": revision, "wait_ms": 25_000});
            let call =
                json!({"jsonrpc": "2.0", "id": 1, "method": "widget_sync", "params": params});
            socket.send(Message::text(call.to_string())).await
        });
        try_join_all(waits).await?;
        Ok(())
    }

    /// Waits for a change, and says that it is drawn; the time until all had it, and its text.
    async fn round(&mut self, begin: Instant) -> Result<(f64, String)> {
        let mut changes = try_join_all(self.sockets.iter_mut().map(text)).await?;
        let took = milliseconds(begin.elapsed());
        let change = changes.pop().context("there are pages")?;
        self.wait(&revision_in(&change)?).await?;
        Ok((took, change))
    }
}

fn revision_in(answer: &str) -> Result<Value> {
    let answer: Value = serde_json::from_str(answer)?;
    Ok(answer["result"]["revision"].clone())
}

/// The same for the bare server, which is told by a connection more.
struct BarePages {
    agent: Socket,
    sockets: Vec<Socket>,
}

impl BarePages {
    async fn open(address: SocketAddr) -> Result<Self> {
        let url = format!("ws://{address}");
        let agent = connect(&url).await?;
        let sockets = try_join_all((0..PAGES).map(|_| connect(&url))).await?;
        Ok(Self { agent, sockets })
    }

    /// As [`WidgetPages::round`], with a text of the same length.
    async fn round(&mut self, change: &str) -> Result<f64> {
        let begin = Instant::now();
        self.agent.send(Message::text(change)).await?;
        try_join_all(self.sockets.iter_mut().map(text)).await?;
        let took = milliseconds(begin.elapsed());
        let answers = self.sockets.iter_mut().map(|socket| socket.send(Message::text(change)));
        try_join_all(answers).await?;
        Ok(took)
    }
}

/// Sends all others what the first connection says, and reads what they answer.
async fn broadcast_to_all(listener: TcpListener) -> Result<()> {
    let (changes, _) = broadcast::channel(16);
    let mut agent = accept_async(listener.accept().await?.0).await?;
    let accepting = changes.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(bare_page(stream, accepting.subscribe()));
        }
    });
    while let Some(message) = agent.next().await {
        changes.send(message?).ok();
    }
    Ok(())
}

async fn bare_page(stream: TcpStream, mut changes: broadcast::Receiver<Message>) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut socket = accept_async(stream).await?;
    loop {
        tokio::select! {
            change = changes.recv() => socket.send(change?).await?,
            message = socket.next() => drop(message.context("the page has gone")??),
        }
    }
}
