//! The lists of a trace whose values belong to each other by their places.

use super::contents::Contents;
use super::path::Path;

/// Types whose points are those that both lists have.
const OF_POINTS: [&str; 8] =
    ["scatter", "scattergl", "bar", "waterfall", "funnel", "line", "area", "column"];
/// Types whose parts are those that both lists have.
const OF_SLICES: [&str; 3] = ["pie", "donut", "funnelarea"];

const NAMES: [&str; 4] = ["x", "y", "labels", "values"];

/// The values that a trace gives for one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Given {
    #[default]
    Nothing,
    /// A list of so many values.
    Values(usize),
    /// Lists in a list, as the levels of categories.
    Levels,
    Text,
}

/// The values that a trace gives for each of the names above.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lists([Given; NAMES.len()]);

/// Returns whether an attribute is one of these lists.
pub(super) fn is_one(path: &Path) -> bool {
    NAMES.iter().any(|name| path.is(name))
}

impl Lists {
    pub(super) fn note(&mut self, name: &str, contents: &Contents) {
        let Some(index) = NAMES.iter().position(|known| *known == name) else { return };
        self.0[index] = match contents {
            Contents { is_address: true, .. } => Given::Text,
            Contents { has_lists: true, .. } => Given::Levels,
            Contents { is_list: true, length, .. } => Given::Values(*length),
            _ => Given::Nothing,
        };
    }

    /// The parts of them that are not drawn, in words.
    pub(super) fn faults(&self, type_name: &str) -> impl Iterator<Item = String> + use<> {
        let [x, y, labels, values] = self.0;
        let pair = if OF_POINTS.contains(&type_name) {
            unequal("x", x, "y", y)
        } else if !OF_SLICES.contains(&type_name) {
            None
        } else if (labels, values) == (Given::Nothing, Given::Nothing) && (x, y) != (labels, values)
        {
            Some(format!("a {type_name} draws labels and values; it has no x and y"))
        } else {
            unequal("labels", labels, "values", values)
        };
        let texts = NAMES.into_iter().zip(self.0).filter(|(_, given)| *given == Given::Text);
        let texts =
            texts.map(|(name, _)| format!("{name}: Plotly passes over a text; give a list"));
        texts.chain(pair)
    }
}

fn unequal(one: &str, first: Given, other: &str, second: Given) -> Option<String> {
    let (Given::Values(a), Given::Values(b)) = (first, second) else { return None };
    let drawn = a.min(b);
    (a != b).then(|| format!("{one} has {a} values and {other} {b}; only {drawn} are drawn"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::chart::Figure;

    fn problems(trace: &Value) -> Vec<String> {
        Figure::parse(json!({"data": [trace]}).to_string()).unwrap().problems()
    }

    #[test]
    fn values_without_a_partner_are_told() {
        for (trace, part) in [
            (json!({"x": ["a", "b"], "y": [1, 2, 3]}), "x has 2 values and y 3; only 2 are drawn"),
            (json!({"type": "bar", "y": [1], "x": []}), "x has 0 values and y 1"),
            (json!({"x": "a", "y": [1]}), "x: Plotly passes over a text"),
            (json!({"type": "pie", "x": ["a"], "y": [1]}), "a pie draws labels and values"),
            (json!({"type": "pie", "labels": ["a"], "values": [1, 2]}), "only 1 are drawn"),
            (
                json!({"x": {"dtype": "i1", "bdata": "AAA="}, "y": [1]}),
                "x has 2 values and y 1; only 1 are drawn",
            ),
        ] {
            let problems = problems(&trace);
            assert!(problems.len() == 1 && problems[0].contains(part), "{trace}: {problems:?}");
        }
        for trace in [
            json!({"x": [], "y": []}),
            json!({"y": [1]}),
            json!({"x": [["A", "A"], ["a", "b"]], "y": [1, 2]}),
            json!({"type": "box", "x": ["a"], "y": [1, 2]}),
            json!({"type": "pie", "labels": ["a", "a"]}),
            json!({"type": "heatmap", "x": [1], "y": [1, 2], "z": [[1], [2]]}),
        ] {
            assert_eq!(problems(&trace), [""; 0], "{trace}");
        }
    }
}
