//! A Redis server of the benchmark's own, and the yardstick that comes with it.

use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A `redis-server` on a socket in a folder of its own, which no other process
/// can have taken.
pub(crate) struct Server {
    child: Child,
    folder: TempDir,
}

impl Server {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new("redis-server");
        command.current_dir(folder.path()).stdout(Stdio::null());
        command.args(["--port", "0", "--unixsocket", "redis.sock"]);
        command.args(["--save", "", "--appendonly", "no"]);
        let child = command.spawn().expect("apt-get install redis-server");
        let server = Self { child, folder };
        while !server.cli("redis-cli").arg("PING").output().unwrap().status.success() {
            std::thread::yield_now();
        }
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("redis+unix://{}", self.folder.path().join("redis.sock").display())
    }

    /// Returns the result of `redis-benchmark`, in operations per second.
    pub(crate) fn benchmark(&self, clients: usize, count: usize, operation: &[String]) -> f64 {
        let mut command = self.cli("redis-benchmark");
        command.args(["-P", "1", "--csv", "-c", &clients.to_string(), "-n", &count.to_string()]);
        let output = command.args(operation).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        // A line of names, then `"the command","rate","latency",…`.
        let line = text.lines().last().unwrap();
        let rate = line.rsplit(',').nth(6).unwrap_or_else(|| panic!("{text}"));
        rate.trim_matches('"').parse().unwrap_or_else(|_| panic!("{text}"))
    }

    fn cli(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.arg("-s").arg(self.folder.path().join("redis.sock"));
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The hash of a token store, with a value of `bytes`.
pub(crate) fn hset(bytes: usize) -> Vec<String> {
    let (version, tokens) = ("0".repeat(32), "x".repeat(bytes));
    ["HSET", "bare", "version", &version, "tokens", &tokens].map(str::to_owned).into()
}

pub(crate) fn hgetall() -> Vec<String> {
    ["HGETALL", "bare"].map(str::to_owned).into()
}
