use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use widget_auth_store::{RedisOptions, RedisTokenStore, TokenStoreExt};

use crate::program;

/// A `redis-server` of this test's own, on a socket in a folder of its own.
pub(crate) struct Server {
    child: Child,
    folder: TempDir,
    arguments: Vec<String>,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    pub(crate) async fn start_with(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let arguments: Vec<_> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let server = Self { child: spawn(&folder, &arguments), folder, arguments };
        server.ready().await;
        server
    }

    pub(crate) fn url(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    pub(crate) fn store(&self, options: RedisOptions) -> RedisTokenStore {
        RedisTokenStore::new(options.with_url(self.url())).unwrap()
    }

    /// As `kill -9` does it.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) async fn restart(&mut self) {
        self.child = spawn(&self.folder, &self.arguments);
        self.ready().await;
    }

    /// Returns the output of `redis-cli`.
    pub(crate) fn cli(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("redis-cli");
        command.arg("-s").arg(self.socket()).args(arguments).stdout(Stdio::piped());
        let output = program::start(&mut command, "redis-tools").wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("redis.sock")
    }

    /// The server answers something, be it that it wants a password.
    async fn ready(&self) {
        let store = self.store(RedisOptions::new());
        while store.exists("ready").await.is_err_and(|error| error.is_retryable()) {
            tokio::task::yield_now().await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn spawn(folder: &TempDir, arguments: &[String]) -> Child {
    let mut command = Command::new("redis-server");
    command.current_dir(folder.path()).stdout(Stdio::null());
    command.args(["--port", "0", "--unixsocket", "redis.sock"]);
    command.args(["--save", "", "--appendonly", "no"]).args(arguments);
    program::start(&mut command, "redis-server")
}
