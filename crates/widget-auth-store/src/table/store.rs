//! The token store on a table.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::Serialize;
use widget_auth_core::{Clock, OAuthTokenSet, SystemClock};

use super::TokenTable;
use super::record::TableRecord;
use crate::error::StoreError;
use crate::id::{LeaseOwner, Version};
use crate::key::check_key;
use crate::lease::Lease;
use crate::store::{PutMode, SaveOutcome, StoredTokens, TokenStore};

/// The names of tokens and leases in the table.
const TOKENS: &str = "tokens:";
const LEASE: &str = "lease:";

/// Keeps tokens in a [`TokenTable`], which has three methods where a
/// [`TokenStore`] has six: the store for a database of your own.
///
/// A key takes up to two records, `tokens:KEY` and `lease:KEY`. The lease of a
/// process that died stays in the table until another one takes it, and holds
/// for its time only, which is told by the clocks of the processes: they may
/// differ by a second or two.
///
/// # Examples
///
/// The store of `table`, as [`SessionManager`] or [`AuthState`] take it:
///
/// ```
/// use widget_auth_store::{TableTokenStore, TokenStore, TokenTable};
///
/// fn store_in(table: impl TokenTable) -> impl TokenStore {
///     TableTokenStore::new(table)
/// }
/// ```
///
/// [`SessionManager`]: https://docs.rs/widget-auth-session
/// [`AuthState`]: https://docs.rs/widget-auth-session
#[derive(Debug)]
pub struct TableTokenStore<T> {
    table: T,
    clock: Arc<dyn Clock>,
}

/// [`StoredTokens`] without a copy of the tokens.
#[derive(Serialize)]
struct Saving<'a> {
    version: Version,
    tokens: &'a OAuthTokenSet,
}

impl<T: TokenTable> TableTokenStore<T> {
    /// The tokens in `table`, whose other records are left alone.
    #[must_use]
    pub fn new(table: T) -> Self {
        Self { table, clock: Arc::new(SystemClock) }
    }

    /// Measures leases with `clock`.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// The table itself.
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The record under `key`, as it stands and as it reads.
    async fn saved(&self, key: &str) -> Result<Option<(TableRecord, StoredTokens)>, StoreError> {
        let Some(record) = self.table.get(&named(TOKENS, key)?).await? else { return Ok(None) };
        let corrupt =
            || StoreError::Corrupt { backend: self.table.backend(), reason: "no token set".into() };
        let saved = record.decode().ok_or_else(corrupt)?;
        Ok(Some((record, saved)))
    }

    /// The record under `key` as it stands, if it is the save `expected`. Every
    /// save has a version of its own, so an equal record is that one.
    async fn record(
        &self,
        key: &str,
        expected: Version,
    ) -> Result<Option<TableRecord>, StoreError> {
        let saved = self.saved(key).await?.filter(|(_, saved)| saved.version == expected);
        Ok(saved.map(|(record, _)| record))
    }

    /// Puts `new` under `name`, or removes what is there; returns whether
    /// anything was there.
    async fn replace(&self, name: &str, new: Option<TableRecord>) -> Result<bool, StoreError> {
        loop {
            let old = self.table.get(name).await?;
            let is_done = match (&old, &new) {
                (None, None) => true,
                _ => self.table.swap(name, old.as_ref(), new.clone()).await?,
            };
            if is_done {
                return Ok(old.is_some());
            }
        }
    }

    /// The lease of `key`, as it stands and as it reads. One that cannot be
    /// read holds nothing.
    async fn lease(&self, name: &str) -> Result<(Option<TableRecord>, Option<Lease>), StoreError> {
        let record = self.table.get(name).await?;
        let lease = record.as_ref().and_then(TableRecord::decode);
        Ok((record, lease))
    }
}

/// The name of a record, if `key` is one that every store takes.
fn named(kind: &str, key: &str) -> Result<String, StoreError> {
    check_key(key)?;
    Ok(format!("{kind}{key}"))
}

#[async_trait]
impl<T: TokenTable> TokenStore for TableTokenStore<T> {
    async fn load(&self, key: &str) -> Result<Option<StoredTokens>, StoreError> {
        Ok(self.saved(key).await?.map(|(_, saved)| saved))
    }

    async fn put(
        &self,
        key: &str,
        tokens: &OAuthTokenSet,
        mode: PutMode,
    ) -> Result<SaveOutcome, StoreError> {
        let (name, version) = (named(TOKENS, key)?, Version::random()?);
        let new = TableRecord::encode(self.table.backend(), &Saving { version, tokens })?;
        let is_saved = match mode {
            PutMode::Overwrite => self.replace(&name, Some(new)).await.map(|_| true)?,
            PutMode::Create => self.table.swap(&name, None, Some(new)).await?,
            PutMode::Update(expected) => match self.record(key, expected).await? {
                Some(old) => self.table.swap(&name, Some(&old), Some(new)).await?,
                None => false,
            },
        };
        Ok(SaveOutcome::new(is_saved, version))
    }

    async fn remove(&self, key: &str, expected: Option<Version>) -> Result<bool, StoreError> {
        let name = named(TOKENS, key)?;
        let Some(expected) = expected else { return self.replace(&name, None).await };
        match self.record(key, expected).await? {
            Some(old) => self.table.swap(&name, Some(&old), None).await,
            None => Ok(false),
        }
    }

    async fn list_keys(&self) -> Result<Vec<String>, StoreError> {
        let names = self.table.names().await?;
        let keys = names.iter().filter_map(|name| name.strip_prefix(TOKENS));
        let mut keys: Vec<_> = keys.map(str::to_owned).collect();
        keys.sort_unstable();
        Ok(keys)
    }

    async fn acquire_lease(
        &self,
        key: &str,
        owner: LeaseOwner,
        ttl: Duration,
    ) -> Result<bool, StoreError> {
        let name = named(LEASE, key)?;
        loop {
            let (old, held) = self.lease(&name).await?;
            let now = self.clock.now();
            let Some(lease) = Lease::acquire(held.as_ref(), owner, now, ttl) else {
                return Ok(false);
            };
            let new = TableRecord::encode(self.table.backend(), &lease)?;
            if self.table.swap(&name, old.as_ref(), Some(new)).await? {
                return Ok(true);
            }
        }
    }

    async fn release_lease(&self, key: &str, owner: LeaseOwner) -> Result<bool, StoreError> {
        let name = named(LEASE, key)?;
        loop {
            let (Some(old), Some(lease)) = self.lease(&name).await? else { return Ok(false) };
            if !lease.is_owned_by(owner) {
                return Ok(false);
            }
            if self.table.swap(&name, Some(&old), None).await? {
                return Ok(lease.is_held_at(self.clock.now()));
            }
        }
    }
}
