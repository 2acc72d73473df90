//! Errors of sign-in flows.

use std::{fmt, io};

use widget_auth_core::{AuthError, BoxError, ErrorDetails, Report};

/// The reason a sign-in could not begin or had to end, as the source of an
/// [`AuthError`].
///
/// # Examples
///
/// ```
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::{AuthFlowManager, FlowError};
///
/// let flow = AuthFlowManager::new(GenericOidcProvider::google("client-id")?);
/// let error = flow.with_login_url("app.example.com").unwrap_err();
/// assert!(matches!(error, FlowError::LoginUrl { .. }));
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum FlowError {
    /// The manager, or a clone of it, is already signing a user in.
    #[error("a sign-in is under way: wait for it or cancel it")]
    AlreadyRunning,
    /// The user closed the window.
    #[error("the window was closed")]
    WindowClosed,
    /// The closure that opens the sign-in page failed.
    #[error("the sign-in page could not be opened")]
    NotOpened(#[source] BoxError),
    /// There is no port on this machine for the browser to come back to.
    #[error("{}", no_port(*port))]
    Loopback {
        /// The port of the redirect URI; `None` if any would do.
        port: Option<u16>,
        /// The error of the operating system.
        #[source]
        source: io::Error,
    },
    /// The address of the website's sign-in page cannot be used.
    #[error("`login_url` {reason}")]
    LoginUrl {
        /// Names the fault.
        reason: &'static str,
    },
    /// The provider answers by a form, which a loopback address does not get.
    #[error(
        "the provider answers by a form, which only a website takes: sign in at one \
         (`with_login_url`), or have it answer by a query, without `with_form_post`, at Apple with \
         the scope `openid` alone"
    )]
    FormPost,
    /// The path of the loopback redirect URI cannot be used.
    #[error("the path of the redirect uri {reason}")]
    RedirectPath {
        /// The problem.
        reason: &'static str,
    },
    /// The operating system gave no random bytes.
    #[error("no random bytes from the operating system")]
    NoRandomness(#[source] BoxError),
}

impl FlowError {
    /// The error that callers get: of `kind`, with this as its source.
    pub(crate) fn into_auth(
        self,
        kind: fn(ErrorDetails) -> AuthError,
        provider: &str,
    ) -> AuthError {
        kind(ErrorDetails::new().with_provider(provider)).with_source(self)
    }
}

fn no_port(port: Option<u16>) -> String {
    match port {
        Some(port) => format!(
            "cannot listen on port {port} of the loopback address, where the browser comes back \
             to: end the program that uses it, or register another redirect URI"
        ),
        None => "no free port on the loopback address".to_owned(),
    }
}

/// The [`Report`], which a `main` that returns it prints.
impl fmt::Debug for FlowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Report::new(self), f)
    }
}
