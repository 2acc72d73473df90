//! A change of a part of a chart's figure.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::chart::points::Points;

/// A change of parts of a figure, all at once.
///
/// Attributes are named as Plotly does: `marker.color`, `xaxis.range[0]`. An
/// object is merged into one that is there, `null` removes, anything else
/// replaces (RFC 7396).
///
/// ```
/// use widget_state::{ChartEdit, Figure, Op, Widget};
///
/// let mut widget = Widget::chart(Figure::parse(r#"{"data": [{"y": [1, 2, 3]}]}"#)?);
/// let edit: ChartEdit = serde_json::from_str(
///     r#"{"layout": {"xaxis.title.text": "Day"}, "extend": {"y": [[4]]}, "max_points": 3}"#,
/// )?;
/// widget.apply(Op::EditChart { block_id: None, edit })?;
/// # let widget_state::Body::Chart(chart) = widget.body() else { unreachable!() };
/// let json = r#"{"data":[{"y":[2,3,4]}],"layout":{"xaxis":{"title":{"text":"Day"}}}}"#;
/// assert_eq!(chart.figure().as_json(), json);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChartEdit {
    /// Attributes of the layout.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub layout: Map<String, Value>,
    /// Attributes of traces. The elements of a list go to one trace after the
    /// other, so an attribute that is a list itself is written as a list in a list.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub restyle: Map<String, Value>,
    /// Points to add at the end of attributes: a list for each trace.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub extend: BTreeMap<String, Vec<Points>>,
    /// The traces that `restyle` and `extend` are for, counted from 0; all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traces: Option<Vec<usize>>,
    /// The number of newest points that an extended list keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_points: Option<usize>,
    /// Forgets what the person has changed, such as the zoom.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reset_zoom: bool,
}

impl ChartEdit {
    /// Returns whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { layout, restyle, extend, traces: _, max_points: _, reset_zoom } = self;
        layout.is_empty() && restyle.is_empty() && extend.is_empty() && !reset_zoom
    }
}
