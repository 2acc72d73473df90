//! `tidy`: the rules a reviewer would otherwise say twice.

mod circles;
mod graph;
mod import_graph;
mod manifest;
mod named_files;
mod size;
mod source;
mod typescript;
mod violation;
mod voice;
mod walk;

use std::path::{Path, PathBuf};

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
    let read = |path: PathBuf| -> Result<_> {
        let text = std::fs::read_to_string(root.join(&path))?;
        Ok((path, text))
    };
    let files = walk::files(root)?;
    violations.extend(files.iter().filter_map(size::check));
    let sources = files.iter().filter(|file| file.is_source()).map(|file| read(file.path.clone()));
    let sources = sources.collect::<Result<Vec<_>>>()?;
    for package in &metadata.packages {
        let folder = package.manifest_path.strip_prefix(root)?.with_file_name("src");
        let programs = folder.join("bin");
        let is_module = |path: &Path| {
            path.starts_with(&folder) && !path.starts_with(&programs) && is(path, "rs")
        };
        let files: Vec<_> = sources.iter().filter(|(path, _)| is_module(path)).cloned().collect();
        violations.extend(circles::check(&folder, &files)?);
    }
    let scripts: Vec<_> = sources.iter().filter(|(path, _)| is(path, "ts")).cloned().collect();
    violations.extend(typescript::check(&scripts));
    for (path, text) in &sources {
        violations.extend(source::check(path, text));
        violations.extend(voice::check(path, text));
        violations.extend(named_files::check(path, text, &files));
    }
    report(violations)
}

fn is(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
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
