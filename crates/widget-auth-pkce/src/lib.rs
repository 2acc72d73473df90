//! PKCE verifier and challenge pairs ([RFC 7636]), method `S256` only.
//!
//! A client makes a [`PkceChallenge`] for each sign-in, sends the challenge
//! with the authorization request and the verifier with the token request.
//! An attacker who intercepts the authorization code cannot use it.
//!
//! ```
//! use widget_auth_pkce::PkceChallenge;
//!
//! let pkce = PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH)?;
//! assert_eq!(pkce.method(), "S256");
//! assert_eq!(pkce.challenge().len(), 43);
//! # Ok::<(), widget_auth_pkce::PkceError>(())
//! ```
//!
//! [RFC 7636]: https://www.rfc-editor.org/rfc/rfc7636
#![cfg_attr(docsrs, feature(doc_cfg))]

mod challenge;
mod error;

pub use challenge::PkceChallenge;
pub use error::PkceError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
