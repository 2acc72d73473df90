//! Errors of tools, as an agent reads them.

use widget_state::{StateError, nearest};
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
            | StateError::NoSuchComponent { type_name: "marquee", .. } => "component_id",
            StateError::NoSuchComponent { .. } => "ticker",
            StateError::Marquee { .. } => "items",
            StateError::UnknownColumn { .. } | StateError::RowIdChange { .. } => "field",
            StateError::UnknownRow { .. } => "row_id",
            StateError::PageSize { .. } => "page_size",
            StateError::ChartEdit { part, .. }
            | StateError::Look { part, .. }
            | StateError::Offer { part, .. }
            | StateError::UnknownTarget { part, .. } => part,
            StateError::TooLarge { what, .. } => return Self::too_large(what, &error),
            StateError::TooMany { what: "widgets", .. } => {
                return Self::Failed(format!(
                    "{error} (setting --max-widgets); destroy_widget ends one that is not needed any more"
                ));
            }
            StateError::MemoryFull { .. } => {
                return Self::Failed(format!(
                    "{error} (setting --max-memory); destroy_widget ends a widget that is not needed any more"
                ));
            }
            StateError::Backend(_) | StateError::Random(_) => {
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
    fn too_large(what: &str, error: &StateError) -> Self {
        let (name, setting) = match what {
            "the html" => ("html", "--max-html-bytes"),
            "the replaced content" => ("text", "--max-html-bytes"),
            "the style" => ("style", "--max-html-bytes"),
            "the injected css" => ("css", "--max-html-bytes"),
            "the file" => ("text", "--max-download-bytes"),
            "the figure" => ("figure_json", "--max-figure-bytes"),
            "the rows" => ("data_json", "--max-rows-bytes"),
            "the event" => ("data", "--max-event-bytes"),
            "the state" => ("state", "--max-event-bytes"),
            "the titles" => ("columns", "--max-event-bytes"),
            "the value" => ("value", "--max-event-bytes"),
            "the marquee" => ("items", "--max-html-bytes"),
            "the ticker item" => ("ticker", "--max-event-bytes"),
            "the toast" => ("message", "--max-event-bytes"),
            "the view of the chart" => ("layout", "--max-event-bytes"),
            "the column title" | "the column field" => return Self::argument("columns", error),
            "the title" => return Self::argument("title", error),
            _ => return Self::Failed(error.to_string()),
        };
        Self::argument(name, format!("{error} (setting {setting})"))
    }
}
