//! The attributes that a menu or slider of a figure sets, by the button or step that is chosen.

use serde_json::{Map, Value};

use crate::chart::edit::ChartEdit;
use crate::chart::figure::Path;
use crate::chart::viewport::leaves;

/// Returns whether an edit sets an attribute that a choice, such as `updatemenus[0].active`, sets
/// in the figure of this layout, too.
pub(super) fn is_overruled(
    (name, active): (&str, &Value),
    layout: &Map<String, Value>,
    edit: &ChartEdit,
) -> bool {
    let Some(command) = Command::of(layout, name, active) else { return false };
    let styled = edit.restyle.iter().flat_map(|(name, value)| leaves(name, value));
    let of_traces = styled.chain(edit.extend.keys().cloned());
    let of_layout = edit.layout.iter().flat_map(|(name, value)| leaves(name, value));
    let is_for_same = match (&command.traces, &edit.traces) {
        (Some(own), Some(edited)) => own.iter().any(|index| edited.contains(index)),
        _ => true,
    };
    (is_for_same && share_any(&command.restyle, of_traces)) || share_any(&command.layout, of_layout)
}

/// The command of a button or step on a figure. One that plays an animation sets nothing.
#[derive(Default)]
struct Command {
    restyle: Vec<String>,
    layout: Vec<String>,
    traces: Option<Vec<usize>>,
}

impl Command {
    fn of(layout: &Map<String, Value>, name: &str, active: &Value) -> Option<Self> {
        let (list, rest) = name.split_once('[')?;
        let index: usize = rest.strip_suffix("].active")?.parse().ok()?;
        let parts = if list == "sliders" { "steps" } else { "buttons" };
        let parts = layout.get(list)?.get(index)?.get(parts)?.as_array()?;
        let toggled = || parts.iter().find(|part| part["args2"].is_array());
        let (part, args) = match active.as_u64() {
            Some(active) => (parts.get(usize::try_from(active).ok()?)?, "args"),
            // Pressed again, a button does the opposite.
            None => (toggled()?, "args2"),
        };
        let args = &part[args];
        Some(match part["method"].as_str().unwrap_or("restyle") {
            "restyle" => {
                let traces = if args[0].is_string() { &args[2] } else { &args[1] };
                Self { restyle: names(&args[0]), traces: indices(traces), ..Self::default() }
            }
            "relayout" => Self { layout: names(&args[0]), ..Self::default() },
            "update" => Self {
                restyle: names(&args[0]),
                layout: names(&args[1]),
                traces: indices(&args[2]),
            },
            _ => Self::default(),
        })
    }
}

/// The attributes of an argument: a name, before its value, or an object of them.
fn names(argument: &Value) -> Vec<String> {
    match argument {
        Value::String(name) => vec![name.clone()],
        Value::Object(all) => all.iter().flat_map(|(name, value)| leaves(name, value)).collect(),
        _ => Vec::new(),
    }
}

/// Plotly takes one index, a list of them, or none for all traces.
fn indices(value: &Value) -> Option<Vec<usize>> {
    let one = |value: &Value| usize::try_from(value.as_u64()?).ok();
    match value {
        Value::Array(all) => all.iter().map(one).collect(),
        value => Some(vec![one(value)?]),
    }
}

fn share_any(ours: &[String], theirs: impl Iterator<Item = String>) -> bool {
    let ours: Vec<_> = ours.iter().filter_map(|name| Path::parse(name).ok()).collect();
    let mut theirs = theirs.filter_map(|name| Path::parse(&name).ok());
    theirs.any(|path| ours.iter().any(|own| own.overlaps(&path)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_edit_overrules_the_choice_that_sets_the_same() {
        let layout = json!({
            "updatemenus": [{"buttons": [
                {"args": ["y", [[1]], [0]]},
                {"method": "update", "args": [{"marker.color": "red"}, {"title": {"text": "A"}}, 1]},
                {"method": "animate", "args": [["1"]]},
            ]}],
            "sliders": [{"steps": [{"method": "relayout", "args": ["yaxis.type", "log"]}]}],
        });
        let (menu, slider) = ("updatemenus[0].active", "sliders[0].active");
        for (choice, edit, is_told) in [
            ((menu, json!(0)), json!({"extend": {"y": [[2]]}}), true),
            ((menu, json!(0)), json!({"extend": {"y": [[2]]}, "traces": [0]}), true),
            ((menu, json!(0)), json!({"extend": {"y": [[2]]}, "traces": [1]}), false),
            ((menu, json!(0)), json!({"restyle": {"marker": {"color": "blue"}}}), false),
            ((menu, json!(1)), json!({"restyle": {"marker": {"color": "blue"}}}), true),
            ((menu, json!(1)), json!({"layout": {"title.text": "B"}}), true),
            ((menu, json!(1)), json!({"layout": {"title.font.size": 9}}), false),
            ((menu, json!(2)), json!({"extend": {"y": [[2]]}}), false),
            ((menu, json!(-1)), json!({"extend": {"y": [[2]]}}), false),
            ((menu, json!(9)), json!({"extend": {"y": [[2]]}}), false),
            ((slider, json!(0)), json!({"layout": {"yaxis": {"type": "linear"}}}), true),
            ((slider, json!(0)), json!({"extend": {"y": [[2]]}}), false),
        ] {
            let parsed = serde_json::from_value(edit.clone()).unwrap();
            let layout = layout.as_object().unwrap();
            let (name, active) = &choice;
            assert_eq!(is_overruled((name, active), layout, &parsed), is_told, "{choice:?} {edit}");
        }
    }
}
