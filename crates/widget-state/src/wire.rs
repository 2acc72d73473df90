//! The document and its operations as viewers get them.

mod block;
mod data_ref;
mod document;
mod op;

pub use block::WireBlock;
pub use data_ref::{DataRef, PagesRef};
pub use document::WireDocument;
pub use op::WireOp;
