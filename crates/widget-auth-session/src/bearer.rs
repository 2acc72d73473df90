//! Requests that carry the access token of a session.

mod client;

use std::fmt;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderValue};
use reqwest::{Client, Request, RequestBuilder, Response, StatusCode};
use widget_auth_core::{AccessToken, AuthError, Report};
use zeroize::Zeroizing;

use crate::manager::RefreshOutcome;
use crate::manager::SessionManager;
use crate::secure_url::is_secure;

pub use client::BearerClient;

/// A token that is younger is not replaced because a server refuses it: the
/// server refuses the next one as well, and the provider would be asked at
/// every call.
const YOUNG: Duration = Duration::from_secs(10);

/// Lets one request of `reqwest` carry the access token of a session. A program
/// that sends all of them so has a [`BearerClient`].
///
/// # Examples
///
/// ```no_run
/// use widget_auth_session::{Bearer as _, SessionManager};
///
/// # async fn example(session: SessionManager) -> Result<(), Box<dyn std::error::Error>> {
/// let client = reqwest::Client::new();
/// let orders = client.get("https://api.example.com/orders").bearer(&session).send().await?;
/// println!("{}", orders.text().await?);
/// # Ok(())
/// # }
/// ```
pub trait Bearer {
    /// Attaches the access token of `session` when the request is sent.
    fn bearer(self, session: &SessionManager) -> BearerRequest;
}

impl Bearer for RequestBuilder {
    fn bearer(self, session: &SessionManager) -> BearerRequest {
        BearerRequest { request: self, session: session.clone() }
    }
}

/// A request that carries the access token of a session (RFC 6750, section
/// 2.1). Made by [`Bearer::bearer`].
#[derive(Debug)]
#[must_use]
pub struct BearerRequest {
    request: RequestBuilder,
    session: SessionManager,
}

impl BearerRequest {
    /// Sends the request with a valid access token.
    ///
    /// If the server answers 401, the token is refreshed once for all requests
    /// that meet this, and the request is sent again. The 401 is returned if
    /// that is not possible: the body of the request is a stream, there is no
    /// refresh token, the provider cannot be asked, or the token is less than
    /// ten seconds old.
    ///
    /// # Errors
    ///
    /// - [`BearerError::Auth`] if the session has no token to give.
    /// - [`BearerError::InsecureUrl`] unless the address is `https`, or `http`
    ///   on a loopback address (RFC 6750, section 5.3). Nothing is sent.
    /// - [`BearerError::Http`] if the request fails.
    pub async fn send(self) -> Result<Response, BearerError> {
        send(self.request, &self.session, &[]).await
    }
}

/// Sends `request`, by plain `http` to the hosts of `plain_http` as well.
async fn send(
    request: RequestBuilder,
    session: &SessionManager,
    plain_http: &[String],
) -> Result<Response, BearerError> {
    let (client, request) = request.build_split();
    let request = request?;
    let is_allowed = || {
        request.url().host_str().is_some_and(|host| {
            request.url().scheme() == "http" && plain_http.iter().any(|allowed| allowed == host)
        })
    };
    if !is_secure(request.url()) && !is_allowed() {
        let origin = request.url().origin().ascii_serialization();
        return Err(BearerError::InsecureUrl { origin });
    }
    let again = request.try_clone();
    let token = session.get_access_token().await?;
    let response = execute(&client, request, &token).await?;
    let (StatusCode::UNAUTHORIZED, Some(again)) = (response.status(), again) else {
        return Ok(response);
    };
    match replaced(session, &token).await {
        Some(token) => Ok(execute(&client, again, &token).await?),
        None => Ok(response),
    }
}

/// A token other than the one that was refused, if there is one to be had.
async fn replaced(session: &SessionManager, refused: &AccessToken) -> Option<AccessToken> {
    let tokens = session.tokens()?;
    if tokens.access_token == *refused {
        // After a clock was put back a set of later is of any age.
        let now = session.now();
        if tokens.issued_at <= now && now.saturating_since(tokens.issued_at) < YOUNG {
            return None;
        }
        match session.refresh().await {
            Ok(RefreshOutcome::Refreshed) => {}
            Ok(RefreshOutcome::SignInRequired) => return None,
            Err(error) => {
                let (provider, error) = (session.provider().name(), Report::new(&error));
                tracing::warn!(provider, %error, "a token that a server refused could not be replaced");
                return None;
            }
        }
    }
    session.get_access_token().await.ok().filter(|token| token != refused)
}

async fn execute(
    client: &Client,
    mut request: Request,
    token: &AccessToken,
) -> Result<Response, BearerError> {
    let value = Zeroizing::new(format!("Bearer {}", token.expose_secret()));
    let mut value = HeaderValue::from_str(&value).map_err(|_no_header| BearerError::Token)?;
    value.set_sensitive(true);
    request.headers_mut().insert(AUTHORIZATION, value);
    Ok(client.execute(request).await?)
}

/// The error of a request that carries an access token.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BearerError {
    /// The session has no token to give.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// The address could be listened to on the way.
    #[error(
        "an access token is not sent to {origin}: only to https addresses, and to http ones on a \
         loopback address or of a host that `BearerClient::allow_http` names"
    )]
    InsecureUrl {
        /// Scheme, host and port of the address.
        origin: String,
    },
    /// The access token cannot stand in a header.
    #[error("the access token has characters that cannot be sent")]
    Token,
    /// The request failed. The address in the text has no query and no
    /// credentials.
    #[error(transparent)]
    Http(reqwest::Error),
}

impl BearerError {
    /// Returns whether the same request may succeed later: there was no answer
    /// in time, or there is [no token](AuthError::is_retryable) for the moment.
    /// The server may have seen a request without an answer, so one that must
    /// not happen twice is not to be sent again without a look.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_session::BearerError;
    ///
    /// assert!(!BearerError::Token.is_retryable());
    /// ```
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Auth(error) => error.is_retryable(),
            // Connecting is a part of the request.
            Self::Http(error) => error.is_timeout() || error.is_request(),
            Self::InsecureUrl { .. } | Self::Token => false,
        }
    }

    /// Returns whether only a new sign-in by the user helps.
    #[must_use]
    pub fn needs_login(&self) -> bool {
        matches!(self, Self::Auth(error) if error.needs_login())
    }
}

/// Takes out of the address what may be a secret: `reqwest` shows all of it.
impl From<reqwest::Error> for BearerError {
    fn from(mut error: reqwest::Error) -> Self {
        if let Some(url) = error.url_mut() {
            url.set_query(None);
            url.set_fragment(None);
            // Fails for addresses without a host, which have no credentials.
            let _ = url.set_username("");
            let _ = url.set_password(None);
        }
        Self::Http(error)
    }
}

/// The [`Report`], which a `main` that returns it prints.
impl fmt::Debug for BearerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Report::new(self), f)
    }
}
