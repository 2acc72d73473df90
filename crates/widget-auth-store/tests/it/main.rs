//! Tests of the stores against the real programs behind them.

#[cfg(feature = "encrypted")]
mod encrypted;
mod factory;
#[cfg(all(feature = "file", feature = "testing"))]
mod file;
#[cfg(all(feature = "keyring", feature = "testing", target_os = "linux"))]
mod keyring;
mod memory;
#[cfg(feature = "testing")]
mod pending;
#[cfg(all(any(feature = "keyring", feature = "redis"), feature = "testing", unix))]
mod program;
#[cfg(all(feature = "redis", feature = "testing", unix))]
mod redis;
#[cfg(feature = "testing")]
mod session_suite;
mod sessions;
#[cfg(feature = "testing")]
mod suite;
mod support;
#[cfg(feature = "testing")]
mod table;
