//! Steers a browser over a pair of pipes with the Chrome DevTools Protocol.
//!
//! A port would be open to every program of the machine. The pipes do one thing
//! more: the browser leaves when they close, so it ends with the helper also when
//! that is killed.

#[cfg(unix)]
mod pipe;
#[cfg(not(unix))]
mod unsupported;

#[cfg(unix)]
pub(super) use pipe::{Devtools, Pipes};
#[cfg(not(unix))]
pub(super) use unsupported::{Devtools, Pipes};

/// An event of the page in the window.
#[derive(Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "without pipes nothing more is seen"))]
pub(super) enum DevtoolsEvent {
    /// It is there.
    Shown,
    /// It was closed.
    Gone,
    /// It wanted to open a second page with this address.
    Link(String),
    /// An order was refused.
    Refused(String),
}
