//! An interactive widget as a document with a log.
//!
//! A [`Widget`] is a typed document: a title, a body (HTML, a chart or a table),
//! toolbars of [`Component`]s and what has become of them. It changes by an
//! [`Op`] only, and each one gives it the next *revision*. What people do with
//! it is an [`Event`] in a bounded log whose `seq` has no gaps.
//!
//! A [`WidgetStore`] holds widgets for any number of viewers and agents at once.
//! [`MemoryStore`] keeps them in this process. An implementation of the trait is
//! right when it passes the suite in `testing` (feature `testing`).
//!
//! ```
//! use widget_state::{MemoryStore, Op, Content, Widget, WidgetStore};
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
mod limits;

mod component;
mod modal;
mod targets;
mod toast;
mod toolbar;

mod css;
mod look;
mod offer;

mod chart;
mod chart_edit;
mod chart_view;
mod figure;
mod grid;
mod json;
mod outline;
mod rows;

mod document;
mod snapshot;

mod action;
mod apply;
mod consequences;
mod contents;
mod op;

mod clock;
mod event;
mod log;
mod op_log;
mod question;
mod requests;
mod viewers;

mod memory;
mod secrets;
mod store;

mod error;
mod source;
mod suggest;

#[cfg(feature = "testing")]
pub mod testing;

pub use action::Action;
pub use chart::Chart;
pub use chart_edit::ChartEdit;
pub use chart_view::ChartView;
pub use clock::{Clock, SystemClock};
pub use component::{Button, ButtonSize, ButtonVariant, Choice, Common, Component, ComponentKind};
pub use component::{Checkbox, Multiselect, Radio, RadioDirection, Select, Tabs, TabsSize, Toggle};
pub use component::{Date, Number, Range, Resize, Search, Secret, Slider, Text, Textarea};
pub use component::{Div, Marquee, MarqueeBehavior, MarqueeDirection, TickerItem};
pub use css::{css_property, css_value};
pub use document::{Body, Content, Widget, WidgetKind};
pub use error::StateError;
pub use event::{Event, EventInput, EventName, RESERVED_NAMESPACES};
pub use figure::{Figure, Trace};
pub use grid::{
    ColumnFilter, ColumnSettings, ColumnSort, ColumnState, Condition, Direction, FilterType, Grid,
    GridFilter, GridState, MAX_CLIENT_ROWS, Operator, ScalarTest, Selection, Side, TextTest,
};
pub use id::{RequestId, SecretRef, ViewerId, WidgetId};
pub use json::JsonError;
pub use limits::Limits;
pub use log::{EventLog, EventPage, EventQuery, Gap};
pub use look::{Look, StyleChange, StyleSheet, Theme};
pub use memory::MemoryStore;
pub use modal::{Modal, ModalSize};
pub use offer::{FileContent, FileOffer};
pub use op::{GridStrategy, MarqueeContent, Op, TickerChange};
pub use question::{MAX_ANSWER_BYTES, Question, Reply, ViewerAnswer};
pub use rows::{Column, ColumnType, JsonPiece, RowOrder, RowQuery, Rows};
pub use secrets::{SecretText, SecretVault};
pub use snapshot::{DataRef, Document, PagesRef, WireOp};
pub use source::SOURCES;
pub use store::{
    Appended, Changes, Rejected, Watermark, WidgetStore, WidgetStoreExt, WidgetSummary,
};
pub use suggest::{nearest, unknown_variant};
pub use toast::{Confirm, Toast, ToastKind, ToastPosition};
pub use toolbar::{Toolbar, ToolbarPosition};
pub use viewers::{Delivery, DeliveryStatus, Failure};
