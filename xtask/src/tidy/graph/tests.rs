//! The crate graph against packages that break it.

use super::*;

/// Returns the problems of a package `name` that has `dependencies` (JSON objects).
fn problems(name: &str, dependencies: &str) -> Vec<String> {
    let path = format!("crates/{name}/Cargo.toml");
    let json = format!(
        r#"{{"name": "{name}", "version": "0.1.0", "manifest_path": "{path}", "dependencies": [{dependencies}],
            "features": {{}}, "publish": null}}"#
    );
    let package: Package = serde_json::from_str(&json).unwrap();
    let manifest = Manifest::parse(path.as_ref(), "[dependencies]\naxum = \"0.8\" # HTTP\n");
    check(&package, &manifest).iter().map(ToString::to_string).collect()
}

fn dependency(name: &str, kind: &str, optional: bool) -> String {
    dependency_with(name, kind, optional, "")
}

fn dependency_with(name: &str, kind: &str, optional: bool, features: &str) -> String {
    format!(
        r#"{{"name": "{name}", "kind": {kind}, "optional": {optional}, "features": [{features}]}}"#
    )
}

#[test]
fn the_table_is_a_graph_without_cycles() {
    let mut placed: Vec<&str> = Vec::new();
    while placed.len() < NODES.len() {
        let ready = NODES.iter().find(|node| {
            !placed.contains(&node.name) && node.may_use.iter().all(|used| placed.contains(used))
        });
        placed.push(ready.expect("a cycle or an unknown name").name);
    }
}

#[test]
fn allowed_edges_pass() {
    assert_eq!(problems("widget-web", &dependency("widget-state", "null", false)), [""; 0]);
    assert_eq!(problems("widget-kit", &dependency("widget-mcp", "null", true)), [""; 0]);
    assert_eq!(problems("widget-mcp", &dependency("rmcp", "null", false)), [""; 0]);
    assert_eq!(problems("widget-state", &dependency("serde", "null", false)), [""; 0]);
}

#[test]
fn an_edge_against_the_graph_is_found() {
    assert_eq!(
        problems("widget-web", &dependency("widget-mcp", "null", false)),
        [
            "crates/widget-web/Cargo.toml:1: remove `widget-mcp`: `widget-web` may depend only on widget-state"
        ]
    );
    assert_eq!(problems("widget-auth-core", &dependency("widget-state", "null", false)).len(), 1);
    assert_eq!(problems("widget-state", &dependency("widget-web", "\"build\"", false)).len(), 1);
}

#[test]
fn a_guarded_dependency_is_found_with_its_line() {
    assert_eq!(
        problems("widget-state", &dependency("axum", "null", true)),
        ["crates/widget-state/Cargo.toml:2: remove `axum`: \
          only widget-web, widget-mcp, widget-auth-provider, widget-auth-session, \
          widget-e2e may know it"]
    );
    assert_eq!(problems("widget-web", &dependency("rmcp-macros", "null", false)).len(), 1);
    assert_eq!(problems("widget-mcp", &dependency("wry", "null", true)).len(), 1);
}

#[test]
fn a_dependency_behind_a_feature_must_be_optional() {
    assert_eq!(problems("widget-auth-session", &dependency("axum", "null", true)), [""; 0]);
    let problems = problems("widget-auth-session", &dependency("axum", "null", false));
    assert!(problems[0].contains("make `axum` optional"), "{problems:?}");
}

#[test]
fn what_only_tests_use_is_free() {
    assert_eq!(problems("widget-state", &dependency("axum", "\"dev\"", false)), [""; 0]);
}

#[test]
fn the_smallest_crate_stays_small() {
    assert_eq!(problems("widget-auth-pkce", &dependency("sha2", "null", false)), [""; 0]);
    assert_eq!(problems("widget-auth-pkce", &dependency("serde", "null", false)).len(), 1);
}

#[test]
fn the_pure_crate_takes_no_io_from_tokio() {
    let sync = dependency_with("tokio", "null", false, "\"sync\", \"time\"");
    assert_eq!(problems("widget-state", &sync), [""; 0]);
    let net = dependency_with("tokio", "null", false, "\"sync\", \"net\"");
    assert!(problems("widget-state", &net)[0].contains("remove tokio's `net`"));
}

#[test]
fn a_crate_outside_the_graph_is_found() {
    let problems = problems("widget-new", "");
    assert!(problems[0].contains("`widget-new` is not in the crate graph"), "{problems:?}");
}

#[test]
fn a_folder_with_another_name_is_found() {
    let json = r#"{"name": "widget-web", "version": "0.1.0", "manifest_path": "", "dependencies": [], "features": {}, "publish": null}"#;
    let package: Package = serde_json::from_str(json).unwrap();
    let manifest = Manifest::parse("crates/web/Cargo.toml".as_ref(), "");
    let violation = check(&package, &manifest)[0].to_string();
    assert!(
        violation
            .ends_with("move `widget-web` to crates/widget-web: the folder has the package's name")
    );
}
