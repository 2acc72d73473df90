//! The public address of the pages.

use std::str::FromStr;

use axum::http::Uri;

/// The public address of the pages: a scheme, a host and an optional port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    /// Without a slash at its end.
    text: String,
    host: String,
}

/// The reason a text is not a base URL.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not scheme, host and port alone, such as https://widgets.example")]
pub struct BaseUrlError(String);

impl BaseUrl {
    /// The URL, without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host in it.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }
}

impl FromStr for BaseUrl {
    type Err = BaseUrlError;

    fn from_str(text: &str) -> Result<Self, BaseUrlError> {
        let no_url = || BaseUrlError(text.to_owned());
        let url: Uri = text.parse().map_err(|_not_even_a_uri| no_url())?;
        let host = url.host().filter(|host| !host.is_empty()).ok_or_else(no_url)?;
        // The pages name each other from the root.
        let is_bare = url.path() == "/" && url.query().is_none() && !text.contains(['@', '#']);
        if !is_bare || !matches!(url.scheme_str(), Some("http" | "https")) {
            return Err(no_url());
        }
        Ok(Self { text: text.trim_end_matches('/').to_owned(), host: host.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_is_scheme_host_and_port() {
        let url: BaseUrl = "https://widgets.example:8443/".parse().unwrap();
        assert_eq!((url.as_str(), url.host()), ("https://widgets.example:8443", "widgets.example"));
        assert_eq!("http://[fd00::1]:1".parse::<BaseUrl>().unwrap().host(), "[fd00::1]");
        for text in [
            "",
            "widgets.example",
            "ftp://widgets.example",
            "https://",
            "https://widgets.example/sub",
            "https://widgets.example?a=1",
            "https://me@widgets.example",
            "https://widgets.example/#a",
        ] {
            let error = text.parse::<BaseUrl>().unwrap_err().to_string();
            assert!(error.contains("https://widgets.example"), "{error}");
        }
    }
}
