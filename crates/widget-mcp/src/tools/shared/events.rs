//! The result of reading events.

use schemars::JsonSchema;
use serde::Serialize;
use widget_state::{Event, EventPage, Gap};

use crate::tool::error::ToolError;
use crate::tools::shared::viewers::Viewers;

/// The most events that one answer holds.
const MAX_LIMIT: usize = 1_000;

/// A page of events.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Events {
    /// The events, oldest first.
    events: Vec<Event>,
    /// Pass it as `after` to read on from here.
    cursor: u64,
    /// True if there are more to read now.
    more: bool,
    /// Events that were lost because the log was full.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Gap")]
    gap: Option<Gap>,
    /// The pages that show the widget.
    viewers: Viewers,
}

impl Events {
    pub(crate) fn new(page: EventPage, viewers: Viewers) -> Self {
        let EventPage { events, cursor, more, gap } = page;
        Self { events, cursor, more, gap, viewers }
    }
}

/// Returns the maximum number of events to return; 100 by default.
pub(crate) fn limit(limit: Option<usize>) -> Result<usize, ToolError> {
    match limit.unwrap_or(100) {
        limit @ 1..=MAX_LIMIT => Ok(limit),
        other => {
            Err(ToolError::argument("limit", format!("{other} is not between 1 and {MAX_LIMIT}")))
        }
    }
}
