//! The imports between the modules of a crate: no circle, and none through `lib.rs`.
//!
//! The modules beside each other in a folder form a graph: one imports another if any file of it
//! does. A module and its own submodules may import each other, as `super` is for that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use syn::visit::{self, Visit};

use super::import_graph::ImportGraph;
use super::violation::Violation;

/// The path of a module in its crate; empty for the root.
type Module = Vec<String>;

/// Everything wrong with the imports of the crate whose sources, below the folder `src`, are these.
///
/// # Errors
///
/// A file is not Rust.
pub(super) fn check(src: &Path, files: &[(PathBuf, String)]) -> Result<Vec<Violation>> {
    let modules: BTreeSet<_> = files.iter().map(|(path, _)| module_of(src, path)).collect();
    let mut found = Vec::new();
    let mut levels: BTreeMap<Module, ImportGraph<'_>> = BTreeMap::new();
    let mut parsed = Vec::new();
    for (path, text) in files {
        let file =
            syn::parse_file(text).with_context(|| format!("{} is not Rust", path.display()))?;
        parsed.push((path, module_of(src, path), file));
    }
    let for_tests: Vec<_> =
        parsed.iter().flat_map(|(_, module, file)| test_modules(module, file)).collect();
    for (path, module, file) in &parsed {
        if for_tests.iter().any(|tests| module.starts_with(tests)) {
            continue;
        }
        let mut imports = Imports { modules: &modules, module: module.clone(), found: Vec::new() };
        imports.visit_file(file);
        for import in imports.found {
            match import.target(&modules) {
                Some(target) => {
                    let shared = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
                    if shared < module.len() && shared < target.len() {
                        let graph = levels.entry(module[..shared].to_vec()).or_default();
                        graph.add(&module[shared], &target[shared], path, import.line);
                    }
                }
                None => {
                    let message = format!(
                        "import `{}` from its module, not from the root of the crate",
                        import.segments[0]
                    );
                    found.push(Violation::new(path, import.line, message));
                }
            }
        }
    }
    found.extend(levels.values().flat_map(ImportGraph::circles));
    Ok(found)
}

fn module_of(src: &Path, path: &Path) -> Module {
    let path = path.strip_prefix(src).unwrap_or(path).with_extension("");
    let names: Module = path.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if ["lib", "main"].map(|root| vec![root.to_owned()]).contains(&names) {
        Vec::new()
    } else {
        names
    }
}

/// The submodules of a file that only tests have.
fn test_modules<'a>(module: &'a Module, file: &'a syn::File) -> impl Iterator<Item = Module> + 'a {
    file.items.iter().filter_map(move |item| match item {
        syn::Item::Mod(item) if is_for_tests(&item.attrs) => {
            Some(module.iter().cloned().chain([item.ident.to_string()]).collect())
        }
        _ => None,
    })
}

/// A path from the root of the crate.
struct Import {
    segments: Vec<String>,
    line: usize,
}

impl Import {
    /// The module that it leads to; `None` for the root.
    fn target(&self, modules: &BTreeSet<Module>) -> Option<Module> {
        let lengths = (1..=self.segments.len()).rev();
        lengths.map(|length| self.segments[..length].to_vec()).find(|path| modules.contains(path))
    }
}

/// Collects the imports of one file, without those of its tests.
struct Imports<'a> {
    modules: &'a BTreeSet<Module>,
    module: Module,
    found: Vec<Import>,
}

impl Imports<'_> {
    fn add(&mut self, path: &[String], line: usize) {
        let (mut segments, mut rest) = match path.split_first() {
            Some((first, rest)) if first == "crate" => (Vec::new(), rest),
            Some((first, rest)) if first == "self" => (self.module.clone(), rest),
            Some((first, _)) if first == "super" => (self.module.clone(), path),
            _ => return,
        };
        while let Some((first, after)) = rest.split_first()
            && first == "super"
        {
            segments.pop();
            rest = after;
        }
        segments.extend(rest.iter().cloned());
        // `super` of a top module is the root as well, but what stands there is its own affair.
        if !segments.is_empty() && (path[0] == "crate" || self.modules.contains(&segments[..1])) {
            self.found.push(Import { segments, line });
        }
    }

    fn add_tree(&mut self, path: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.add_tree(path, &part.tree);
                path.pop();
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_tree(path, tree));
            }
            syn::UseTree::Name(syn::UseName { ident })
            | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                path.push(ident.to_string());
                self.add(path, ident.span().start().line);
                path.pop();
            }
            syn::UseTree::Glob(glob) => self.add(path, glob.star_token.spans[0].start().line),
        }
    }
}

impl Visit<'_> for Imports<'_> {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.add_tree(&mut Vec::new(), &item.tree);
        }
    }

    fn visit_item_fn(&mut self, item: &syn::ItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if let Some(first) = path.segments.first() {
            let segments: Vec<_> =
                path.segments.iter().map(|part| part.ident.to_string()).collect();
            self.add(&segments, first.ident.span().start().line);
        }
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.path().is_ident("cfg").then(|| attribute.meta.require_list().ok());
        list.flatten().is_some_and(|list| list.tokens.to_string().contains("test"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<_> = files
            .iter()
            .map(|(name, text)| (Path::new("a/src").join(name), (*text).to_owned()))
            .collect();
        let found = check("a/src".as_ref(), &files).unwrap();
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_circle_is_found_at_each_level() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod c;\nuse crate::b::B;"),
            ("a/c.rs", "use super::A;"),
            ("b.rs", "fn f() { crate::a::c::C }"),
        ];
        assert_eq!(problems(&files), ["a/src/a.rs:2: import circle: a → b → a"]);
        let files = [
            ("a.rs", ""),
            ("a/b.rs", "use super::c::C;"),
            ("a/c.rs", "use super::super::a::{b::B, d::D};"),
            ("a/d.rs", ""),
        ];
        assert_eq!(problems(&files), ["a/src/a/b.rs:1: import circle: b → c → b"]);
    }

    #[test]
    fn tests_and_submodules_may_import_what_they_like() {
        let files = [
            ("lib.rs", "mod a; mod b; #[cfg(feature = \"testing\")] mod testing;"),
            ("testing.rs", "use crate::a::A;"),
            ("a.rs", "mod c; use c::C; use crate::{b, testing};"),
            ("a/c.rs", "use super::A;"),
            ("b.rs", "#[cfg(test)] mod tests { use crate::a::A; }\n#[cfg(test)] mod tests;"),
            ("b/tests.rs", "use crate::a::A;"),
        ];
        assert_eq!(problems(&files), [""; 0]);
    }

    #[test]
    fn an_import_through_the_root_is_found() {
        let files =
            [("lib.rs", "mod a; pub use a::A;"), ("a.rs", ""), ("b.rs", "use crate::{A, a};")];
        let message = "import `A` from its module, not from the root of the crate";
        assert_eq!(problems(&files), [format!("a/src/b.rs:1: {message}")]);
    }
}
