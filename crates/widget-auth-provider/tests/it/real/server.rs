use std::fs::File;
use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/oidc-provider");

/// The provider as a process of its own. It ends when this is dropped.
pub(crate) struct RealProvider {
    pub(crate) issuer: String,
    _process: Child,
    // The provider would die of a broken pipe.
    _output: Lines<BufReader<ChildStdout>>,
}

impl RealProvider {
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// With these environment variables; `server.mjs` lists them.
    pub(crate) async fn start_with(settings: &[(&str, &str)]) -> Self {
        install().await;
        let mut process = Command::new("node")
            .arg("server.mjs")
            .envs(settings.iter().copied())
            .current_dir(FOLDER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("these tests need Node.js 20 or later");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let issuer = lines.next_line().await.unwrap();
        Self {
            issuer: issuer.expect("the provider prints its issuer"),
            _process: process,
            _output: lines,
        }
    }
}

/// Runs `npm ci` unless it has been run. Tests run at the same time, also in
/// several processes: a file lock lets one of them do it.
async fn install() {
    let lock = Path::new(env!("CARGO_TARGET_TMPDIR")).join("oidc-provider.lock");
    let lock = File::create(lock).unwrap();
    tokio::task::spawn_blocking(move || {
        lock.lock().unwrap();
        // npm writes this file last.
        if Path::new(FOLDER).join("node_modules/.package-lock.json").exists() {
            return;
        }
        let status = std::process::Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
            .current_dir(FOLDER)
            .status();
        assert!(status.expect("these tests need npm").success());
    })
    .await
    .unwrap();
}
