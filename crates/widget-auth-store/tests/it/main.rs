//! Tests of the token stores against the real programs behind them.

#[cfg(feature = "encrypted")]
mod encrypted;
mod factory;
#[cfg(all(feature = "keyring", feature = "testing", target_os = "linux"))]
mod keyring;
mod memory;
#[cfg(all(feature = "redis", feature = "testing", unix))]
mod redis;
#[cfg(feature = "testing")]
mod suite;
mod support;
