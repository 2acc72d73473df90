//! Errors of the stores.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind};
use std::time::Duration;

use widget_auth_core::{AuthError, BoxError, ErrorDetails, Remedy, Report};

/// The name of a store of your own in its errors.
const OWN: &str = "custom";

/// The reason a store operation failed.
///
/// Neither an error nor its source carries a token, a password or the URL of
/// a server. A store of your own makes one with [`unavailable`](Self::unavailable),
/// [`refused`](Self::refused) or [`corrupt`](Self::corrupt), or of an
/// [`io::Error`] with `?`.
///
/// # Examples
///
/// ```
/// use widget_auth_store::{StoreError, TokenStoreOptions, get_token_store};
///
/// let error = get_token_store("etcd", &TokenStoreOptions::new()).unwrap_err();
/// assert!(matches!(error, StoreError::UnknownBackend { .. }));
/// assert!(!error.is_retryable());
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The key cannot be used in any store.
    #[error("the key {reason}")]
    InvalidKey {
        /// The problem.
        reason: &'static str,
    },
    /// An option has a value that cannot work.
    #[error("the option `{name}` {reason}")]
    InvalidOption {
        /// The option, as settings call it where they have it.
        name: &'static str,
        /// The problem, and what to do. Nothing secret is quoted.
        reason: Cow<'static, str>,
    },
    /// The store cannot be reached at the moment: the connection failed, the
    /// server is starting or out of memory. A save may have happened.
    #[error("the {backend} store cannot be reached")]
    Unavailable {
        /// The store.
        backend: &'static str,
        /// The error of the connection.
        #[source]
        source: BoxError,
    },
    /// The store did not answer in time. A save may have happened.
    #[error("the {backend} store did not answer within {} ms", .limit.as_millis())]
    Timeout {
        /// The store.
        backend: &'static str,
        /// The limit of one step.
        limit: Duration,
    },
    /// The keyring did not answer in time: it waits for a person, for another
    /// process, or for earlier calls that do. A save may have happened, or
    /// happen later.
    #[error(
        "the keyring did not answer within {} ms: unlock it or answer what it asks, and try again",
        .limit.as_millis()
    )]
    KeyringTimeout {
        /// The limit of one call.
        limit: Duration,
    },
    /// The operating system offers no keyring to this process, or only a locked
    /// one that it cannot unlock. Trying again does not help, the hint does.
    #[error("there is no keyring to reach: {hint}")]
    NoKeyring {
        /// The suggested remedy.
        hint: &'static str,
        /// The error of the operating system.
        #[source]
        source: BoxError,
    },
    /// The store was reached and said no: access denied, locked, read only. The
    /// same call fails until an operator changes that.
    #[error("the {backend} store refused")]
    Refused {
        /// The store.
        backend: &'static str,
        /// The store's message, without the request.
        #[source]
        source: BoxError,
    },
    /// The stored data cannot be read. Saving or deleting it helps.
    #[error("what the {backend} store holds cannot be read: {reason}")]
    Corrupt {
        /// The store.
        backend: &'static str,
        /// The problem. It quotes nothing of the data.
        reason: Cow<'static, str>,
    },
    /// There is a session under this key already.
    #[error("there is a session under this key already")]
    SessionExists,
    /// The texts and claims of a session are too long to be kept.
    #[error("the texts and claims of a session have more than {limit} bytes")]
    SessionTooLarge {
        /// The limit for all of them together, in bytes.
        limit: usize,
    },
    /// The record was encrypted with a key that was not given.
    #[error("the record was encrypted with the key `{key_id}`, which this program does not have")]
    UnknownEncryptionKey {
        /// The name of the key.
        key_id: String,
    },
    /// The encrypted record was altered, moved here from another key, or not
    /// encrypted by this store at all.
    #[error("the encrypted record is not authentic")]
    NotAuthentic,
    /// No backend has this name.
    #[error("`{name}` is not a token store: choose memory, file, keyring or redis")]
    UnknownBackend {
        /// The name that was asked for.
        name: String,
    },
    /// The program was built without this backend.
    #[error("the {backend} store is not in this program: build with the feature `{backend}`")]
    BackendNotBuilt {
        /// The backend and its feature.
        backend: &'static str,
    },
    /// There is a token store already, made with another backend or options.
    #[error("a token store with other options is in use: call reset_token_store first")]
    OtherOptions,
    /// The operating system gave no random bytes.
    #[error("no random bytes from the operating system")]
    NoRandomness(#[source] BoxError),
}

impl StoreError {
    /// [`Unavailable`](Self::Unavailable), for a store of your own: the call is
    /// tried again. `source` ends in logs, so it must not quote a record, a
    /// password or the URL of a server.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_store::StoreError;
    ///
    /// # fn query() -> Result<(), std::fmt::Error> { Err(std::fmt::Error) }
    /// let error = query().map_err(StoreError::unavailable).unwrap_err();
    /// assert!(error.is_retryable());
    /// assert_eq!(error.to_string(), "the custom store cannot be reached");
    /// ```
    #[must_use]
    pub fn unavailable(source: impl Into<BoxError>) -> Self {
        Self::Unavailable { backend: OWN, source: source.into() }
    }

    /// [`Refused`](Self::Refused), for a store of your own: the call fails until
    /// an operator changes something. For `source` the same holds as for
    /// [`unavailable`](Self::unavailable).
    #[must_use]
    pub fn refused(source: impl Into<BoxError>) -> Self {
        Self::Refused { backend: OWN, source: source.into() }
    }

    /// [`Corrupt`](Self::Corrupt), for a store of your own, whose `reason` says
    /// what the record is not: "no token set".
    #[must_use]
    pub fn corrupt(reason: &'static str) -> Self {
        Self::Corrupt { backend: OWN, reason: reason.into() }
    }

    pub(crate) fn option(name: &'static str, reason: impl Into<Cow<'static, str>>) -> Self {
        Self::InvalidOption { name, reason: reason.into() }
    }

    /// The error of a file, device or socket, by whether it passes.
    pub(crate) fn of_io(
        backend: &'static str,
        kind: ErrorKind,
        source: impl Into<BoxError>,
    ) -> Self {
        let source = source.into();
        let stays = matches!(
            kind,
            ErrorKind::PermissionDenied
                | ErrorKind::ReadOnlyFilesystem
                | ErrorKind::NotADirectory
                | ErrorKind::IsADirectory
                | ErrorKind::AlreadyExists
                | ErrorKind::Unsupported
        );
        match stays {
            true => Self::Refused { backend, source },
            false => Self::Unavailable { backend, source },
        }
    }

    /// Returns whether the same call may succeed later.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use widget_auth_store::StoreError;
    ///
    /// let limit = Duration::from_secs(2);
    /// assert!(StoreError::Timeout { backend: "redis", limit }.is_retryable());
    /// ```
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(
            self,
            Self::Unavailable { .. }
                | Self::Timeout { .. }
                | Self::KeyringTimeout { .. }
                | Self::NoRandomness(_)
        )
    }

    /// Returns whether there is a record that this program cannot read: a
    /// damaged one, or one that it has no key for. It is as good as none, and
    /// writing another one or deleting it helps.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        matches!(
            self,
            Self::Corrupt { .. } | Self::UnknownEncryptionKey { .. } | Self::NotAuthentic
        )
    }
}

/// The [`Report`], which a `main` that returns it prints.
impl fmt::Debug for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Report::new(self), f)
    }
}

impl From<io::Error> for StoreError {
    /// [`Refused`](StoreError::Refused) for a permission and the like, which
    /// stay, otherwise [`Unavailable`](StoreError::Unavailable).
    fn from(error: io::Error) -> Self {
        Self::of_io(OWN, error.kind(), error)
    }
}

impl From<StoreError> for AuthError {
    /// An [`AuthError::Authentication`] with the store's error as its cause.
    fn from(error: StoreError) -> Self {
        let remedy =
            if error.is_retryable() { Remedy::Retry { after: None } } else { Remedy::Nothing };
        Self::authentication(ErrorDetails::new().with_remedy(remedy)).with_source(error)
    }
}
