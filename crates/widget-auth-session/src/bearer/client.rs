//! A client whose requests all carry the access token of a session.

use reqwest::{Client, RequestBuilder, Response};

use super::{BearerError, send};
use crate::manager::SessionManager;

/// A client whose requests all carry the access token of a session (RFC 6750,
/// section 2.1). Made by [`SessionManager::client`].
///
/// Requests are built with the methods of `reqwest`, whose many options a copy
/// here could only follow; none of its types has to be named.
///
/// # Examples
///
/// ```no_run
/// use widget_auth_session::SessionManager;
///
/// # async fn example(session: SessionManager) -> Result<(), Box<dyn std::error::Error>> {
/// let api = session.client(reqwest::Client::new()).allow_http(["orders.internal"]);
/// let order = api.send(|client| client.get("http://orders.internal/orders/17")).await?;
/// println!("{}", order.text().await?);
/// api.send(|client| client.post("https://api.example.com/orders").body("soup")).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct BearerClient {
    client: Client,
    session: SessionManager,
    plain_http: Vec<String>,
}

impl SessionManager {
    /// A client whose requests all carry the access token of this session.
    ///
    /// `client` follows redirects as it was told to. `reqwest` takes the token
    /// out where one leads to another host or port.
    #[must_use]
    pub fn client(&self, client: Client) -> BearerClient {
        BearerClient { client, session: self.clone(), plain_http: Vec::new() }
    }
}

impl BearerClient {
    /// Sends tokens to these hosts by plain `http` as well, at any port, for
    /// services inside a cluster. Everybody on the way can read them there (RFC
    /// 6750, section 5.3). A host is a name or an address as it stands in a
    /// URL, `orders.internal` or `[fd00::17]`; names below it are others.
    #[must_use]
    pub fn allow_http<S: AsRef<str>>(mut self, hosts: impl IntoIterator<Item = S>) -> Self {
        let hosts = hosts.into_iter().map(|host| host.as_ref().to_ascii_lowercase());
        self.plain_http = hosts.collect();
        self
    }

    /// Sends the request that `request` builds, with a valid access token, and
    /// after a 401 once more, as [`BearerRequest::send`] does.
    ///
    /// # Errors
    ///
    /// Those of [`BearerRequest::send`], for which the hosts of
    /// [`allow_http`](Self::allow_http) are not [insecure].
    ///
    /// [`BearerRequest::send`]: super::BearerRequest::send
    /// [insecure]: BearerError::InsecureUrl
    pub async fn send(
        &self,
        request: impl FnOnce(&Client) -> RequestBuilder,
    ) -> Result<Response, BearerError> {
        send(request(&self.client), &self.session, &self.plain_http).await
    }
}
