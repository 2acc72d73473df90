//! The lists of a trace that say where its points are, and those that say more of each point.

use serde_json::{Map, Value};

use super::path::Path;

/// Lists that say the places of the same points.
const TOGETHER: [&[&str]; 4] = [
    &["x", "y", "open", "high", "low", "close"],
    &["r", "theta"],
    &["lat", "lon"],
    &["labels", "parents", "values"],
];

/// The lists of the same points, of which some grow and others, which are as long, do not.
pub(super) fn left_behind(
    trace: &Map<String, Value>,
    length_of: impl Fn(&Value) -> Option<usize>,
    grows: impl Fn(&str) -> bool,
) -> Option<Vec<&'static str>> {
    let length = |name: &str| trace.get(name).and_then(&length_of);
    TOGETHER.into_iter().find_map(|names| {
        // The axes of a grid are as long as they are.
        let is_grid = names.contains(&"x") && trace.contains_key("z");
        let grown = names.iter().find(|name| grows(name)).filter(|_| !is_grid)?;
        let before = length(grown)?;
        let names = names.iter().copied().filter(|name| length(name) == Some(before));
        let names: Vec<_> = names.collect();
        names.iter().any(|name| !grows(name)).then_some(names)
    })
}

/// Lists with a value for each point, in the order of the points.
const OF_EACH_POINT: [&str; 25] = [
    "text",
    "hovertext",
    "customdata",
    "ids",
    "textposition",
    "texttemplate",
    "hovertemplate",
    "measure",
    "width",
    "base",
    "marker.color",
    "marker.colors",
    "marker.size",
    "marker.symbol",
    "marker.opacity",
    "marker.line.color",
    "marker.line.width",
    "textfont.color",
    "textfont.size",
    "error_x.array",
    "error_x.arrayminus",
    "error_y.array",
    "error_y.arrayminus",
    "error_z.array",
    "error_z.arrayminus",
];

/// Returns whether an attribute says where the points are.
pub(super) fn is_place(path: &Path) -> bool {
    TOGETHER.into_iter().flatten().any(|name| path.is(name))
}

/// The lists of a trace that say more of each point, but for those that grow with it.
pub(super) fn lists_of_points<'a>(
    trace: &'a Value,
    growing: &'a [&Path],
) -> impl Iterator<Item = Path> + use<'a> {
    let names = OF_EACH_POINT.into_iter().filter(|_| !is_grid(trace));
    let lists = names.filter_map(|name| Path::parse(name).ok());
    lists.filter(|list| !growing.iter().any(|path| path.overlaps(list)))
}

/// Returns whether the values of a trace are rows in a list: its other lists belong to none of them.
fn is_grid(trace: &Value) -> bool {
    match &trace["z"] {
        Value::Array(rows) => rows.first().is_some_and(Value::is_array),
        Value::Object(list) => {
            list.get("shape").and_then(Value::as_str).is_some_and(|shape| shape.contains(','))
        }
        _ => false,
    }
}
