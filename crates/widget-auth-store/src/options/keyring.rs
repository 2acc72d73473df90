//! Options of the keyring store.

use std::path::PathBuf;
use std::time::Duration;

/// The options of the keyring store.
///
/// # Examples
///
/// ```
/// use widget_auth_store::KeyringOptions;
///
/// let options = KeyringOptions::new().with_service_name("my-program");
/// assert_eq!(options.service_name(), "my-program");
/// assert_eq!(KeyringOptions::new().service_name(), "widget-kit-oauth");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyringOptions {
    service_name: String,
    lock_dir: Option<PathBuf>,
    timeout: Duration,
}

impl KeyringOptions {
    /// The service name `widget-kit-oauth`, locks in the usual place, 60
    /// seconds for each call.
    #[must_use]
    pub fn new() -> Self {
        Self {
            service_name: "widget-kit-oauth".to_owned(),
            lock_dir: None,
            timeout: Duration::from_secs(60),
        }
    }

    /// Sets the name that all entries bear, 1 to 128 bytes.
    #[must_use]
    pub fn with_service_name(mut self, service_name: impl Into<String>) -> Self {
        self.service_name = service_name.into();
        self
    }

    /// Sets the folder of the lock file, which all processes that share the
    /// keyring have to agree on.
    ///
    /// Without it: `$XDG_RUNTIME_DIR`, else `%LOCALAPPDATA%`, else `.cache` in
    /// the home directory.
    #[must_use]
    pub fn with_lock_dir(mut self, lock_dir: impl Into<PathBuf>) -> Self {
        self.lock_dir = Some(lock_dir.into());
        self
    }

    /// Sets how long a call may take, longer than zero. A keyring that is
    /// locked asks the user for a password meanwhile.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Longest time that a call may take.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The name that all entries bear.
    #[must_use]
    pub fn service_name(&self) -> &str {
        &self.service_name
    }

    /// The folder of the lock file, if one was set.
    #[must_use]
    pub fn lock_dir(&self) -> Option<&PathBuf> {
        self.lock_dir.as_ref()
    }
}

impl Default for KeyringOptions {
    fn default() -> Self {
        Self::new()
    }
}
