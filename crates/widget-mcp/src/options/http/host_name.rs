//! A name under which the server answers.

use std::net::IpAddr;
use std::str::FromStr;

/// A host name or an IP address, without scheme and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// The reason a text is not a host name.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} is not a host name; write the name alone, such as widgets.example or 192.168.0.7")]
pub struct HostNameError(String);

impl HostName {
    /// The name as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<Self, HostNameError> {
        // RFC 1123, section 2.1, with the underscore that container networks use.
        let is_label = |label: &str| {
            !label.is_empty()
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        };
        if text.parse::<IpAddr>().is_ok() || (text.len() <= 253 && text.split('.').all(is_label)) {
            return Ok(Self(text.to_owned()));
        }
        Err(HostNameError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_alone() {
        for text in ["widgets.example", "LOCALHOST", "192.168.0.7", "fd00::1", "my_container"] {
            assert!(text.parse::<HostName>().is_ok(), "{text}");
        }
        for text in ["", "*", "a.example:8001", "https://a.example", "a..b", "a b", "[fd00::1]"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
    }
}
