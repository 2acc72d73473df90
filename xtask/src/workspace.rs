//! Parses the output of `cargo metadata`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::process;

/// The packages of the workspace and where cargo builds them.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) target_directory: PathBuf,
}

/// One package of the workspace.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) manifest_path: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) features: BTreeMap<String, Vec<String>>,
    /// The registries it may go to; none named: any.
    publish: Option<Vec<String>>,
}

/// A line of a dependency table.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    #[serde(default, deserialize_with = "null_is_normal")]
    pub(crate) kind: Kind,
    pub(crate) optional: bool,
    pub(crate) features: Vec<String>,
}

/// The table a dependency stands in.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    #[default]
    Normal,
    Build,
    Dev,
}

impl Metadata {
    /// Asks cargo; resolves nothing, so it needs neither network nor lock file.
    ///
    /// # Errors
    ///
    /// Cargo refuses a manifest, or answers something this does not read.
    pub(crate) fn load() -> Result<Self> {
        let json = process::capture(process::cargo().args([
            "metadata",
            "--format-version=1",
            "--no-deps",
        ]))?;
        serde_json::from_str(&json).context("cannot read the answer of `cargo metadata`")
    }
}

impl Package {
    /// Returns whether it is meant for a registry.
    pub(crate) fn is_publishable(&self) -> bool {
        self.publish.as_ref().is_none_or(|registries| !registries.is_empty())
    }

    /// The features that a build without flags leaves out.
    pub(crate) fn non_default_features(&self) -> Vec<&str> {
        let mut on = vec!["default"];
        let mut seen = 0;
        while let Some(feature) = on.get(seen).copied() {
            seen += 1;
            for enabled in self.features.get(feature).into_iter().flatten() {
                if self.features.contains_key(enabled) && !on.contains(&enabled.as_str()) {
                    on.push(enabled);
                }
            }
        }
        let all = self.features.keys().map(String::as_str);
        all.filter(|feature| !on.contains(feature)).collect()
    }
}

fn null_is_normal<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(features: &str) -> Package {
        let json = format!(
            r#"{{"name": "a", "version": "0.1.0", "manifest_path": "Cargo.toml", "dependencies": [
                {{"name": "b", "kind": null, "optional": false, "features": []}},
                {{"name": "c", "kind": "dev", "optional": false, "features": []}}
            ], "features": {features}, "publish": null}}"#
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn a_dependency_without_a_kind_is_a_normal_one() {
        let kinds: Vec<_> = package("{}").dependencies.iter().map(|d| d.kind).collect();
        assert_eq!(kinds, [Kind::Normal, Kind::Dev]);
    }

    #[test]
    fn features_reached_from_default_are_not_non_default() {
        let package = package(r#"{"default": ["a"], "a": ["b", "dep:x"], "b": [], "c": []}"#);
        assert_eq!(package.non_default_features(), ["c"]);
    }

    #[test]
    fn the_root_holds_the_workspace_manifest() {
        assert!(crate::paths::root().join("Cargo.toml").is_file());
        assert!(crate::paths::root().join("crates").is_dir());
    }
}
