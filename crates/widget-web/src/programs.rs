//! The programs of the front end that a widget needs beside the view.

use widget_state::{Trace, Widget};

/// The traces that the smaller bundle of Plotly draws, as in `frontend/src/chart/plotly.ts`.
const CARTESIAN: [&str; 12] = [
    "bar",
    "box",
    "contour",
    "heatmap",
    "histogram",
    "histogram2d",
    "histogram2dcontour",
    "image",
    "pie",
    "scatter",
    "scatterternary",
    "violin",
];

/// All that a view may be asked to have at hand.
pub(crate) const PROGRAMS: [&str; 6] =
    ["chart", "plotly-cartesian", "plotly", "base-maps", "grid", "markdown"];

/// A bundle of Plotly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plotly {
    /// It draws every figure.
    Whole,
    /// The smallest that draws the figures there are.
    Smallest,
}

/// The names of the programs that draw what a widget shows now.
pub(crate) fn programs(widget: &Widget, plotly: Plotly) -> Vec<&'static str> {
    let mut programs = Vec::new();
    let traces = || widget.charts().flat_map(|(_, chart)| chart.figure().traces());
    if widget.charts().next().is_some() {
        let is_small = plotly == Plotly::Smallest
            && traces().all(|trace| CARTESIAN.contains(&&*trace.type_name));
        programs.extend(["chart", if is_small { "plotly-cartesian" } else { "plotly" }]);
    }
    // With regions of its own it may need none: the page asks for them when it does.
    let has_land = |trace: &Trace| {
        matches!(&*trace.type_name, "scattergeo" | "choropleth") && !trace.has_regions
    };
    if traces().any(has_land) {
        programs.push("base-maps");
    }
    if widget.tables().next().is_some() {
        programs.push("grid");
    }
    if widget.markdown().next().is_some() {
        programs.push("markdown");
    }
    programs
}

#[cfg(test)]
mod tests {
    use widget_state::{Figure, Rows};

    use super::*;

    fn chart(figure: &str) -> Widget {
        Widget::chart(Figure::parse(figure).unwrap())
    }

    #[test]
    fn the_bundle_is_that_which_the_page_takes() {
        let page = include_str!("../frontend/src/chart/plotly.ts");
        let (_, list) = page.split_once("CARTESIAN = new Set([").unwrap();
        let names = list.split_once(']').unwrap().0.split(',').map(str::trim);
        let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
        assert_eq!(names, CARTESIAN.map(|name| format!("\"{name}\"")));
    }

    #[test]
    fn a_widget_asks_for_what_it_shows() {
        let small = |widget: &Widget| programs(widget, Plotly::Smallest);
        assert!(small(&Widget::html("<p>")).is_empty());
        assert_eq!(small(&Widget::table(Rows::parse("[]").unwrap())), ["grid"]);
        let lines = chart(r#"{"data":[{"y":[1]},{"type":"bar","y":[1]}]}"#);
        assert_eq!(small(&lines), ["chart", "plotly-cartesian"]);
        assert_eq!(programs(&lines, Plotly::Whole), ["chart", "plotly"]);
        let maps = chart(r#"{"data":[{"type":"scattergeo","lat":[1],"lon":[1]}]}"#);
        assert_eq!(small(&maps), ["chart", "plotly", "base-maps"]);
        let regions = chart(r#"{"data":[{"type":"choropleth","geojson":{}}]}"#);
        assert_eq!(small(&regions), ["chart", "plotly"]);
        let text = serde_json::from_str(r##"[{"type": "markdown", "markdown": "# A"}]"##).unwrap();
        assert_eq!(small(&Widget::page(text).unwrap()), ["markdown"]);
    }
}
