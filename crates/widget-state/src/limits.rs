//! Size limits.

use serde::{Deserialize, Serialize};

use crate::document::{Body, Widget};
use crate::error::StateError;
use crate::op::{GridStrategy, MarqueeContent, Op};
use crate::snapshot::json_len;

/// Elements whose content was replaced, or that were styled, in one widget.
const MAX_ELEMENTS: usize = 10_000;

/// Bounds on what a store takes. Sizes are in bytes of UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The HTML of one widget. Default: 1 MiB.
    pub html_bytes: usize,
    /// The figure of one chart, as JSON. Default: 64 MiB.
    pub figure_bytes: usize,
    /// All rows of one table, as JSON. Default: 256 MiB, about two million rows of 8 columns.
    pub rows_bytes: usize,
    /// One event or signal, as JSON. Default: 64 KiB.
    pub event_bytes: usize,
    /// One file that is offered to the person, as text or base64. Default: 8 MiB.
    pub download_bytes: usize,
    /// Events kept for one widget. Default: 10,000.
    pub events_per_widget: usize,
    /// All events kept for one widget, as JSON. Default: 16 MiB.
    pub event_log_bytes: usize,
    /// Widgets in one store. Default: 1,000.
    pub widgets: usize,
    /// Components and modals in one widget, children counted. Default: 1,000.
    pub components: usize,
    /// Documents, data and logs of all widgets together, as JSON. Default: 2 GiB.
    pub memory_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            html_bytes: 1 << 20,
            figure_bytes: 64 << 20,
            rows_bytes: 256 << 20,
            event_bytes: 64 << 10,
            download_bytes: 8 << 20,
            events_per_widget: 10_000,
            event_log_bytes: 16 << 20,
            widgets: 1_000,
            components: 1_000,
            memory_bytes: 2 << 30,
        }
    }
}

impl Limits {
    /// Checks that a new widget is within the limits.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] or [`StateError::TooMany`].
    pub fn check(&self, widget: &Widget) -> Result<(), StateError> {
        match widget.body() {
            Body::Html(html) => check_size("the html", html.len(), self.html_bytes)?,
            Body::Chart(chart) => {
                check_size("the figure", chart.figure().bytes(), self.figure_bytes)?;
            }
            Body::Grid(grid) => check_size("the rows", grid.rows().bytes(), self.rows_bytes)?,
        }
        self.check_components(widget.component_ids().count())
    }

    /// The most that an operation without data adds to a document and to its logs.
    pub(crate) fn small_growth(&self) -> usize {
        self.html_bytes.saturating_add(self.event_bytes).saturating_mul(2)
    }

    fn check_components(&self, count: usize) -> Result<(), StateError> {
        let limit = self.components;
        if count > limit {
            return Err(StateError::TooMany { what: "components", count, limit });
        }
        Ok(())
    }

    /// Checks that a widget may take an operation.
    ///
    /// # Errors
    ///
    /// [`StateError::TooLarge`] or [`StateError::TooMany`].
    pub fn check_op(&self, widget: &Widget, op: &Op) -> Result<(), StateError> {
        match op {
            Op::SetContent { component_id, content } => {
                let is_new = widget.content(component_id).is_none();
                check_elements("replaced elements", widget.contents.len() + usize::from(is_new))?;
                let others = widget.contents.iter().filter(|(id, _)| id != component_id);
                let size = others.map(|(_, other)| other.as_str().len()).sum::<usize>();
                let size = size + content.as_str().len();
                check_size("the replaced content", size, self.html_bytes)
            }
            Op::SetValue { value, .. } => {
                check_size("the value", json_len(value), self.event_bytes)
            }
            Op::SetMarquee { content: MarqueeContent::Text(text), .. } => {
                check_size("the marquee", text.len(), self.html_bytes)
            }
            Op::SetMarquee { content: MarqueeContent::Items(items), .. } => {
                self.check_components(widget.components().count() + items.len())?;
                check_size("the marquee", json_len(items), self.html_bytes)
            }
            Op::UpdateTicker { change, .. } => {
                check_size("the ticker item", json_len(change), self.event_bytes)
            }
            Op::Toast(toast) => check_size("the toast", toast.bytes(), self.event_bytes),
            Op::SetFigure { figure } => check_size("the figure", figure.bytes(), self.figure_bytes),
            Op::EditChart { edit } => match widget.body() {
                Body::Chart(chart) => {
                    let figure = chart.figure();
                    check_size(
                        "the figure",
                        figure.bytes() + figure.growth(edit),
                        self.figure_bytes,
                    )
                }
                Body::Html(_) | Body::Grid(_) => Ok(()),
            },
            Op::SetChartView { view } => {
                check_size("the view of the chart", view.weight(), self.event_bytes)
            }
            Op::GridRows { strategy, rows } => {
                let before = if *strategy == GridStrategy::Set { 0 } else { rows_bytes(widget) };
                check_size("the rows", before + rows.len(), self.rows_bytes)
            }
            Op::GridCell { field, value, .. } => {
                check_size("the value", json_len(value), self.event_bytes)?;
                let size = rows_bytes(widget) + field.len() + json_len(value);
                check_size("the rows", size, self.rows_bytes)
            }
            Op::GridColumns { columns } => {
                let titles = columns.iter().filter_map(|column| column.title.as_ref());
                check_size("the titles", titles.map(String::len).sum(), self.event_bytes)
            }
            Op::GridState { state } => check_size("the state", json_len(state), self.event_bytes),
            Op::SetStyle { component_id, style } => {
                let look = widget.look();
                let is_new = !look.styles().contains_key(component_id);
                check_elements("styled elements", look.styles().len() + usize::from(is_new))?;
                check_size("the style", look.styles_bytes(component_id, style), self.html_bytes)
            }
            Op::InjectCss { css_id, css } => {
                let size = widget.look().sheets_bytes(css_id, css);
                check_size("the injected css", size, self.html_bytes)
            }
            Op::Download(file) => {
                check_size("the file", file.content().as_str().len(), self.download_bytes)
            }
            // Their own bounds are enough.
            Op::RemoveCss { .. } | Op::SetTheme { .. } | Op::Navigate { .. } => Ok(()),
            Op::Emit { data, .. } => check_size("the event", json_len(data), self.event_bytes),
            Op::Ask { .. } | Op::CloseQuestion { .. } => Ok(()),
        }
    }
}

impl Widget {
    /// The bytes of its document, of its figure or rows, as JSON.
    pub(crate) fn bytes(&self) -> usize {
        json_len(&self.document()) + self.data_bytes()
    }

    /// The bytes of its figure or rows, as JSON.
    pub(crate) fn data_bytes(&self) -> usize {
        match &self.body {
            Body::Html(_) => 0,
            Body::Chart(chart) => chart.figure().bytes(),
            Body::Grid(grid) => grid.rows().bytes(),
        }
    }

    /// The most that an operation adds in data or in a file.
    pub(crate) fn growth(&self, op: &Op) -> usize {
        match (op, &self.body) {
            (Op::SetFigure { figure }, _) => figure.bytes(),
            (Op::EditChart { edit }, Body::Chart(chart)) => chart.figure().growth(edit),
            (Op::GridRows { rows, .. }, _) => rows.len(),
            (Op::Download(file), _) => file.content().as_str().len(),
            _ => 0,
        }
    }
}

fn check_elements(what: &'static str, count: usize) -> Result<(), StateError> {
    if count > MAX_ELEMENTS {
        return Err(StateError::TooMany { what, count, limit: MAX_ELEMENTS });
    }
    Ok(())
}

/// The rows that are there; an update adds to them at worst.
fn rows_bytes(widget: &Widget) -> usize {
    match widget.body() {
        Body::Grid(grid) => grid.rows().bytes(),
        Body::Html(_) | Body::Chart(_) => 0,
    }
}

/// Refuses what has more bytes than the limit.
pub(crate) fn check_size(what: &'static str, size: usize, limit: usize) -> Result<(), StateError> {
    if size > limit {
        return Err(StateError::TooLarge { what, size, limit });
    }
    Ok(())
}
