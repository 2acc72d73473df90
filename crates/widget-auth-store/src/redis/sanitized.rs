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

/// The codes of what ends by itself or by the hand of an operator.
const PASSING: [&str; 9] = [
    "LOADING",
    "TRYAGAIN",
    "MASTERDOWN",
    "CLUSTERDOWN",
    READONLY,
    "OOM",
    "MISCONF",
    "NOREPLICAS",
    "BUSY",
];

/// The code of a replica that is to write.
const READONLY: &str = "READONLY";

/// Returns whether the server at the other end is a replica: after a failover the old master goes
/// on answering.
pub(super) fn is_of_replica(error: &RedisError) -> bool {
    error.code() == Some(READONLY)
}

pub(super) fn of_command(error: &RedisError, limit: Duration) -> StoreError {
    if error.is_timeout() {
        return StoreError::Timeout { backend: BACKEND, limit };
    }
    let source = Box::new(Sanitized::new(error));
    // A server that loads its data, has lost its master, has become a replica or has no room
    // recovers.
    let passes = error.is_io_error()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
        || error.code().is_some_and(|code| PASSING.contains(&code))
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
