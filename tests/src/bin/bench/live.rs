//! The latency of a person's click to the agent and of the agent's answer to the person, and the
//! throughput of events and points.

use std::time::{Duration, Instant, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Page};

use crate::Effort;
use crate::report::Table;
use crate::stats::{median, milliseconds, quantile};

/// The time in the page, in milliseconds since 1970, as finely as it tells.
const NOW: &str = "(performance.timeOrigin + performance.now())";
/// Events that the pages send at once, each as many.
const EVENTS: usize = 2_000;
const PAGES: usize = 50;
/// Points that are added one by one.
const POINTS: usize = 1_000;

pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let runtime = tokio::runtime::Runtime::new()?;
    let mut table = Table::new("A page in Chromium and an agent", &["", "median", "p95"]);
    runtime.block_on(async {
        latencies(effort, &mut table).await?;
        throughput(1, effort, &mut table).await?;
        throughput(PAGES, effort, &mut table).await?;
        extensions(&mut table).await
    })?;
    Ok(table)
}

/// An agent, a widget and the browser that shows it.
async fn open(agent: &Client, html: &str) -> (Created, Browser, Page) {
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.getElementById('shown') !== null").await;
    (widget, browser, page)
}

async fn latencies(effort: Effort, table: &mut Table) -> Result<()> {
    let agent = Client::stdio().await;
    let html = "<button id=go data-event='app:go'>Go</button><b id=shown>0</b>";
    let (widget, _browser, page) = open(&agent, html).await;
    page.value(&format!(
        "(document.getElementById('go').addEventListener('click', () => {{ window.at = {NOW}; }}), \
         new MutationObserver(() => {{ window.changed = {NOW}; }})\
         .observe(document.body, {{subtree: true, childList: true, characterData: true}}), true)"
    ))
    .await;
    let (mut clicks, mut changes) = (vec![], vec![]);
    for round in 1..=effort.clicks {
        let id = &widget.widget_id;
        let wait = async {
            agent.call("wait_for_events", json!({"widget_id": id})).await;
            now()
        };
        // The click comes while the agent waits.
        let click = page.value("setTimeout(() => document.getElementById('go').click(), 20) > 0");
        let (heard, _) = tokio::join!(wait, click);
        clicks.push(heard? - number(&page.value("window.at").await)?);

        let begin = now()?;
        let text = round.to_string();
        agent
            .call("set_content", json!({"widget_id": id, "component_id": "shown", "text": text}))
            .await;
        page.shows("#shown", &text).await;
        changes.push(number(&page.value("window.changed").await)? - begin);
    }
    row(table, "click until `wait_for_events` has answered", &mut clicks);
    row(table, "`set_content` until the page has changed", &mut changes);
    Ok(())
}

async fn throughput(pages: usize, effort: Effort, table: &mut Table) -> Result<()> {
    let mut rates = vec![];
    for _ in 0..effort.bursts {
        rates.push(burst(pages, EVENTS / pages).await?);
    }
    let name = format!("events a second, read by the agent, from {pages} page(s)");
    // The slow ones are those of the late answers.
    let [middle, late] = [0.5, 0.05].map(|part| format!("{:.0}", quantile(&mut rates, part)));
    table.row([name, middle, late]);
    Ok(())
}

/// Events a second from pages that send `each` at the same moment.
async fn burst(pages: usize, each: usize) -> Result<f64> {
    let agent = Client::stdio().await;
    let (widget, browser, first) = open(&agent, "<b id=shown>0</b>").await;
    let mut tabs = vec![first];
    for _ in 1..pages {
        tabs.push(browser.open(&widget.url).await);
    }
    for tab in &tabs {
        tab.holds("document.getElementById('shown') !== null").await;
    }
    // All of them begin at the same moment.
    let start = now()? + 100.0 * pages as f64;
    for tab in &tabs {
        tab.value(&format!(
            "setTimeout(() => {{ for (let n = 0; n < {each}; n++) widget.emit('app:n', {{n}}); }}, {start} - {NOW}) > 0"
        ))
        .await;
    }
    let (mut cursor, total) = (0, (pages * each) as u64);
    while cursor < total {
        let arguments = json!({"widget_id": widget.widget_id, "after": cursor, "limit": 1000});
        let answer = agent.call("wait_for_events", arguments).await;
        cursor = answer["cursor"].as_u64().context("a cursor")?;
    }
    Ok(total as f64 / (now()? - start) * 1e3)
}

async fn extensions(table: &mut Table) -> Result<()> {
    let agent = Client::stdio().await;
    let figure = json!({"data": [{"type": "scatter", "x": [], "y": []}]}).to_string();
    let widget = agent.create("show_chart", json!({"figure_json": figure})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let points = "document.querySelector('.js-plotly-plot')?.data[0].x.length";
    page.holds(&format!("{points} === 0")).await;
    let begin = Instant::now();
    let mut calls = vec![];
    for point in 0..POINTS {
        let extend = json!({"x": [[point]], "y": [[point % 10]]});
        let called = Instant::now();
        agent.call("update_chart", json!({"widget_id": widget.widget_id, "extend": extend})).await;
        calls.push(milliseconds(called.elapsed()));
    }
    page.holds(&format!("{points} === {POINTS}")).await;
    row(table, "adding one point to an open chart, confirmed", &mut calls);
    let all = format!("{:.0} ms", milliseconds(begin.elapsed()));
    table.row([
        format!("adding {POINTS} points one by one, until all are drawn"),
        all,
        String::new(),
    ]);
    Ok(())
}

fn row(table: &mut Table, name: &str, times: &mut [f64]) {
    let cells = [median(times), quantile(times, 0.95)].map(|time| format!("{time:.1} ms"));
    let [middle, late] = cells;
    table.row([name.into(), middle, late]);
}

/// The time here, as the page tells it.
fn now() -> Result<f64> {
    let since: Duration = UNIX_EPOCH.elapsed().context("a clock after 1970")?;
    Ok(milliseconds(since))
}

fn number(value: &Value) -> Result<f64> {
    value.as_f64().with_context(|| format!("{value} is a time"))
}
