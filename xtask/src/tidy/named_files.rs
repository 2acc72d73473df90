//! Files that comments and documents name: one that was moved or removed leads a reader nowhere.

use std::path::Path;

use super::violation::Violation;
use super::walk::File;

/// The names that are checked; scripts that are built end in `js`, and are not in the repository.
const EXTENSIONS: &[&str] =
    &["rs", "ts", "mjs", "md", "json", "toml", "lock", "css", "html", "txt", "py"];

/// Files that other programs have.
const NOT_OURS: &[&str] = &["SKILL.md", "claude_desktop_config.json", "mcp.json"];

/// The lines that name a file in backquotes of which there is none: by its name, or by the end of
/// its path.
pub(super) fn check(path: &Path, text: &str, files: &[File]) -> Vec<Violation> {
    let is_document = path.extension().is_some_and(|extension| extension == "md");
    // It also tells of files that were there.
    if path.ends_with("CHANGELOG.md") {
        return Vec::new();
    }
    let mut violations = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if !is_document && !is_comment(line) {
            continue;
        }
        let gone = named(line).filter(|name| !files.iter().any(|file| file.path.ends_with(name)));
        violations.extend(gone.map(|name| {
            Violation::new(
                path,
                index + 1,
                format!("there is no file `{name}`: name the one meant"),
            )
        }));
    }
    violations
}

fn is_comment(line: &str) -> bool {
    ["//", "/*", "* "].iter().any(|start| line.trim_start().starts_with(start))
}

/// The texts in backquotes that look like paths of files. Hidden ones are not walked.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let is_path = |text: &&str| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        let is_hidden = text.starts_with('.');
        let extension = text.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is_ours = EXTENSIONS.contains(&extension) && !NOT_OURS.contains(text);
        text.chars().all(is_name) && !is_hidden && is_ours
    };
    line.split('`').skip(1).step_by(2).filter(is_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_is_found() {
        let files = [File { path: "crates/a/src/widget/effects.rs".into(), bytes: 1 }];
        let found = |path: &str, text: &str| {
            let found = check(path.as_ref(), text, &files);
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let text = "// As `effects.rs` and `widget/effects.rs`.\nlet a = `b.ts`;\n// `x * y.rs`\n";
        assert!(found("a.ts", text).is_empty());
        let gone = "there is no file `cts.rs`: name the one meant";
        assert_eq!(found("a.rs", "/// See `cts.rs`.\n"), [format!("a.rs:1: {gone}")]);
        assert_eq!(found("a.md", "See `effects.rs` or\n`cts.rs`.\n"), [format!("a.md:2: {gone}")]);
        assert!(found("CHANGELOG.md", "`cts.rs` is no more.\n").is_empty());
        let style = "there is no file `gone.css`: name the one meant";
        assert_eq!(found("a.ts", "/** As `gone.css`. */\n"), [format!("a.ts:1: {style}")]);
        assert!(found("a.md", "`.a/b.toml`, `mcp.json`, `chart.js`, `e.example`\n").is_empty());
    }
}
