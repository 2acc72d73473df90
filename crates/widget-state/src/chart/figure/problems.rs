//! The faults that can be told of a figure before any page has drawn it.

use serde::Deserialize;
use serde_json::Value;

use super::Figure;
use super::attributes::UnknownNames;
use super::path::Path;
use crate::chart::edit::ChartEdit;
use crate::suggest::{did_you_mean, nearest};

/// The types of traces that Plotly draws.
const TYPES: [&str; 50] = [
    "bar",
    "barpolar",
    "box",
    "candlestick",
    "carpet",
    "choropleth",
    "choroplethmap",
    "cone",
    "contour",
    "contourcarpet",
    "densitymap",
    "funnel",
    "funnelarea",
    "heatmap",
    "histogram",
    "histogram2d",
    "histogram2dcontour",
    "icicle",
    "image",
    "indicator",
    "isosurface",
    "mesh3d",
    "ohlc",
    "parcats",
    "parcoords",
    "pie",
    "quiver",
    "sankey",
    "scatter",
    "scatter3d",
    "scattercarpet",
    "scattergeo",
    "scattergl",
    "scattermap",
    "scatterpolar",
    "scatterpolargl",
    "scattersmith",
    "scatterternary",
    "splom",
    "streamtube",
    "sunburst",
    "surface",
    "table",
    "treemap",
    "violin",
    "volume",
    "waterfall",
    // Drawn as their successors.
    "scattermapbox",
    "choroplethmapbox",
    "densitymapbox",
];

#[derive(Deserialize)]
struct WithLayout {
    #[serde(default)]
    layout: Maps,
}

#[derive(Default, Deserialize)]
struct Maps {
    #[serde(default)]
    map: Map,
    #[serde(default)]
    mapbox: Map,
}

#[derive(Default, Deserialize)]
struct Map {
    #[serde(default)]
    style: Value,
}

/// A type of traces that there is not.
pub(super) fn unknown_type(name: &str) -> Option<String> {
    let hint = || did_you_mean(nearest(name, TYPES));
    let is_unknown = !TYPES.contains(&name);
    is_unknown.then(|| format!("Plotly knows no type {name:?} and draws scatter{}", hint()))
}

impl Figure {
    /// Faults that Plotly would pass over or draw as something else: types of traces and names of
    /// attributes that there are not, broken typed lists, and maps whose tiles need a network.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (index, trace) in self.traces.iter().enumerate() {
            if let Some(problem) = unknown_type(&trace.type_name) {
                problems.push(format!("trace {index}: {problem}"));
            }
            problems.extend(trace.faults.iter().map(|fault| format!("trace {index}: {fault}")));
        }
        let mut names = UnknownNames::default();
        names.read_figure(self.as_json());
        problems.extend(names.into_problems());
        if self.has_tiles() {
            problems.push(
                "the tiles of a map need a network, which pages do not have: the data is drawn on \
                 a plain ground"
                    .into(),
            );
        }
        problems
    }

    fn has_tiles(&self) -> bool {
        let is_map = |name: &str| {
            let name = name.strip_suffix("box").unwrap_or(name);
            matches!(name, "scattermap" | "choroplethmap" | "densitymap")
        };
        if !self.traces.iter().any(|trace| is_map(&trace.type_name)) {
            return false;
        }
        let maps = serde_json::from_str::<WithLayout>(self.as_json());
        let Ok(WithLayout { layout: Maps { map, mapbox } }) = maps else { return true };
        // A style of one's own that is an object may load nothing.
        let loads = |style: &Value| style.is_null() || style.is_string() && style != "white-bg";
        let said = if map.style.is_null() { mapbox.style } else { map.style };
        loads(&said)
    }
}

impl ChartEdit {
    /// Names of attributes that Plotly would pass over.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut names = UnknownNames::default();
        for (part, attributes) in [("layout", &self.layout), ("restyle", &self.restyle)] {
            for (name, value) in attributes {
                // What is no path is refused by the figure.
                let Ok(path) = Path::parse(name) else { continue };
                names.read_edit(part, path.steps(), value);
            }
        }
        for name in self.extend.keys() {
            let Ok(path) = Path::parse(name) else { continue };
            names.read_edit("extend", path.steps(), &Value::Null);
        }
        names.into_problems()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        Figure::parse(text).unwrap().problems()
    }

    #[test]
    fn what_plotly_would_pass_over_is_told() {
        let text = r#"{"data": [{"type": "scater", "y": [1]}, {"type": "bar",
            "y": {"dtype": "f8", "bdata": "AAAA"}, "marker": {"color": {"dtype": "q", "bdata": ""}}}]}"#;
        let problems = problems(text);
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(
            problems[0].contains("trace 0") && problems[0].contains("did you mean \"scatter\"")
        );
        assert!(problems[1].starts_with("trace 1: y: bdata has 3 bytes"), "{problems:?}");
        assert!(problems[2].starts_with("trace 1: marker.color: dtype \"q\""), "{problems:?}");
    }

    #[test]
    fn names_that_plotly_does_not_know_are_told() {
        let problems = problems(
            r#"{"data": [{"y": [1], "markr": {"color": "red"}}], "layout": {"titel": "A"}}"#,
        );
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].starts_with("data[0]: Plotly knows no attribute \"markr\""));
        let edit = serde_json::json!({"layout": {"xaxis.titel.text": "A", "bargap": 0.2},
            "restyle": {"marker": {"colour": "red"}}, "extend": {"why": [[1]]}});
        let problems = serde_json::from_value::<ChartEdit>(edit).unwrap().problems();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].starts_with("layout.xaxis: Plotly knows no attribute \"titel\""));
        assert!(problems[1].starts_with("restyle.marker: "), "{problems:?}");
        assert!(problems[2].starts_with("extend: "), "{problems:?}");
    }

    #[test]
    fn maps_without_tiles_are_told_of_unless_they_need_none() {
        for (layout, is_told) in [
            ("{}", true),
            (r#"{"map": {"style": "open-street-map"}}"#, true),
            (r#"{"map": {"style": "white-bg"}}"#, false),
            (r#"{"mapbox": {"style": "white-bg"}}"#, false),
            (r#"{"map": {"style": {"version": 8}}}"#, false),
        ] {
            let text = format!(r#"{{"data": [{{"type": "scattermap"}}], "layout": {layout}}}"#);
            assert_eq!(problems(&text).len(), usize::from(is_told), "{layout}");
        }
        for name in ["heatmap", "scattergeo", "treemap", "bar"] {
            let text = format!(r#"{{"data": [{{"type": "{name}"}}]}}"#);
            assert_eq!(problems(&text), [""; 0], "{name}");
        }
        assert_eq!(problems(r#"{"data": [{"type": "densitymapbox"}]}"#).len(), 1);
    }
}
