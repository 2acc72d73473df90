//! The source of the public modules, for a server that shows it to an agent.

/// A module by its name and its source, for each public type.
pub const SOURCES: &[(&str, &str)] = &[
    ("action", include_str!("widget/action.rs")),
    ("change", include_str!("change.rs")),
    ("chart", include_str!("chart.rs")),
    ("chart_edit", include_str!("chart/edit.rs")),
    ("component", include_str!("component.rs")),
    ("widget", include_str!("widget.rs")),
    ("event", include_str!("event.rs")),
    ("figure", include_str!("chart/figure.rs")),
    ("table", include_str!("table.rs")),
    ("limits", include_str!("limits.rs")),
    ("modal", include_str!("component/modal.rs")),
    ("op", include_str!("op.rs")),
    ("store", include_str!("store.rs")),
    ("toast", include_str!("op/toast.rs")),
    ("toolbar", include_str!("component/toolbar.rs")),
];
