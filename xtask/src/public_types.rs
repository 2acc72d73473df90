//! `public-types`: every type in a public signature can be named through its crate.

mod rustdoc;

use std::fs;

use anyhow::{Context, Result, bail};

use crate::process;
use crate::workspace::Metadata;
use rustdoc::Crate;

/// Crates whose types every user has of their own: the vocabulary of the ecosystem.
const VOCABULARY: [&str; 9] =
    ["std", "core", "alloc", "axum", "getrandom", "http", "jiff", "serde_json", "tokio"];

/// Documents the library crates as JSON, and looks up the types of their public signatures.
///
/// # Errors
///
/// A crate names a type that its users cannot name through it, or cannot be documented.
pub(crate) fn run() -> Result<()> {
    let metadata = Metadata::load()?;
    let target = metadata.target_directory.join("public-types");
    // The format is unstable, so it needs the switch of nightly; a folder of its own keeps the
    // switch from rebuilding everything else.
    let mut doc = process::cargo();
    doc.args(["doc", "--no-deps", "--all-features", "--lib", "--quiet", "--target-dir"])
        .arg(&target)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTDOCFLAGS", "-Z unstable-options --output-format json --cap-lints allow");
    let libraries: Vec<_> = metadata
        .packages
        .iter()
        .filter(|package| package.is_publishable())
        .map(|package| package.name.clone())
        .collect();
    for name in &libraries {
        doc.args(["--package", name]);
    }
    process::run(&mut doc)?;
    let mut violations = Vec::new();
    for name in &libraries {
        let file = target.join("doc").join(format!("{}.json", name.replace('-', "_")));
        let json = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let json = serde_json::from_slice(&json)
            .with_context(|| format!("{} is not JSON of rustdoc", file.display()))?;
        let unnamed = Crate::new(&json).unnamed_types(&VOCABULARY);
        violations.extend(unnamed.into_iter().map(|(path, user)| {
            format!("{name}: `{user}` needs `{path}`, which the crate does not export")
        }));
    }
    if !violations.is_empty() {
        bail!("types that cannot be named:\n{}", violations.join("\n"));
    }
    println!("every public type of {} crates can be named", libraries.len());
    Ok(())
}
