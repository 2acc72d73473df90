//! Cores that do not fall asleep between two calls.

use std::process::{Child, Command};

use anyhow::{Context, Result};

use crate::placement;

/// Loops that get a core only while nothing else wants it.
///
/// A virtual core without work is given away by its host, and on a busy host it comes back
/// later than a call takes. That would be measured in place of the servers.
///
/// Each loop stays on its core: where the system moves them together, the other core is
/// asleep as long as one of the servers keeps this one busy.
pub(crate) struct Awake(Vec<Child>);

impl Awake {
    /// Keeps every core awake until it is dropped; on Linux, elsewhere it does nothing.
    ///
    /// # Errors
    ///
    /// `taskset` and `chrt`, which are part of util-linux, are missing.
    pub(crate) fn keep() -> Result<Self> {
        let mut loops = Self(Vec::new());
        for core in placement::cores()? {
            loops.0.push(idle_loop(core)?);
        }
        Ok(loops)
    }
}

/// It ends, some tenths of a second later, when the benchmark is killed.
const LOOP: &str =
    "while kill -0 $PPID 2>&-; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done";

/// In the scheduling class below all others (`SCHED_IDLE`).
fn idle_loop(core: usize) -> Result<Child> {
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string(), "chrt", "--idle", "0", "sh", "-c", LOOP]);
    command.spawn().context("`taskset`, which keeps a core awake; it is part of util-linux")
}

impl Drop for Awake {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have ended with the terminal.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
