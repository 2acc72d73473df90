//! Attributes and values that are misspelt: Plotly passes over them.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::names::{is_known, meant_name};
use super::path::{Step, written};
use super::values::unknown_value;
use crate::suggest::did_you_mean;

/// Attributes with members of the caller's own, or of another language.
const OPEN: [&str; 9] =
    ["args", "args2", "customdata", "geojson", "meta", "source", "style", "template", "uirevision"];

/// Unknown names and values of one figure that are told of.
const MAX_TOLD: usize = 5;

/// The names and values that Plotly knows nowhere, each with its place.
#[derive(Debug, Default)]
pub(super) struct Misspelt {
    told: Vec<String>,
    more: usize,
    /// The place that is being read.
    place: Vec<Step>,
}

impl Misspelt {
    /// A sentence for each.
    pub(super) fn into_problems(self) -> Vec<String> {
        let Self { mut told, more, .. } = self;
        if more > 0 {
            told.push(format!("{more} more attributes or values that Plotly does not know"));
        }
        told
    }

    /// Notes those of a whole figure.
    pub(super) fn read_figure(&mut self, figure: &str) {
        self.place.clear();
        // It was read before, so this cannot fail.
        let _read = Names(self).deserialize(&mut serde_json::Deserializer::from_str(figure));
    }

    /// Notes those of a path in a part of an edit, and of the value there.
    pub(super) fn read_edit(&mut self, part: &str, steps: &[Step], value: &Value) {
        self.place = vec![Step::Key(part.to_owned())];
        for step in steps {
            if let Step::Key(name) = step
                && (is_open(name) || self.is_unknown(name))
            {
                return;
            }
            self.place.push(step.clone());
        }
        // A value of JSON can always be read.
        let _read = Names(self).deserialize(value);
    }

    /// Notes a name that is unknown at the place.
    fn is_unknown(&mut self, name: &str) -> bool {
        if is_known(name) {
            return false;
        }
        let name: String = name.chars().take(80).collect();
        let hint = did_you_mean(meant_name(&name, self.key()).as_deref());
        self.report(&format!("Plotly knows no attribute {name:?}{hint}"));
        true
    }

    /// Notes a text that the attribute at the place does not take.
    fn check_value(&mut self, text: &str) {
        // The type of a trace is told of elsewhere.
        let is_of_trace = match &*self.place {
            [.., Step::Key(list), Step::Index(_), Step::Key(_)] => list == "data",
            [Step::Key(part), Step::Key(_), ..] => part == "restyle",
            _ => false,
        };
        let Some(name) = self.key().filter(|name| *name != "type" || !is_of_trace) else { return };
        if let Some(problem) = unknown_value(name, text) {
            self.report(&problem);
        }
    }

    /// The name of the attribute at the place.
    fn key(&self) -> Option<&str> {
        self.place.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(&**key),
            Step::Index(_) => None,
        })
    }

    fn report(&mut self, problem: &str) {
        if self.told.len() < MAX_TOLD {
            self.told.push(format!("{}: {problem}", written(&self.place)));
        } else {
            self.more += 1;
        }
    }
}

fn is_open(name: &str) -> bool {
    OPEN.contains(&name)
}

/// Reads the names below the place, and tells whether there may be some.
struct Names<'a>(&'a mut Misspelt);

impl<'de> DeserializeSeed<'de> for Names<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<bool, D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Names<'_> {
    type Value = bool;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("attributes")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        // Of a figure itself only these parts have attributes.
        let is_figure = self.0.place.is_empty();
        while let Some(name) = map.next_key::<String>()? {
            let is_part = is_figure && matches!(&*name, "data" | "layout" | "frames");
            let is_attribute = !is_figure && !is_open(&name) && !self.0.is_unknown(&name);
            if !is_part && !is_attribute {
                map.next_value::<IgnoredAny>()?;
            } else {
                self.0.place.push(Step::Key(name));
                map.next_value_seed(Names(self.0))?;
                self.0.place.pop();
            }
        }
        Ok(true)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        for index in 0.. {
            self.0.place.push(Step::Index(index));
            let element = list.next_element_seed(Names(self.0))?;
            self.0.place.pop();
            match element {
                Some(true) => {}
                // Points, which are many.
                Some(false) => while list.next_element::<IgnoredAny>()?.is_some() {},
                None => break,
            }
        }
        Ok(true)
    }

    fn visit_bool<E>(self, _: bool) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_i64<E>(self, _: i64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_u64<E>(self, _: u64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_str<E>(self, text: &str) -> Result<bool, E> {
        self.0.check_value(text);
        Ok(false)
    }

    fn visit_unit<E>(self) -> Result<bool, E> {
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn problems(figure: &Value) -> Vec<String> {
        let mut names = Misspelt::default();
        names.read_figure(&figure.to_string());
        names.into_problems()
    }

    #[test]
    fn a_misspelt_name_is_told_of_with_its_place() {
        let figure = json!({
            "data": [{"x": [1]}, {"y": [[1], {"a": 2}], "marker": {"colour": "red"}}],
            "layout": {"titel": "A", "xaxis2": {"title": {"txt": "B"}}},
            "frames": [{"data": [{"marker": {"sise": 1}}]}],
        });
        let problems = problems(&figure);
        assert_eq!(problems.len(), 4, "{problems:?}");
        assert!(problems.iter().any(|one| one.starts_with("frames[0].data[0].marker: ")));
        let start = "data[1].marker: Plotly knows no attribute \"colour\"; did you mean \"color\"?";
        assert!(problems.contains(&start.to_owned()), "{problems:?}");
        assert!(problems.iter().any(|one| one.starts_with("layout.xaxis2.title: ")));
    }

    #[test]
    fn a_value_that_an_attribute_does_not_take_is_told_of() {
        let figure = json!({
            "data": [{"type": "scatter", "mode": "line", "line": {"dash": "dashed"}, "x": ["mode"]},
                {"type": "heatmap", "colorscale": "viridis", "textposition": ["inside", "x"]}],
            "layout": {"barmode": "stacked", "xaxis": {"type": "datetime"}, "legend": {"orientation": "h"}},
        });
        let problems = problems(&figure);
        assert_eq!(problems.len(), 5, "{problems:?}");
        let told = "data[0].mode: Plotly knows no value \"line\" of mode; did you mean \"lines\"?";
        assert!(problems.contains(&told.to_owned()), "{problems:?}");
        for place in
            ["data[0].line.dash", "data[1].colorscale", "layout.barmode", "layout.xaxis.type"]
        {
            assert!(problems.iter().any(|one| one.starts_with(place)), "{place}: {problems:?}");
        }
        let mut names = Misspelt::default();
        names.read_edit("restyle", &[Step::Key("type".into())], &json!("scater"));
        names.read_edit("restyle", &[Step::Key("mode".into())], &json!(["lines+marker"]));
        let problems = names.into_problems();
        assert!(
            problems.len() == 1 && problems[0].starts_with("restyle.mode[0]: "),
            "{problems:?}"
        );
    }

    #[test]
    fn members_of_the_callers_own_are_let_be() {
        let figure = json!({
            "data": [{"customdata": [{"order": 1}], "meta": {"mine": 2}, "type": "choropleth",
                "geojson": {"features": []}}],
            "frames": [{"name": "a", "group": "g", "baseframe": "b", "traces": [0],
                "data": [{"y": [1]}], "layout": {}}], "config": {"own": 1},
            "layout": {"template": {"data": {"bar": []}}, "mapbox": {"style": "white-bg"},
                "updatemenus": [{"buttons": [{"args": [{"own": 1}], "method": "restyle"}]}]},
        });
        assert_eq!(problems(&figure), [""; 0]);
    }

    #[test]
    fn of_many_some_are_told_of() {
        let members = (0..9).map(|n| (format!("own_thing_{n}_"), json!(1)));
        let figure = json!({"layout": members.collect::<Map<_, _>>()});
        let problems = problems(&figure);
        assert_eq!(problems.len(), MAX_TOLD + 1);
        assert!(problems[MAX_TOLD].starts_with("4 more"), "{problems:?}");
    }
}
