//! Small calls of one client while another sends a large message.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use widget_e2e::widget_mcp;

use crate::Effort;
use crate::peer::{Call, Peer, Transport};
use crate::report::Table;
use crate::rows;
use crate::stats::{megabytes, milliseconds, quantile};

/// About 16 MB of JSON.
const ROWS: usize = 131_000;

pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let rows = rows::json(ROWS);
    let payload = rows.len() as u64;
    let arguments = format!(r#"{{"data_json":{}}}"#, serde_json::Value::String(rows));
    let large = Call { tool: "show_dataframe", arguments };
    let small = Call { tool: "list_widgets", arguments: "{}".into() };

    let server = ["--http", "0", "--headless"];
    let mut client = Peer::start_over(Transport::Http, &widget_mcp(), &server)?;
    let mut other = client.another()?;
    let mut alone = Vec::new();
    for _ in 0..effort.sequential {
        alone.push(milliseconds(client.call(&small)?.1));
    }
    let is_sent = AtomicBool::new(false);
    let mut beside = Vec::new();
    let sent = std::thread::scope(|scope| -> Result<Duration> {
        let sending = scope.spawn(|| {
            let sent = (0..effort.large).map(|_| other.call(&large).map(|(_, took)| took)).sum();
            is_sent.store(true, Ordering::Release);
            sent
        });
        while !is_sent.load(Ordering::Acquire) {
            beside.push(milliseconds(client.call(&small)?.1));
        }
        sending.join().ok().context("the other client panicked")?
    })?;
    let heading = format!(
        "Calls of one client while another sends {} messages of {:.1} MB, in {:.0} ms each",
        effort.large,
        megabytes(payload),
        milliseconds(sent) / effort.large as f64,
    );
    let mut table = Table::new(heading, &["`list_widgets`", "median", "p99", "longest"]);
    for (name, times) in [("alone", &mut alone), ("beside it", &mut beside)] {
        let mut cell = |part| format!("{:.2} ms", quantile(times, part));
        table.row([name.to_owned(), cell(0.5), cell(0.99), cell(1.0)]);
    }
    Ok(table)
}
