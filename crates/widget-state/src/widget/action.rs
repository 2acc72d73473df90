//! Local actions: what an event changes by itself, without the agent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::event::EventName;

/// A local action: a change that an event makes without the agent. The event is in the log as well.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Adds to the number in an element.
    Increment {
        /// The id of the element.
        target: String,
        /// The amount to add.
        #[serde(default = "one")]
        by: f64,
    },
    /// Subtracts from the number in an element.
    Decrement {
        /// The id of the element.
        target: String,
        /// The amount to subtract.
        #[serde(default = "one")]
        by: f64,
    },
    /// Puts a value into an element or component.
    Set {
        /// The id of the element or component.
        target: String,
        /// The text of the element, or the value of the component.
        value: Value,
    },
    /// Turns a toggle over, or the text of an element between its two words
    /// (`on`/`off`, `yes`/`no`, `true`/`false`).
    Toggle {
        /// The id of the element or component.
        target: String,
    },
    /// Sends a signal to the page's own scripts.
    Emit {
        /// The name of the event.
        event: EventName,
        /// The data of the event.
        #[serde(default)]
        data: Map<String, Value>,
    },
    /// Puts the text or value back that was there at the start.
    Reset {
        /// The id of the element or component.
        target: String,
    },
}

impl Action {
    /// The id of the element or component that it changes.
    pub(crate) fn target(&self) -> Option<&str> {
        match self {
            Self::Increment { target, .. }
            | Self::Decrement { target, .. }
            | Self::Set { target, .. }
            | Self::Toggle { target }
            | Self::Reset { target } => Some(target),
            Self::Emit { .. } => None,
        }
    }
}

fn one() -> f64 {
    1.0
}
