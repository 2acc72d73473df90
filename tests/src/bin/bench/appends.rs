//! Rows that are added one after the other to a table that is open.

use std::time::Instant;

use anyhow::Result;
use serde_json::json;
use widget_e2e::{Browser, Client};

use crate::report::Table;
use crate::stats::milliseconds;
use crate::{Effort, rows};

/// Rows that are there before.
const BEFORE: [usize; 2] = [1_000, 100_000];

pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let runtime = tokio::runtime::Runtime::new()?;
    let count = effort.appends;
    let heading = format!("{count} × `append` of one row into an open table, each call confirmed");
    let mut table = Table::new(heading, &["rows before", "all shown after", "each"]);
    for before in BEFORE {
        let took = runtime.block_on(append(before, count));
        let each = took / count as f64;
        table.row([before.to_string(), format!("{took:.0} ms"), format!("{each:.2} ms")]);
    }
    Ok(table)
}

async fn append(before: usize, count: usize) -> f64 {
    let agent = Client::stdio().await;
    let arguments = json!({"data_json": rows::json(before)});
    let widget = agent.create("show_dataframe", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let shows = async |rows: usize| {
        let digits = "document.querySelector('.widget-grid-footer span').innerText";
        page.holds(&format!("{digits}.replace(/\\D/g, '') === '{rows}'")).await;
    };
    shows(before).await;
    let begin = Instant::now();
    for n in 0..count {
        let row = json!([{"id": before + n, "name": "added"}]);
        let data = json!({"strategy": "append", "data": row});
        let arguments = json!({"widget_id": widget.widget_id,
            "event_type": "grid:update-data", "data": data});
        agent.call("send_event", arguments).await;
    }
    shows(before + count).await;
    milliseconds(begin.elapsed())
}
