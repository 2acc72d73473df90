//! `tidy`: the rules a reviewer would otherwise say twice.

mod circles;
mod graph;
mod manifest;
mod source;
mod violation;
mod voice;
mod walk;

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::paths;
use crate::workspace::Metadata;
use manifest::Manifest;
use violation::Violation;

/// Checks the whole workspace and lists everything that breaks a rule.
///
/// # Errors
///
/// A rule is broken, or a file cannot be read.
pub(crate) fn run() -> Result<()> {
    let root = paths::root();
    let metadata = Metadata::load()?;
    let workspace_manifest = Manifest::read(root, "Cargo.toml".as_ref())?;

    let mut violations = workspace_manifest.undocumented(&workspace_manifest);
    for package in &metadata.packages {
        let path = package.manifest_path.strip_prefix(root)?;
        let manifest = Manifest::read(root, path)?;
        violations.extend(manifest.undocumented(&workspace_manifest));
        violations.extend(graph::check(package, &manifest));
    }
    let sources = walk::sources(root)?;
    for package in &metadata.packages {
        let folder = package.manifest_path.strip_prefix(root)?.with_file_name("src");
        let programs = folder.join("bin");
        let is_module = |path: &&PathBuf| {
            path.starts_with(&folder)
                && !path.starts_with(&programs)
                && path.extension().is_some_and(|extension| extension == "rs")
        };
        let files = sources.iter().filter(is_module).map(|path| {
            let text = std::fs::read_to_string(root.join(path))?;
            Ok((path.clone(), text))
        });
        violations.extend(circles::check(&folder, &files.collect::<Result<Vec<_>>>()?)?);
    }
    for path in sources {
        let text = std::fs::read_to_string(root.join(&path))?;
        violations.extend(source::check(&path, &text));
        violations.extend(voice::check(&path, &text));
    }
    report(violations)
}

fn report(mut violations: Vec<Violation>) -> Result<()> {
    violations.sort();
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => Ok(()),
        1 => bail!("`cargo xtask tidy` found 1 violation"),
        count => bail!("`cargo xtask tidy` found {count} violations"),
    }
}
