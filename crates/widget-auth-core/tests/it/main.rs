//! The shared words, as other crates rely on them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod clock;
mod error;
mod flow;
mod secret;
mod token_set;
mod userinfo;
