//! The names of Plotly's attributes.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::suggest::nearest;

/// The names of all attributes of traces and of the layout, in `Plotly.PlotSchema` of the version
/// that the pages load, a line each. `{}` follows a name that has members.
const NAMES: &str = include_str!("attribute_names.txt");

/// Names that are not in it: of typed lists, of frames, and old ones that pages translate.
const MORE_NAMES: [&str; 14] = [
    "accesstoken",
    "baseframe",
    "bdata",
    "data{}",
    "dtype",
    "frames",
    "group",
    "layout{}",
    "mapbox{}",
    "titlefont{}",
    "titleoffset",
    "titleposition",
    "titleside",
    "traces",
];

/// Names that Plotly has dropped, with those that took their place.
const OLD_NAMES: [(&str, &str); 9] = [
    ("autotick", "tickmode"),
    ("bardir", "orientation"),
    ("cameraposition", "camera"),
    ("titlefont", "title.font"),
    ("titleoffset", "title.offset"),
    ("titleposition", "title.position"),
    ("titleside", "title.side"),
    ("titletext", "title.text"),
    ("titlestandoff", "title.standoff"),
];

/// Each name, with whether it has members somewhere.
static KNOWN: LazyLock<HashMap<&str, bool>> = LazyLock::new(|| {
    let names = NAMES.lines().chain(MORE_NAMES);
    names.map(|name| name.strip_suffix("{}").map_or((name, false), |name| (name, true))).collect()
});

/// Returns whether Plotly has an attribute of this name anywhere.
pub(super) fn is_known(name: &str) -> bool {
    entry(name).is_some()
}

/// The attribute that was meant by an unknown name in an object of the name `within`.
pub(super) fn meant_name(name: &str, within: Option<&str>) -> Option<String> {
    let split = || underscores_to_dots(name);
    let joined = || {
        let joined = name.replace('_', "");
        let name = old_name(&joined).unwrap_or(&joined).to_owned();
        (name != joined || is_known(&joined)).then_some(name)
    };
    let others = || nearest(name, KNOWN.keys().copied()).map(str::to_owned);
    // Only there `line_color` is `linecolor`.
    let is_flat = within.is_some_and(|within| {
        let kind = within.trim_end_matches(|digit: char| digit.is_ascii_digit());
        kind.ends_with("axis") || matches!(kind, "colorbar" | "layout")
    });
    let meant = if is_flat { joined().or_else(split) } else { split().or_else(joined) };
    meant.or_else(others)
}

/// The path that plotly.py writes with underscores, as in `xaxis_title_font`: all of its names but
/// the last have members.
fn underscores_to_dots(name: &str) -> Option<String> {
    let mut ends = name.match_indices('_').map(|(at, _)| at).collect::<Vec<_>>();
    ends.reverse();
    ends.into_iter().find_map(|end| {
        let (first, rest) = (&name[..end], &name[end + 1..]);
        let first = old_name(first).or_else(|| entry(first)?.then_some(first))?;
        let rest = old_name(rest)
            .or_else(|| is_known(rest).then_some(rest))
            .map_or_else(|| underscores_to_dots(rest), |rest| Some(rest.to_owned()))?;
        Some(format!("{first}.{rest}"))
    })
}

fn old_name(name: &str) -> Option<&'static str> {
    OLD_NAMES.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

/// Axes, scenes and the like may be counted: `xaxis2`.
fn entry(name: &str) -> Option<bool> {
    let kind = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
    KNOWN.get(name).or_else(|| KNOWN.get(kind)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_attribute_that_was_meant_is_found() {
        for (within, name, meant) in [
            // Dropped by Plotly 3.
            ("colorbar", "title_side", "title.side"),
            ("xaxis", "autotick", "tickmode"),
            // As plotly.py and its users write them.
            ("layout", "xaxis_title", "xaxis.title"),
            ("layout", "xaxis2_title_text", "xaxis2.title.text"),
            ("layout", "yaxis_titlefont_size", "yaxis.title.font.size"),
            ("layout", "title_font_size", "title.font.size"),
            ("layout", "legend_title_text", "legend.title.text"),
            ("layout", "xaxis_range", "xaxis.range"),
            ("layout", "scene_camera_eye", "scene.camera.eye"),
            ("layout", "margin_t", "margin.t"),
            ("data", "marker_color", "marker.color"),
            ("data", "marker_line_width", "marker.line.width"),
            ("data", "line_color", "line.color"),
            ("data", "error_y_array", "error_y.array"),
            ("marker", "line_color", "line.color"),
            ("marker", "colorbar_title", "colorbar.title"),
            // Names in the style of other languages.
            ("xaxis", "line_color", "linecolor"),
            ("yaxis2", "grid_color", "gridcolor"),
            ("xaxis", "tick_angle", "tickangle"),
            ("layout", "show_legend", "showlegend"),
            ("layout", "bar_mode", "barmode"),
            ("data", "hover_template", "hovertemplate"),
            // Misspelt.
            ("marker", "colour", "color"),
            ("data", "markr", "marker"),
        ] {
            assert_eq!(meant_name(name, Some(within)).as_deref(), Some(meant), "{within}.{name}");
            assert!(!is_known(name), "{name}");
        }
        for stranger in ["my_own_thing", "spaceship_captain"] {
            assert_eq!(meant_name(stranger, None), None, "{stranger}");
        }
    }

    #[test]
    fn counted_names_are_known() {
        for name in ["xaxis", "xaxis2", "scene3", "error_y", "plot_bgcolor", "bdata", "titlefont"] {
            assert!(is_known(name), "{name}");
        }
        assert!(!is_known("xaxsi2") && !is_known(""));
    }
}
