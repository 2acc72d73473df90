//! The faults that can be told of a figure before any page has drawn it.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Figure;
use super::attributes::Misspelt;
use super::contents::Contents;
use super::lists;
use super::merge::put;
use super::network::{NO_TILES, has_tiles, remote_parts, sets_tiles};
use super::path::Path;
use super::template::unknown_template;
use super::trace::Trace;
use crate::chart::edit::ChartEdit;
use crate::suggest::{did_you_mean, nearest};

/// The types of traces that Plotly draws.
const TYPES: [&str; 54] = [
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
    // Drawn as what is meant.
    "area",
    "column",
    "donut",
    "line",
];

/// The parts of a figure beside its data, each read on its own: either may be malformed.
#[derive(Default, Deserialize)]
struct Parts<'a> {
    #[serde(borrow)]
    layout: Option<&'a RawValue>,
    #[serde(borrow)]
    frames: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Frame {
    data: Option<Vec<Trace>>,
}

/// A type of traces that there is not.
pub(super) fn unknown_type(name: &str) -> Option<String> {
    let hint = || did_you_mean(nearest(name, TYPES));
    let is_unknown = !TYPES.contains(&name);
    is_unknown.then(|| format!("Plotly knows no type {name:?} and draws scatter{}", hint()))
}

impl Figure {
    /// Faults that Plotly would pass over or draw as something else: types of traces, templates,
    /// names of attributes and values that there are not, broken typed lists, and what only a
    /// network could bring, such as the tiles of maps.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (index, trace) in self.traces.iter().enumerate() {
            problems.extend(of_trace(&format!("trace {index}"), trace));
        }
        // It was read before, so the whole cannot fail.
        let Parts { layout, frames } = serde_json::from_str(self.as_json()).unwrap_or_default();
        problems.extend(frames.map(of_frames).unwrap_or_default());
        let mut names = Misspelt::default();
        names.read_figure(self.as_json());
        problems.extend(names.into_problems());
        let layout = layout.and_then(|layout| serde_json::from_str(layout.get()).ok());
        let layout = layout.unwrap_or_default();
        problems.extend(of_layout(&layout));
        if has_tiles(self.traces.iter().filter_map(Trace::map), &layout) {
            problems.push(NO_TILES.into());
        }
        problems
    }

    /// Faults of the lists of points alone: values of one that have none in another to be drawn
    /// with.
    ///
    /// ```
    /// let figure = widget_state::Figure::parse(r#"{"data": [{"x": [1, 2], "y": [3]}]}"#)?;
    /// assert_eq!(
    ///     figure.faults_of_lists(),
    ///     ["trace 0: x has 2 values and y 1; only 1 are drawn"]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn faults_of_lists(&self) -> Vec<String> {
        let traces = self.traces.iter().enumerate();
        let faults = traces.flat_map(|(index, trace)| {
            trace.faults_of_lists().map(move |fault| format!("trace {index}: {fault}"))
        });
        faults.collect()
    }
}

fn of_trace(place: &str, trace: &Trace) -> Vec<String> {
    let faults = unknown_type(&trace.type_name).into_iter().chain(trace.faults());
    faults.map(|fault| format!("{place}: {fault}")).collect()
}

fn of_frames(frames: &RawValue) -> Vec<String> {
    let frames: Vec<Frame> = match serde_json::from_str(frames.get()) {
        Ok(frames) => frames,
        Err(error) => return vec![format!("frames: each has a list \"data\" of traces: {error}")],
    };
    let traces = frames.iter().enumerate().flat_map(|(frame, Frame { data })| {
        let traces = data.iter().flatten().enumerate();
        traces.map(move |(index, trace)| (format!("frames[{frame}].data[{index}]"), trace))
    });
    traces.flat_map(|(place, trace)| of_trace(&place, trace)).collect()
}

/// The faults of a layout, or of a change of one.
fn of_layout(layout: &Map<String, Value>) -> Vec<String> {
    let lists = layout.iter().flat_map(|(name, value)| {
        let faults = Contents::of(value).faults.into_iter();
        faults.map(move |fault| format!("layout.{name}{fault}"))
    });
    let template = layout.get("template").and_then(Value::as_str).and_then(unknown_template);
    lists.chain(template).chain(remote_parts(layout)).collect()
}

impl ChartEdit {
    /// Returns whether it replaces lists of points, which belong to each other by their places.
    #[must_use]
    pub fn replaces_points(&self) -> bool {
        let mut paths = self.restyle.keys().filter_map(|name| Path::parse(name).ok());
        paths.any(|path| lists::is_one(&path))
    }

    /// Faults that Plotly would pass over: names of attributes, values and templates that there are
    /// not, and what only a network could bring.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut names = Misspelt::default();
        let mut layout = Map::new();
        for (part, attributes) in [("layout", &self.layout), ("restyle", &self.restyle)] {
            for (name, value) in attributes {
                // What is no path is refused by the figure.
                let Ok(path) = Path::parse(name) else { continue };
                names.read_edit(part, path.steps(), value);
                if part == "layout" {
                    put(&mut layout, path.steps(), value);
                }
            }
        }
        for name in self.extend.keys() {
            let Ok(path) = Path::parse(name) else { continue };
            names.read_edit("extend", path.steps(), &Value::Null);
        }
        let mut problems = names.into_problems();
        problems.extend(of_layout(&layout));
        if sets_tiles(&layout) {
            problems.push(NO_TILES.into());
        }
        problems
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
    fn faults_are_found_wherever_they_are() {
        for (figure, place) in [
            (
                r#"{"data": [{"type": "bar", "y": {"dtype": "f8"}}]}"#,
                "trace 0: y: bdata is missing",
            ),
            (r#"{"data": [], "layout": {"template": "plotly_drak"}}"#, "layout.template: "),
            (
                r#"{"data": [{"type": "splom", "dimensions": [{"values": {"dtype": "q", "bdata": ""}}]}]}"#,
                "trace 0: dimensions[0].values: dtype",
            ),
            (
                r#"{"data": [], "frames": [{"layout": {}}, {"data": [{}, {"type": "scater"}]}]}"#,
                "frames[1].data[1]: Plotly knows no type",
            ),
            (
                r#"{"data": [], "frames": [{"data": [{"y": {"dtype": "f8", "bdata": "AA=="}}]}]}"#,
                "frames[0].data[0]: y: bdata has 1 bytes",
            ),
            (r#"{"data": [], "frames": [{"data": 3}]}"#, "frames: each has a list"),
            (
                r#"{"data": [{"type": "choropleth", "geojson": "https://a.example/b.json"}]}"#,
                "trace 0: geojson: pages reach no network",
            ),
            (
                r#"{"data": [{"type": "image", "source": "https://a.example/b.png"}]}"#,
                "trace 0: source: pages reach no network",
            ),
            (
                r#"{"data": [], "layout": {"images": [{"source": "https://a.example/b.png"}]}}"#,
                "layout.images[0].source: ",
            ),
            (
                r#"{"data": [], "layout": {"xaxis": {"tickvals": {"dtype": "i2", "bdata": "AA=="}}}}"#,
                "layout.xaxis.tickvals: bdata",
            ),
        ] {
            let problems = problems(figure);
            assert!(problems.len() == 1 && problems[0].starts_with(place), "{problems:?}");
        }
    }

    #[test]
    fn an_edit_is_told_of_what_it_brings() {
        for (edit, place) in [
            (r#"{"layout": {"template": "plotly_drak"}}"#, "layout.template: "),
            (r#"{"layout": {"map.style": "open-street-map"}}"#, "the tiles of a map"),
            (r#"{"layout": {"map.layers": [{"source": "a.json"}]}}"#, "layout.map.layers[0]: "),
            (r#"{"layout": {"images": [{"source": "b.png"}]}}"#, "layout.images[0].source: "),
        ] {
            let problems = serde_json::from_str::<ChartEdit>(edit).unwrap().problems();
            assert!(problems.len() == 1 && problems[0].starts_with(place), "{problems:?}");
        }
        let edit = r#"{"layout": {"map.zoom": 3, "map.style": "white-bg", "images": null}}"#;
        assert_eq!(serde_json::from_str::<ChartEdit>(edit).unwrap().problems(), [""; 0]);
    }

    #[test]
    fn maps_without_tiles_are_told_of_unless_they_need_none() {
        for (layout, is_told) in [
            ("{}", true),
            (r#"{"map": {"style": "open-street-map"}}"#, true),
            (r#"{"map": {"style": "white-bg"}}"#, false),
            (r#"{"mapbox": {"style": "white-bg"}}"#, false),
            (r#"{"map": {"style": {"version": 8}}}"#, false),
            (r#"{"map": {"style": {"sources": {"a": {"type": "raster"}}}}}"#, true),
            (
                r#"{"map": {"style": "white-bg", "layers": [{"sourcetype": "raster", "source": ["a"]}]}}"#,
                true,
            ),
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
