//! The imports between the files of the front end: no circle, those of types included.

use std::path::{Component, Path, PathBuf};

use super::import_graph::ImportGraph;
use super::violation::Violation;

/// The circles among these files.
pub(super) fn check(files: &[(PathBuf, String)]) -> Vec<Violation> {
    let mut graph = ImportGraph::default();
    for (path, text) in files {
        let folder = path.parent().unwrap_or(path);
        for (index, line) in text.lines().enumerate() {
            if let Some(import) = imported(line) {
                let target = resolved(&folder.join(import).with_extension("ts"));
                graph.add(&name(path), &name(&target), path, index + 1);
            }
        }
    }
    graph.circles()
}

/// The relative path at the end of an import or export.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim_end().strip_suffix("\";")?;
    let (before, path) = line.rsplit_once('"')?;
    (before.trim_end().ends_with("from") && path.starts_with('.')).then_some(path)
}

fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(resolved.pop()),
            part => resolved.push(part),
        }
    }
    resolved
}

fn name(path: &Path) -> String {
    path.with_extension("").display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_of_types_is_found() {
        let file = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
        let files = [
            file("src/a.ts", "import {\n  A,\n} from \"./b/c\";\n"),
            file("src/b/c.ts", "import type { C } from \"../a\";\nimport x from \"library\";\n"),
            file("src/d.ts", "export { A } from \"./a\";\n"),
        ];
        let found: Vec<_> = check(&files).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["src/a.ts:3: import circle: src/a → src/b/c → src/a"]);
        assert_eq!(check(&files[1..]), []);
    }
}
