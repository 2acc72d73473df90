//! An example as a process.

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use widget_e2e::{example, in_time};

use crate::server::RealProvider;

/// A terminal in which an example runs.
pub(crate) struct Terminal {
    process: Child,
    output: Lines<BufReader<ChildStdout>>,
    errors: Lines<BufReader<ChildStderr>>,
}

impl Terminal {
    /// An example, without a display.
    pub(crate) fn start(name: &str, provider: &RealProvider) -> Self {
        Self::start_with(name, provider, [])
    }

    /// With these variables, such as those of a desktop.
    pub(crate) fn start_with(
        name: &str,
        provider: &RealProvider,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let mut process = Command::new(example(name))
            .env_clear()
            .envs(variables)
            .env("WIDGET_OAUTH_PROVIDER", "oidc")
            .env("WIDGET_OAUTH_ISSUER_URL", &provider.issuer)
            .env("WIDGET_OAUTH_CLIENT_ID", "person")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        let errors = BufReader::new(process.stderr.take().unwrap()).lines();
        Self { process, output, errors }
    }

    /// The address that is printed because there is no browser.
    pub(crate) async fn address(&mut self) -> String {
        loop {
            let line = self.remark().await;
            if let Some(address) = line.trim().strip_prefix("http://") {
                return format!("http://{address}");
            }
        }
    }

    pub(crate) async fn line(&mut self) -> String {
        in_time("a line", self.output.next_line()).await.unwrap().unwrap()
    }

    /// The next line of what is told beside the output.
    pub(crate) async fn remark(&mut self) -> String {
        in_time("a remark", self.errors.next_line()).await.unwrap().unwrap()
    }

    /// Ctrl-C, which reaches everything that the program has started as well.
    pub(crate) async fn interrupt(&self) {
        let group = format!("-{}", self.process.id().unwrap());
        let sent = Command::new("kill").args(["-s", "INT", "--", &group]).status().await;
        assert!(sent.unwrap().success());
    }

    /// Returns whether it ended successfully, and its last output.
    pub(crate) async fn ends(mut self) -> (bool, String) {
        let status = in_time("the end", self.process.wait()).await.unwrap();
        let mut last = String::new();
        while let Some(line) = self.errors.next_line().await.unwrap() {
            last = line;
        }
        (status.success(), last)
    }
}
