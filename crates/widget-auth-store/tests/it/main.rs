//! Tests of the token stores against the real programs behind them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[cfg(feature = "encrypted")]
mod encrypted;
mod factory;
#[cfg(all(feature = "keyring", feature = "testing", target_os = "linux"))]
mod keyring;
mod memory;
#[cfg(all(feature = "redis", feature = "testing", unix))]
mod redis;
mod support;
