//! A chart: the figure as its author wrote it, and what people have changed in it.

mod choice;
pub(crate) mod edit;
pub(crate) mod figure;
pub(crate) mod points;
mod typed_array;
pub(crate) mod viewport;

use serde_json::{Map, Value};

use crate::error::StateError;
use crate::event::EventName;
use choice::is_overruled;
use edit::ChartEdit;
use figure::Figure;
use viewport::ChartViewport;

/// A figure and the view that people have of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    figure: Figure,
    view: ChartViewport,
    revision: u64,
}

impl Chart {
    pub(crate) fn new(figure: Figure) -> Self {
        Self { figure, view: ChartViewport::default(), revision: 1 }
    }

    /// The revision of the widget that last changed the figure.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) fn set_revision(&mut self, revision: u64) {
        self.revision = revision;
    }

    /// The figure, without what people have changed.
    #[must_use]
    pub fn figure(&self) -> &Figure {
        &self.figure
    }

    /// Returns the changes people have made.
    #[must_use]
    pub fn view(&self) -> &ChartViewport {
        &self.view
    }

    /// A new figure is seen as its author made it, unless it says by the same
    /// `layout.uirevision` as before that it is the old one with new data.
    pub(crate) fn set_figure(&mut self, figure: Figure) {
        if !figure.keeps_the_view_of(&self.figure) {
            self.view = ChartViewport::default();
        }
        self.figure = figure;
    }

    /// Takes the view of a chart in whose place it comes, as if its figure had been set.
    pub(crate) fn keep_view_of(&mut self, before: &Self) {
        if self.figure.keeps_the_view_of(&before.figure) {
            self.view = before.view.clone();
        }
    }

    pub(crate) fn edit(&mut self, edit: &ChartEdit) -> Result<(), StateError> {
        self.figure.edit(edit)?;
        let mut view = self.view.after(edit);
        if let Some(layout) = self.figure.layout() {
            view.forget_choices(|choice| is_overruled(choice, layout, edit));
        }
        self.view = view;
        Ok(())
    }

    pub(crate) fn set_view(&mut self, view: ChartViewport) {
        self.view = view;
    }

    /// The view that follows from an event; nothing when it stays as it is.
    pub(crate) fn view_after(&self, event: &EventName, data: &Value) -> Option<ChartViewport> {
        let view = match event.as_str() {
            "chart:relayout" => self.view.relayout(data.as_object()?),
            "chart:selected" => {
                let drawn = data.get("selections")?.as_array()?;
                let selections = if drawn.is_empty() { Value::Null } else { drawn.clone().into() };
                self.view.relayout(&Map::from_iter([("selections".to_owned(), selections)]))
            }
            "chart:legend-click" => {
                self.view.legend(data.get("visible")?.as_object()?, self.figure.traces().len())
            }
            _ => return None,
        };
        (view != self.view).then_some(view)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn points_that_are_added_are_seen_whatever_a_menu_has_set() {
        let menu = json!({"buttons": [{"args": ["y", [[9]]]}, {"args": ["mode", "lines"]}]});
        let figure = json!({"data": [{"y": [1]}], "layout": {"updatemenus": [menu]}});
        for (active, is_left) in [(0, false), (1, true)] {
            let mut chart = Chart::new(Figure::parse(figure.to_string()).unwrap());
            let chosen = json!({"updatemenus[0].active": active});
            let event = EventName::new("chart:relayout").unwrap();
            chart.set_view(chart.view_after(&event, &chosen).unwrap());
            let edit = serde_json::from_value(json!({"extend": {"y": [[2]]}})).unwrap();
            chart.edit(&edit).unwrap();
            assert_eq!(!chart.view().chosen.is_empty(), is_left, "{active}");
        }
    }
}
