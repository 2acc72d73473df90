//! An error with its causes, on one line.

use std::error::Error;
use std::fmt;

/// An error and its causes on one line, for people and logs.
///
/// The errors of these crates show the same as their `Debug`, so that a program
/// whose `main` returns one prints why it failed.
///
/// # Examples
///
/// ```
/// use widget_auth_core::{AuthError, ErrorDetails, Report};
///
/// let details = ErrorDetails::new().with_provider("oidc");
/// let error = AuthError::authentication(details).with_source("`client_id` is missing");
/// assert_eq!(Report::new(&error).to_string(), "authentication at oidc failed: `client_id` is missing");
/// assert_eq!(format!("{error:?}"), Report::new(&error).to_string());
/// ```
#[derive(Clone, Copy)]
pub struct Report<'a>(&'a (dyn Error + 'static));

impl<'a> Report<'a> {
    /// The report of `error`.
    #[must_use]
    pub fn new(error: &'a (dyn Error + 'static)) -> Self {
        Self(error)
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let causes = std::iter::successors(self.0.source(), |&cause| cause.source());
        causes.into_iter().try_for_each(|cause| write!(f, ": {cause}"))
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
