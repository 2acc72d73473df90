//! Cores that do not fall asleep between two calls.

use std::process::{Child, Command};
use std::thread::available_parallelism;

use anyhow::{Context, Result};

/// Loops that get a core only while nothing else wants it.
///
/// A virtual core without work is given away by its host, and on a busy host it comes back
/// later than a call takes. That would be measured in place of the servers.
pub(crate) struct Awake(Vec<Child>);

impl Awake {
    /// Keeps every core awake until it is dropped; on Linux, elsewhere it does nothing.
    ///
    /// # Errors
    ///
    /// `chrt`, which is part of util-linux, is missing.
    pub(crate) fn keep() -> Result<Self> {
        let mut loops = Self(Vec::new());
        if cfg!(target_os = "linux") {
            for _ in 0..available_parallelism()?.get() {
                loops.0.push(idle_loop()?);
            }
        }
        Ok(loops)
    }
}

/// It ends, some tenths of a second later, when the benchmark is killed.
const LOOP: &str =
    "while kill -0 $PPID 2>&-; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done";

/// In the scheduling class below all others (`SCHED_IDLE`).
fn idle_loop() -> Result<Child> {
    let mut command = Command::new("chrt");
    command.args(["--idle", "0", "sh", "-c", LOOP]);
    command.spawn().context("`chrt`, which keeps the cores awake; it is part of util-linux")
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
