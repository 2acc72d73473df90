//! The checklist of a relying party. A test named `rp_30_…` shows item 30.
//!
//! `support` holds a provider that lies on demand; `real` talks to a real one.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod harness;
mod support;

mod apple;
mod attempt;
mod authorize;
mod by_design;
mod cache;
mod callback;
mod client_auth;
mod client_credentials;
mod corpus;
mod device;
mod discovery;
mod exchange;
mod forms;
mod github;
mod google;
mod http;
mod id_token;
mod jwks;
mod microsoft;
mod mock_provider;
mod origin;
mod presets;
mod properties;
mod real;
mod refresh;
mod revocation;
mod secrets;
mod settings;
mod token_response;
mod userinfo;
