//! Tests of the session manager. Provider and store are made to misbehave on
//! command, and the time belongs to the tests; what they do in earnest is
//! shown by the test `processes`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod background;
#[cfg(feature = "reqwest")]
mod bearer;
mod client_credentials;
mod faults;
mod logout;
mod logs;
mod once;
mod order;
mod origin;
mod real_answers;
mod reauth;
mod support;
mod tokens;
mod unclear;
mod unreadable;
