//! The data a client needs to start a server.

use std::collections::BTreeMap;

/// The data a client needs to start a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
    /// The variables of the server, beside those of the client.
    pub(crate) env: BTreeMap<String, String>,
}
