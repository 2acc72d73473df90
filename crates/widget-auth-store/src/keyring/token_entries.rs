//! Token sets and leases in a keyring.

use std::collections::BTreeSet;
use std::time::Duration;

use widget_auth_core::Clock;
use zeroize::Zeroizing;

use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::keyring::BACKEND;
use crate::keyring::blob;
use crate::keyring::entries::{Entries, Keyring};
use crate::lease::Lease;
use crate::lock_file::LockFile;
use crate::record;
use crate::store::{PutMode, StoredTokens};

/// The length of a version and the line feed after it.
const VERSION_BYTES: usize = 33;
const INDEX: &str = "index";

/// Token sets and leases in a keyring: `tokens:KEY` holds a version, a line
/// feed and the tokens, `lease:KEY` a lease, `index` the keys, because not
/// every keyring can list its entries.
///
/// The index may name a key without tokens (a save died), never the reverse.
pub(super) struct Sets<E> {
    entries: E,
    lock: LockFile,
}

impl Sets<Keyring> {
    /// The same sets through a connection still to be made.
    pub(super) fn unconnected(&self) -> Self {
        Self { entries: self.entries.unconnected(), lock: self.lock.clone() }
    }
}

impl<E: Entries> Sets<E> {
    pub(super) fn new(entries: E, lock: LockFile) -> Self {
        Self { entries, lock }
    }

    pub(super) fn load(&mut self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        let _lock = self.lock.shared()?;
        let Some(value) = blob::get(&mut self.entries, &tokens(key))? else { return Ok(None) };
        let (version, json) = split(&value).ok_or_else(|| corrupt("no version"))?;
        Ok(Some(StoredTokens { tokens: record::decode(BACKEND, json)?, version }))
    }

    /// Returns whether the tokens were saved.
    pub(super) fn put(
        &mut self,
        key: &str,
        json: &[u8],
        version: Version,
        mode: PutMode,
    ) -> Result<bool, StoreError> {
        let _lock = self.lock.exclusive()?;
        // An overwrite reads nothing: what is there may be damaged.
        if mode != PutMode::Overwrite && !mode.allows(self.version(key)?) {
            return Ok(false);
        }
        self.write(key, json, version)?;
        Ok(true)
    }

    /// Returns whether there were tokens that were removed.
    pub(super) fn remove(
        &mut self,
        key: &str,
        expected: Option<Version>,
    ) -> Result<bool, StoreError> {
        let _lock = self.lock.exclusive()?;
        if expected.is_some() && self.version(key)? != expected {
            return Ok(false);
        }
        let is_removed = blob::remove(&mut self.entries, &tokens(key))?;
        let mut index = self.index_or_new()?;
        if index.remove(key) {
            self.write_index(&index)?;
        }
        Ok(is_removed)
    }

    pub(super) fn list(&mut self) -> Result<Vec<String>, StoreError> {
        let _lock = self.lock.shared()?;
        let mut keys = Vec::new();
        for key in self.index()? {
            if self.entries.get(&tokens(&key))?.is_some() {
                keys.push(key);
            }
        }
        Ok(keys)
    }

    pub(super) fn acquire(
        &mut self,
        key: &str,
        owner: LeaseOwner,
        clock: &dyn Clock,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        let _lock = self.lock.exclusive()?;
        // After the lock, for which it may have waited long.
        let now = clock.now();
        let held = self.lease(key)?;
        let Some(lease) = Lease::acquire(held.as_ref(), owner, now, ttl) else { return Ok(false) };
        let lease = serde_json::to_vec(&lease);
        let lease = lease.ok().ok_or_else(|| corrupt("a lease that is not JSON"))?;
        blob::set(&mut self.entries, &lease_name(key), &lease)?;
        Ok(true)
    }

    pub(super) fn release(
        &mut self,
        key: &str,
        owner: LeaseOwner,
        clock: &dyn Clock,
    ) -> Result<bool, StoreError> {
        let _lock = self.lock.exclusive()?;
        let now = clock.now();
        match self.lease(key)? {
            Some(lease) if lease.is_owned_by(owner) => {
                blob::remove(&mut self.entries, &lease_name(key))?;
                Ok(lease.is_held_at(now))
            }
            _ => Ok(false),
        }
    }

    fn version(&mut self, key: &str) -> Result<Option<Version>, StoreError> {
        let Some(value) = blob::get(&mut self.entries, &tokens(key))? else { return Ok(None) };
        let (version, _) = split(&value).ok_or_else(|| corrupt("no version"))?;
        Ok(Some(version))
    }

    fn write(&mut self, key: &str, json: &[u8], version: Version) -> Result<(), StoreError> {
        let mut value = Zeroizing::new(Vec::with_capacity(VERSION_BYTES + json.len()));
        value.extend_from_slice(version.to_string().as_bytes());
        value.push(b'\n');
        value.extend_from_slice(json);
        let mut index = self.index_or_new()?;
        if index.insert(key.to_owned()) {
            self.write_index(&index)?;
        }
        blob::set(&mut self.entries, &tokens(key), &value)
    }

    fn index(&mut self) -> Result<BTreeSet<String>, StoreError> {
        match blob::get(&mut self.entries, INDEX)? {
            Some(json) => serde_json::from_slice(&json).ok().ok_or_else(|| corrupt("no index")),
            None => Ok(BTreeSet::new()),
        }
    }

    /// A damaged index must not keep anybody from signing in or out.
    fn index_or_new(&mut self) -> Result<BTreeSet<String>, StoreError> {
        match self.index() {
            Err(StoreError::Corrupt { .. }) => Ok(BTreeSet::new()),
            index => index,
        }
    }

    fn write_index(&mut self, index: &BTreeSet<String>) -> Result<(), StoreError> {
        if index.is_empty() {
            return blob::remove(&mut self.entries, INDEX).map(drop);
        }
        let json = serde_json::to_vec(index);
        let json = json.ok().ok_or_else(|| corrupt("an index that is not JSON"))?;
        blob::set(&mut self.entries, INDEX, &json)
    }

    /// A lease that cannot be read is none: it must not block for ever.
    fn lease(&mut self, key: &str) -> Result<Option<Lease>, StoreError> {
        match blob::get(&mut self.entries, &lease_name(key)) {
            Ok(lease) => Ok(lease.and_then(|json| serde_json::from_slice(&json).ok())),
            Err(StoreError::Corrupt { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn tokens(key: &str) -> String {
    format!("tokens:{key}")
}

fn lease_name(key: &str) -> String {
    format!("lease:{key}")
}

fn split(value: &[u8]) -> Option<(Version, &[u8])> {
    let (version, json) = value.split_at_checked(VERSION_BYTES)?;
    let version = std::str::from_utf8(version).ok()?.strip_suffix('\n')?;
    Some((version.parse().ok()?, json))
}

fn corrupt(reason: &'static str) -> StoreError {
    StoreError::Corrupt { backend: BACKEND, reason: reason.into() }
}
