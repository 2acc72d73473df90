//! The part of presence in a small call.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use widget_e2e::widget_mcp;
use widget_state::{MemoryStore, Surface, ViewerId, Widget, WidgetStore, WidgetStoreExt};

use crate::Effort;
use crate::peer::{Peer, Transport};
use crate::report::Table;
use crate::stats::median;
use crate::subjects::subjects;

/// The viewers of a widget whose presence is read.
const VIEWERS: [u64; 3] = [0, 1, 100];

/// The reads that are measured as one: a single one is shorter than the clock is exact.
const READS: u32 = 10_000;

pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let call = small_call(effort)?;
    let runtime = tokio::runtime::Runtime::new()?;
    let heading = format!(
        "Presence, in the answer of a small call (`request_toolbar_state` over stdio, median \
         {:.1} µs)",
        call.as_secs_f64() * 1e6
    );
    let mut table = Table::new(heading, &["open viewers", "read", "of the call"]);
    for viewers in VIEWERS {
        let read = runtime.block_on(read(viewers, effort))?;
        let part = read.as_secs_f64() / call.as_secs_f64() * 100.0;
        table.row([viewers.to_string(), format!("{} ns", read.as_nanos()), format!("{part:.2} %")]);
    }
    Ok(table)
}

/// The median time of a call that answers with little more than presence.
fn small_call(effort: Effort) -> Result<Duration> {
    let mut peer = Peer::start_over(Transport::Stdio, &widget_mcp(), &["--headless"])?;
    let subject = subjects(&mut peer)?.into_iter().find(|one| one.tool == "request_toolbar_state");
    let calls = subject.context("the tool is measured")?.calls(&mut peer, effort.sequential)?;
    let mut took =
        calls.iter().map(|call| Ok(peer.call(call)?.1)).collect::<Result<Vec<Duration>>>()?;
    Ok(median(&mut took))
}

/// The time in which the presence of a widget with so many open viewers is read.
async fn read(viewers: u64, effort: Effort) -> Result<Duration> {
    let store = MemoryStore::new();
    let id = store.create(Widget::html("").with_title("A title")?).await?;
    for viewer in 0..viewers {
        let viewer: ViewerId = format!("{viewer:032x}").parse()?;
        store.attach(id, viewer, Surface::Page).await?;
    }
    let mut rounds = Vec::new();
    for _ in 0..effort.rounds {
        let begin = Instant::now();
        for _ in 0..READS {
            std::hint::black_box(store.presence(id).await?);
        }
        rounds.push(begin.elapsed() / READS);
    }
    Ok(median(&mut rounds))
}
