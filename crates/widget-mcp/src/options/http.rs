//! Options of the HTTP transports.

mod base_url;
mod client_token;
mod host_name;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use widget_web::AllowedHosts;

use crate::error::ServerError;
pub use base_url::{BaseUrl, BaseUrlError};
pub use client_token::{ClientToken, ClientTokenError};
pub use host_name::{HostName, HostNameError};

/// The options of the HTTP transports. Stdio ignores them: its
/// pages are on a free port of 127.0.0.1.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// The address to listen on. Anything but loopback needs a `token`.
    pub host: IpAddr,
    /// The token that MCP clients have to send as `Authorization: Bearer …`. Pages need
    /// none: knowing a widget's id is the permission to see it.
    pub token: Option<ClientToken>,
    /// Names under which the server answers beside the loopback names, `host`
    /// and the name in `base_url`.
    pub allowed_hosts: Vec<HostName>,
    /// The public address of the pages, when it is not the address that the server
    /// listens on: behind a proxy, or when `host` stands for every address.
    pub base_url: Option<BaseUrl>,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            token: None,
            allowed_hosts: Vec::new(),
            base_url: None,
        }
    }
}

impl HttpOptions {
    /// Checks whether these options may be served.
    ///
    /// # Errors
    ///
    /// [`ServerError::NoToken`] when others than this machine could connect and
    /// no token is asked for.
    pub fn check(&self) -> Result<(), ServerError> {
        if self.host.to_canonical().is_loopback() || self.token.is_some() {
            return Ok(());
        }
        Err(ServerError::NoToken { host: self.host })
    }

    /// The names under which the server answers.
    #[must_use]
    pub fn hosts(&self) -> AllowedHosts {
        let mut hosts = AllowedHosts::default();
        if !self.host.is_unspecified() {
            hosts = hosts.with_name(&self.host.to_string());
        }
        for name in &self.allowed_hosts {
            hosts = hosts.with_name(name.as_str());
        }
        match &self.base_url {
            Some(url) => hosts.with_name(url.host()).with_public_origin(url.as_str()),
            None => hosts,
        }
    }

    /// Returns the public address of the pages of a server that listens on `address`, without
    /// a slash at its end.
    pub(crate) fn page_url(&self, address: SocketAddr) -> String {
        match &self.base_url {
            Some(url) => url.as_str().to_owned(),
            // A wildcard address cannot be connected to; from this machine the loopback one can.
            None if address.ip().is_unspecified() => {
                format!("http://{}", SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())))
            }
            None => format!("http://{address}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::HOST;
    use axum::http::{HeaderMap, HeaderValue};

    use super::*;

    fn on(host: &str) -> HttpOptions {
        HttpOptions { host: host.parse().unwrap(), ..Default::default() }
    }

    fn answers(options: &HttpOptions, host: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        options.hosts().allow_host(&headers)
    }

    #[test]
    fn only_loopback_goes_without_a_token() {
        for host in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            assert!(on(host).check().is_ok(), "{host}");
        }
        for host in ["0.0.0.0", "::", "192.168.0.1", "fd00::1"] {
            let error = on(host).check().unwrap_err().to_string();
            assert!(error.contains(host) && error.contains("--token"), "{error}");
            let token = Some("sesame".parse().unwrap());
            assert!(HttpOptions { token, ..on(host) }.check().is_ok(), "{host}");
        }
    }

    #[test]
    fn the_server_answers_to_its_address_and_its_names() {
        let mut options = on("192.168.0.7");
        assert!(answers(&options, "192.168.0.7:8001"));
        assert!(!answers(&options, "widgets.example"));
        options.allowed_hosts.push("other.example".parse().unwrap());
        options.base_url = Some("https://widgets.example".parse().unwrap());
        assert!(answers(&options, "widgets.example") && answers(&options, "other.example:8001"));
        assert!(!answers(&on("0.0.0.0"), "0.0.0.0:8001"));
    }

    #[test]
    fn pages_are_where_people_find_them() {
        let url = |options: &HttpOptions, address: &str| options.page_url(address.parse().unwrap());
        assert_eq!(url(&on("127.0.0.1"), "127.0.0.1:8001"), "http://127.0.0.1:8001");
        assert_eq!(url(&on("::1"), "[::1]:8001"), "http://[::1]:8001");
        assert_eq!(url(&on("0.0.0.0"), "0.0.0.0:8001"), "http://127.0.0.1:8001");
        let base_url = Some("https://widgets.example/".parse().unwrap());
        let behind_proxy = HttpOptions { base_url, ..on("127.0.0.1") };
        assert_eq!(url(&behind_proxy, "127.0.0.1:8001"), "https://widgets.example");
    }
}
