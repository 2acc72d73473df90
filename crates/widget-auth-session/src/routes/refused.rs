//! The refusal of a sign-in by the application.

use widget_auth_core::{BoxError, Report};

use super::error_response::ErrorResponse;

/// The refusal of a user whom the provider has let in, by
/// [`AuthSettings::on_sign_in`](super::AuthSettings::on_sign_in).
///
/// `?` makes any error one, for example that of a database: the user is
/// answered 503 and may try again later, and the error is logged.
///
/// # Examples
///
/// ```
/// use std::fs;
/// use widget_auth_session::routes::Refused;
///
/// fn check(sub: &str) -> Result<(), Refused> {
///     let members = fs::read_to_string("members.txt")?;
///     if members.lines().any(|member| member == sub) {
///         return Ok(());
///     }
///     Err(Refused::new("you are not a member"))
/// }
/// ```
#[derive(Debug)]
pub struct Refused(Reason);

#[derive(Debug)]
enum Reason {
    NotAllowed(String),
    Failed(BoxError),
}

impl Refused {
    /// Refuses the user, who is answered 403 with `description`.
    #[must_use]
    pub fn new(description: impl Into<String>) -> Self {
        Self(Reason::NotAllowed(description.into()))
    }
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(Reason::Failed(error.into()))
    }
}

impl Refused {
    /// The answer to the browser of a user of `provider`.
    pub(super) fn into_response(self, provider: &str) -> ErrorResponse {
        match self.0 {
            Reason::NotAllowed(description) => {
                tracing::info!(provider, "the application refused a sign-in");
                ErrorResponse::forbidden(&description)
            }
            Reason::Failed(error) => {
                tracing::warn!(provider, error = %Report::new(&*error), "the application could not decide on a sign-in");
                ErrorResponse::unavailable("the sign-in cannot be checked at the moment", None)
            }
        }
    }
}
