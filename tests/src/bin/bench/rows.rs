//! A large table through `show_dataframe`.

use std::fmt::Write;

use anyhow::Result;
use widget_e2e::widget_mcp;

use crate::Effort;
use crate::peer::{Call, Peer};
use crate::report::Table;
use crate::stats::{median, megabytes, milliseconds};

const ROWS: usize = 100_000;

pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let rows = json(ROWS);
    let payload = rows.len() as u64;
    let arguments = format!(r#"{{"data_json":{}}}"#, serde_json::Value::String(rows));
    let call = Call { tool: "show_dataframe", arguments };

    let (mut times, mut growths, mut peaks) = (vec![], vec![], vec![]);
    for _ in 0..effort.large {
        let (mut peer, _) = Peer::start(&widget_mcp(), &["--headless"])?;
        let before = peer.memory();
        let (_, took) = peer.call(&call)?;
        times.push(milliseconds(took));
        if let (Some(before), Some(after)) = (before, peer.memory()) {
            growths.push(after.now.saturating_sub(before.now));
            peaks.push(after.peak.saturating_sub(before.now));
        }
    }
    let heading = format!(
        "{ROWS} rows × 8 columns through `show_dataframe` ({:.1} MB of JSON, median of {})",
        megabytes(payload),
        effort.large
    );
    let mut table = Table::new(heading, &["", "", "of the payload"]);
    table.row(["answered after".into(), format!("{:.0} ms", median(&mut times)), String::new()]);
    for (name, values) in [("memory kept", &mut growths), ("memory at its highest", &mut peaks)] {
        if !values.is_empty() {
            let bytes = median(values);
            let ratio = format!("{:.2} ×", bytes as f64 / payload as f64);
            table.row([name.into(), format!("{:.1} MB", megabytes(bytes)), ratio]);
        }
    }
    Ok(table)
}

/// Rows as a data frame writes them: numbers, words, a date and a flag.
pub(crate) fn json(count: usize) -> String {
    let mut json = String::from("[");
    for id in 0..count {
        let separator = if id == 0 { "" } else { "," };
        let (price, count) = (id * 7 % 9973, id * 31 % 1000);
        let (month, day, group) = (id % 12 + 1, id % 28 + 1, ["north", "south", "west"][id % 3]);
        let sold = id % 2 == 0;
        let written = write!(
            json,
            r#"{separator}{{"id":{id},"name":"item {id}","group":"{group}","price":{price}.5,"count":{count},"sold":{sold},"date":"2026-{month:02}-{day:02}","share":0.{count:03}}}"#
        );
        written.expect("a string takes everything");
    }
    json.push(']');
    json
}
