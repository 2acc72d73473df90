//! The outline of a chart.

use serde::Deserialize;
use serde_json::Value;
use widget_state::Chart;

use super::{Outline, quoted, shortened};

impl Outline<'_> {
    pub(super) fn chart(&mut self, chart: &Chart) {
        let layout = layout_of(chart);
        let title = title_of(&layout).map_or_else(String::new, |title| format!(" {title}"));
        self.line(0, &format!("chart{title}"));
        let axes = layout.as_object().into_iter().flatten();
        for (name, axis) in axes.filter(|(name, _)| is_axis(name)) {
            let title = title_of(axis).map_or_else(String::new, |title| format!(" {title}"));
            let range = match &axis["range"] {
                Value::Null => String::new(),
                range => format!(" range {}", shortened(&range.to_string())),
            };
            self.line(1, &format!("{name}{title}{range}"));
        }
        for (index, trace) in chart.figure().traces().iter().enumerate() {
            let visible = chart.view().visible.get(&index).unwrap_or(&trace.visible);
            let state = match visible {
                Value::Bool(true) => String::new(),
                Value::Bool(false) => " [hidden]".into(),
                other => format!(" [{}]", shortened(&other.to_string())),
            };
            let (name, kind, points) = (quoted(&trace.name), &trace.type_name, trace.points);
            self.line(1, &format!("trace {index} {name}: {kind}, {points} points{state}"));
        }
        for (name, value) in &chart.view().layout {
            self.line(1, &format!("changed by the person: {name} = {value}"));
        }
    }
}

/// The layout of a figure, without reading its data.
fn layout_of(chart: &Chart) -> Value {
    #[derive(Deserialize)]
    struct Layout {
        #[serde(default)]
        layout: Value,
    }
    // A figure has been read as JSON before.
    let read: Result<Layout, _> = serde_json::from_str(chart.figure().as_json());
    read.map_or(Value::Null, |figure| figure.layout)
}

/// In Plotly a title is an object with a text, or the text itself.
fn title_of(value: &Value) -> Option<String> {
    let title = &value["title"];
    title["text"].as_str().or(title.as_str()).map(quoted)
}

fn is_axis(name: &str) -> bool {
    let number = name.strip_prefix("xaxis").or_else(|| name.strip_prefix("yaxis"));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::{Figure, Widget};

    use crate::tools::shared::document_outline::of;

    #[test]
    fn a_chart_has_its_axes_and_traces() {
        let figure = json!({
            "data": [{"name": "A", "y": [1, 2]}, {"type": "bar", "y": [3], "visible": "legendonly"}],
            "layout": {"title": {"text": "Sales"}, "xaxis": {"title": "Day", "range": [0, 9]}},
        });
        let widget = Widget::chart(Figure::parse(figure.to_string()).unwrap());
        let expected = "- chart \"Sales\"
  - xaxis \"Day\" range [0,9]
  - trace 0 \"A\": scatter, 2 points
  - trace 1 \"\": bar, 1 points [\"legendonly\"]";
        assert_eq!(of(&widget), (expected.into(), 0));
    }
}
