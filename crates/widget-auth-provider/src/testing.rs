//! A provider for the tests of programs that sign in.
//!
//! [`MockProvider`] is a real HTTP server on a free port of this machine that
//! gives out codes and signed tokens as an OpenID provider does. A test may
//! replace the answer of any path by a [`Reply`] of its own, and looks at each
//! [`RecordedRequest`] afterwards. What a [`SigningKey`] signs is as good as the
//! claims in it.
//!
//! Needs a Tokio runtime, and serves until that is dropped.

mod authorization_server;
mod mock_provider;
mod recorded_request;
mod reply;
mod signing_key;

pub use mock_provider::MockProvider;
pub use recorded_request::RecordedRequest;
pub use reply::Reply;
pub use signing_key::SigningKey;
