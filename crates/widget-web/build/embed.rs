//! Writes the Rust source that embeds a built front end.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// The pages, by the name of the constant that holds each.
const PAGES: [(&str, &str); 3] =
    [("SHELL_HTML", "shell.html"), ("SECRET_HTML", "secret.html"), ("VIEW_HTML", "view.html")];

/// The view compressed with brotli, by the name of its constant.
const COMPRESSED_VIEW: (&str, &str) = ("VIEW_HTML_BROTLI", "view.html.br");

/// Writes `target` so that it embeds what is in `dist`.
pub(super) fn write(dist: &Path, watched: bool, target: &Path) -> Result<(), String> {
    let dist = dist
        .canonicalize()
        .map_err(|error| format!("cannot find the front end in {}: {error}", dist.display()))?;
    let manifest = dist.join("manifest.json");
    if watched {
        // The others have the hash of their content in their names.
        println!("cargo::rerun-if-changed={}", manifest.display());
        for (_, file) in PAGES.into_iter().chain([COMPRESSED_VIEW]) {
            println!("cargo::rerun-if-changed={}", dist.join(file).display());
        }
    }
    let text = fs::read_to_string(&manifest)
        .map_err(|error| format!("cannot read {}: {error}", manifest.display()))?;
    let source = source(&dist, &text)
        .ok_or_else(|| format!("{} is not a manifest of the front end", manifest.display()))?;
    fs::write(target, source).map_err(|error| format!("cannot write {}: {error}", target.display()))
}

fn source(dist: &Path, manifest: &str) -> Option<String> {
    let manifest: Value = serde_json::from_str(manifest).ok()?;
    let mut source = String::new();
    for (name, file) in PAGES {
        let path = dist.join(file);
        writeln!(source, "pub(crate) static {name}: &str = include_str!({path:?});").ok()?;
    }
    let (name, file) = COMPRESSED_VIEW;
    let path = dist.join(file);
    writeln!(source, "pub(crate) static {name}: &[u8] = include_bytes!({path:?});").ok()?;
    writeln!(source, "pub(crate) static ASSETS: &[Asset] = &[").ok()?;
    for asset in manifest.get("assets")?.as_array()? {
        let name = asset.get("name")?.as_str()?;
        let content_type = asset.get("content_type")?.as_str()?;
        let path = dist.join("assets").join(format!("{name}.br"));
        writeln!(
            source,
            "    Asset {{ name: {name:?}, content_type: {content_type:?}, \
             brotli: include_bytes!({path:?}) }},"
        )
        .ok()?;
    }
    writeln!(source, "];").ok()?;
    Some(source)
}
