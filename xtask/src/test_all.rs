//! `test-all`: the checks of CI, from the quick ones to the slow ones.

mod durations;
pub(crate) mod each_feature;
mod program;
mod quick;
pub(crate) mod steps;
pub(crate) mod tests;

use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use self::durations::Durations;
use self::steps::{STEPS, Step};
use crate::setup;
use crate::workspace::Metadata;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Check the format, the rules, the lints and the unit tests of changed crates only
    #[arg(long)]
    quick: bool,
    /// Run one step alone
    #[arg(long, value_name = "STEP", conflicts_with = "quick", value_parser = steps::names())]
    only: Option<String>,
}

/// Runs every step and stops at the first failure.
///
/// # Errors
///
/// Names the step that failed, its command, and the command that repeats the step alone.
pub(crate) fn run(args: &Args) -> Result<()> {
    let metadata = Metadata::load()?;
    if args.quick {
        return run_steps(&metadata, &quick::STEPS.iter().collect::<Vec<_>>());
    }
    let wanted = |step: &&Step| args.only.as_deref().is_none_or(|only| only == step.name);
    run_steps(&metadata, &STEPS.iter().filter(wanted).collect::<Vec<_>>())
}

fn run_steps(metadata: &Metadata, steps: &[&Step]) -> Result<()> {
    let mut durations = Durations::load(metadata);
    let mut left_out = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let last = durations.last_time(step.name);
        eprintln!("\n=== {}/{} {}{last} ===", index + 1, steps.len(), step.name);
        let start = Instant::now();
        let outcome = run_step(metadata, step, &mut left_out);
        durations.add(step.name, start.elapsed());
        if let Err(error) = outcome {
            durations.print();
            return Err(error).with_context(|| repeat(step.name));
        }
    }
    durations.save()?;
    durations.print();
    let passed = match steps {
        [step] => format!("{} passed", step.name),
        _ if left_out.is_empty() => "everything passed".to_owned(),
        _ => "everything else passed".to_owned(),
    };
    println!("\n{passed}");
    for what in left_out {
        println!("left out: {what}");
    }
    Ok(())
}

/// The command that repeats a step alone.
fn repeat(name: &str) -> String {
    let is_known = STEPS.iter().any(|step| step.name == name);
    let flag = if is_known { format!("--only {name}") } else { "--quick".to_owned() };
    format!("step `{name}`; `cargo xtask test-all {flag}` repeats it")
}

/// Installs the tools of a step where that is allowed, and leaves the step out where one stays
/// missing, except in CI.
fn run_step(metadata: &Metadata, step: &Step, left_out: &mut Vec<String>) -> Result<()> {
    let missing = setup::provide(step.tools)?;
    if missing.is_empty() {
        return (step.run)(metadata, left_out);
    }
    leave_out(step.name, &missing, left_out)
}

/// Notes that `what` does not run for want of `missing`.
///
/// # Errors
///
/// In CI, which leaves nothing out.
fn leave_out(what: &str, missing: &[&setup::Tool], left_out: &mut Vec<String>) -> Result<()> {
    if std::env::var_os("CI").is_some() {
        bail!("{}", setup::explain(missing));
    }
    let names: Vec<_> = missing.iter().map(|tool| tool.name).collect();
    left_out.push(format!("{what}: {} missing (`cargo xtask setup`)", names.join(", ")));
    Ok(())
}
