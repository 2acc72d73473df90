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
    ("error", include_str!("../error.rs")),
    ("events", include_str!("../events.rs")),
    ("options", include_str!("../options.rs")),
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

    use super::*;

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
