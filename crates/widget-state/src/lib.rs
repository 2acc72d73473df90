//! An interactive widget as a document with a log.
//!
//! A [`Widget`] is a typed document: a title, a body of [`Block`]s (HTML, charts,
//! tables and others), toolbars of [`Component`]s and what has become of them. It changes by an
//! [`Op`] only, and each one, or several together, give it the next *revision*. What people do with
//! it is an [`Event`] in a bounded log whose `seq` has no gaps.
//!
//! A [`WidgetStore`] holds widgets for any number of viewers and agents at once.
//! The [`Engine`] keeps them in this process ([`MemoryStore`]), and writes what happens to a
//! [`Journal`] if it has one. An implementation of either trait is right when it passes its suite
//! in `testing` (feature `testing`).
//!
//! ```
//! use widget_state::{MemoryStore, Op, Content, Widget, WidgetStore, WidgetStoreExt};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), widget_state::StateError> {
//! let store = MemoryStore::new();
//! let id = store.create(Widget::html("<b id=\"total\">0</b>").with_title("Sum")?).await?;
//! let op = Op::set_content("total", Content::Text("42".into()));
//! assert_eq!(store.apply(id, op).await?, 2);
//! # Ok(())
//! # }
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod id;
mod json;
mod kind;
mod limits;
mod suggest;

mod bounds;
mod clock;
mod error;

mod event;

mod html_index;

mod component;

mod style;

mod chart;

mod table;

mod block;

mod data_ref;
mod op;

mod change;

mod widget;

mod wire;

mod secret_vault;
mod uploads;

mod store;

mod source;

#[cfg(feature = "testing")]
pub mod testing;

pub use block::*;
pub use change::{BlockState, Change, LoggedChange};
pub use chart::Chart;
pub use chart::edit::ChartEdit;
pub use chart::figure::{Figure, Trace};
pub use chart::points::Points;
pub use chart::viewport::ChartViewport;
pub use clock::{Clock, SystemClock};
pub use component::modal::{Modal, ModalSize};
pub use component::toolbar::{Toolbar, ToolbarPosition};
pub use component::*;
pub use data_ref::{DataRef, PagesRef};
pub use error::StateError;
pub use event::filter::EventFilter;
pub use event::log::{EventLog, EventPage, EventQuery, Gap};
pub use event::pattern::EventPattern;
pub use event::route::{EventRoute, EventRoutes};
pub use event::{Event, EventInput, EventName, RESERVED_NAMESPACES};
pub use id::{IdError, RequestId, SecretRef, UploadRef, ViewerId, WidgetId};
pub use json::JsonError;
pub use kind::WidgetKind;
pub use limits::{CountedItems, Limit, Limits, SizedPart};
pub use op::block_place::BlockPlace;
pub use op::element_edit::ElementEdit;
pub use op::query::{MAX_QUERY_RESULT_BYTES, PendingQuery, QueryOutcome, QueryResult, ViewQuery};
pub use op::toast::{Confirm, Toast, ToastKind, ToastPosition};
pub use op::user_prompt::{FileContent, FileOffer};
pub use op::{Content, MarqueeContent, Op, TickerChange};
pub use secret_vault::memory::MemorySecretStore;
pub use secret_vault::store::SecretStore;
pub use secret_vault::{SecretText, SecretVault};
pub use source::SOURCES;
pub use store::delivery::{Delivery, DeliveryStatus, Failure};
pub use store::engine::{Engine, MemoryStore};
pub use store::journal::*;
pub use store::presence::{ABSENCE_TIMEOUT, Departure, Presence, Surface};
pub use store::wait::Wait;
pub use store::{
    Appended, Changes, Rejected, Watermark, WidgetStore, WidgetStoreExt, WidgetSummary,
};
pub use style::css::{css_property, css_value};
pub use style::{Appearance, StyleChange, StyleSheet, Theme};
pub use suggest::{is_typing_error, nearest, unknown_variant};
pub use table::rows::{Column, ColumnTrait, ColumnType, JsonPiece, RowOrder, RowQuery, Rows};
pub use table::{
    CellStyle, CellTest, CellType, ColumnFilter, ColumnFormat, ColumnLook, ColumnSettings,
    ColumnSort, ColumnState, Condition, Direction, FilterType, Locale, MAX_CLIENT_ROWS,
    NumberFormat, Operator, RowStrategy, ScalarTest, Selection, Side, Table, TableFilter,
    TableState, TextAlign, TextTest, TimeFormat,
};
pub use uploads::{Upload, UploadInfo, Uploads};
pub use widget::action::Action;
pub use widget::page::{PageDensity, PageWidth};
pub use widget::part::Part;
pub use widget::{Body, Widget};
pub use wire::{WireBlock, WireDocument};
