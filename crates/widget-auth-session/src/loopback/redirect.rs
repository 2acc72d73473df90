//! The redirect URI of a native sign-in (RFC 8252, section 7.3).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::Url;

use crate::flow_error::FlowError;

/// The path of the redirect URI unless it is set.
const DEFAULT_PATH: &str = "/callback";

/// Most bytes of a path.
const MAX_PATH: usize = 1024;

/// The host name in a loopback redirect URI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum LoopbackHost {
    /// `127.0.0.1`, which RFC 8252, section 8.3, prefers.
    #[default]
    Ipv4,
    /// `[::1]`.
    Ipv6,
    /// `localhost`, for providers that register no other name. A hosts file
    /// can send it elsewhere.
    Localhost,
}

impl LoopbackHost {
    fn as_str(self) -> &'static str {
        match self {
            Self::Ipv4 => "127.0.0.1",
            Self::Ipv6 => "[::1]",
            Self::Localhost => "localhost",
        }
    }

    /// The address that has to listen, and the one of the other family.
    pub(super) fn addresses(self) -> [IpAddr; 2] {
        let (v4, v6) = (Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into());
        match self {
            Self::Ipv4 | Self::Localhost => [v4, v6],
            Self::Ipv6 => [v6, v4],
        }
    }
}

/// The redirect URI of a native sign-in: `http://127.0.0.1:{port}/callback`
/// with a port that the system chooses, unless the provider compares redirect
/// URIs exactly and has another one registered.
///
/// # Examples
///
/// ```
/// use widget_auth_session::{FlowError, LoopbackHost, LoopbackRedirect};
///
/// // Registered at the provider: http://localhost:8400/signed-in
/// let redirect = LoopbackRedirect::new()
///     .with_host(LoopbackHost::Localhost)
///     .with_port(8400)
///     .with_path("/signed-in")?;
/// assert_eq!((redirect.port(), redirect.path()), (8400, "/signed-in"));
/// # Ok::<(), FlowError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopbackRedirect {
    host: LoopbackHost,
    port: u16,
    path: String,
}

impl LoopbackRedirect {
    /// `http://127.0.0.1:{port}/callback` with a free port.
    #[must_use]
    pub fn new() -> Self {
        Self { host: LoopbackHost::default(), port: 0, path: DEFAULT_PATH.to_owned() }
    }

    /// Sets the host.
    #[must_use]
    pub fn with_host(mut self, host: LoopbackHost) -> Self {
        self.host = host;
        self
    }

    /// Sets the port. 0, the default, has the system choose a free one for
    /// each sign-in.
    #[must_use]
    pub fn with_port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Sets the path, `/callback` by default.
    ///
    /// # Errors
    ///
    /// [`FlowError::RedirectPath`] if it does not begin with `/`, is longer
    /// than 1,024 bytes, or is not the path of a URL as a browser writes it.
    pub fn with_path(mut self, path: impl Into<String>) -> Result<Self, FlowError> {
        self.path = path.into();
        if self.path.len() > MAX_PATH {
            return Err(FlowError::RedirectPath { reason: "is longer than 1,024 bytes" });
        }
        let url = format!("http://127.0.0.1{}", self.path);
        let is_path = self.path.starts_with('/')
            && Url::parse(&url)
                .is_ok_and(|parsed| parsed.as_str() == url && parsed.path() == self.path);
        match is_path {
            true => Ok(self),
            false => Err(FlowError::RedirectPath {
                reason: "must be an absolute path as a browser writes it, such as /callback",
            }),
        }
    }

    /// The host.
    #[must_use]
    pub fn host(&self) -> LoopbackHost {
        self.host
    }

    /// The port, 0 if the system chooses one.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The redirect URI with the port that listens.
    pub(super) fn uri(&self, port: u16) -> String {
        format!("http://{}:{port}{}", self.host.as_str(), self.path)
    }
}

impl Default for LoopbackRedirect {
    fn default() -> Self {
        Self::new()
    }
}
