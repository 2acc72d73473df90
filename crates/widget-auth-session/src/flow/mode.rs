//! The place of a sign-in: this machine or a server.

use url::Url;
use widget_auth_core::AuthFlowResult;

use super::FlowError;
use crate::secure_url::is_secure;
use crate::window::AuthWindow;

/// The sign-in page of a deployed program, as `auth_router` serves it.
pub(super) const LOGIN_PATH: &str = "/auth/login";

/// The way a program interacts with its users.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::GenericOidcProvider;
/// use widget_auth_session::{AuthFlowManager, AuthMode};
///
/// let flow = AuthFlowManager::new(GenericOidcProvider::google("client-id")?);
/// // A server with a display is still a server.
/// let flow = flow.with_mode(AuthMode::Deploy);
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AuthMode {
    /// The program runs on the machine of its user.
    Native,
    /// The program is a website.
    Deploy,
}

impl AuthMode {
    /// [`Native`](Self::Native) if `window` [can be
    /// shown](AuthWindow::is_available) on this machine, else
    /// [`Deploy`](Self::Deploy).
    #[must_use]
    pub fn detect(window: &dyn AuthWindow) -> Self {
        if window.is_available() { Self::Native } else { Self::Deploy }
    }
}

/// The outcome of [`authenticate`](super::AuthFlowManager::authenticate).
///
/// # Examples
///
/// ```
/// use widget_auth_session::AuthOutcome;
///
/// fn next_step(outcome: &AuthOutcome) -> String {
///     match outcome {
///         AuthOutcome::SignedIn(result) => format!("signed in at {}", result.provider),
///         AuthOutcome::Navigate(url) => format!("send the browser to {url}"),
///     }
/// }
/// let url = "https://app.example.com/auth/login".to_owned();
/// assert!(next_step(&AuthOutcome::Navigate(url)).ends_with("/auth/login"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum AuthOutcome {
    /// The user is signed in.
    SignedIn(Box<AuthFlowResult>),
    /// The browser of the user has to go to this path or address, where the
    /// server continues.
    Navigate(String),
}

/// The sign-in page of a website, as a path or with its whole address.
pub(super) fn login_url(text: &str) -> Result<String, FlowError> {
    let wrong = |reason| FlowError::LoginUrl { reason };
    let is_path = text.starts_with('/') && !text[1..].starts_with(['/', '\\']);
    // Only there to read a path against.
    let site = Url::parse("https://site.invalid").ok().filter(|_| is_path);
    let url = Url::options().base_url(site.as_ref()).parse(text);
    let url = url.ok().ok_or(wrong("is neither a path nor an absolute url, such as https://…"))?;
    if !is_secure(&url) {
        return Err(wrong("must be https, or http on a loopback address"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("must not contain credentials"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("must not have a query or a fragment"));
    }
    Ok(if is_path { url.path().to_owned() } else { url.into() })
}
