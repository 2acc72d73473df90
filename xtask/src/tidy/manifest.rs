//! `Cargo.toml` line by line: what stands where, and whether a comment says what for.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::violation::Violation;

/// The dependencies and features of one `Cargo.toml`.
pub(super) struct Manifest {
    path: PathBuf,
    entries: Vec<Entry>,
}

/// One dependency or feature.
struct Entry {
    table: Table,
    name: String,
    line: usize,
    /// It has a comment above it or behind it.
    is_documented: bool,
    /// `workspace = true`: the workspace says what it is for.
    is_inherited: bool,
    /// A crate of this workspace says itself what it is for.
    is_ours: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    Dependencies,
    Features,
    Other,
}

impl Manifest {
    /// Reads `root/path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(super) fn read(root: &Path, path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(root.join(path))
            .with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self::parse(path, &text))
    }

    /// Cargo has read the file already, so this is lenient: what it does not know it skips.
    pub(super) fn parse(path: &Path, text: &str) -> Self {
        let mut entries = Vec::new();
        let mut table = Table::Other;
        let mut has_comment_above = false;
        let mut depth = 0;
        for (index, line) in text.lines().enumerate() {
            let (code, comment) = split_comment(line);
            let (code, begins_here) = (code.trim(), depth == 0);
            depth += bracket_balance(code);
            let entry = if let Some(header) = code.strip_prefix('[').filter(|_| begins_here) {
                let (kind, dependency) = read_header(header);
                table = kind;
                dependency.map(|name| (Table::Dependencies, name, ""))
            } else if begins_here && table != Table::Other {
                code.split_once('=').map(|(key, value)| (table, key.trim(), value))
            } else {
                None
            };
            if let Some((table, key, value)) = entry {
                let is_documented = has_comment_above || comment.is_some();
                entries.push(Entry::new(table, (key, value), index + 1, is_documented));
            }
            has_comment_above = code.is_empty() && comment.is_some();
        }
        Self { path: path.to_owned(), entries }
    }

    /// Returns the path of the manifest, relative to the workspace.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The line that names the dependency; the first line if none does.
    pub(super) fn line_of(&self, dependency: &str) -> usize {
        self.entries
            .iter()
            .find(|entry| entry.table == Table::Dependencies && entry.name == dependency)
            .map_or(1, |entry| entry.line)
    }

    /// Dependencies and features without a comment that says what they are for.
    pub(super) fn undocumented(&self, workspace: &Self) -> Vec<Violation> {
        let is_explained = |entry: &Entry| {
            entry.is_documented
                || entry.is_ours
                || (entry.table == Table::Features && entry.name == "default")
                // The workspace's own line is reported once, there.
                || (entry.is_inherited && workspace.has_dependency(&entry.name))
        };
        let unexplained = self.entries.iter().filter(|entry| !is_explained(entry));
        unexplained
            .map(|entry| {
                let message = format!("say in a comment what `{}` is for", entry.name);
                Violation::new(&self.path, entry.line, message)
            })
            .collect()
    }

    fn has_dependency(&self, name: &str) -> bool {
        let mut dependencies = self.entries.iter().filter(|e| e.table == Table::Dependencies);
        dependencies.any(|entry| entry.name == name)
    }
}

impl Entry {
    fn new(table: Table, (key, value): (&str, &str), line: usize, is_documented: bool) -> Self {
        let (name, path) = key.split_once('.').unwrap_or((key, ""));
        Self {
            table,
            name: name.trim_matches('"').to_owned(),
            line,
            is_documented,
            is_inherited: path == "workspace" || value.contains("workspace = true"),
            is_ours: value.contains("path = "),
        }
    }
}

/// The table a header opens, and the dependency that `[dependencies.name]` names.
fn read_header(header: &str) -> (Table, Option<&str>) {
    let name = header.trim_matches(['[', ']']);
    if name.ends_with("dependencies") {
        (Table::Dependencies, None)
    } else if name == "features" {
        (Table::Features, None)
    } else if let Some((_, dependency)) = name.rsplit_once("dependencies.") {
        // Its own keys are no dependencies; the entry itself counts as one.
        (Table::Other, Some(dependency))
    } else {
        (Table::Other, None)
    }
}

/// The line up to its comment, and the comment.
fn split_comment(line: &str) -> (&str, Option<&str>) {
    let mut quote = None;
    for (at, character) in line.char_indices() {
        match (quote, character) {
            (None, '#') => return (&line[..at], Some(&line[at..])),
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    (line, None)
}

fn bracket_balance(code: &str) -> i32 {
    let balance = |character| match character {
        '[' | '{' => 1,
        ']' | '}' => -1,
        _ => 0,
    };
    code.chars().map(balance).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str = "\
[workspace.dependencies]
ours = { version = \"0.1.0\", path = \"crates/ours\" }
# Text of errors.
thiserror = \"2\"
serde = { version = \"1\", features = [
    \"derive\",
] }
serde_json = \"1\" # JSON # text
";

    fn names(text: &str) -> Vec<String> {
        let workspace = Manifest::parse("Cargo.toml".as_ref(), WORKSPACE);
        let manifest = Manifest::parse("crates/a/Cargo.toml".as_ref(), text);
        let violations = manifest.undocumented(&workspace);
        violations.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_workspace_explains_each_dependency() {
        let workspace = Manifest::parse("Cargo.toml".as_ref(), WORKSPACE);
        let violations = workspace.undocumented(&workspace);
        let shown: Vec<_> = violations.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["Cargo.toml:5: say in a comment what `serde` is for"]);
    }

    #[test]
    fn what_is_inherited_is_explained_in_the_workspace() {
        let text = "[dependencies]\nours.workspace = true\nserde = { workspace = true }\n";
        assert_eq!(names(text), [""; 0]);
    }

    #[test]
    fn a_dependency_of_ones_own_needs_a_comment() {
        let problem = ["crates/a/Cargo.toml:2: say in a comment what `url` is for"];
        assert_eq!(names("[dependencies]\nurl = \"2\"\n"), problem);
        assert_eq!(names("[target.'cfg(unix)'.build-dependencies]\nurl = \"2\"\n"), problem);
        assert_eq!(names("\n[dependencies.url]\nversion = \"2\"\n"), problem);
        assert_eq!(names("[dependencies]\n# Addresses.\nurl = \"2\"\n"), [""; 0]);
        assert_eq!(names("[dependencies]\nurl = \"2\" # addresses\n"), [""; 0]);
    }

    #[test]
    fn a_comment_counts_for_the_next_line_only() {
        assert_eq!(names("[dependencies]\n# Addresses.\n\nurl = \"2\"\n").len(), 1);
        assert_eq!(names("[dependencies]\n# Addresses.\nurl = \"2\"\nlog = \"0\"\n").len(), 1);
    }

    #[test]
    fn a_feature_needs_a_comment_and_default_does_not() {
        let text = "[features]\ndefault = [\"a\"]\n# Does a.\na = []\nb = [\n    \"a\",\n]\n";
        assert_eq!(names(text), ["crates/a/Cargo.toml:5: say in a comment what `b` is for"]);
    }

    #[test]
    fn other_tables_are_left_alone() {
        assert_eq!(names("[package]\nname = \"a\"\n[lints]\nworkspace = true\n"), [""; 0]);
    }

    #[test]
    fn the_line_of_a_dependency_is_known() {
        let manifest = Manifest::parse("Cargo.toml".as_ref(), WORKSPACE);
        assert_eq!(manifest.line_of("serde_json"), 8);
        assert_eq!(manifest.line_of("absent"), 1);
    }
}
