//! Latency and throughput of the small tools over each transport, turn by turn with the bare
//! server.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use widget_e2e::{sibling, widget_mcp};

use crate::Effort;
use crate::peer::{Call, Peer, Transport, WINDOW};
use crate::placement;
use crate::ratios::{Measured, Ratios, extent, row};
use crate::report::Table;
use crate::stats::milliseconds;
use crate::subjects::{Subject, subjects};

/// Two servers over the same transport.
struct Pair {
    transport: Transport,
    name: &'static str,
    flags: &'static [&'static str],
    bare: &'static str,
    bare_flags: &'static [&'static str],
}

#[rustfmt::skip] // a table
const PAIRS: [Pair; 3] = [
    Pair { transport: Transport::Stdio, name: "stdio", flags: &[], bare: "bare-echo", bare_flags: &[] },
    Pair { transport: Transport::Http, name: "streamable HTTP", flags: &["--http", "0"], bare: "bare-echo", bare_flags: &["--http"] },
    Pair { transport: Transport::Sse, name: "HTTP+SSE", flags: &["--sse", "0"], bare: "bare-sse", bare_flags: &[] },
];

pub(crate) fn measure(effort: Effort) -> Result<()> {
    let ceiling = client_alone(effort)?;
    println!("\nOver stdio the client alone does {ceiling:.0} calls/s.");
    let columns = ["", "median", "p99", "calls/s in flight"];
    let mut all =
        Table::new("Small tools beside the bare server's `echo`: lowest to highest", &columns);
    for pair in PAIRS {
        let flags = [&["--headless", "--max-widgets", "1000000"][..], pair.flags].concat();
        let ours = Peer::start_over(pair.transport, &widget_mcp(), &flags)?;
        let bare = Peer::start_over(pair.transport, &sibling(pair.bare), pair.bare_flags)?;
        all.row(extent(pair.name, &compare(pair.name, ours, bare, effort)?));
    }
    all.print();
    Ok(())
}

/// Prints how all tools do over a transport.
fn compare(transport: &str, mut ours: Peer, mut bare: Peer, effort: Effort) -> Result<Vec<Ratios>> {
    let silent = bare.call(&Call { tool: "echo", arguments: echo_arguments(0) })?.0.len();
    let heading = format!(
        "Small tools over {transport}: sequential and with {WINDOW} in flight (the bare server says \
         back as many bytes)"
    );
    let columns =
        ["tool", "median", "ratio", "p99", "ratio", "calls/s in flight", "of the bare server's"];
    let mut table = Table::new(heading, &columns);
    let mut all = Vec::new();
    let mut echoed = Measured::default();
    for subject in subjects(&mut ours)? {
        let echo = subject.echo(&mut ours, silent)?;
        let mut measured = Measured::default();
        let mut beside = Measured::default();
        for _ in 0..effort.rounds {
            echo.round(&mut bare, effort, &mut beside)?;
            subject.round(&mut ours, effort, &mut measured)?;
        }
        let own = measured.summary();
        let ratios = own.beside(beside.summary());
        table.row(row(subject.tool, own, ratios));
        all.push(ratios);
        echoed.append(beside);
    }
    let echoed = echoed.summary();
    table.row(row("(bare server's `echo`)", echoed, echoed.beside(echoed)));
    table.print();
    Ok(all)
}

/// Measures the client with a server that costs nothing: `cat` repeats each request.
fn client_alone(effort: Effort) -> Result<f64> {
    let mut cat = Peer::spawn(Path::new("cat"), &[])?;
    let calls = vec![Call { tool: "echo", arguments: "{}".into() }; effort.concurrent * 10];
    let (_, took) = cat.call_all(&calls)?;
    Ok(calls.len() as f64 / took.as_secs_f64())
}

/// Returns arguments with which the bare server answers with `length` characters of text.
fn echo_arguments(length: usize) -> String {
    format!(r#"{{"text":"{}"}}"#, "x".repeat(length))
}

impl Subject {
    /// Makes the bare server answer with as much text as this tool, so
    /// that both write as many bytes. An answer holds its text twice.
    fn echo(&self, peer: &mut Peer, silent: usize) -> Result<Subject> {
        let sample = self.calls(peer, 1)?;
        let answer = peer.call(sample.first().context("a call")?)?.0;
        ensure!(!answer.contains(r#""isError":true"#), "{}: {answer}", self.tool);
        let length = answer.len().saturating_sub(silent) / 2;
        self.clear(peer, &sample, &[answer])?;
        Ok(Subject::same("echo", &echo_arguments(length)))
    }

    fn round(&self, peer: &mut Peer, effort: Effort, measured: &mut Measured) -> Result<()> {
        let calls = self.calls(peer, effort.sequential)?;
        let answered = placement::apart(peer.process().context("it has a process")?, || {
            calls.iter().map(|call| peer.call(call)).collect::<Result<Vec<_>>>()
        })?;
        let (answers, took): (Vec<_>, Vec<_>) = answered.into_iter().unzip();
        let latencies = took.into_iter().map(milliseconds).collect();
        self.clear(peer, &calls, &answers)?;
        let calls = self.calls(peer, effort.concurrent)?;
        let (answers, took) = peer.call_all(&calls)?;
        measured.add(latencies, calls.len() as f64 / took.as_secs_f64());
        self.clear(peer, &calls, &answers)
    }
}
