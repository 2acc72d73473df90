//! The templates that a figure may ask for by name.

use crate::suggest::{did_you_mean, nearest};

/// The names that pages know: those of plotly.py.
const NAMES: [&str; 11] = [
    "plotly",
    "plotly_white",
    "plotly_dark",
    "ggplot2",
    "seaborn",
    "simple_white",
    "presentation",
    "xgridoff",
    "ygridoff",
    "gridon",
    "none",
];

/// The problem of `"plotly_dark+gridon"`, if it names one that there is not.
pub(super) fn unknown_template(template: &str) -> Option<String> {
    let mut names = template.split('+').map(str::trim);
    let unknown = names.find(|name| !NAMES.contains(name))?;
    let known = NAMES.join(", ");
    let hint = did_you_mean(nearest(unknown, NAMES));
    Some(format!("layout.template: {unknown:?} is none of {known}{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_there_is_not_gets_the_nearest() {
        for name in ["plotly_dark", "simple_white + gridon", "none"] {
            assert_eq!(unknown_template(name), None, "{name}");
        }
        for (name, hint) in [
            ("plotly_drak", "\"plotly_drak\" is none of plotly, "),
            ("plotly_drak", "; did you mean \"plotly_dark\"?"),
            ("plotly_dark+grid_on", "; did you mean \"gridon\"?"),
            ("ggplot", "; did you mean \"ggplot2\"?"),
            ("vaporwave", "gridon, none"),
        ] {
            let problem = unknown_template(name).unwrap();
            assert!(problem.contains(hint), "{problem}");
        }
    }
}
