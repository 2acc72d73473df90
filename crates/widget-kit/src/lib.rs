//! Interactive widgets for AI agents: one door to the crates behind it.
//!
//! Each feature is one crate. Only `mcp` is on by default.

#[cfg(feature = "mcp")]
pub use widget_mcp as mcp;
#[cfg(feature = "state")]
pub use widget_state as state;
#[cfg(feature = "web")]
pub use widget_web as web;
