//! Shared test support: a mock provider, its keys, and a client.

mod keys;
mod mock_provider;
mod private_key;
mod reply;

use std::error::Error as _;
use std::sync::{Arc, LazyLock};

use widget_auth_core::{AuthError, ManualClock, UnixTime};
use widget_auth_provider::{HttpClient, OAuthClient, ProviderError};

pub(crate) use keys::{TestKey, b64};
pub(crate) use mock_provider::{MockProvider, Recorded};
pub(crate) use private_key::{PrivateKey, pem};
pub(crate) use reply::Reply;

/// When the tests take place.
pub(crate) const NOW: u64 = 1_800_000_000;
pub(crate) const CLIENT_ID: &str = "client-1";
pub(crate) const SECRET: &str = "s3cret of the client";
pub(crate) const REDIRECT: &str = "http://127.0.0.1:8765/callback";
pub(crate) const NONCE: &str = "nonce-1";

pub(crate) fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(UnixTime::from_secs(NOW)))
}

/// A confidential client that lives at [`NOW`].
pub(crate) fn client() -> OAuthClient {
    // Reading the certificates of the system takes longer than a whole test.
    static HTTP: LazyLock<HttpClient> = LazyLock::new(|| HttpClient::new().unwrap());
    OAuthClient::new(CLIENT_ID)
        .with_secret(SECRET)
        .with_clock(clock())
        .with_http_client(HTTP.clone())
}

/// The cause of an error that a provider returned.
pub(crate) fn cause(error: &AuthError) -> &ProviderError {
    error.source().unwrap().downcast_ref().unwrap()
}

/// Everything that an error says about itself, down to the last cause.
pub(crate) fn all_text(error: &AuthError) -> String {
    let mut text = format!("{error} {error:?}");
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(" {cause} {cause:?}");
        source = cause.source();
    }
    text
}
