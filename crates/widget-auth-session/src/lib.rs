//! OAuth sessions that refresh themselves, and the flows that sign users in.
//!
//! [`SessionManager`] keeps the access token of one session valid: it
//! refreshes before the token expires, once for any number of callers and
//! processes, and never loses a refresh token to a passing fault.
//!
//! [`AuthFlowManager`] signs a user in: in a browser on this machine, or with
//! another device. With the feature `routes`, the module `routes` signs users
//! of a server in.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod error;
mod error_without_state;
mod flow_error;
mod manager;
mod secure_url;
mod session;
mod settings;

mod device;
mod flow;
mod loopback;
mod window;

#[cfg(feature = "reqwest")]
mod bearer;
#[cfg(feature = "routes")]
pub mod routes;

#[cfg(feature = "reqwest")]
pub use bearer::{Bearer, BearerClient, BearerError, BearerRequest};

pub use error::SessionError;
pub use flow::{AuthFlowManager, AuthMode, AuthOutcome, FlowError, FlowWatch};
pub use loopback::{LoopbackHost, LoopbackRedirect};
pub use manager::{RefreshOutcome, SessionManager};
pub use settings::token_store_options;
#[cfg(feature = "browser")]
pub use window::SystemBrowser;
pub use window::{AuthWindow, WindowConfig};

/// For implementations of the traits of this crate.
pub use async_trait::async_trait;

// The crates whose types stand in the signatures of this one.
#[cfg(feature = "reqwest")]
pub use reqwest;
pub use widget_auth_core;
pub use widget_auth_provider;
pub use widget_auth_store;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
