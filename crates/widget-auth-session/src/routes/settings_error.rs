//! Errors of the settings.

use std::fmt;

use widget_auth_core::Report;

/// A setting of the routes has a value that cannot work.
///
/// # Examples
///
/// ```
/// use widget_auth_session::routes::CookieSecret;
///
/// let error = CookieSecret::new("too short").unwrap_err();
/// assert_eq!(error.to_string(), "`cookie_secret` has to have at least 32 bytes");
/// ```
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("`{setting}` {reason}")]
pub struct SettingsError {
    /// The name of the setting.
    pub setting: &'static str,
    /// The problem, and the allowed values.
    pub reason: &'static str,
}

impl SettingsError {
    pub(super) fn new(setting: &'static str, reason: &'static str) -> Self {
        Self { setting, reason }
    }
}

/// The [`Report`], which a `main` that returns it prints.
impl fmt::Debug for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Report::new(self), f)
    }
}
