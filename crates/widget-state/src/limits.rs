//! Size limits, and what they bound.

use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// Components, modals and blocks in one widget, children counted. Default: 1,000.
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

/// One of the [`Limits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::html_bytes`].
    HtmlBytes,
    /// [`Limits::figure_bytes`].
    FigureBytes,
    /// [`Limits::rows_bytes`].
    RowsBytes,
    /// [`Limits::event_bytes`].
    EventBytes,
    /// [`Limits::download_bytes`].
    DownloadBytes,
    /// [`Limits::widgets`].
    Widgets,
    /// [`Limits::components`].
    Components,
    /// [`Limits::memory_bytes`].
    MemoryBytes,
}

impl Limit {
    /// The name of the setting of `widget-mcp` that changes it, without dashes in front.
    #[must_use]
    pub fn setting(self) -> &'static str {
        match self {
            Self::HtmlBytes => "max-html-bytes",
            Self::FigureBytes => "max-figure-bytes",
            Self::RowsBytes => "max-rows-bytes",
            Self::EventBytes => "max-event-bytes",
            Self::DownloadBytes => "max-download-bytes",
            Self::Widgets => "max-widgets",
            Self::Components => "max-components",
            Self::MemoryBytes => "max-memory",
        }
    }
}

/// A part of a widget, or of a call, whose size is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each name is that of the part")]
pub enum SizedPart {
    Html,
    Pictures,
    ReplacedContent,
    Style,
    InjectedCss,
    Figure,
    Rows,
    Event,
    Operation,
    Value,
    TableState,
    ColumnTitles,
    ColumnTitle,
    ColumnField,
    ChartViewport,
    Marquee,
    TickerItem,
    Toast,
    File,
    Title,
    Secret,
    UploadName,
    Export,
}

impl SizedPart {
    /// The limit that bounds it; `None` for a part whose bound is fixed.
    #[must_use]
    pub fn limit(self) -> Option<Limit> {
        match self {
            Self::Html
            | Self::ReplacedContent
            | Self::Style
            | Self::InjectedCss
            | Self::Marquee => Some(Limit::HtmlBytes),
            Self::Figure => Some(Limit::FigureBytes),
            Self::Rows => Some(Limit::RowsBytes),
            Self::Event
            | Self::Operation
            | Self::Value
            | Self::TableState
            | Self::ColumnTitles
            | Self::ChartViewport
            | Self::TickerItem
            | Self::Toast => Some(Limit::EventBytes),
            Self::File | Self::Pictures => Some(Limit::DownloadBytes),
            Self::ColumnTitle
            | Self::ColumnField
            | Self::Title
            | Self::Secret
            | Self::UploadName
            | Self::Export => None,
        }
    }
}

impl fmt::Display for SizedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Html => "the html",
            Self::Pictures => "the pictures together, as text,",
            Self::ReplacedContent => "the replaced content",
            Self::Style => "the style",
            Self::InjectedCss => "the injected css",
            Self::Figure => "the figure",
            Self::Rows => "the rows",
            Self::Event => "the event",
            Self::Operation => "the operation",
            Self::Value => "the value",
            Self::TableState => "the state",
            Self::ColumnTitles => "the titles",
            Self::ColumnTitle => "the column title",
            Self::ColumnField => "the column field",
            Self::ChartViewport => "the view of the chart",
            Self::Marquee => "the marquee",
            Self::TickerItem => "the ticker item",
            Self::Toast => "the toast",
            Self::File => "the file",
            Self::Title => "the title",
            Self::Secret => "the secret",
            Self::UploadName => "the name of the file, or its type,",
            Self::Export => "the export",
        })
    }
}

/// Things whose number is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each name is that of the things")]
pub enum CountedItems {
    Widgets,
    Components,
    StyledElements,
    StyleSheets,
    Columns,
    SortedColumns,
    CellStyles,
}

impl fmt::Display for CountedItems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Widgets => "widgets",
            Self::Components => "components",
            Self::StyledElements => "styled elements",
            Self::StyleSheets => "style sheets",
            Self::Columns => "columns",
            Self::SortedColumns => "sorted columns",
            Self::CellStyles => "styles of a column",
        })
    }
}
