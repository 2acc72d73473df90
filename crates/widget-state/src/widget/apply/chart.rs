//! Operations on charts.

use crate::change::BlockState;
use crate::chart::Chart;
use crate::chart::edit::ChartEdit;
use crate::chart::figure::Figure;
use crate::data_ref::DataRef;
use crate::error::StateError;
use crate::json::encoded_len;
use crate::op::Op;
use crate::table::rows::exact::{for_page, has_long_integer};
use crate::widget::Widget;
use crate::widget::apply::{Logged, MAX_INLINE_BYTES};

/// The attributes of a trace that only stand for a point.
const NAMES: [&str; 4] = ["customdata", "ids", "text", "hovertext"];

impl Widget {
    pub(super) fn set_figure(
        &mut self,
        block_id: &mut Option<String>,
        figure: &Figure,
    ) -> Result<Logged, StateError> {
        let revision = self.revision + 1;
        let (id, chart) = self.chart_mut(block_id)?;
        chart.set_figure(figure.clone());
        chart.set_revision(revision);
        Ok(logged(id, chart, figure.bytes()))
    }

    pub(super) fn edit_chart(
        &mut self,
        block_id: &mut Option<String>,
        edit: &mut ChartEdit,
    ) -> Result<Logged, StateError> {
        let revision = self.revision + 1;
        let (id, chart) = self.chart_mut(block_id)?;
        chart.edit(edit)?;
        chart.set_revision(revision);
        keep_digits(edit);
        if loses_digits(edit) {
            return Ok(reload(id, chart));
        }
        Ok(logged(id, chart, encoded_len(edit)))
    }
}

/// Returns whether an attribute of a trace only stands for a point.
fn is_name(path: &str) -> bool {
    path.split(['.', '[']).next().is_some_and(|own| NAMES.contains(&own))
}

/// Returns whether a page, which draws numbers, would not get every digit of a value in the edit:
/// those of a whole figure it keeps beside the numbers.
fn loses_digits(edit: &ChartEdit) -> bool {
    let styles = edit.restyle.iter().filter(|(path, _)| !is_name(path)).map(|(_, value)| value);
    let points = edit.extend.iter().filter(|(path, _)| !is_name(path));
    let points = points.flat_map(|(_, lists)| lists.iter().flat_map(|points| points.iter()));
    styles.chain(points).any(has_long_integer)
}

/// Gives integers beyond 2^53 that name points as pages hold them: as the text of their digits.
fn keep_digits(edit: &mut ChartEdit) {
    for (_, value) in edit.restyle.iter_mut().filter(|(path, _)| is_name(path)) {
        *value = for_page(value.take());
    }
    for (_, lists) in edit.extend.iter_mut().filter(|(path, _)| is_name(path)) {
        for points in lists {
            *points = points.iter().cloned().map(for_page).collect::<Vec<_>>().into();
        }
    }
}

/// Logs a change of the figure that takes so many bytes of data.
fn logged(id: &str, chart: &Chart, bytes: usize) -> Logged {
    if bytes > MAX_INLINE_BYTES {
        return reload(id, chart);
    }
    Logged { instead: None, after: Some(BlockState::View(chart.view().clone())) }
}

/// Logs that there is another figure to fetch.
pub(super) fn reload(id: &str, chart: &Chart) -> Logged {
    let data = DataRef { revision: chart.revision() };
    Logged {
        instead: Some(Op::ReloadData { block_id: id.to_owned(), data }),
        after: Some(BlockState::View(chart.view().clone())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_that_name_points_keep_every_digit_in_a_page() {
        let big = 9_007_199_254_740_993_u64;
        let mut widget = Widget::chart(Figure::parse(r#"{"data": [{"y": [1]}]}"#).unwrap());
        let edit = json!({"restyle": {"customdata": [[[big, 1]]], "ids[0]": big, "x": [[1]]},
            "extend": {"text": [[big]], "y": [[2]]}});
        let edit = serde_json::from_value(edit).unwrap();
        let change = widget.apply(Op::EditChart { block_id: None, edit }).unwrap();
        let Op::EditChart { edit, .. } = change.op else { panic!("{change:?}") };
        let digits = big.to_string();
        let expected = json!({"restyle": {"customdata": [[[digits, 1]]], "ids[0]": digits,
            "x": [[1]]}, "extend": {"text": [[digits]], "y": [[2]]}});
        assert_eq!(serde_json::to_value(edit).unwrap(), expected);
    }

    #[test]
    fn a_page_fetches_the_figure_that_has_longer_integers_than_it_could_draw() {
        for edit in [
            json!({"restyle": {"x": [[i64::MIN]]}}),
            json!({"extend": {"y": [[9_007_199_254_740_993_u64]]}}),
        ] {
            let mut widget = Widget::chart(Figure::parse(r#"{"data": [{"y": [1]}]}"#).unwrap());
            let edit = serde_json::from_value(edit).unwrap();
            let change = widget.apply(Op::EditChart { block_id: None, edit }).unwrap();
            assert!(matches!(change.op, Op::ReloadData { .. }), "{change:?}");
        }
    }

    #[test]
    fn small_data_goes_along_and_large_data_is_fetched() {
        let figure = |text: &str| Figure::parse(format!(r#"{{"data":[{{"name":"{text}"}}]}}"#));
        let mut widget = Widget::chart(figure("a").unwrap());
        let set = |text: &str| Op::SetFigure { block_id: None, figure: figure(text).unwrap() };
        let small = widget.apply(set("b")).unwrap();
        let view = json!({"view": {"layout": {}, "visible": {}}});
        let expected = json!({"revision": 2, "after": view, "op": {
            "type": "set_figure", "block_id": ":body", "json": r#"{"data":[{"name":"b"}]}"#}});
        assert_eq!(serde_json::to_value(small).unwrap(), expected);
        let large = widget.apply(set(&"x".repeat(MAX_INLINE_BYTES))).unwrap();
        let expected = json!({"revision": 3, "after": view, "op": {
            "type": "reload_data", "block_id": ":body", "data": {"revision": 3}}});
        assert_eq!(serde_json::to_value(large).unwrap(), expected);
    }
}
