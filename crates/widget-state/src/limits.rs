//! How large everything may be.

use serde::{Deserialize, Serialize};

use crate::snapshot::json_len;
use crate::{Body, Content, GridStrategy, Op, StateError, Widget};

/// Elements whose content was replaced, in one widget.
const MAX_CONTENTS: usize = 10_000;

/// Bounds on what a store takes. Sizes are in bytes of UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The HTML of one widget. Default: 1 MiB.
    pub html_bytes: usize,
    /// The figure of one chart, as JSON. Default: 64 MiB.
    pub figure_bytes: usize,
    /// All rows of one table, as JSON. Default: 64 MiB.
    pub rows_bytes: usize,
    /// One event or signal, as JSON. Default: 64 KiB.
    pub event_bytes: usize,
    /// Events kept for one widget. Default: 10,000.
    pub events_per_widget: usize,
    /// All events kept for one widget, as JSON. Default: 16 MiB.
    pub event_log_bytes: usize,
    /// Widgets in one store. Default: 1,000.
    pub widgets: usize,
    /// Components in one widget, children counted. Default: 1,000.
    pub components: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            html_bytes: 1 << 20,
            figure_bytes: 64 << 20,
            rows_bytes: 64 << 20,
            event_bytes: 64 << 10,
            events_per_widget: 10_000,
            event_log_bytes: 16 << 20,
            widgets: 1_000,
            components: 1_000,
        }
    }
}

impl Limits {
    /// Whether a new widget is within the limits.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] or [`StateError::TooMany`].
    pub fn check(&self, widget: &Widget) -> Result<(), StateError> {
        match widget.body() {
            Body::Html(html) => check_size("the html", html.len(), self.html_bytes)?,
            Body::Chart(figure) => {
                check_size("the figure", figure.as_json().len(), self.figure_bytes)?;
            }
            Body::Grid(rows) => check_size("the rows", rows.bytes(), self.rows_bytes)?,
        }
        let (count, limit) = (widget.components().count(), self.components);
        if count > limit {
            return Err(StateError::TooMany { what: "components", count, limit });
        }
        Ok(())
    }

    /// Whether a widget may take an operation.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] or [`StateError::TooMany`].
    pub fn check_op(&self, widget: &Widget, op: &Op) -> Result<(), StateError> {
        match op {
            Op::SetContent { component_id, content } => {
                let is_new = widget.content(component_id).is_none();
                let count = widget.contents.len() + usize::from(is_new);
                if count > MAX_CONTENTS {
                    return Err(StateError::TooMany {
                        what: "replaced elements",
                        count,
                        limit: MAX_CONTENTS,
                    });
                }
                let others = widget.contents.iter().filter(|(id, _)| *id != component_id);
                let size = others.map(|(_, other)| Content::as_str(other).len()).sum::<usize>();
                let size = size + content.as_str().len();
                check_size("the replaced content", size, self.html_bytes)
            }
            Op::SetValue { value, .. } => {
                check_size("the value", json_len(value), self.event_bytes)
            }
            Op::SetFigure { figure } => {
                check_size("the figure", figure.as_json().len(), self.figure_bytes)
            }
            Op::GridRows { strategy, rows } => {
                let before = match (strategy, widget.body()) {
                    (GridStrategy::Append, Body::Grid(rows)) => rows.bytes(),
                    _ => 0,
                };
                check_size("the rows", before + rows.len(), self.rows_bytes)
            }
            Op::Emit { data, .. } => check_size("the event", json_len(data), self.event_bytes),
        }
    }
}

/// Refuses what has more bytes than the limit.
pub(crate) fn check_size(what: &'static str, size: usize, limit: usize) -> Result<(), StateError> {
    if size > limit {
        return Err(StateError::TooLarge { what, size, limit });
    }
    Ok(())
}
