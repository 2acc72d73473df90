//! The document as viewers get it.

mod block;
mod document;

pub use block::WireBlock;
pub use document::WireDocument;
