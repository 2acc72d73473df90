//! Checks that `server.json`, the MCPB manifest, the README and the crate agree.

use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::paths;
use crate::workspace::Metadata;

/// The crate that is published.
const CRATE: &str = "widget-mcp";

/// Compares them; the version.
///
/// # Errors
///
/// Everything in which they differ.
pub(super) fn check(metadata: &Metadata) -> Result<String> {
    let package = metadata.packages.iter().find(|package| package.name == CRATE);
    let version = &package.with_context(|| format!("there is no crate {CRATE}"))?.version;
    let readme = fs::read_to_string(paths::root().join("crates/widget-mcp/README.md"))?;
    let problems =
        differences(version, &readme, &read("server.json")?, &read("mcpb/manifest.json")?);
    if problems.is_empty() { Ok(version.clone()) } else { bail!(problems.join("\n")) }
}

/// A JSON file of the workspace.
pub(super) fn read(path: &str) -> Result<Value> {
    let text = fs::read_to_string(paths::root().join(path));
    let text = text.with_context(|| format!("cannot read {path}"))?;
    serde_json::from_str(&text).with_context(|| format!("{path} is not JSON"))
}

fn differences(version: &str, readme: &str, server: &Value, bundle: &Value) -> Vec<String> {
    let package = &server["packages"][0];
    let mut problems = Vec::new();
    for (place, found, expected) in [
        ("server.json: version", &server["version"], version),
        ("server.json: packages[0].version", &package["version"], version),
        ("server.json: packages[0].identifier", &package["identifier"], CRATE),
        ("mcpb/manifest.json: version", &bundle["version"], version),
        ("mcpb/manifest.json: name", &bundle["name"], CRATE),
    ] {
        if found != expected {
            problems.push(format!("{place} is {found}, but the crate says {expected:?}"));
        }
    }
    // The registry looks for it in the README on crates.io, to know that both are ours. HTML
    // comments do not arrive there.
    let name = server["name"].as_str().unwrap_or_default();
    let token = format!("`mcp-name: {name}`");
    if !readme.contains(&token) || readme.contains("<!--") {
        problems.push(format!("crates/widget-mcp/README.md has to show {token}"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_difference_is_found() {
        let server = json!({
            "name": "a/b", "version": "1.0.0",
            "packages": [{"identifier": "widget-mcp", "version": "1.0.0"}],
        });
        let bundle = json!({"name": "widget-mcp", "version": "1.0.0"});
        let readme = "- `mcp-name: a/b`\n";
        assert_eq!(differences("1.0.0", readme, &server, &bundle), [""; 0]);
        assert_eq!(differences("1.0.1", readme, &server, &bundle).len(), 3);
        assert_eq!(differences("1.0.0", "mcp-name: a/b.", &server, &bundle).len(), 1);
        let hidden = format!("<!-- {readme} -->");
        assert_eq!(differences("1.0.0", &hidden, &server, &bundle).len(), 1);
        assert_eq!(differences("1.0.0", readme, &json!({}), &json!({})).len(), 6);
    }

    #[test]
    fn ours_agree() {
        check(&Metadata::load().unwrap()).unwrap();
    }
}
