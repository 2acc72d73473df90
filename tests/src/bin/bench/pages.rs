//! How soon a page shows its chart or table in a browser that never saw it, and what it loads.

use std::time::Instant;

use anyhow::Result;
use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Proxy, cars};

use crate::Effort;
use crate::report::Table;
use crate::stats::{median, milliseconds};

/// A widget and the JavaScript that is true when it shows.
struct Subject {
    name: &'static str,
    tool: &'static str,
    arguments: Value,
    is_drawn: &'static str,
}

pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let runtime = tokio::runtime::Runtime::new()?;
    let heading = format!("Pages in Chromium with an empty cache (median of {})", effort.pages);
    let mut table = Table::new(heading, &["page", "drawn after", "transferred"]);
    for subject in [chart(), cars_table()] {
        let (mut times, mut bytes) = (vec![], vec![]);
        for _ in 0..effort.pages {
            let (time, carried) = runtime.block_on(subject.open());
            times.push(time);
            bytes.push(carried);
        }
        let kilobytes = median(&mut bytes) as f64 / 1e3;
        let time = median(&mut times);
        table.row([subject.name.into(), format!("{time:.0} ms"), format!("{kilobytes:.0} kB")]);
    }
    Ok(table)
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

fn chart() -> Subject {
    let x: Vec<u32> = (0..1000).collect();
    let y: Vec<f64> = x.iter().map(|x| (f64::from(*x) / 50.0).sin()).collect();
    let trace = json!({"type": "scatter", "mode": "markers", "x": x, "y": y});
    let figure = json!({"data": [trace]}).to_string();
    Subject {
        name: "chart of 1,000 points",
        tool: "show_chart",
        arguments: json!({"figure_json": figure}),
        is_drawn: "document.querySelectorAll('.scatterlayer .point').length === 1000",
    }
}

fn cars_table() -> Subject {
    Subject {
        name: "table of 406 cars",
        tool: "show_dataframe",
        arguments: json!({"data_json": Value::from(cars()).to_string()}),
        is_drawn: "document.querySelectorAll('.ag-row [col-id=Name]').length > 5",
    }
}
