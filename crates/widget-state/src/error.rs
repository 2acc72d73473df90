//! Errors of widgets and their store.

use crate::id::{IdError, WidgetId};
use crate::json::JsonError;
use crate::kind::WidgetKind;
use crate::limits::{CountedItems, SizedPart};

/// The reason an operation on a widget or its store failed.
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
    /// An id cannot be read or made.
    #[error(transparent)]
    Id(#[from] IdError),
    /// The name of an event is malformed.
    #[error(
        "\"{name}\" is not an event name; write namespace:action, such as \"counter:increment\""
    )]
    EventName {
        /// The name as given, shortened.
        name: String,
    },
    /// Neither an event name nor a group of them.
    #[error(
        "\"{name}\" names no events; write one name, such as \"form:save\", or a group, \"form:*\""
    )]
    EventPattern {
        /// The name as given, shortened.
        name: String,
    },
    /// A component or callback claims an event of ours.
    #[error(
        "\"{name}\" is in a reserved namespace; widget, chart, grid, toolbar, modal, window and viewer are emitted by the widget itself"
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
    /// A part of the page that is no element of the HTML cannot be edited as one.
    #[error(
        "\"{id}\" is a {type_name}, and no element of the html: name one that it stands in, or \
         change its properties (op set with `block`)"
    )]
    NoElement {
        /// The id that was given.
        id: String,
        /// Its type.
        type_name: &'static str,
    },
    /// No text can be put at the end of what stands there.
    #[error("\"{id}\" is a {type_name}; text is put at the end of a Markdown block")]
    NoText {
        /// The id that was given.
        id: String,
        /// Its type.
        type_name: &'static str,
    },
    /// An edit of an element cannot be made.
    #[error("{problem}")]
    Element {
        /// The part: `attributes` or `classes`.
        part: &'static str,
        /// The problem.
        problem: String,
    },
    /// There are as many changes of elements as there may be.
    #[error(
        "with this there are {count} changes of elements; at most {limit} are allowed, and \
         {changes} went into \"{most}\": set_content of it, or of an element around more of them, \
         with all that is to stay makes them one"
    )]
    TooManyChanges {
        /// The changes that there would be.
        count: usize,
        /// The limit.
        limit: usize,
        /// The element that has most of them.
        most: String,
        /// The number of these.
        changes: usize,
    },
    /// The changes of elements hold as much as they may.
    #[error(
        "with this the changes of elements have {size} bytes; at most {limit} are allowed, and \
         those of \"{largest}\" have {bytes}: set_content of it with all that is to stay frees them"
    )]
    ContentsFull {
        /// The bytes that there would be.
        size: usize,
        /// The limit in bytes.
        limit: usize,
        /// The element whose changes hold most.
        largest: String,
        /// Their bytes.
        bytes: usize,
    },
    /// An element of the HTML has no value.
    #[error(
        "\"{id}\" is an element of the html and not a component of a toolbar or modal; \
         set_content changes what it shows"
    )]
    NotAComponent {
        /// The id that was given.
        id: String,
    },
    /// An event would change an element that is not there.
    #[error(
        "\"{event}\" changes the element \"{target}\", which is not there; did you mean \"{nearest}\"?"
    )]
    UnknownTarget {
        /// The part that says so: `callbacks`, `toolbars`, `modals` or `blocks`.
        part: &'static str,
        /// The event.
        event: String,
        /// The id that it names.
        target: String,
        /// The most similar id in the page.
        nearest: String,
    },
    /// The table has no such column.
    #[error("no column \"{field}\"{}", crate::suggest::did_you_mean_or_one_of(nearest.as_deref(), known))]
    UnknownColumn {
        /// The field that was named.
        field: String,
        /// The most similar field.
        nearest: Option<String>,
        /// All fields.
        known: Vec<String>,
    },
    /// A column cannot be filtered so, and no filter of its own type means the same.
    #[error("column \"{field}\" holds {holds}, so {condition} does not fit it; write {example}")]
    FilterType {
        /// The column.
        field: String,
        /// The kind of its values, in words.
        holds: &'static str,
        /// The condition as JSON text.
        condition: String,
        /// A condition that it can have, and the other comparisons.
        example: &'static str,
    },
    /// The table has no such row.
    #[error("no row with the id {row_id}; without an id field it is the position, from 0")]
    UnknownRow {
        /// The row id as JSON text, shortened.
        row_id: String,
    },
    /// The field that identifies a row stays as it is.
    #[error("`{field}` is the row id, which cannot be changed")]
    RowIdChange {
        /// The field.
        field: String,
    },
    /// The values of a column are not of the type that it is said to have.
    #[error(
        "the values of \"{field}\" are {values}, not {wanted}: send such values, or leave its `type` out"
    )]
    ColumnType {
        /// The field.
        field: String,
        /// The values that it has, in words.
        values: &'static str,
        /// The values that it should have, in words.
        wanted: &'static str,
    },
    /// A column of what is inside objects has no cells of its own.
    #[error("`{field}` is inside an object, which changes with its row: send the row (`update`)")]
    PathChange {
        /// The field.
        field: String,
    },
    /// A table cannot have this bound of its rows.
    #[error(
        "max_rows is between 1 and {limit}, and needs row_id: a row without one is known by its \
         position, which changes as others go"
    )]
    MaxRows {
        /// The largest.
        limit: usize,
    },
    /// A page of a table has too few or too many rows.
    #[error("page_size {page_size} is out of range 1..={limit}")]
    PageSize {
        /// The requested page size.
        page_size: u32,
        /// The most there may be.
        limit: u32,
    },
    /// A component has no content to be replaced.
    #[error("\"{id}\" is a {type_name}, which has no content that can be replaced")]
    NoContent {
        /// The component.
        id: String,
        /// Its type.
        type_name: &'static str,
    },
    /// A component cannot have this value.
    #[error("\"{id}\" is a {type_name}, which cannot have this value; it takes {takes}")]
    BadValue {
        /// The component.
        id: String,
        /// Its type.
        type_name: &'static str,
        /// The accepted values, in words.
        takes: String,
    },
    /// There is no marquee of this id.
    #[error("there is no marquee \"{id}\"{}", crate::suggest::did_you_mean(nearest.as_deref()))]
    UnknownMarquee {
        /// The id that was asked for.
        id: String,
        /// The most similar id of a marquee.
        nearest: Option<String>,
    },
    /// There is no ticker item of this name.
    #[error("there is no ticker item \"{ticker}\"{}", crate::suggest::did_you_mean(nearest.as_deref()))]
    UnknownTicker {
        /// The name that was asked for.
        ticker: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// The content cannot be in a marquee.
    #[error("{problem}")]
    Marquee {
        /// The problem.
        problem: String,
    },
    /// A secret is empty.
    #[error("the secret is empty")]
    EmptySecret,
    /// A file that a page sends, or a part of it, cannot be taken. People read the problem.
    #[error("{problem}")]
    Upload {
        /// The problem.
        problem: String,
    },
    /// There is no room for another file of a person: the agent has not read those that are here.
    #[error(
        "there is no room for this file: those that the agent has not read fill {} MiB already",
        limit >> 20
    )]
    UploadsFull {
        /// The limit in bytes.
        limit: usize,
    },
    /// A part of an edit does not fit the chart.
    #[error("{problem}")]
    ChartEdit {
        /// The part: `layout`, `restyle`, `extend` or `traces`.
        part: &'static str,
        /// The problem.
        problem: String,
    },
    /// A style or style sheet cannot be taken.
    #[error("{problem}")]
    Appearance {
        /// The part: `style`, `css` or `css_id`.
        part: &'static str,
        /// The problem.
        problem: String,
    },
    /// An address or file cannot be offered to the person.
    #[error("{problem}")]
    Offer {
        /// The part: `url`, `filename`, `mime_type`, `text` or `base64`.
        part: &'static str,
        /// The problem.
        problem: String,
    },
    /// The operation needs another kind of widget.
    #[error("this widget is {actual}, not {expected}")]
    WrongKind {
        /// The kind of widget the operation needs.
        expected: WidgetKind,
        /// The kind of the widget.
        actual: WidgetKind,
    },
    /// The page has no such block, or none of the kind that the operation needs.
    #[error(
        "no block \"{id}\"{}{}",
        kind.map(|kind| format!(" that is {kind}")).unwrap_or_default(),
        crate::suggest::did_you_mean(nearest.as_deref())
    )]
    UnknownBlock {
        /// The id that was asked for, shortened.
        id: String,
        /// The kind of content that the block has to have, if it matters.
        kind: Option<WidgetKind>,
        /// The most similar id of such a block.
        nearest: Option<String>,
    },
    /// The operation needs another kind of block.
    #[error("the block \"{id}\" is of the type {actual}, not {expected}")]
    WrongBlock {
        /// Its id.
        id: String,
        /// The kind of content that it has to have.
        expected: WidgetKind,
        /// The type that it is of.
        actual: &'static str,
    },
    /// The operation does not say which of several charts or tables it is for.
    #[error("{} blocks are {kind}; name one by block_id: {}", ids.len(), ids.join(", "))]
    SeveralBlocks {
        /// The kind of content.
        kind: WidgetKind,
        /// The ids of the blocks.
        ids: Vec<String>,
    },
    /// A block cannot be taken.
    #[error("{problem}")]
    Block {
        /// The problem.
        problem: String,
    },
    /// One of several operations that are applied together is refused, and so are all.
    #[error("operation {index} of those that are applied together is refused")]
    Batch {
        /// Its place among them, from 0.
        index: usize,
        /// The reason.
        #[source]
        source: Box<Self>,
    },
    /// The widget has changed since the revision that was expected.
    #[error(
        "the widget is at revision {actual}, not {expected}: it has changed since. Look at it \
         (get_widget, inspect_widget), then send what still fits with if_revision {actual}"
    )]
    Revision {
        /// The revision that was expected.
        expected: u64,
        /// The revision of the widget.
        actual: u64,
    },
    /// A JSON text is malformed or has another shape.
    #[error("{0}")]
    Json(#[from] JsonError),
    /// Something is larger than it may be.
    #[error("{part} has {size} bytes; at most {limit} are allowed")]
    TooLarge {
        /// The part that is too large.
        part: SizedPart,
        /// Its size in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// There are more of something than there may be.
    #[error("{count} {items} are too many; at most {limit} are allowed")]
    TooMany {
        /// The items that are too many.
        items: CountedItems,
        /// The number that there would be.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// All widgets of a store together hold as much as they may.
    #[error(
        "no room for {size} more bytes: all widgets together hold {used} of at most {limit} bytes"
    )]
    MemoryFull {
        /// The bytes that are missing.
        size: usize,
        /// The bytes in use.
        used: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// The store's engine failed.
    #[error("the widget store failed")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StateError {
    /// Returns whether the same call may succeed later without a change.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Batch { source, .. } => source.is_retryable(),
            _ => matches!(self, Self::Backend(_) | Self::Id(IdError::Random(_))),
        }
    }

    /// The error of an operation at this place among several.
    pub(crate) fn in_batch(self, index: usize) -> Self {
        Self::Batch { index, source: Box::new(self) }
    }

    /// The error of an operation that was applied alone.
    pub(crate) fn alone(self) -> Self {
        match self {
            Self::Batch { source, .. } => *source,
            other => other,
        }
    }
}
