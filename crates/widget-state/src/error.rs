//! What can go wrong with a widget.

use crate::{JsonError, WidgetId, WidgetKind};

/// What can go wrong with a widget or its store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// There is no widget of this id.
    #[error("there is no widget {id}{}", nearest.map(|id| format!("; did you mean {id}?")).unwrap_or_default())]
    UnknownWidget {
        /// The id that was asked for.
        id: WidgetId,
        /// An id that differs from it by a typing error.
        nearest: Option<WidgetId>,
    },
    /// A text is not an id.
    #[error("a {what} is 32 lowercase hexadecimal digits")]
    MalformedId {
        /// What the id should name.
        what: &'static str,
    },
    /// The name of an event is malformed.
    #[error(
        "\"{name}\" is not an event name; write namespace:action, such as \"counter:increment\""
    )]
    EventName {
        /// The name as given, shortened.
        name: String,
    },
    /// A component or callback claims an event of ours.
    #[error(
        "\"{name}\" is in a reserved namespace; widget, chart, grid, toolbar and modal are emitted by the widget itself"
    )]
    ReservedNamespace {
        /// The name as given.
        name: String,
    },
    /// Two components have the same id.
    #[error("two elements or components have the id \"{id}\"")]
    DuplicateId {
        /// The id.
        id: String,
    },
    /// A component id has characters that an id cannot have.
    #[error("\"{id}\" is not a component id; use 1 to 64 letters, digits, `_`, `-` or `.`")]
    ComponentId {
        /// The id as given, shortened.
        id: String,
    },
    /// The page has no such element or component.
    #[error("no element \"{id}\"{}", crate::suggest::did_you_mean(nearest.as_deref()))]
    UnknownElement {
        /// The id that was asked for.
        id: String,
        /// The most similar id in the page.
        nearest: Option<String>,
    },
    /// A component that holds a value has no content to be replaced.
    #[error("\"{id}\" is a {type_name}, which has a value and no content")]
    NoContent {
        /// The component.
        id: String,
        /// Its type.
        type_name: &'static str,
    },
    /// A component cannot have this value.
    #[error("\"{id}\" is a {type_name}, which cannot have this value")]
    BadValue {
        /// The component.
        id: String,
        /// Its type.
        type_name: &'static str,
    },
    /// The operation needs another kind of widget.
    #[error("this widget is {actual}, not {expected}")]
    WrongKind {
        /// What the operation needs.
        expected: WidgetKind,
        /// What the widget is.
        actual: WidgetKind,
    },
    /// A JSON text is malformed or has another shape.
    #[error("{0}")]
    Json(#[from] JsonError),
    /// Something is larger than it may be.
    #[error("{what} has {size} bytes; at most {limit} are allowed")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its size in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// There are more of something than there may be.
    #[error("{count} {what} are too many; at most {limit} are allowed")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there would be.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// The operating system gives no random bytes.
    #[error("no random bytes from the operating system")]
    Random(#[source] getrandom::Error),
    /// The store's engine failed.
    #[error("the widget store failed")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StateError {
    /// Whether the same call may succeed later without a change.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::Backend(_) | Self::Random(_))
    }
}
