//! Errors of a keyring, without anything that could be a secret.

use keyring_core::Error;

use crate::error::StoreError;
use crate::keyring::BACKEND;

/// The message of a keyring. The errors of the library are not kept, since some
/// carry the secret they could not read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Sanitized(String);

/// The advice for a person without a keyring, or with a locked one.
const HINT: &str = "unlock one for this user; on Linux and BSD a Secret Service such as \
                    gnome-keyring has to run on the session bus";

/// The error of a connection that failed. A keyring that was reached before is
/// expected back.
pub(super) fn of_connecting(error: Error, has_connected: bool) -> StoreError {
    match error {
        Error::PlatformFailure(cause) if !has_connected => {
            StoreError::NoKeyring { hint: HINT, source: Box::new(Sanitized(cause.to_string())) }
        }
        error => of_call(error),
    }
}

pub(super) fn of_call(error: Error) -> StoreError {
    let fault = |text: String| Box::new(Sanitized(text));
    match error {
        Error::PlatformFailure(cause) => {
            StoreError::Unavailable { backend: BACKEND, source: fault(cause.to_string()) }
        }
        Error::NoStorageAccess(cause) => {
            StoreError::NoKeyring { hint: HINT, source: fault(cause.to_string()) }
        }
        Error::BadEncoding(_) | Error::BadDataFormat(..) | Error::BadStoreFormat(_) => {
            StoreError::Corrupt { backend: BACKEND, reason: "not the format of the keyring".into() }
        }
        Error::Ambiguous(_) => {
            StoreError::Corrupt { backend: BACKEND, reason: "two entries of one name".into() }
        }
        error => StoreError::Refused { backend: BACKEND, source: fault(error.to_string()) },
    }
}
