//! The pages that draw a widget, and the live bridge to them.
//!
//! [`router`] serves, over any [`WidgetStore`](widget_state::WidgetStore):
//!
//! | path | what |
//! |---|---|
//! | `/widget/{ids}` | the shell, a trusted page that holds one sandboxed view a widget |
//! | `/view` | the view, which draws a widget and is not trusted |
//! | `/assets/{name}` | their scripts and styles |
//! | `/widget/{id}/live` | the WebSocket between shell and server |
//! | `/widget/{id}/data` | the figure or the rows of a widget |
//! | `/widget/{id}/file` | takes a part of a file that a person has put into a form |
//! | `/widget/{id}/secret/{component_id}` | takes what a person typed into a secret component |
//! | `/widget/{id}/export.html`, `/widget/{id}/export.rs` | the widget as a file; see [`ExportFormat`] |
//! | `/widget/{id}/rows` | a part of the rows of a large table, sorted and filtered |
//!
//! Every answer is for an allowed host name only ([`AllowedHosts`]), so that a
//! foreign page cannot reach a widget by pointing its own name at this machine
//! (DNS rebinding).
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arrivals;
mod error;
mod hosts;
mod poll_slots;
mod state;

mod compressed;
mod own_page;
mod widget_path;

mod assets;
mod inline;
mod pages;
mod programs;

mod data;
mod export;
mod row_index_cache;
mod sync;

mod router;

/// The widgets that the pages show: its types stand in the signatures of this crate.
pub use widget_state;

pub use arrivals::{Arrival, Arrivals, TooMuchArrives};
pub use data::DataPiece;
pub use data::file::{FilePart, FileReceipt};
pub use data::rows::{RowsPart, RowsRequest};
pub use error::WebError;
pub use export::{ExportFormat, export};
pub use hosts::AllowedHosts;
pub use inline::{INLINE_PROGRAMS, InlineView, inline_view, packed_program};
pub use router::{assets, documents, router};
pub use state::WebState;
pub use sync::{FirstData, MAX_WAIT, Poll, SyncRequest, SyncResponse, poll, receive};
