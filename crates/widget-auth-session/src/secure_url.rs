//! Addresses that a secret may be sent to.

use url::{Host, Url};

/// True for `https`, and for `http` on a loopback address, which does not
/// leave the machine (RFC 8252, section 8.3).
pub(crate) fn is_secure(url: &Url) -> bool {
    match (url.scheme(), url.host()) {
        ("https", _) | ("http", Some(Host::Domain("localhost"))) => true,
        ("http", Some(Host::Ipv4(address))) => address.is_loopback(),
        ("http", Some(Host::Ipv6(address))) => address.is_loopback(),
        _ => false,
    }
}
