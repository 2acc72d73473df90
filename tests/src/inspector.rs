//! The MCP Inspector on the command line: each request is a process and a connection of its own.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use crate::agent::Agent;
use crate::eventually::in_time;
use crate::handshake::Handshake;
use crate::node;
use crate::sdk_client::Endpoint;

const PROGRAM: &str = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

/// The Inspector, and the server it asks.
#[derive(Debug)]
pub struct Inspector {
    node: PathBuf,
    program: PathBuf,
    server: Vec<OsString>,
    era: &'static str,
    /// It keeps a catalog in its home.
    home: TempDir,
}

impl Inspector {
    /// Over stdio each request starts a server of its own.
    pub async fn new(endpoint: Endpoint<'_>, handshake: Handshake) -> Self {
        let installed = tokio::task::spawn_blocking(|| (node::program(), node::module(PROGRAM)));
        let (node, program) = installed.await.expect("the Inspector is installed");
        let era = match handshake {
            Handshake::Discover => "modern",
            Handshake::Initialize => "legacy",
        };
        let server = endpoint.arguments();
        let home = TempDir::new().expect("a temporary folder");
        Self { node, program, server, era, home }
    }

    /// Checks each skill that the server publishes, which must be in order; what the Inspector says.
    pub async fn verify_skills(&self) -> String {
        let method = ["--method", "skills/list", "--verify", "--require-digests"];
        let output = self.run(&method.map(OsString::from)).await;
        let said = text(&output.stderr);
        assert!(output.status.success(), "the skills are not in order: {said}");
        said
    }

    async fn run(&self, request: &[OsString]) -> Output {
        let [transport, target @ ..] = &*self.server else { panic!("an endpoint has a transport") };
        let mut command = Command::new(&self.node);
        command.arg(&self.program).arg("--cli").args(target).arg("--transport").arg(transport);
        command.args(["--protocol-era", self.era]).args(request).env("HOME", self.home.path());
        let output = command.kill_on_drop(true).output();
        in_time("the Inspector", output).await.expect("the Inspector runs")
    }
}

impl Agent for Inspector {
    /// `tools/list` is strict: it fails over a schema that is not portable. A call cannot be given
    /// up.
    async fn ask(&self, method: &str, params: Value) -> Result<Value, String> {
        let own = match method {
            "connection" => "initialize",
            method => method,
        };
        let mut request = vec!["--format".into(), "json".into(), "--method".into(), own.into()];
        let mut option = |name: &str, value: &Value| {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            request.extend([name.into(), OsString::from(value)]);
        };
        match method {
            "tools/call" => {
                option("--tool-name", &params["name"]);
                option("--tool-args-json", &params["arguments"]);
            }
            "resources/read" => option("--uri", &params["uri"]),
            "prompts/get" => option("--prompt-name", &params["name"]),
            "tools/list" => request.push("--strict".into()),
            _ => {}
        }
        let output = self.run(&request).await;
        let said = serde_json::from_slice::<Value>(&output.stdout).ok();
        let Some(mut said) = said else { return Err(text(&output.stderr)) };
        // A refusal of a tool is a result, and an exit code as well.
        let refused = said["result"]["isError"] == true && output.status.code() == Some(5);
        if !refused && (!output.status.success() || !said["schemaFindings"].is_null()) {
            return Err(text(&output.stderr));
        }
        let mut result = said["result"].take();
        Ok(match method {
            "connection" => json!({
                "server": result["serverInfo"]["name"],
                "protocol": result["protocolVersion"],
            }),
            "tools/list" => result["tools"].take(),
            "resources/list" => result["resources"].take(),
            "resources/templates/list" => result["resourceTemplates"].take(),
            "prompts/list" => result["prompts"].take(),
            _ => result,
        })
    }
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}
