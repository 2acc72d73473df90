//! The source of the public modules, for a server that shows it to an agent.

/// A module by its name and its source, for each public type.
pub const SOURCES: &[(&str, &str)] = &[
    ("action", include_str!("action.rs")),
    ("chart", include_str!("chart.rs")),
    ("chart_edit", include_str!("chart_edit.rs")),
    ("component", include_str!("component.rs")),
    ("document", include_str!("document.rs")),
    ("event", include_str!("event.rs")),
    ("figure", include_str!("figure.rs")),
    ("grid", include_str!("grid.rs")),
    ("limits", include_str!("limits.rs")),
    ("modal", include_str!("modal.rs")),
    ("op", include_str!("op.rs")),
    ("store", include_str!("store.rs")),
    ("toast", include_str!("toast.rs")),
    ("toolbar", include_str!("toolbar.rs")),
];
