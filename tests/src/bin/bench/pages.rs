//! The time until a page shows its widget in a browser that never saw it, and its size: beside a
//! page with an empty sandboxed frame, less than which no view with an origin of its own can take.

use std::time::Instant;

use anyhow::{Result, ensure};
use axum::Router;
use axum::http::HeaderName;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::Html;
use axum::routing::get;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use widget_e2e::{Browser, Client, Proxy, cars};

use crate::report::Table;
use crate::stats::{median, milliseconds};
use crate::{Effort, rows};

/// Tables of so many rows, of which the last does not come to the page as a whole.
const TABLES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The most that a page without a program of its own, such as Plotly, takes of the limit.
const MOST_OF_LIMIT: f64 = 2.5;

/// A widget and the JavaScript that is true when it shows.
struct Subject {
    name: String,
    tool: &'static str,
    arguments: Value,
    is_drawn: &'static str,
    /// True if nothing but the view itself draws it.
    is_plain: bool,
}

/// Prints all times, and fails where a plain page takes too long. A single time is no measurement.
pub(crate) fn measure(effort: Effort) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let heading = format!("Pages in Chromium with an empty cache (median of {})", effort.pages);
    let columns = ["page", "drawn after", "of the limit", "transferred"];
    let mut table = Table::new(heading, &columns);
    let (mut limit, _) = repeated(effort, || runtime.block_on(open_limit()));
    let limit = median(&mut limit);
    table.row([
        "(limit: an empty frame)".into(),
        format!("{limit:.0} ms"),
        "1.00".into(),
        String::new(),
    ]);
    let large = TABLES.map(large_table);
    let small = [
        html(),
        twenty_metrics(),
        twenty_blocks(),
        chart(),
        six_charts(),
        large_chart(),
        cars_table(),
    ];
    let mut slow = Vec::new();
    for subject in small.into_iter().chain(large) {
        let (mut times, mut bytes) = repeated(effort, || runtime.block_on(subject.open()));
        let kilobytes = median(&mut bytes) as f64 / 1e3;
        let time = median(&mut times);
        if subject.is_plain && time > MOST_OF_LIMIT * limit {
            slow.push(format!("{}: {time:.0} ms", subject.name));
        }
        table.row([
            subject.name,
            format!("{time:.0} ms"),
            format!("{:.2}", time / limit),
            format!("{kilobytes:.0} kB"),
        ]);
    }
    table.print();
    ensure!(
        slow.is_empty() || effort.pages == 1,
        "more than {MOST_OF_LIMIT} times {limit:.0} ms: {}",
        slow.join(", ")
    );
    Ok(())
}

fn repeated(effort: Effort, open: impl Fn() -> (f64, u64)) -> (Vec<f64>, Vec<u64>) {
    (0..effort.pages).map(|_| open()).unzip()
}

/// As [`Subject::open`], for a page whose frame has an origin of its own and nothing in it.
async fn open_limit() -> (f64, u64) {
    const POLICY: (HeaderName, &str) =
        (CONTENT_SECURITY_POLICY, "sandbox allow-scripts; default-src 'none'");
    let page = "<!doctype html><iframe sandbox=\"allow-scripts\" src=\"/view\"></iframe>";
    let routes = Router::new()
        .route("/", get(async move || Html(page)))
        .route("/view", get(async || ([POLICY], Html("<!doctype html><p id=\"empty\">"))));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/", listener.local_addr().expect("a bound port"));
    let serving = tokio::spawn(async move { axum::serve(listener, routes).await });
    let browser = Browser::start().await;
    let page = browser.open("about:blank").await;
    let begin = Instant::now();
    page.goto(&url).await;
    page.holds("document.getElementById('empty') !== null").await;
    let time = milliseconds(begin.elapsed());
    serving.abort();
    (time, 0)
}

impl Subject {
    /// Milliseconds from the address to the drawing, and the bytes that came.
    async fn open(&self) -> (f64, u64) {
        let agent = Client::stdio().await;
        let widget = agent.create(self.tool, self.arguments.clone()).await;
        let proxy = Proxy::start(&widget.url).await;
        let browser = Browser::start().await;
        let page = browser.open("about:blank").await;
        let begin = Instant::now();
        page.goto(&proxy.url(&widget.url)).await;
        page.holds(self.is_drawn).await;
        (milliseconds(begin.elapsed()), proxy.carried())
    }
}

fn html() -> Subject {
    Subject {
        name: "HTML with a button".into(),
        tool: "create_widget",
        arguments: json!({"html": "<b id=\"counter\">0</b>", "toolbars": [{"items": [
            {"type": "button", "label": "+1", "event": "counter:increment"}]}]}),
        is_drawn: "document.getElementById('counter') !== null",
        is_plain: true,
    }
}

/// A page of so many blocks, which have their places in its HTML.
fn blocks(name: &str, count: usize, kinds: &[Value], is_drawn: &'static str) -> Subject {
    let ids: Vec<String> = (0..count).map(|index| format!("b{index}")).collect();
    let place = |id: &String| format!("<widget-block id=\"{id}\"></widget-block>");
    let html: String = ids.iter().map(place).collect();
    let blocks: Value = ids.into_iter().zip(kinds.iter().cycle().cloned()).collect();
    let arguments = json!({"html": html, "blocks": blocks});
    Subject { name: name.into(), tool: "create_widget", arguments, is_drawn, is_plain: false }
}

fn metric() -> Value {
    json!({"type": "metric", "label": "Revenue", "value": 1_240_000})
}

fn twenty_metrics() -> Subject {
    let is_drawn = "document.querySelector('#b19 *') !== null";
    let metrics = blocks("twenty metrics", 20, &[metric()], is_drawn);
    Subject { is_plain: true, ..metrics }
}

fn twenty_blocks() -> Subject {
    let kinds = [
        metric(),
        json!({"type": "form", "fields": [{"name": "what", "required": true}]}),
        json!({"type": "select", "label": "Year", "options": ["2025", "2026"]}),
        json!({"type": "card", "title": "Sum", "blocks": [metric()]}),
        json!({"type": "html", "html": "<p>Text</p>"}),
    ];
    let is_drawn = "document.querySelector('#b19 p') !== null";
    let mixed = blocks("twenty blocks of five types", 20, &kinds, is_drawn);
    Subject { is_plain: true, ..mixed }
}

fn six_charts() -> Subject {
    let y: Vec<f64> = (0..200).map(|x| (f64::from(x) / 10.0).sin()).collect();
    let chart = json!({"type": "chart", "figure": {"data": [{"y": y}]}});
    let is_drawn = "document.querySelector('#b5 .scatterlayer path') !== null";
    blocks("six charts of 200 points", 6, &[chart], is_drawn)
}

fn chart() -> Subject {
    let x: Vec<u32> = (0..1000).collect();
    let y: Vec<f64> = x.iter().map(|x| (f64::from(*x) / 50.0).sin()).collect();
    let trace = json!({"type": "scatter", "mode": "markers", "x": x, "y": y});
    let figure = json!({"data": [trace]}).to_string();
    Subject {
        name: "chart of 1,000 points".into(),
        tool: "show_chart",
        arguments: json!({"figure_json": figure}),
        is_drawn: "document.querySelectorAll('.scatterlayer .point').length === 1000",
        is_plain: false,
    }
}

/// A hundred thousand points as people measure: to a thousandth.
fn large_figure() -> String {
    let x: Vec<u32> = (0..100_000).collect();
    let y = x.iter().map(|x| {
        let wave = (f64::from(*x) / 5_000.0).sin() * 1e5;
        (wave + f64::from(x * 7919 % 20_011)).round() / 1e3
    });
    let y: Vec<f64> = y.collect();
    json!({"data": [{"type": "scattergl", "mode": "markers", "x": x, "y": y}]}).to_string()
}

fn large_chart() -> Subject {
    Subject {
        name: "chart of 100,000 points (WebGL)".into(),
        tool: "show_chart",
        arguments: json!({"figure_json": large_figure()}),
        is_drawn: "document.querySelector('.gl-canvas-context')?.width > 100",
        is_plain: false,
    }
}

/// Returns the size of the data of the large chart on its way.
pub(crate) fn data() -> Result<Table> {
    let figure = large_figure();
    let runtime = tokio::runtime::Runtime::new()?;
    let carried = runtime.block_on(async {
        let agent = Client::stdio().await;
        let widget = agent.create("show_chart", json!({"figure_json": figure})).await;
        let client = reqwest::Client::builder().no_proxy().build()?;
        let request = client.get(format!("{}/data", widget.url));
        let response = request.header("accept-encoding", "gzip, deflate, br").send().await?;
        anyhow::Ok(response.bytes().await?.len())
    })?;
    let share = carried as f64 / figure.len() as f64;
    let kilobytes = |bytes: usize| format!("{:.0} kB", bytes as f64 / 1e3);
    let columns = ["100,000 points", "as JSON", "on the wire", "share"];
    let mut table = Table::new("The data of a large chart", &columns);
    let cells =
        ["figure".into(), kilobytes(figure.len()), kilobytes(carried), format!("{share:.2}")];
    table.row(cells);
    Ok(table)
}

fn cars_table() -> Subject {
    Subject {
        name: "table of 406 cars".into(),
        tool: "show_dataframe",
        arguments: json!({"data_json": Value::from(cars()).to_string()}),
        is_drawn: "document.querySelectorAll('.ag-row [col-id=Name]').length > 5",
        is_plain: false,
    }
}

fn large_table(count: usize) -> Subject {
    Subject {
        name: format!("table of {count} rows"),
        tool: "show_dataframe",
        arguments: json!({"data_json": rows::json(count)}),
        is_drawn: "document.querySelectorAll('.ag-row [col-id=name]').length > 5",
        is_plain: false,
    }
}
