//! A chart: the figure as its author wrote it, and what people have changed in it.

pub(crate) mod edit;
pub(crate) mod figure;
pub(crate) mod points;
mod typed_array;
pub(crate) mod viewport;

use serde_json::{Map, Value};

use crate::error::StateError;
use crate::event::EventName;
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

    /// The place in the log of the widget that last changed the figure.
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

    pub(crate) fn edit(&mut self, edit: &ChartEdit) -> Result<(), StateError> {
        self.figure.edit(edit)?;
        self.view = self.view.after(edit);
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
