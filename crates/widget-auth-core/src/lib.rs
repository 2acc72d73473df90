//! The types that the OAuth crates share: what a provider gives
//! ([`OAuthTokenSet`], [`UserInfo`]), how a sign-in goes ([`AuthFlowState`],
//! [`AuthFlowResult`]), how it fails ([`AuthError`]), secrets that do not show
//! themselves, and the [`Clock`].
//!
//! Nothing here does I/O.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod clock;
mod error;
mod flow;
mod secret;
mod token_set;
mod userinfo;

pub use clock::{Clock, ManualClock, SystemClock, UnixTime};
pub use error::{AuthError, AuthErrorKind, BoxError, Cause, ErrorDetails, Remedy, Report};
pub use flow::{AuthFlowResult, AuthFlowState};
pub use secret::{
    AccessToken, ClientSecret, DeviceCode, IdToken, RefreshToken, StoreSecret, StoreUrl,
};
pub use token_set::{ForeignTokens, OAuthTokenSet, RawResponse, TokenOrigin};
pub use userinfo::UserInfo;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
