//! References to figures and rows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rows that are fetched a part at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PagesRef {
    /// The revision that last changed them.
    pub revision: u64,
    /// The number of rows.
    pub count: usize,
}

/// A figure or rows that are fetched on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DataRef {
    /// The revision that last changed them.
    pub revision: u64,
}
