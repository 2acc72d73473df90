//! A server seen from the operating system.

use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use crate::eventually::in_time;

/// Tells an end by itself, 0.6 s at most on a quiet machine, from one that waits by mistake: for a
/// call that waits for events, a stream, an idle connection, all of which last 10 s and more.
const AT_ONCE: Duration = Duration::from_secs(5);

/// A process that a test has started.
#[derive(Debug)]
pub struct Process<'a>(&'a mut Child);

impl<'a> Process<'a> {
    /// The process of a child that runs.
    pub fn of(child: &'a mut Child) -> Self {
        Self(child)
    }

    fn id(&self) -> u32 {
        self.0.id().expect("the process runs")
    }

    /// Resident memory in bytes.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id()));
        let status = status.expect("the system tells about its processes");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.expect("its resident memory") * 1024
    }

    /// Returns the number of its threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.id())).expect("its threads").count()
    }

    /// Returns the number of open files and connections.
    #[must_use]
    pub fn open_files(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.id())).expect("its files").count()
    }

    /// Sends a signal, such as `TERM`.
    pub async fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.id().to_string()]).status().await;
        assert!(status.expect("kill runs").success(), "kill -s {name}");
    }

    /// Waits until it has ended by itself, well and without waiting for anybody.
    pub async fn ends_at_once(&mut self, why: &str) {
        let begin = Instant::now();
        let status = in_time("the process to end", self.0.wait()).await.expect("its exit status");
        assert!(status.success(), "{why}: {status}");
        let took = begin.elapsed();
        assert!(took < AT_ONCE, "{why}: {took:?}");
    }
}
