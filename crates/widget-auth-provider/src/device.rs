//! Signing in on a device without a browser (RFC 8628).

use std::fmt;
use std::time::Duration;

use url::Url;
use widget_auth_core::{AuthError, DeviceCode, OAuthTokenSet};

use crate::error::ProviderError;

/// The codes to show to the user and to poll with (RFC 8628,
/// section 3.2).
///
/// # Examples
///
/// ```no_run
/// use widget_auth_core::AuthError;
/// use widget_auth_provider::OAuthProvider;
///
/// # async fn begin(provider: &dyn OAuthProvider) -> Result<(), AuthError> {
/// let authorization = provider.begin_device_authorization().await?;
/// println!("{authorization}");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DeviceAuthorization {
    /// The secret code to poll with.
    pub device_code: DeviceCode,
    /// The code that the user types in.
    pub user_code: String,
    /// The page on which the user types it in.
    pub verification_uri: Url,
    /// The same page with the code filled in, for a link or a QR code.
    pub verification_uri_complete: Option<Url>,
    /// The lifetime of the codes.
    pub expires_in: Duration,
    /// The least time between two polls.
    pub interval: Duration,
}

impl DeviceAuthorization {
    /// The interval if the provider names none (RFC 8628, section 3.2).
    pub const DEFAULT_INTERVAL: Duration = Duration::from_secs(5);

    /// Codes that are polled for every five seconds.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use widget_auth_provider::DeviceAuthorization;
    ///
    /// let page = "https://id.example.com/device".parse()?;
    /// let lifetime = Duration::from_secs(600);
    /// let authorization = DeviceAuthorization::new("device code", "WDJB-MJHT", page, lifetime);
    /// assert_eq!(authorization.interval.as_secs(), 5);
    /// assert!(!format!("{authorization:?}").contains("device code"));
    /// # Ok::<(), url::ParseError>(())
    /// ```
    #[must_use]
    pub fn new(
        device_code: impl Into<DeviceCode>,
        user_code: impl Into<String>,
        verification_uri: Url,
        expires_in: Duration,
    ) -> Self {
        Self {
            device_code: device_code.into(),
            user_code: user_code.into(),
            verification_uri,
            verification_uri_complete: None,
            expires_in,
            interval: Self::DEFAULT_INTERVAL,
        }
    }
}

/// The words for the user (RFC 8628, section 3.3): the page to open and the code
/// to enter there. Where the provider has the page with the code filled in, it is
/// there, too; the code stays, since the user has to compare it (section 3.3.1).
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_provider::DeviceAuthorization;
///
/// let (page, lifetime) = ("https://id.example.com/device".parse()?, Duration::from_secs(600));
/// let mut authorization = DeviceAuthorization::new("device code", "WDJB-MJHT", page, lifetime);
/// assert_eq!(
///     authorization.to_string(),
///     "open https://id.example.com/device and enter the code WDJB-MJHT"
/// );
/// let filled_in = "https://id.example.com/device?user_code=WDJB-MJHT".parse()?;
/// authorization.verification_uri_complete = Some(filled_in);
/// assert_eq!(
///     authorization.to_string(),
///     "open https://id.example.com/device and enter the code WDJB-MJHT, or open \
///      https://id.example.com/device?user_code=WDJB-MJHT and compare it"
/// );
/// # Ok::<(), url::ParseError>(())
/// ```
impl fmt::Display for DeviceAuthorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "open {} and enter the code {}", self.verification_uri, self.user_code)?;
        match &self.verification_uri_complete {
            Some(filled_in) => write!(f, ", or open {filled_in} and compare it"),
            None => Ok(()),
        }
    }
}

/// The result of one poll (RFC 8628, section 3.5).
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_provider::DevicePoll;
///
/// fn pause_after(poll: &DevicePoll, interval: Duration) -> Option<Duration> {
///     match poll {
///         DevicePoll::Pending => Some(interval),
///         DevicePoll::SlowDown => Some(interval + DevicePoll::SLOWER),
///         DevicePoll::Granted(_) => None,
///     }
/// }
/// let pause = pause_after(&DevicePoll::SlowDown, Duration::from_secs(5));
/// assert_eq!(pause, Some(Duration::from_secs(10)));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum DevicePoll {
    /// Not signed in yet: poll again after the interval.
    Pending,
    /// As before, and from now on the interval is longer by
    /// [`SLOWER`](Self::SLOWER).
    SlowDown,
    /// Signed in.
    Granted(Box<OAuthTokenSet>),
}

impl DevicePoll {
    /// The time that `slow_down` adds to the interval (RFC 8628, section 3.5).
    pub const SLOWER: Duration = Duration::from_secs(5);
}

/// The error of a poll: what the provider said, or that nothing it said can be
/// used.
pub(crate) fn into_auth(error: ProviderError, provider: &str) -> AuthError {
    let kind = match &error {
        ProviderError::OAuth(_) | ProviderError::NoDeviceGrant => AuthError::authentication,
        _ => AuthError::token,
    };
    error.into_auth(kind, provider)
}
