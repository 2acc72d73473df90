//! Errors of Redis, without anything that could be a secret.

use std::time::Duration;

use redis::{ErrorKind, RedisError};

use crate::error::StoreError;
use crate::redis::BACKEND;

/// The message of Redis or of the network, reduced to parts that cannot be secret.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Sanitized(String);

impl Sanitized {
    fn new(error: &RedisError) -> Self {
        if error.is_io_error() {
            // The words of the operating system or of TLS.
            return Self(error.to_string());
        }
        // The full text of an unknown command quotes its arguments. Codes are
        // words like `WRONGPASS`; anything else is prose.
        let is_word = |code: &&str| code.bytes().all(|byte| byte.is_ascii_uppercase());
        let code = error.code().filter(is_word).map(|code| format!(" ({code})"));
        Self(format!("{}{}", error.category(), code.unwrap_or_default()))
    }
}

pub(super) fn of_command(error: &RedisError, limit: Duration) -> StoreError {
    if error.is_timeout() {
        return StoreError::Timeout { backend: BACKEND, limit };
    }
    let source = Box::new(Sanitized::new(error));
    // A server that loads its data or has lost its master recovers.
    let passes = error.is_io_error()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
        || matches!(error.code(), Some("LOADING" | "TRYAGAIN" | "MASTERDOWN" | "CLUSTERDOWN"))
        // Between two masters, or two maps of the cluster.
        || matches!(
            error.kind(),
            ErrorKind::MasterNameNotFoundBySentinel | ErrorKind::ClusterConnectionNotFound
        );
    if passes {
        StoreError::Unavailable { backend: BACKEND, source }
    } else {
        StoreError::Refused { backend: BACKEND, source }
    }
}

/// No connection was opened within `limit`.
pub(super) fn of_waiting(limit: Duration) -> StoreError {
    StoreError::Timeout { backend: BACKEND, limit }
}
