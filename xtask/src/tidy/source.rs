//! Rules for one source file.

use std::path::Path;

use super::violation::Violation;

/// A longer file is a chapter that wants to be two.
const MAX_LINES: usize = 600;

/// Names that do not say what is inside.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helpers", "misc", "extra", "extras"];

/// Everything wrong with the file `path`, whose content is `text`.
pub(super) fn check(path: &Path, text: &str) -> Vec<Violation> {
    let mut violations = check_name(path);
    let is_generated = path.file_stem().is_some_and(|name| name == "generated");
    if path.extension().is_none_or(|extension| extension != "md") && !is_generated {
        violations.extend(check_size(path, text));
    }
    if path.extension().is_some_and(|extension| extension == "rs") {
        violations.extend(check_module_docs(path, text));
    }
    violations
}

fn check_name(path: &Path) -> Vec<Violation> {
    let mut violations = Vec::new();
    if path.ends_with("mod.rs") {
        violations.push(Violation::new(
            path,
            1,
            "name the file after its module: `foo.rs` beside `foo/`",
        ));
    }
    for part in path {
        let name = Path::new(part).file_stem().unwrap_or(part).to_string_lossy();
        if EMPTY_NAMES.contains(&&*name) {
            let message = format!("`{name}` says nothing: name the module after what is in it");
            violations.push(Violation::new(path, 1, message));
        }
    }
    violations
}

fn check_size(path: &Path, text: &str) -> Option<Violation> {
    let lines = text.lines().count();
    let message = || format!("{lines} lines, at most {MAX_LINES}: split the file by concept");
    (lines > MAX_LINES).then(|| Violation::new(path, lines, message()))
}

fn check_module_docs(path: &Path, text: &str) -> Option<Violation> {
    // The names of tests say what a test file holds.
    if !path.iter().any(|part| part == "src") {
        return None;
    }
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!"));
    let is_documented = first.is_some_and(|line| line.starts_with("//!"));
    (!is_documented)
        .then(|| Violation::new(path, 1, "start the file with `//!` and say what it holds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        check(path.as_ref(), text).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_tidy_file_passes() {
        let text =
            "#![cfg(test)]\n\n//! Docs.\n\nfn main() {\n    println!(\"todo! #[allow(x)]\");\n}\n";
        assert_eq!(problems("crates/a/src/lib.rs", text), [""; 0]);
        assert_eq!(problems("crates/a/frontend/src/view.ts", "let a = 1;\n"), [""; 0]);
    }

    #[test]
    fn a_file_without_module_docs_is_found() {
        assert_eq!(problems("tests/it/main.rs", "fn main() {}\n"), [""; 0]);
        for text in ["", "fn main() {}\n", "/// Not of the module.\nfn main() {}\n"] {
            assert_eq!(
                problems("xtask/src/main.rs", text),
                ["xtask/src/main.rs:1: start the file with `//!` and say what it holds"]
            );
        }
    }

    #[test]
    fn names_that_say_nothing_are_found_in_file_and_folder() {
        assert_eq!(problems("a/src/utils.rs", "//! Docs.\n").len(), 1);
        assert_eq!(problems("a/src/helpers/date.ts", "").len(), 1);
        assert_eq!(problems("a/src/b/mod.rs", "//! Docs.\n").len(), 1);
        assert_eq!(problems("a/src/commonmark.rs", "//! Docs.\n"), [""; 0]);
    }

    #[test]
    fn a_long_file_is_found_at_its_last_line() {
        let long = format!("//! Docs.\n{}", "\n".repeat(MAX_LINES));
        assert_eq!(
            problems("src/a.rs", &long),
            ["src/a.rs:601: 601 lines, at most 600: split the file by concept"]
        );
        assert_eq!(problems("a.ts", &"\n".repeat(MAX_LINES)), [""; 0]);
    }
}
