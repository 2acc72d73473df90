//! The one way in which requests leave.

mod response;

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Method, RequestBuilder};
use url::Url;
use zeroize::Zeroizing;

use crate::endpoints::is_loopback;
use crate::error::{Endpoint, ProviderError};

pub(crate) use response::{HttpResponse, json_object};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_BODY: usize = 1024 * 1024;

/// Sends the requests of a provider.
///
/// Follows no redirect, waits at most 30 seconds for a whole answer and reads
/// at most 1 MiB of it. Proxy settings of the environment are honoured, except
/// for loopback addresses. Cheap to clone; clones share their connections.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use widget_auth_provider::{HttpClient, OAuthClient};
///
/// let http = HttpClient::configured(|builder| builder.user_agent("my-app/1.0"))?
///     .with_timeout(Duration::from_secs(5));
/// let client = OAuthClient::new("client-id").with_http_client(http);
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct HttpClient {
    outside: Client,
    loopback: Client,
    timeout: Duration,
    max_body: usize,
}

impl HttpClient {
    /// A client with the settings above.
    ///
    /// # Errors
    ///
    /// [`ProviderError::HttpClient`] if the TLS of the system cannot be set up.
    pub fn new() -> Result<Self, ProviderError> {
        Self::configured(|builder| builder)
    }

    /// A client with more settings, for example a root certificate or a proxy
    /// of its own. Redirects stay off whatever `configure` says.
    ///
    /// # Errors
    ///
    /// [`ProviderError::HttpClient`] if the client cannot be built.
    pub fn configured(
        configure: impl Fn(ClientBuilder) -> ClientBuilder,
    ) -> Result<Self, ProviderError> {
        let build = |finish: fn(ClientBuilder) -> ClientBuilder| {
            let defaults = Client::builder()
                .connect_timeout(CONNECT_TIMEOUT)
                // GitHub refuses requests without one.
                .user_agent(concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")));
            // RFC 9700, section 4.12: a 307 would resend the body, and with it
            // the refresh token, to whom the redirect names.
            finish(configure(defaults).redirect(Policy::none()))
                .build()
                .map_err(|error| ProviderError::HttpClient(Arc::new(error.without_url())))
        };
        Ok(Self {
            outside: build(|builder| builder)?,
            // `HTTP_PROXY` would also capture 127.0.0.1.
            loopback: build(ClientBuilder::no_proxy)?,
            timeout: TIMEOUT,
            max_body: MAX_BODY,
        })
    }

    /// Sets the longest time for a whole exchange, connecting included.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the largest body that is read, in bytes.
    #[must_use]
    pub fn with_max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Starts a request that asks for JSON.
    pub(crate) fn request(&self, method: Method, url: &Url) -> RequestBuilder {
        let client = if is_loopback(url) { &self.loopback } else { &self.outside };
        client
            .request(method, url.clone())
            .header(ACCEPT, HeaderValue::from_static("application/json"))
            .timeout(self.timeout)
    }

    /// Sends a request and reads the whole answer.
    pub(crate) async fn send(
        &self,
        endpoint: Endpoint,
        request: RequestBuilder,
    ) -> Result<HttpResponse, ProviderError> {
        // The text of the error would contain the query of the URL.
        let failed = |error: reqwest::Error| ProviderError::Http {
            endpoint,
            host: error.url().map(host).unwrap_or_default(),
            source: Arc::new(error.without_url()),
        };
        let mut response = request.send().await.map_err(failed)?;
        let status = response.status();
        if status.is_redirection() {
            return Err(ProviderError::Redirect { endpoint, status: status.as_u16() });
        }
        let announced = response.content_length().unwrap_or_default();
        let announced = usize::try_from(announced).unwrap_or(usize::MAX);
        let too_large = ProviderError::TooLarge { endpoint, limit: self.max_body };
        if announced > self.max_body {
            return Err(too_large);
        }
        let mut body = Zeroizing::new(Vec::with_capacity(announced));
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > self.max_body {
                return Err(too_large);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(HttpResponse::new(status, response.headers(), body))
    }
}

/// `id.example.com`, or `127.0.0.1:8080`.
fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Marks a header value so that no log of the HTTP library shows it.
pub(crate) fn sensitive(
    endpoint: Endpoint,
    value: &Zeroizing<String>,
) -> Result<HeaderValue, ProviderError> {
    let mut header = HeaderValue::from_str(value)
        .ok()
        .ok_or_else(|| ProviderError::malformed(endpoint, "a credential is not header text"))?;
    header.set_sensitive(true);
    Ok(header)
}
