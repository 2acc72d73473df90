//! Errors of tools, as an agent reads them.

use widget_state::{CountedItems, IdError, Limit, SizedPart, StateError, nearest};
use widget_web::WebError;

use crate::error::{clipped, did_you_mean};

/// The reason a tool call failed, for the agent to read.
#[derive(Debug)]
pub(crate) enum ToolError {
    /// An argument is wrong.
    Argument { name: String, problem: String },
    /// The call cannot be done now.
    Failed(String),
}

impl ToolError {
    pub(crate) fn argument(name: impl Into<String>, problem: impl std::fmt::Display) -> Self {
        Self::Argument { name: name.into(), problem: problem.to_string() }
    }
}

/// An argument that names what there is not.
pub(crate) fn unknown_name(argument: &str, what: &str, name: &str, all: &[&str]) -> ToolError {
    let hint = did_you_mean(nearest(name, all.iter().copied()));
    let (name, all) = (clipped(name), all.join(", "));
    ToolError::argument(argument, format!("there is no {what} \"{name}\"{hint}; there are {all}"))
}

/// Maps an error of the store to the argument it is about.
impl From<StateError> for ToolError {
    fn from(error: StateError) -> Self {
        let name = match &error {
            StateError::UnknownWidget { .. } | StateError::WrongKind { .. } => "widget_id",
            StateError::UnknownElement { .. }
            | StateError::NoContent { .. }
            | StateError::NoElement { .. }
            | StateError::NoText { .. }
            | StateError::UnknownMarquee { .. } => "component_id",
            StateError::UnknownBlock { .. }
            | StateError::WrongBlock { .. }
            | StateError::SeveralBlocks { .. } => "block_id",
            StateError::Block { .. } => "blocks",
            StateError::Revision { .. } => "if_revision",
            StateError::UnknownTicker { .. } => "ticker",
            StateError::Marquee { .. } => "items",
            StateError::UnknownColumn { .. }
            | StateError::RowIdChange { .. }
            | StateError::ColumnType { .. }
            | StateError::PathChange { .. } => "field",
            StateError::FilterType { .. } => "state",
            StateError::UnknownRow { .. } => "row_id",
            StateError::PageSize { .. } => "page_size",
            StateError::MaxRows { .. } => "max_rows",
            StateError::TooManyChanges { .. } => "html",
            StateError::ChartEdit { part, .. }
            | StateError::Element { part, .. }
            | StateError::Appearance { part, .. }
            | StateError::Offer { part, .. }
            | StateError::UnknownTarget { part, .. } => part,
            StateError::ContentsFull { .. } => {
                let setting = Limit::HtmlBytes.setting();
                return Self::argument("html", format!("{error} (setting --{setting})"));
            }
            StateError::TooLarge { part, .. } => return Self::too_large(*part, &error),
            StateError::TooMany { items: CountedItems::Widgets, .. } => {
                return Self::server_full(&error, Limit::Widgets);
            }
            StateError::MemoryFull { .. } => return Self::server_full(&error, Limit::MemoryBytes),
            StateError::TooMany { items: CountedItems::Components, .. } => {
                let setting = Limit::Components.setting();
                return Self::Failed(format!("{error} (setting --{setting})"));
            }
            StateError::Backend(_) | StateError::Id(IdError::Random(_)) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a widget store failed");
                return Self::Failed(format!("{error}; try again"));
            }
            _ => return Self::Failed(error.to_string()),
        };
        Self::argument(name, error)
    }
}

impl From<WebError> for ToolError {
    fn from(error: WebError) -> Self {
        match error {
            WebError::State(error) => error.into(),
            WebError::NoRows | WebError::NoData => Self::argument("widget_id", error),
            WebError::TooManyRows { .. } => Self::argument("end", error),
            WebError::NoPiece { .. } => Self::argument("start", error),
            error => Self::Failed(format!("{error}; try again")),
        }
    }
}

impl ToolError {
    fn server_full(error: &StateError, limit: Limit) -> Self {
        let setting = limit.setting();
        Self::Failed(format!(
            "{error} (setting --{setting}); destroy_widget ends a widget that is not needed any more"
        ))
    }

    fn too_large(part: SizedPart, error: &StateError) -> Self {
        let name = match part {
            SizedPart::Html => "html",
            SizedPart::ReplacedContent | SizedPart::File => "text",
            SizedPart::Style => "style",
            SizedPart::InjectedCss => "css",
            SizedPart::Figure => "figure_json",
            SizedPart::Rows => "data_json",
            SizedPart::Event => "data",
            SizedPart::Value => "value",
            SizedPart::TableState => "state",
            SizedPart::ColumnTitles | SizedPart::ColumnTitle | SizedPart::ColumnField => "columns",
            SizedPart::ChartViewport => "layout",
            SizedPart::Marquee => "items",
            SizedPart::TickerItem => "ticker",
            SizedPart::Toast => "message",
            SizedPart::Title => "title",
            _ => return Self::Failed(error.to_string()),
        };
        match part.limit() {
            Some(limit) => Self::argument(name, format!("{error} (setting --{})", limit.setting())),
            None => Self::argument(name, error),
        }
    }
}
