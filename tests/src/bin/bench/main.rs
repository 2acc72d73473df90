//! Measures the release binary beside a bare MCP server: same client, same run, turn by turn.

mod appends;
mod awake;
mod beside;
mod calls;
mod link;
mod live;
mod pages;
mod peer;
mod placement;
mod ratios;
mod report;
mod rows;
mod start;
mod stats;
mod subjects;
mod viewers;
#[cfg(target_os = "linux")]
mod windows;

use anyhow::Result;
use clap::Parser;

/// Prints what it measures as Markdown tables.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask bench --")]
struct Args {
    /// Few repetitions: shows whether the benchmark works, not how fast the server is
    #[arg(long)]
    quick: bool,
    /// Leave out what needs a browser
    #[arg(long)]
    no_pages: bool,
}

/// The number of repetitions.
#[derive(Debug, Clone, Copy)]
struct Effort {
    starts: usize,
    rounds: usize,
    sequential: usize,
    concurrent: usize,
    large: usize,
    pages: usize,
    appends: usize,
    clicks: usize,
    bursts: usize,
    windows: usize,
}

impl Effort {
    /// Many short turns: for some thousand calls on end the system may keep a
    /// server's threads on cores that suit them, or do not.
    const FULL: Self = Self {
        starts: 41,
        rounds: 30,
        sequential: 300,
        concurrent: 2_000,
        large: 5,
        pages: 5,
        appends: 1_000,
        clicks: 100,
        bursts: 9,
        windows: 9,
    };
    const QUICK: Self = Self {
        starts: 5,
        rounds: 1,
        sequential: 200,
        concurrent: 1_000,
        large: 1,
        pages: 1,
        appends: 100,
        clicks: 10,
        bursts: 1,
        windows: 2,
    };
}

fn main() -> Result<()> {
    let args = Args::parse();
    let effort = if args.quick { Effort::QUICK } else { Effort::FULL };
    let _awake = awake::Awake::keep()?;
    start::measure(effort)?.print();
    calls::measure(effort)?;
    rows::measure(effort)?.print();
    beside::measure(effort)?.print();
    viewers::measure(effort)?.print();
    if !args.no_pages {
        pages::measure(effort)?;
        appends::measure(effort)?.print();
        pages::data()?.print();
        live::measure(effort)?.print();
        #[cfg(target_os = "linux")]
        windows::measure(effort)?.print();
    }
    Ok(())
}
