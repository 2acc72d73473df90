//! Stores for OAuth tokens and browser sessions.
//!
//! [`TokenStore`] is the contract: tokens under a key, a put that refuses to
//! overwrite what another process saved, and a lease so that one process of many
//! does the refresh. [`TokenStoreExt`] has `save`, `delete`, `exists` and the
//! like for every store. [`MemoryTokenStore`] keeps them in the process,
//! `KeyringTokenStore` (feature `keyring`) in the keyring of the operating
//! system, `FileTokenStore` (feature `file`) in files of this user, for machines
//! without a keyring, `RedisTokenStore` (feature `redis`) in a Redis server that
//! many workers share, and `EncryptedTokenStore` (feature `encrypted`) encrypts
//! what any of them keeps, `RedisOptions::with_encryption` sessions and pending
//! sign-ins in Redis as well. [`get_token_store`] gives the one store of a
//! program by name. [`TableTokenStore`] makes a store of any database, through
//! the three methods of [`TokenTable`]; a [`TokenStore`] written in full has
//! [`Lease`] and [`MemoryLeases`] for its leases.
//!
//! [`SessionStore`] keeps beside them who is signed in in which browser:
//! [`MemorySessionStore`] in the process, `RedisSessionStore` (feature `redis`)
//! for many workers. [`PendingStore`] keeps what a server has to remember while
//! a user is at the provider, and [`RateLimitStore`] counts sign-ins, both in
//! the same two places.
//!
//! Own stores are checked with the conformance suites in `testing` (feature
//! `testing`).
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "encrypted")]
mod encrypted;
mod error;
#[cfg(feature = "file")]
mod file;
mod global;
mod id;
mod key;
#[cfg(feature = "keyring")]
mod keyring;
mod lease;
#[cfg(any(feature = "file", feature = "keyring"))]
mod lock_file;
mod memory;
mod options;
mod pending;
mod rate;
#[cfg(any(feature = "encrypted", feature = "keyring", feature = "redis"))]
mod record;
#[cfg(feature = "redis")]
mod redis;
mod session;
mod store;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod ttl_map;

#[cfg(feature = "encrypted")]
pub use encrypted::{EncryptedTokenStore, EncryptionKey, EncryptionKeys};
pub use error::StoreError;
#[cfg(feature = "file")]
pub use file::{FileTable, FileTokenStore};
pub use global::{get_token_store, reset_token_store};
pub use id::{LeaseOwner, Version};
pub use key::check_key;
#[cfg(feature = "keyring")]
pub use keyring::KeyringTokenStore;
pub use lease::{Lease, MemoryLeases};
pub use memory::MemoryTokenStore;
pub use options::{KeyringOptions, RedisOptions, TokenStoreOptions};
pub use pending::{MemoryPendingStore, PendingStore};
pub use rate::{Hits, MemoryRateLimitStore, RateLimitStore};
#[cfg(feature = "redis")]
pub use redis::{
    RedisPendingStore, RedisRateLimitStore, RedisSessionStore, RedisStores, RedisTokenStore,
};
pub use session::{
    CustomRole, InvalidRole, MemorySessionStore, Role, SessionId, SessionStore, UserSession,
};
pub use store::{PutMode, SaveOutcome, StoredTokens, TokenStore, TokenStoreExt};
pub use table::{TableRecord, TableTokenStore, TokenTable};

/// For implementations of the traits of this crate.
pub use async_trait::async_trait;

// The crates whose types stand in the signatures of this one.
pub use widget_auth_core;
pub use zeroize;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
