//! OAuth 2.0 and OpenID Connect providers, from the client's side.
//!
//! A provider is an [`OAuthProvider`]: it builds the authorization URL,
//! exchanges the code, refreshes and revokes tokens, and tells who signed in.
//! [`GenericOidcProvider`] finds its endpoints by discovery and validates ID
//! tokens; it comes with presets for Google, Microsoft, Apple and others. [`GithubProvider`]
//! and [`OAuth2Provider`] do without OpenID Connect. An
//! [`AuthorizationAttempt`] holds what one sign-in must remember and checks
//! what comes back.
//!
//! ```no_run
//! use widget_auth_provider::{
//!     AuthorizationAttempt, GenericOidcProvider, OAuthClient, OAuthProvider,
//! };
//!
//! # async fn sign_in(callback_query: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let client = OAuthClient::new("client-id").with_secret("client-secret");
//! let google = GenericOidcProvider::google(client)?;
//!
//! let attempt = AuthorizationAttempt::new(&google, "http://127.0.0.1:8765/callback")?;
//! println!("open {}", attempt.authorize_url(&google, &[]).await?);
//!
//! // … the browser comes back to /callback?code=…&state=…
//! let tokens = attempt.exchange(&google, callback_query).await?;
//! let user = google.get_userinfo(&tokens).await?;
//! println!("{} is signed in", user.sub);
//! # Ok(())
//! # }
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod provider;
mod request;

mod attempt;
mod callback;

mod authorize;
mod client;
mod client_auth;
mod device;
mod end_session;
mod endpoints;
mod forward;
mod http;
mod members;
mod posted_name;
mod secret_signer;
mod token_endpoint;
mod token_response;
mod userinfo;

mod cache;
mod discovery;
mod id_token;
mod issuer;
mod jwk;
mod jws;
mod signing_algorithm;

mod oauth2;
mod oidc;
mod presets;
mod settings;

mod error;

#[cfg(feature = "testing")]
pub mod testing;

pub use attempt::AuthorizationAttempt;
pub use callback::AuthorizationResponse;
pub use client::OAuthClient;
pub use client_auth::ClientAuthMethod;
pub use device::{DeviceAuthorization, DevicePoll};
pub use discovery::ProviderMetadata;
pub use endpoints::Endpoints;
pub use error::{
    CallbackFault, Endpoint, IdTokenFault, OAuthErrorResponse, ProviderError, UnreadableKey,
};
pub use http::HttpClient;
pub use id_token::{IdTokenClaims, IdTokenValidator};
pub use issuer::{Issuer, MicrosoftTenant};
pub use jwk::JwkSet;
pub use oauth2::OAuth2Provider;
pub use oidc::GenericOidcProvider;
pub use presets::GithubProvider;
pub use provider::OAuthProvider;
pub use request::{AuthorizeRequest, CodeExchange, RevocableToken};
pub use secret_signer::SecretSigner;
pub use settings::{OAuth2Settings, create_provider_from_settings};
pub use signing_algorithm::SigningAlgorithm;
pub use token_response::{TokenResponseRules, parse_token_response};

/// For implementations of the traits of this crate.
pub use async_trait::async_trait;

// The crates whose types stand in the signatures of this one.
pub use reqwest;
pub use url;
pub use widget_auth_core;
pub use widget_auth_pkce;
pub use zeroize;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
