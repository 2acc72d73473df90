//! Operations: the only way a widget changes.

pub(crate) mod query;
pub(crate) mod toast;
pub(crate) mod user_prompt;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chart::edit::ChartEdit;
use crate::chart::figure::Figure;
use crate::chart::viewport::ChartViewport;
use crate::component::Component;
use crate::event::EventName;
use crate::id::RequestId;
use crate::style::{StyleChange, Theme};
use crate::table::{ColumnSettings, RowStrategy, TableState};
use query::ViewQuery;
use toast::Toast;
use user_prompt::FileOffer;

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
    /// Sets the value of a component, or opens or closes a modal.
    SetValue {
        /// The id of the component or modal.
        component_id: String,
        /// The new value.
        value: Value,
    },
    /// Replaces what moves through a marquee.
    SetMarquee {
        /// The id of the marquee.
        component_id: String,
        /// The new content.
        content: MarqueeContent,
    },
    /// Changes every ticker item about the same thing.
    UpdateTicker {
        /// The `ticker` of the items.
        ticker: String,
        /// The changes.
        change: TickerChange,
    },
    /// Replaces the figure of a chart.
    SetFigure {
        /// The block of the chart; the only chart without one.
        block_id: Option<String>,
        /// The new figure.
        figure: Figure,
    },
    /// Changes parts of a chart's figure.
    EditChart {
        /// The block of the chart; the only chart without one.
        block_id: Option<String>,
        /// The edit.
        edit: ChartEdit,
    },
    /// Sets what people see of a chart: its zoom and which traces show.
    SetChartViewport {
        /// The block of the chart; the only chart without one.
        block_id: Option<String>,
        /// The whole view.
        view: ChartViewport,
    },
    /// Changes the rows of a table.
    TableRows {
        /// The block of the table; the only table without one.
        block_id: Option<String>,
        /// The strategy for the rows.
        strategy: RowStrategy,
        /// The rows as the JSON text of a list of objects.
        rows: Arc<str>,
    },
    /// A signal: shows a message. Changes no document. One that asks is given to every
    /// viewer until it is answered.
    Toast(Toast),
    /// Sets one cell of a table.
    TableCell {
        /// The block of the table; the only table without one.
        block_id: Option<String>,
        /// The value of the row's id field, or its position.
        row_id: Value,
        /// The column.
        field: String,
        /// The new value.
        value: Value,
    },
    /// Says something about the columns of a table.
    TableColumns {
        /// The block of the table; the only table without one.
        block_id: Option<String>,
        /// The changed settings.
        columns: Vec<ColumnSettings>,
    },
    /// Replaces the state of a table: its columns, sort, filter and selection.
    TableState {
        /// The block of the table; the only table without one.
        block_id: Option<String>,
        /// The new state.
        state: TableState,
    },
    /// Sets CSS properties of an element or component.
    SetStyle {
        /// The id of the element or component.
        component_id: String,
        /// The properties; those that are not named stay.
        style: StyleChange,
    },
    /// Puts a style sheet into the page, in the place of the one with the same id.
    InjectCss {
        /// Names it in the widget.
        css_id: String,
        /// Its rules.
        css: Arc<str>,
    },
    /// Takes a style sheet out of the page.
    RemoveCss {
        /// Its name.
        css_id: String,
    },
    /// Makes the page light or dark.
    SetTheme {
        /// Light, dark, or as the person has it.
        theme: Theme,
    },
    /// A signal: asks the person whether to open an address. Changes no document.
    Navigate {
        /// An http or https address.
        url: String,
    },
    /// A signal: asks the person whether to save a file. Changes no document.
    Download(FileOffer),
    /// A signal: an event for the page's own scripts. Changes no document.
    Emit {
        /// The name of the event.
        event_type: EventName,
        /// The data of the event.
        data: Value,
    },
    /// A person has answered a toast with [`Toast::confirm`]: every viewer closes it, and
    /// none that opens later gets it. Changes no document.
    CloseQuestion {
        /// The revision of the toast, as [`Changes`](crate::Changes) numbers it.
        question: u64,
    },
    /// A question to the viewers that are open, and to none that opens later.
    /// Changes no document. [`WidgetStoreExt::ask`](crate::WidgetStoreExt::ask)
    /// asks it and waits for the answer.
    Ask {
        /// Opens a request of this id for answers.
        request_id: RequestId,
        /// The query.
        question: ViewQuery,
    },
}

/// The content of a marquee.
#[derive(Clone, Debug, PartialEq)]
pub enum MarqueeContent {
    /// A text.
    Text(String),
    /// Components of the type `ticker_item`.
    Items(Vec<Component>),
}

/// A change of a ticker item; anything left out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TickerChange {
    /// The content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Its CSS properties.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<BTreeMap<String, String>>,
    /// Its CSS classes, separated by spaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
}

/// The replacement of an element's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Plain text; markup in it is shown, not read.
    Text(String),
    /// HTML. Scripts in it do not run.
    Html(String),
}

impl Content {
    /// The text or markup.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Html(text) => text,
        }
    }
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

    /// Returns whether it is a signal, which is delivered once and changes no document.
    #[must_use]
    pub fn is_signal(&self) -> bool {
        matches!(
            self,
            Self::Emit { .. } | Self::Toast(_) | Self::Navigate { .. } | Self::Download(_)
        )
    }
}
