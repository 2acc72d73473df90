//! Options of the stores.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use zeroize::Zeroizing;

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
        f.debug_struct("RedisOptions")
            .field("url", &format_args!("[redacted]"))
            .field("topology", &self.topology)
            .field("prefix", &self.prefix)
            .field("pool_size", &self.pool_size)
            .field("timeout", &self.timeout)
            .field("max_idle", &self.max_idle)
            .finish()
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

/// The options of all backends, of which [`get_token_store`] uses those of the
/// backend it makes.
///
/// [`get_token_store`]: crate::get_token_store
///
/// # Examples
///
/// ```
/// use widget_auth_store::{RedisOptions, TokenStoreOptions};
///
/// let redis = RedisOptions::new().with_prefix("my-program");
/// let options = TokenStoreOptions::new().with_redis(redis);
/// assert_eq!(options.redis().prefix(), "my-program");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TokenStoreOptions {
    file_folder: PathBuf,
    keyring: KeyringOptions,
    redis: RedisOptions,
}

impl TokenStoreOptions {
    /// The defaults of every backend.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the folder of the file store, which has no default. One that is not
    /// there is made, and one that is has to have the mode 0700.
    #[must_use]
    pub fn with_file_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.file_folder = folder.into();
        self
    }

    /// Sets the options of the keyring.
    #[must_use]
    pub fn with_keyring(mut self, keyring: KeyringOptions) -> Self {
        self.keyring = keyring;
        self
    }

    /// Sets the options of Redis.
    #[must_use]
    pub fn with_redis(mut self, redis: RedisOptions) -> Self {
        self.redis = redis;
        self
    }

    /// The folder of the file store, empty if none was set.
    #[must_use]
    pub fn file_folder(&self) -> &Path {
        &self.file_folder
    }

    /// The options of the keyring.
    #[must_use]
    pub fn keyring(&self) -> &KeyringOptions {
        &self.keyring
    }

    /// The options of Redis.
    #[must_use]
    pub fn redis(&self) -> &RedisOptions {
        &self.redis
    }
}
