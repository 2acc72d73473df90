//! From spawning a server to its first answer, and the memory it has then.

use anyhow::Result;
use widget_e2e::{sibling, widget_mcp};

use crate::Effort;
use crate::peer::Peer;
use crate::report::Table;
use crate::stats::{median, megabytes, milliseconds};

pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let servers = [(sibling("bare-echo"), vec![]), (widget_mcp(), vec!["--headless"])];
    let mut times = [vec![], vec![]];
    let mut memory = [vec![], vec![]];
    for _ in 0..effort.starts {
        for (which, (program, arguments)) in servers.iter().enumerate() {
            let (peer, took) = Peer::start(program, arguments)?;
            times[which].push(milliseconds(took));
            memory[which].extend(peer.memory().map(|memory| megabytes(memory.now)));
        }
    }
    let [bare, ours] = times.each_mut().map(|times| median(times));
    let heading = format!("Start (median of {})", effort.starts);
    let mut table = Table::new(heading, &["", "bare server", "widget-mcp", "difference"]);
    let row = |name: &str, bare: f64, ours: f64, unit: &str| {
        let difference = ours - bare;
        [
            name.to_owned(),
            format!("{bare:.1} {unit}"),
            format!("{ours:.1} {unit}"),
            format!("{difference:+.1} {unit}"),
        ]
    };
    table.row(row("spawn to `initialize` answer", bare, ours, "ms"));
    if memory.iter().all(|values| !values.is_empty()) {
        let [bare, ours] = memory.each_mut().map(|memory| median(memory));
        table.row(row("resident memory then", bare, ours, "MB"));
    }
    Ok(table)
}
