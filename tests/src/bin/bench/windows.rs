//! From a tool call to a window on the screen, and the memory that windows take.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use widget_desktop::{Desktop, children, parent};
use widget_e2e::{sibling, widget_mcp};

use crate::Effort;
use crate::peer::{Call, Peer};
use crate::report::Table;
use crate::stats::{median, megabytes, milliseconds};

/// The time limit for a window.
const LIMIT: Duration = Duration::from_secs(60);

/// Windows beside the first, whose memory is shared out among them.
const FURTHER: usize = 4;

/// Both kinds of window: those of the build with the feature `webkit`, and those
/// of a browser.
pub(crate) fn measure(effort: Effort) -> Result<Table> {
    let heading =
        format!("Windows on an X server without graphics hardware (median of {})", effort.windows);
    let columns = ["", "call answered", "on the screen", "page live", "helper", "each window"];
    let mut table = Table::new(heading, &columns);
    for (name, program) in [("webview", sibling("widget-mcp-webkit")), ("Chromium", widget_mcp())] {
        let mut measured = Vec::new();
        for _ in 0..effort.windows {
            measured.push(once(&program)?);
        }
        let middle =
            |of: fn(&Measured) -> f64| median(&mut measured.iter().map(of).collect::<Vec<_>>());
        table.row([
            name.to_owned(),
            format!("{:.0} ms", middle(|one| one.answered)),
            format!("{:.0} ms", middle(|one| one.visible)),
            format!("{:.0} ms", middle(|one| one.live)),
            format!("{:.0} MB", middle(|one| one.helper)),
            format!("{:.0} MB", middle(|one| one.window)),
        ]);
    }
    Ok(table)
}

/// Milliseconds from the call, and megabytes: shared memory is shared out.
struct Measured {
    answered: f64,
    visible: f64,
    live: f64,
    helper: f64,
    window: f64,
}

fn once(program: &Path) -> Result<Measured> {
    let desktop = Desktop::start();
    let browser = [("WIDGET_MCP_BROWSER_ARGS".to_owned(), "--no-sandbox --disable-gpu".to_owned())];
    let mut peer = Peer::start_in(program, desktop.env().into_iter().chain(browser))?;
    let begin = Instant::now();
    let (_, answered) = peer.call(&open())?;
    wait("the window", || Ok(!desktop.titled("Bench.*").is_empty()))?;
    let visible = begin.elapsed();
    wait("the page", || Ok(!desktop.titled("Bench – Widget").is_empty()))?;
    let live = begin.elapsed();

    all_live(&mut peer, 1)?;
    let server = peer.process().context("it has a process")?.to_string();
    let helper = children(&server).into_iter().find(|(child, _)| parent(child) == server);
    let (helper, _) = helper.context("a helper")?;
    let (alone, with_one) = (memory(&helper)?, memory_of_all(&helper)?);
    for _ in 0..FURTHER {
        peer.call(&open())?;
    }
    all_live(&mut peer, 1 + FURTHER)?;
    let further = memory_of_all(&helper)?.saturating_sub(with_one);
    Ok(Measured {
        answered: milliseconds(answered),
        visible: milliseconds(visible),
        live: milliseconds(live),
        helper: megabytes(alone),
        window: megabytes(further) / FURTHER as f64,
    })
}

fn open() -> Call {
    let arguments = r#"{"title":"Bench","html":"<p id=\"n\">0</p>"}"#;
    Call { tool: "create_widget", arguments: arguments.into() }
}

fn all_live(peer: &mut Peer, count: usize) -> Result<()> {
    let list = Call { tool: "list_widgets", arguments: "{}".into() };
    wait(
        "all pages",
        || Ok(peer.call(&list)?.0.matches(r#""viewers":{"open":1}"#).count() == count),
    )
}

#[expect(clippy::disallowed_methods, reason = "asking without a pause would slow what is measured")]
fn wait(what: &str, mut condition: impl FnMut() -> Result<bool>) -> Result<()> {
    let begin = Instant::now();
    while !condition()? {
        ensure!(begin.elapsed() < LIMIT, "{what}: not within {LIMIT:?}");
        sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// The memory of a process and all below it, in bytes.
fn memory_of_all(process: &str) -> Result<u64> {
    let below: u64 = children(process).iter().filter_map(|(child, _)| memory(child).ok()).sum();
    Ok(memory(process)? + below)
}

/// The memory of a process in bytes; what it shares with others counts in part.
fn memory(process: &str) -> Result<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:")).context("its memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}
