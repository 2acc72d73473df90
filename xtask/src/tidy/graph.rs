//! The crate graph: who may know whom. `docs/architecture.md` says why.

use std::path::Path;

use super::manifest::Manifest;
use super::violation::Violation;
use crate::workspace::{Dependency, Kind, Package};

/// A crate and the crates of this workspace it may depend on.
struct Node {
    name: &'static str,
    may_use: &'static [&'static str],
}

#[rustfmt::skip] // a table
const NODES: &[Node] = &[
    Node { name: "widget-auth-pkce", may_use: &[] },
    Node { name: "widget-auth-core", may_use: &[] },
    Node { name: "widget-auth-provider", may_use: &["widget-auth-core", "widget-auth-pkce"] },
    Node { name: "widget-auth-store", may_use: &["widget-auth-core"] },
    Node { name: "widget-auth-session", may_use: &[
        "widget-auth-core", "widget-auth-pkce", "widget-auth-provider", "widget-auth-store",
    ] },
    Node { name: "widget-state", may_use: &[] },
    Node { name: "widget-web", may_use: &["widget-state"] },
    Node { name: "widget-window", may_use: &[] },
    Node { name: "widget-mcp", may_use: &[
        "widget-auth-core", "widget-auth-pkce", "widget-auth-provider", "widget-auth-session",
        "widget-auth-store", "widget-state", "widget-web", "widget-window",
    ] },
    Node { name: "widget-login-window", may_use: &["widget-auth-session", "widget-window"] },
    Node { name: "widget-kit", may_use: &[
        "widget-auth-core", "widget-auth-pkce", "widget-auth-provider", "widget-auth-session",
        "widget-auth-store", "widget-login-window", "widget-mcp", "widget-state", "widget-web",
        "widget-window",
    ] },
    // The tests see the binary from outside; the tasks run before anything is built.
    Node { name: "widget-desktop", may_use: &[] },
    Node { name: "widget-e2e", may_use: &["widget-desktop"] },
    Node { name: "xtask", may_use: &[] },
];

/// A dependency from outside that only some crates may have. A name that ends with `-` stands for
/// all that begin with it.
struct Guard {
    dependencies: &'static [&'static str],
    may_be_used_by: &'static [Use],
}

enum Use {
    Always(&'static str),
    /// Only as an optional dependency, switched on by a feature.
    Optional(&'static str),
}

use Use::{Always, Optional};

#[rustfmt::skip] // a table
const GUARDS: &[Guard] = &[
    Guard {
        dependencies: &["rmcp", "rmcp-"],
        may_be_used_by: &[Always("widget-mcp"), Always("widget-e2e")],
    },
    Guard {
        dependencies: &["axum", "axum-"],
        may_be_used_by: &[
            Always("widget-web"), Always("widget-mcp"), Optional("widget-auth-provider"),
            Optional("widget-auth-session"), Always("widget-e2e"),
        ],
    },
    Guard {
        dependencies: &["wry", "tao", "winit", "webview2-com", "webkit2gtk", "webkit6", "gtk", "gtk4"],
        may_be_used_by: &[Always("widget-window")],
    },
    Guard {
        dependencies: &["redis", "deadpool-redis"],
        may_be_used_by: &[Optional("widget-state"), Optional("widget-auth-store"), Optional("widget-mcp")],
    },
    // Of the program, not of the server as a library.
    Guard {
        dependencies: &["clap", "etcetera", "jsonc-parser", "toml", "tracing-subscriber"],
        may_be_used_by: &[Optional("widget-mcp"), Always("widget-e2e"), Always("xtask")],
    },
];

/// A crate whose default build has these dependencies and no others.
const EXACT: &[(&str, &[&str])] =
    &[("widget-auth-pkce", &["base64", "getrandom", "sha2", "thiserror", "zeroize"])];

/// A crate that does no I/O unless a feature says so: the parts of tokio that do none.
const PURE: &str = "widget-state";
const PURE_TOKIO: &[&str] = &["sync", "time", "rt", "macros"];

/// Everything wrong with the place of `package` in the graph.
pub(super) fn check(package: &Package, manifest: &Manifest) -> Vec<Violation> {
    let mut found = check_folder(package, manifest.path());
    for dependency in &package.dependencies {
        if dependency.kind == Kind::Dev {
            continue; // what a test uses is not part of the graph
        }
        let name = &*dependency.name;
        let at = |message| Violation::new(manifest.path(), manifest.line_of(name), message);
        found.extend(check_edge(package, dependency).map(at));
        found.extend(check_guards(package, dependency).map(at));
        found.extend(check_exact(package, dependency).map(at));
        found.extend(check_purity(package, dependency).map(at));
    }
    found
}

fn check_folder(package: &Package, manifest: &Path) -> Vec<Violation> {
    let mut found = Vec::new();
    let name = &*package.name;
    let is_library = manifest.starts_with("crates");
    if is_library && manifest != Path::new("crates").join(name).join("Cargo.toml") {
        let message = format!("move `{name}` to crates/{name}: the folder has the package's name");
        found.push(Violation::new(manifest, 1, message));
    }
    if !NODES.iter().any(|node| node.name == name) {
        let message = format!(
            "`{name}` is not in the crate graph: add it to docs/architecture.md and xtask/src/tidy/graph.rs"
        );
        found.push(Violation::new(manifest, 1, message));
    }
    found
}

fn check_edge(package: &Package, dependency: &Dependency) -> Option<String> {
    let target = &*dependency.name;
    if !NODES.iter().any(|node| node.name == target) {
        return None;
    }
    let node = NODES.iter().find(|node| node.name == package.name)?;
    let allowed = match node.may_use {
        [] => "on no other crate of this workspace".to_owned(),
        some => format!("only on {}", some.join(", ")),
    };
    (!node.may_use.contains(&target))
        .then(|| format!("remove `{target}`: `{}` may depend {allowed}", node.name))
}

fn check_guards(package: &Package, dependency: &Dependency) -> Option<String> {
    let name = &*dependency.name;
    let guard = GUARDS.iter().find(|guard| guard.covers(name))?;
    let granted = guard.may_be_used_by.iter().find(|user| user.name() == package.name);
    match granted {
        Some(Always(_)) => None,
        Some(Optional(_)) if dependency.optional => None,
        Some(Optional(user)) => {
            Some(format!("make `{name}` optional: `{user}` knows it only under a feature"))
        }
        None => {
            let users: Vec<_> = guard.may_be_used_by.iter().map(Use::name).collect();
            Some(format!("remove `{name}`: only {} may know it", users.join(", ")))
        }
    }
}

fn check_exact(package: &Package, dependency: &Dependency) -> Option<String> {
    let (user, allowed) = EXACT.iter().find(|(user, _)| *user == package.name)?;
    (!allowed.contains(&&*dependency.name)).then(|| {
        format!(
            "remove `{}`: `{user}` depends on {} and no more",
            dependency.name,
            allowed.join(", ")
        )
    })
}

fn check_purity(package: &Package, dependency: &Dependency) -> Option<String> {
    if package.name != PURE || dependency.name != "tokio" || dependency.optional {
        return None;
    }
    let impure = dependency.features.iter().find(|feature| !PURE_TOKIO.contains(&&***feature))?;
    Some(format!(
        "remove tokio's `{impure}`: `{PURE}` does no I/O by default, so at most {}",
        PURE_TOKIO.join(", ")
    ))
}

impl Guard {
    fn covers(&self, name: &str) -> bool {
        self.dependencies.iter().any(|guarded| {
            *guarded == name || (guarded.ends_with('-') && name.starts_with(guarded))
        })
    }
}

impl Use {
    fn name(&self) -> &'static str {
        match self {
            Always(name) | Optional(name) => name,
        }
    }
}

#[cfg(test)]
mod tests;
