//! The changes people have made in a chart: its zoom and which traces show.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::chart::edit::ChartEdit;
use crate::chart::figure::Path;

/// The most attributes of a layout that are kept.
const MAX_ATTRIBUTES: usize = 256;

/// The changes people have made in a chart. They are kept apart from the figure, so that a reload
/// and a second viewer show the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChartViewport {
    /// Attributes of the layout by their path, such as `xaxis.range[0]`.
    pub layout: BTreeMap<String, Value>,
    /// Traces that were switched in the legend, by their index: `true`, `false`
    /// or `"legendonly"`.
    #[serde(deserialize_with = "by_index")]
    pub visible: BTreeMap<usize, Value>,
    /// The attributes of `layout` by which a button of a menu or a step of a slider was chosen, the
    /// last choice last: it wins where two of them set the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<String>,
}

/// Reads the keys as text: serde finds no number in them once a tag was read beside the map.
fn by_index<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<usize, Value>, D::Error> {
    let by_text = BTreeMap::<String, Value>::deserialize(from)?;
    let indexed = by_text.into_iter().map(|(index, value)| Ok((index.parse()?, value)));
    indexed.collect::<Result<_, std::num::ParseIntError>>().map_err(D::Error::custom)
}

impl ChartViewport {
    /// The view after the person has changed these attributes of the layout, as
    /// Plotly's `relayout` event tells them.
    pub(crate) fn relayout(&self, changed: &Map<String, Value>) -> Self {
        let mut view = self.clone();
        for (name, value) in changed {
            // The size is that of the window; the block is beside the attributes.
            let is_size = ["autosize", "width", "height", "block_id"].contains(&name.as_str());
            let Ok(path) = Path::parse(name) else { continue };
            if is_size {
                continue;
            }
            view.forget(name, &path, true);
            let is_room = view.layout.len() < MAX_ATTRIBUTES || view.layout.contains_key(name);
            if !value.is_null() && is_room {
                view.layout.insert(name.clone(), value.clone());
                if is_choice(name) {
                    view.chosen.push(name.clone());
                }
            }
        }
        view
    }

    /// The view after a click in the legend has made these traces visible or not.
    pub(crate) fn legend(&self, visible: &Map<String, Value>, traces: usize) -> Self {
        let mut view = self.clone();
        for (index, value) in visible {
            let known = value.is_boolean() || value == "legendonly";
            if let Some(index) = index.parse().ok().filter(|index| known && *index < traces) {
                view.visible.insert(index, value.clone());
            }
        }
        view
    }

    /// The view after an edit: what the agent sets wins over what the person did,
    /// and everything else stays.
    pub(crate) fn after(&self, edit: &ChartEdit) -> Self {
        if edit.reset_zoom {
            return Self::default();
        }
        let mut view = self.clone();
        for (name, value) in &edit.layout {
            for name in leaves(name, value) {
                if let Ok(path) = Path::parse(&name) {
                    view.forget(&name, &path, false);
                }
            }
        }
        if edit.restyle.contains_key("visible") {
            let traces = edit.traces.as_deref();
            view.visible.retain(|index, _| traces.is_some_and(|traces| !traces.contains(index)));
        }
        view
    }

    /// Forgets the choices in menus and sliders that are so.
    pub(super) fn forget_choices(&mut self, is_so: impl Fn((&str, &Value)) -> bool) {
        self.layout.retain(|name, value| !is_choice(name) || !is_so((name.as_str(), &*value)));
        self.chosen.retain(|name| self.layout.contains_key(name));
    }

    /// Forgets what is at or below a path, with what rules it out: an axis has
    /// either a range or `autorange`. What is above it stays if `keep_above`.
    fn forget(&mut self, name: &str, path: &Path, keep_above: bool) {
        let rival = rival_of(name).and_then(|rival| Path::parse(&rival).ok());
        self.layout.retain(|other, _| {
            let Ok(known) = Path::parse(other) else { return false };
            let is_below =
                |path: &Path| path.overlaps(&known) && path.steps().len() <= known.steps().len();
            let is_set = if keep_above { is_below(path) } else { path.overlaps(&known) };
            !is_set && !rival.as_ref().is_some_and(is_below)
        });
        self.chosen.retain(|name| self.layout.contains_key(name));
    }
}

/// Returns whether an attribute says what is chosen in a menu or slider: `sliders[0].active`.
fn is_choice(name: &str) -> bool {
    let list = ["updatemenus[", "sliders["].iter().find_map(|list| name.strip_prefix(list));
    let index = list.and_then(|rest| rest.strip_suffix("].active"));
    index.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the attribute that conflicts with an axis attribute: it has either a range or `autorange`.
fn rival_of(name: &str) -> Option<String> {
    if let Some(axis) = name.strip_suffix(".autorange") {
        return Some(format!("{axis}.range"));
    }
    let range = name.strip_suffix("[0]").or_else(|| name.strip_suffix("[1]")).unwrap_or(name);
    range.strip_suffix(".range").map(|axis| format!("{axis}.autorange"))
}

/// The attributes that a value sets: an object is merged, so it sets its own.
pub(super) fn leaves(name: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Object(object) => {
            object.iter().flat_map(|(key, value)| leaves(&format!("{name}.{key}"), value)).collect()
        }
        _ => vec![name.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        let Value::Object(object) = value else { panic!("an object") };
        object
    }

    fn relayout(view: &ChartViewport, changed: Value) -> ChartViewport {
        view.relayout(&object(changed))
    }

    fn edit(value: Value) -> ChartEdit {
        serde_json::from_value(value).unwrap()
    }

    fn layout(view: &ChartViewport) -> Value {
        serde_json::to_value(&view.layout).unwrap()
    }

    #[test]
    fn zooming_and_zooming_out_replace_each_other() {
        let zoom = json!({"xaxis.range[0]": 1, "xaxis.range[1]": 2, "yaxis.range": [3, 4]});
        let view = relayout(&ChartViewport::default(), zoom.clone());
        assert_eq!(layout(&view), zoom);
        let view = relayout(&view, json!({"yaxis.range[0]": 0}));
        assert_eq!(layout(&view)["yaxis.range"], json!([3, 4]));
        let out = json!({"xaxis.autorange": true, "yaxis.autorange": true});
        let view = relayout(&view, out.clone());
        assert_eq!(layout(&view), out);
        assert_eq!(layout(&relayout(&view, zoom.clone())), zoom);
    }

    #[test]
    fn choices_are_kept_in_the_order_of_their_time() {
        let choose = |view: &ChartViewport, name: &str| relayout(view, json!({name: 1}));
        let view = choose(&ChartViewport::default(), "updatemenus[1].active");
        let view = choose(&view, "sliders[0].active");
        let view = choose(&view, "updatemenus[0].active");
        let view = choose(&choose(&view, "xaxis.range[0]"), "updatemenus[1].active");
        let expected = ["sliders[0].active", "updatemenus[0].active", "updatemenus[1].active"];
        assert_eq!(view.chosen, expected);
        let read: ChartViewport = serde_json::from_value(json!(view)).unwrap();
        assert_eq!(read, view);
        let view = view.after(&edit(json!({"layout": {"updatemenus": null}})));
        assert_eq!(view.chosen, ["sliders[0].active"]);
    }

    #[test]
    fn the_size_of_a_window_and_malformed_names_are_not_kept() {
        let odd = json!({"autosize": true, "width": 4, "a..b": 1, "__proto__.x": 1, "title": null});
        assert_eq!(relayout(&ChartViewport::default(), odd), ChartViewport::default());
        let many = (0..300).map(|n| (format!("a{n}"), json!(1))).collect();
        assert_eq!(ChartViewport::default().relayout(&many).layout.len(), MAX_ATTRIBUTES);
    }

    #[test]
    fn an_edit_wins_where_it_sets_something_and_leaves_the_rest() {
        let zoom = json!({"xaxis.range[0]": 1, "xaxis.range[1]": 2, "xaxis2.range": [1, 2]});
        let view = relayout(&ChartViewport::default(), zoom.clone());
        let styled =
            edit(json!({"layout": {"xaxis": {"title": {"text": "x"}}, "title.text": "t"}}));
        assert_eq!(layout(&view.after(&styled)), zoom);
        for set in [
            json!({"layout": {"xaxis": {"range": [0, 9]}}}),
            json!({"layout": {"xaxis.autorange": true}}),
            json!({"layout": {"xaxis": null}}),
        ] {
            let left = layout(&view.after(&edit(set.clone())));
            assert_eq!(left, json!({"xaxis2.range": [1, 2]}), "{set}");
        }
        assert_eq!(view.after(&edit(json!({"reset_zoom": true}))), ChartViewport::default());
    }

    #[test]
    fn the_legend_switches_traces_that_are_there() {
        let clicked = json!({"0": "legendonly", "2": true, "9": true, "x": true, "1": "no"});
        let view = ChartViewport::default().legend(&object(clicked), 3);
        let expected = json!({"0": "legendonly", "2": true});
        assert_eq!(serde_json::to_value(&view.visible).unwrap(), expected);
        let shown = view.after(&edit(json!({"restyle": {"visible": true}, "traces": [0]})));
        assert_eq!(shown.visible.keys().collect::<Vec<_>>(), [&2]);
        assert!(view.after(&edit(json!({"restyle": {"visible": true}}))).visible.is_empty());
    }
}
