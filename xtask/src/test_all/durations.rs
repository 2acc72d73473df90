//! The seconds that each step took, now and last time.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::workspace::Metadata;

/// The steps of this run in their order, and of the last one in a file below `target/`.
#[derive(Debug)]
pub(super) struct Durations {
    file: PathBuf,
    last: BTreeMap<String, f64>,
    now: Vec<(&'static str, f64)>,
}

impl Durations {
    /// Reads the file; without one, or with one that is damaged, nothing is known.
    pub(super) fn load(metadata: &Metadata) -> Self {
        let file = metadata.target_directory.join("xtask/step-seconds.json");
        let last = fs::read(&file).ok().and_then(|json| serde_json::from_slice(&json).ok());
        Self { file, last: last.unwrap_or_default(), now: Vec::new() }
    }

    /// A remark for the heading of a step.
    pub(super) fn last_time(&self, step: &str) -> String {
        self.last.get(step).map_or(String::new(), |last| format!(" (last time {last:.0} s)"))
    }

    pub(super) fn add(&mut self, step: &'static str, took: Duration) {
        self.now.push((step, took.as_secs_f64()));
    }

    /// Keeps the durations of this run; steps that did not run keep theirs.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(super) fn save(&mut self) -> Result<()> {
        self.last.extend(self.now.iter().map(|(step, seconds)| ((*step).to_owned(), *seconds)));
        let folder = self.file.parent().unwrap_or(&self.file);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&self.file, serde_json::to_vec_pretty(&self.last)?))
            .with_context(|| format!("cannot write {}", self.file.display()))
    }

    /// Prints a table of this run.
    pub(super) fn print(&self) {
        println!("\n{:<20} seconds", "step");
        for (step, seconds) in &self.now {
            println!("{step:<20} {seconds:7.1}");
        }
        let total: f64 = self.now.iter().map(|(_, seconds)| seconds).sum();
        println!("{:<20} {total:7.1}", "all");
    }
}
