//! Options of the Redis stores.

use std::fmt;
use std::time::Duration;

use zeroize::Zeroizing;

#[cfg(feature = "encrypted")]
use crate::encrypted::EncryptionKeys;

/// The options of the Redis stores.
///
/// # Examples
///
/// ```
/// use widget_auth_store::RedisOptions;
///
/// let options = RedisOptions::new().with_url("rediss://:pa55word@cache.example.com/1");
/// assert!(!format!("{options:?}").contains("pa55word"));
/// assert_eq!(options.prefix(), "widget-kit");
/// assert_eq!(options.pool_size(), 10);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RedisOptions {
    url: Zeroizing<String>,
    prefix: String,
    pool_size: usize,
    timeout: Duration,
    max_idle: Option<Duration>,
    topology: RedisTopology,
    #[cfg(feature = "encrypted")]
    encryption: Option<EncryptionKeys>,
}

/// The way in which a Redis runs.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum RedisTopology {
    Server,
    Sentinel { master: String, sentinels: Vec<Zeroizing<String>> },
    Cluster { nodes: Vec<Zeroizing<String>> },
}

impl RedisOptions {
    /// `redis://127.0.0.1:6379/0`, the prefix `widget-kit`, 10 connections,
    /// 2 seconds for each step, and no longest idle time.
    #[must_use]
    pub fn new() -> Self {
        Self {
            url: Zeroizing::new("redis://127.0.0.1:6379/0".to_owned()),
            prefix: "widget-kit".to_owned(),
            pool_size: 10,
            timeout: Duration::from_secs(2),
            max_idle: None,
            topology: RedisTopology::Server,
            #[cfg(feature = "encrypted")]
            encryption: None,
        }
    }

    /// Sets the server: `redis://[user][:password@]host[:port][/database]`,
    /// `rediss://…` for TLS, `redis+unix:///path` for a socket.
    #[must_use]
    pub fn with_url(mut self, url: impl Into<String>) -> Self {
        self.url = Zeroizing::new(url.into());
        self
    }

    /// Asks sentinels at these URLs which server is the master of this name, at first and
    /// when it has changed. User, password, database and TLS of the master are those of
    /// [`with_url`](Self::with_url), whose host has no meaning then.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_store::RedisOptions;
    ///
    /// let options = RedisOptions::new()
    ///     .with_url("redis://:pa55word@master/0")
    ///     .with_sentinels("main", ["redis://10.0.0.1:26379", "redis://10.0.0.2:26379"]);
    /// # assert!(!format!("{options:?}").contains("pa55word"));
    /// ```
    #[must_use]
    pub fn with_sentinels<S: Into<String>>(
        mut self,
        master: impl Into<String>,
        sentinels: impl IntoIterator<Item = S>,
    ) -> Self {
        let sentinels = sentinels.into_iter().map(|url| Zeroizing::new(url.into())).collect();
        self.topology = RedisTopology::Sentinel { master: master.into(), sentinels };
        self
    }

    /// Spreads the keys over a Redis cluster, which is found by any of these URLs. User and
    /// password are the same for all nodes; [`with_url`](Self::with_url) has no meaning then.
    /// Each pending sign-in is on the same node, since one script orders them.
    #[must_use]
    pub fn with_cluster<S: Into<String>>(mut self, nodes: impl IntoIterator<Item = S>) -> Self {
        let nodes = nodes.into_iter().map(|url| Zeroizing::new(url.into())).collect();
        self.topology = RedisTopology::Cluster { nodes };
        self
    }

    /// Sets what all names in Redis begin with.
    #[must_use]
    pub fn with_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Sets the largest number of connections. Each carries one call at a time; a further
    /// one waits for a connection.
    #[must_use]
    pub fn with_pool_size(mut self, pool_size: usize) -> Self {
        self.pool_size = pool_size;
        self
    }

    /// Sets how long each step may take: waiting for a connection, opening it, checking it,
    /// and the answer to a command. With sentinels and in a cluster the client's own limits
    /// hold as well: half a second for an answer, one for a connection.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Drops a set with a refresh token or an ID token that was neither loaded
    /// nor saved for this long. All workers have to agree on it.
    #[must_use]
    pub fn with_max_idle(mut self, max_idle: Duration) -> Self {
        self.max_idle = Some(max_idle);
        self
    }

    /// Encrypts token sets, sessions and pending sign-ins on their way to Redis
    /// (XChaCha20-Poly1305), as `EncryptedTokenStore` does for tokens alone.
    ///
    /// In the clear stay the keys, versions and times, which scripts compare,
    /// and the counts of sign-ins. Each record is bound to its name in Redis: one
    /// that was altered or copied to another name is
    /// [`NotAuthentic`](crate::StoreError::NotAuthentic), and so is one from before
    /// the encryption.
    ///
    /// It keeps secrets from those who can read Redis. Those who can write
    /// there may put an old record of the same name back, so that a session that
    /// was signed out or a sign-in that was used is there again, and may move the
    /// end of a session, which is one of the times in the clear. The
    /// `max_session_age` of a website counts from the sign-in, which is sealed,
    /// and ends such a session all the same; withdrawing the key ends all of them.
    ///
    /// All workers have to have the same keys. To replace a key, give all
    /// workers the new one as an old key first, then as the one that writes; the
    /// former one is needed for as long as sessions last.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_store::{EncryptionKey, EncryptionKeys, RedisOptions, RedisStores};
    ///
    /// // Keep the bytes where Redis is not: 32 of them, random.
    /// let keys = EncryptionKeys::new(EncryptionKey::new("2026", [2; 32])?)
    ///     .with_old_key(EncryptionKey::new("2025", [1; 32])?);
    /// let redis = RedisStores::new(RedisOptions::new().with_encryption(keys))?;
    /// # Ok::<(), widget_auth_store::StoreError>(())
    /// ```
    #[cfg(feature = "encrypted")]
    #[must_use]
    pub fn with_encryption(mut self, keys: impl Into<EncryptionKeys>) -> Self {
        self.encryption = Some(keys.into());
        self
    }

    /// Returns the prefix of all keys in Redis.
    #[must_use]
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The largest number of connections.
    #[must_use]
    pub fn pool_size(&self) -> usize {
        self.pool_size
    }

    /// Returns the time limit of each step.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The longest idle time of a set with a refresh token or an ID token.
    #[must_use]
    pub fn max_idle(&self) -> Option<Duration> {
        self.max_idle
    }

    #[cfg(all(feature = "encrypted", feature = "redis"))]
    pub(crate) fn encryption(&self) -> Option<&EncryptionKeys> {
        self.encryption.as_ref()
    }

    #[cfg(feature = "redis")]
    pub(crate) fn topology(&self) -> &RedisTopology {
        &self.topology
    }

    #[cfg(feature = "redis")]
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Default for RedisOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// The URL may hold a password, anywhere if it is malformed.
impl fmt::Debug for RedisOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("RedisOptions");
        shown
            .field("url", &format_args!("[redacted]"))
            .field("topology", &self.topology)
            .field("prefix", &self.prefix)
            .field("pool_size", &self.pool_size)
            .field("timeout", &self.timeout)
            .field("max_idle", &self.max_idle);
        #[cfg(feature = "encrypted")]
        shown.field("encryption", &self.encryption);
        shown.finish()
    }
}

/// The URLs may hold passwords.
impl fmt::Debug for RedisTopology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server => f.write_str("one server"),
            Self::Sentinel { master, sentinels } => {
                write!(f, "master {master:?} of {} sentinels", sentinels.len())
            }
            Self::Cluster { nodes } => write!(f, "a cluster, by {} nodes", nodes.len()),
        }
    }
}
