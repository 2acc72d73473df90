//! The values of attributes that take one of a few.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::suggest::{did_you_mean, nearest};

/// The texts that attributes take, in `Plotly.PlotSchema` of the version that the pages load: those
/// of all attributes of the same name together, where each of them takes a few only.
const VALUES: &str = include_str!("attribute_values.json");

/// A list that is no longer than this is told whole.
const MAX_LISTED: usize = 8;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Texts {
    /// Texts that stand alone.
    values: Vec<String>,
    /// Texts that may be joined by `+`.
    flags: Vec<String>,
}

static KNOWN: LazyLock<HashMap<&str, Texts>> =
    LazyLock::new(|| serde_json::from_str(VALUES).unwrap_or_default());

/// The problem of a text for an attribute that does not take it.
pub(super) fn unknown_value(name: &str, text: &str) -> Option<String> {
    let Texts { values, flags } = KNOWN.get(name)?;
    // Numbers as text, as in a pattern of dashes.
    let is_number = text.starts_with(|first: char| first.is_ascii_digit());
    if is_number || values.iter().any(|value| value == text) {
        return None;
    }
    let unknown = text.split('+').find(|part| !flags.iter().any(|flag| flag == part))?;
    let shown: String = unknown.chars().take(80).collect();
    let hint = hint(unknown, values.iter().chain(flags).map(String::as_str));
    Some(format!("Plotly knows no value {shown:?} of {name}{hint}"))
}

/// The end of the sentence: the value that was meant, or all that there are.
fn hint<'a>(unknown: &str, all: impl Iterator<Item = &'a str> + Clone) -> String {
    if matches!(unknown, "true" | "false") {
        return format!("; write {unknown} without quotes");
    }
    let all = all.filter(|value| !value.is_empty());
    let near = nearest(unknown, all.clone());
    if near.is_some() || all.clone().count() > MAX_LISTED {
        return did_you_mean(near);
    }
    let all: Vec<_> = all.map(|value| format!("{value:?}")).collect();
    format!("; it takes {}", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_not_taken_gets_the_nearest_or_all() {
        for (name, text, hint) in [
            ("mode", "line", "\"line\" of mode; did you mean \"lines\"?"),
            ("mode", "lines+marker", "\"marker\" of mode; did you mean \"markers\"?"),
            ("orientation", "horizontal", "of orientation; it takes \"v\", \"h\""),
            ("visible", "false", "of visible; write false without quotes"),
            ("dash", "dashed", "of dash; did you mean \"dash\"?"),
            ("colorscale", "viridis", "of colorscale; did you mean \"Viridis\"?"),
            ("hovermode", "x-unified", "of hovermode; did you mean \"x unified\"?"),
        ] {
            let problem = unknown_value(name, text).unwrap_or_default();
            assert!(problem.ends_with(hint), "{name}: {problem}");
        }
    }

    #[test]
    fn texts_that_are_taken_and_attributes_with_any_text_pass() {
        for (name, text) in [
            ("mode", "lines+markers+text"),
            ("mode", "none"),
            ("dash", "5px,10px"),
            ("ticks", ""),
            ("histnorm", "probability density"),
            ("hoverinfo", "x+y+name"),
            ("symbol", "my-own"),
            ("xref", "x2 domain"),
            ("name", "line"),
            ("type", "date"),
        ] {
            assert_eq!(unknown_value(name, text), None, "{name}");
        }
    }
}
