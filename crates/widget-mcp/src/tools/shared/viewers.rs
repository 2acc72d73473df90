//! The viewers of a widget, as every answer about one says them.

use schemars::JsonSchema;
use serde::Serialize;
use widget_state::{Presence, WidgetId, WidgetStoreExt};

use crate::tool::Call;
use crate::tool::error::ToolError;

/// The pages that show a widget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Viewers {
    /// The number of pages that show it now.
    open: usize,
    /// While none does: false if none ever did, so the person has not seen it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "bool")]
    ever: Option<bool>,
    /// While none does: the time when the last page was closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    last_seen: Option<String>,
    /// The number of files, toasts and other signals that were dropped before any page had them:
    /// more than 100 waited, or memory was needed. Send again those that still matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    missed: Option<u64>,
}

impl From<Presence> for Viewers {
    fn from(presence: Presence) -> Self {
        let Presence { open, ever, last_seen, missed, .. } = presence;
        Self {
            open,
            ever: (open == 0).then_some(ever),
            last_seen: last_seen.map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()),
            missed: (missed > 0).then_some(missed),
        }
    }
}

/// Returns the viewers of a widget now.
pub(crate) async fn viewers(call: &Call, id: WidgetId) -> Result<Viewers, ToolError> {
    Ok(call.widgets.store().presence(id).await?.into())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn said(presence: Presence) -> Value {
        serde_json::to_value(Viewers::from(presence)).unwrap()
    }

    #[test]
    fn only_what_says_something_is_said() {
        let never = Presence::default();
        assert_eq!(said(never), json!({"open": 0, "ever": false}));
        let open = Presence { open: 2, inline: 1, ever: true, ..never };
        assert_eq!(said(open), json!({"open": 2}));
        let last_seen = Some("2026-11-25T04:05:06.789Z".parse().unwrap());
        let gone = Presence { ever: true, last_seen, closed_seq: Some(3), ..never };
        let expected = json!({"open": 0, "ever": true, "last_seen": "2026-11-25T04:05:06Z"});
        assert_eq!(said(gone), expected);
        let missed = Presence { missed: 3, ..open };
        assert_eq!(said(missed), json!({"open": 2, "missed": 3}));
    }
}
