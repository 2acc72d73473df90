//! The interface to a keyring: named secrets of limited size.

use std::sync::Arc;

use keyring_core::api::CredentialStore;
use keyring_core::{Entry, Error};
use zeroize::Zeroizing;

use crate::error::StoreError;
use crate::keyring::sanitized;

/// Named secrets of limited size: what the keyrings of all operating systems
/// have in common.
pub(super) trait Entries {
    fn get(&mut self, name: &str) -> Result<Option<Zeroizing<Vec<u8>>>, StoreError>;
    fn set(&mut self, name: &str, secret: &[u8]) -> Result<(), StoreError>;
    /// Says whether there was such an entry.
    fn remove(&mut self, name: &str) -> Result<bool, StoreError>;
}

/// The keyring of this user, connected when it is used.
pub(super) struct Keyring {
    service_name: String,
    connection: Option<Arc<CredentialStore>>,
    /// A keyring that was there once comes back: its daemon restarts.
    has_connected: bool,
}

impl Keyring {
    pub(super) fn new(service_name: &str) -> Self {
        Self { service_name: service_name.to_owned(), connection: None, has_connected: false }
    }

    pub(super) fn unconnected(&self) -> Self {
        Self::new(&self.service_name)
    }

    /// Does `work`, once more with a new connection if the old one is of no
    /// use: after a restart of the daemon it never works again.
    fn with_entry<T>(
        &mut self,
        name: &str,
        work: impl Fn(&Entry) -> keyring_core::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        let mut is_old = self.connection.is_some();
        loop {
            let connection = match &self.connection {
                Some(connection) => connection,
                None => {
                    let has_connected = self.has_connected;
                    let connection = connect()
                        .map_err(|error| sanitized::of_connecting(error, has_connected))?;
                    self.has_connected = true;
                    self.connection.insert(connection)
                }
            };
            let entry = connection.build(&self.service_name, name, None);
            match entry.and_then(|entry| work(&entry)) {
                Ok(value) => return Ok(Some(value)),
                Err(Error::NoEntry) => return Ok(None),
                Err(error) => {
                    // A person who said no is not asked again.
                    let is_broken = matches!(error, Error::PlatformFailure(_));
                    if is_broken {
                        self.connection = None;
                    }
                    if !(is_broken && std::mem::take(&mut is_old)) {
                        return Err(sanitized::of_call(error));
                    }
                }
            }
        }
    }
}

impl Entries for Keyring {
    fn get(&mut self, name: &str) -> Result<Option<Zeroizing<Vec<u8>>>, StoreError> {
        Ok(self.with_entry(name, Entry::get_secret)?.map(Zeroizing::new))
    }

    fn set(&mut self, name: &str, secret: &[u8]) -> Result<(), StoreError> {
        match self.with_entry(name, |entry| entry.set_secret(secret))? {
            Some(()) => Ok(()),
            None => Err(sanitized::of_call(Error::NoEntry)),
        }
    }

    fn remove(&mut self, name: &str) -> Result<bool, StoreError> {
        Ok(self.with_entry(name, Entry::delete_credential)?.is_some())
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn connect() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
fn connect() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(windows)]
fn connect() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}
