//! `bundle`: the server as an MCPB bundle, which a client installs with a click, and whether the
//! registries would take what we say about it.

mod hello;
mod manifests;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::paths;
use crate::workspace::Metadata;
use crate::{npm, process, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Bundle this program instead of a release build of this machine's kind
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

/// Builds the release binary, bundles it, and tries the bundle.
///
/// # Errors
///
/// The binary does not build, a registry would refuse what is said about it, or the bundled
/// server does not answer.
pub(crate) fn run(args: &Args) -> Result<()> {
    let metadata = Metadata::load()?;
    let binary = match &args.binary {
        Some(binary) => binary.clone(),
        None => {
            let mut build = process::cargo();
            build.args(["build", "--release", "--package", "widget-mcp"]);
            process::run(build.env("WIDGET_WEB_DIST", web::dist()))?;
            release_binary(&metadata)
        }
    };
    let bundle = make(&metadata, &binary)?;
    println!("{}", bundle.display());
    Ok(())
}

/// The same with a program that is there.
///
/// # Errors
///
/// As [`run`].
pub(crate) fn check(metadata: &Metadata, program: &Path) -> Result<()> {
    make(metadata, program).map(drop)
}

pub(crate) fn release_binary(metadata: &Metadata) -> PathBuf {
    let path = metadata.target_directory.join("release/widget-mcp");
    path.with_extension(env::consts::EXE_EXTENSION)
}

fn make(metadata: &Metadata, binary: &Path) -> Result<PathBuf> {
    let version = manifests::check(metadata)?;
    let tools = paths::root().join("tests/registry");
    npm::install(&tools)?;
    let server_json = paths::root().join("server.json");
    process::run(Command::new("node").current_dir(&tools).arg("validate.mjs").arg(server_json))?;
    let folder = metadata.target_directory.join("mcpb");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let content = folder.join("content");
    fill(&content, binary)?;
    mcpb(&tools, &["validate".as_ref(), &content.join("manifest.json")])?;
    let bundle = folder.join(format!("widget-mcp-{version}-{}.mcpb", platform()));
    mcpb(&tools, &["pack".as_ref(), &content, &bundle])?;
    let unpacked = folder.join("unpacked");
    mcpb(&tools, &["unpack".as_ref(), &bundle, &unpacked])?;
    hello::exchange(&unpacked, &version)?;
    Ok(bundle)
}

fn mcpb(tools: &Path, arguments: &[&Path]) -> Result<()> {
    let program = tools.join("node_modules/@anthropic-ai/mcpb/dist/cli/cli.js");
    process::run(Command::new("node").arg(program).args(arguments))
}

/// The bundle before it is packed: the program runs on one platform, and the manifest says which.
fn fill(content: &Path, binary: &Path) -> Result<()> {
    let root = paths::root();
    fs::create_dir_all(content.join("server"))?;
    let program = Path::new("server/widget-mcp").with_extension(env::consts::EXE_EXTENSION);
    fs::copy(binary, content.join(&program))
        .with_context(|| format!("cannot copy {}", binary.display()))?;
    let mut manifest = manifests::read("mcpb/manifest.json")?;
    manifest["compatibility"]["platforms"] = json!([platform()]);
    manifest["server"]["entry_point"] = json!(program.to_string_lossy().replace('\\', "/"));
    fs::write(content.join("manifest.json"), serde_json::to_string_pretty(&manifest)?)?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root.join(licence), content.join(licence))?;
    }
    Ok(())
}

/// This machine's kind, as Node.js and MCPB call it.
fn platform() -> &'static str {
    match env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}

/// The command of a manifest on this platform.
fn mcp_config(manifest: &Value) -> Value {
    let mut config = manifest["server"]["mcp_config"].clone();
    let overrides = config["platform_overrides"][platform()].clone();
    for (name, value) in overrides.as_object().into_iter().flatten() {
        config[name] = value.clone();
    }
    config
}
