//! The two ways in which a client of MCP begins.

/// The handshake with which a client begins.
#[derive(Debug, Clone, Copy)]
pub enum Handshake {
    /// `server/discover`, since 2026-07-28.
    Discover,
    /// `initialize`, as before 2026-07-28.
    Initialize,
}
