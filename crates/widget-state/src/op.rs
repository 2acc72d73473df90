//! Operations: the only way a widget changes.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Content, EventName, Figure};

/// One change of a widget, or a signal to its viewers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Op {
    /// Replaces the content of an element or component.
    SetContent {
        /// The id of the element or component.
        component_id: String,
        /// The new content.
        content: Content,
    },
    /// Sets the value of a component.
    SetValue {
        /// The id of the component.
        component_id: String,
        /// The new value.
        value: Value,
    },
    /// Replaces the figure of a chart.
    SetFigure {
        /// The new figure.
        figure: Figure,
    },
    /// Changes the rows of a table.
    GridRows {
        /// What to do with the rows.
        strategy: GridStrategy,
        /// The rows as the JSON text of a list of objects.
        rows: Arc<str>,
    },
    /// A signal: an event for the page's own scripts. Changes no document.
    Emit {
        /// The name of the event.
        event_type: EventName,
        /// What it carries.
        data: Value,
    },
}

/// What to do with rows that are sent to a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GridStrategy {
    /// They replace all rows.
    #[default]
    Set,
    /// They are added at the end.
    Append,
    /// They replace the rows with the same row id.
    Update,
}

impl Op {
    /// Shorthand for [`Op::SetContent`].
    pub fn set_content(component_id: impl Into<String>, content: Content) -> Self {
        Self::SetContent { component_id: component_id.into(), content }
    }

    /// Shorthand for [`Op::SetValue`].
    pub fn set_value(component_id: impl Into<String>, value: Value) -> Self {
        Self::SetValue { component_id: component_id.into(), value }
    }

    /// Whether it is a signal, which is delivered once and changes no document.
    #[must_use]
    pub fn is_signal(&self) -> bool {
        matches!(self, Self::Emit { .. })
    }
}
