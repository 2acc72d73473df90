//! The Rust source that can be read: the public modules, and nothing else.

use std::sync::LazyLock;

use widget_state::{ComponentKind, SOURCES};

/// A module whose source can be read.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) name: &'static str,
    /// Its first line: what is in it.
    pub(crate) summary: &'static str,
    pub(crate) source: &'static str,
}

/// The public modules of this crate.
const OWN: &[(&str, &str)] = &[
    ("api", include_str!("../api.rs")),
    ("data_folder", include_str!("../data_folder.rs")),
    ("demo", include_str!("../demo.rs")),
    ("error", include_str!("../error.rs")),
    ("events", include_str!("../events.rs")),
    ("options", include_str!("../options.rs")),
    ("http_options", include_str!("../options/http.rs")),
    ("tool_set", include_str!("../options/tool_set.rs")),
    ("server", include_str!("../server.rs")),
    ("transport", include_str!("../transport.rs")),
    ("widgets", include_str!("../widgets.rs")),
    ("windows", include_str!("../windows.rs")),
];

/// Every module, those of this crate first, then the document and each component.
pub(crate) fn all() -> &'static [Module] {
    static ALL: LazyLock<Vec<Module>> = LazyLock::new(|| {
        let component = |name: &&'static str| Some((*name, ComponentKind::source_of(name)?));
        let components = ComponentKind::TYPES.iter().filter_map(component);
        OWN.iter().chain(SOURCES).copied().chain(components).map(module).collect()
    });
    &ALL
}

fn module((name, source): (&'static str, &'static str)) -> Module {
    let first = source.lines().next().unwrap_or_default();
    Module { name, summary: first.trim_start_matches("//! "), source }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// The files of the modules from which the crate in `folder` exports something.
    fn public_modules(folder: &Path) -> Vec<PathBuf> {
        let root = fs::read_to_string(folder.join("lib.rs")).unwrap();
        let exports = root.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next());
        let of_exports = exports.filter_map(|export| match export.split_once("::{") {
            Some((module, _)) => Some(module),
            None => export.rsplit_once("::").map(|(module, _)| module),
        });
        let modules = root.split("\npub mod ").skip(1).filter_map(|rest| rest.split(';').next());
        let names: BTreeSet<&str> = of_exports.chain(modules).collect();
        let files = names.into_iter().map(|name| folder.join(name.replace("::", "/") + ".rs"));
        // What is exported from other crates has no file here.
        files.filter(|file| file.exists()).collect()
    }

    #[test]
    fn every_public_module_of_both_crates_is_there() {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folders = [own.join("src"), own.join("../widget-state/src")];
        let files: Vec<PathBuf> =
            folders.iter().flat_map(|folder| public_modules(folder)).collect();
        assert!(files.iter().any(|file| file.ends_with("chart/figure.rs")), "{files:#?}");
        for file in &files {
            let source = fs::read_to_string(file).unwrap();
            assert!(all().iter().any(|module| module.source == source), "{}", file.display());
        }
        // Beside them only the components, whose types are exported from one module.
        let components = ComponentKind::TYPES.iter();
        let components = components.filter(|name| ComponentKind::source_of(name).is_some());
        assert_eq!(all().len(), files.len() + components.count());
    }

    #[test]
    fn every_module_has_a_name_of_its_own_and_says_what_is_in_it() {
        let names: BTreeSet<_> = all().iter().map(|module| module.name).collect();
        assert_eq!(names.len(), all().len());
        for module in all() {
            assert!(module.source.starts_with("//! "), "{}", module.name);
            assert!(module.summary.len() > 8, "{}", module.name);
        }
        for name in ComponentKind::TYPES {
            assert!(names.contains(name), "{name}");
        }
    }
}
