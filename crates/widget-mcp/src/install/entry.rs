//! What a client needs to know to start a server.

/// What a client needs to know to start a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
}
