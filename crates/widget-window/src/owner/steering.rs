//! Steers a browser over a pair of pipes with the Chrome DevTools Protocol.
//!
//! A port would be open to every program of the machine. The pipes do one thing
//! more: the browser leaves when they close, so it ends with the helper also when
//! that is killed.

#[cfg(not(unix))]
mod blind;
#[cfg(unix)]
mod devtools;

#[cfg(not(unix))]
pub(super) use blind::{Pipes, Steering};
#[cfg(unix)]
pub(super) use devtools::{Pipes, Steering};

/// An event of the page in the window.
#[derive(Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "without pipes nothing more is seen"))]
pub(super) enum Sight {
    /// It is there.
    Shown,
    /// It was closed.
    Gone,
    /// It wanted to open a second page with this address.
    Link(String),
    /// An order was refused.
    Refused(String),
}
