//! The address of the client of a request.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Once;

use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use ipnet::IpNet;

const FORWARDED_FOR: &str = "x-forwarded-for";
const FORWARDED_PROTO: &str = "x-forwarded-proto";

/// More proxies in a row than anybody has.
const MAX_HOPS: usize = 32;

/// The address of the client: of the peer, or if that is a trusted proxy, the
/// last one in `X-Forwarded-For` that is not. What stands before it was
/// written by the client, who may write anything.
pub(super) fn address(parts: &Parts, trusted: &[IpNet]) -> Option<IpAddr> {
    let mut address = peer(parts)?;
    if parts.headers.contains_key(FORWARDED_FOR) && !is_trusted(address, trusted) {
        warn_of_unlisted_proxy(address);
    }
    let headers = parts.headers.get_all(FORWARDED_FOR).iter().rev();
    let texts = headers.map(|header| header.to_str().unwrap_or_default());
    for hop in texts.flat_map(|text| text.rsplit(',')).take(MAX_HOPS) {
        if !is_trusted(address, trusted) {
            break;
        }
        // A trusted proxy writes addresses; behind anything else nothing is
        // known.
        let Some(next) = read(hop.trim()) else { break };
        address = next;
    }
    Some(address)
}

/// Networks of 64 bits of one site with IPv6 that can reach their limit in the
/// same minute.
const NETWORKS_OF_A_SITE: u64 = 8;

/// The keys that sign-ins are counted by, each with how many times the limit it
/// may reach. A client with IPv6 has a network of 64 bits, and a site 65,536 of
/// them (RFC 6177, section 2).
pub(super) fn rate_keys(address: Option<IpAddr>) -> Vec<(String, u64)> {
    match address {
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            let network = Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0);
            let site = Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0);
            vec![
                (format!("login:{network}/64"), 1),
                (format!("login:{site}/48"), NETWORKS_OF_A_SITE),
            ]
        }
        Some(IpAddr::V4(address)) => vec![(format!("login:{address}"), 1)],
        None => {
            warn_of_missing_address();
            vec![("login:unknown".to_owned(), 1)]
        }
    }
}

/// Says once that all visitors share one limit of sign-ins.
fn warn_of_missing_address() {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            "requests carry no ConnectInfo<SocketAddr>, so all visitors share one limit of \
             sign-ins: serve with into_make_service_with_connect_info"
        );
    });
}

/// Says once that all visitors behind a proxy share one limit of sign-ins. Any
/// client can send the header, but only from its own machine or network is one
/// likely to be a proxy.
fn warn_of_unlisted_proxy(peer: IpAddr) {
    static WARNED: Once = Once::new();
    let is_near = match peer {
        IpAddr::V4(peer) => peer.is_loopback() || peer.is_private(),
        IpAddr::V6(peer) => peer.is_loopback() || peer.is_unique_local(),
    };
    if is_near {
        WARNED.call_once(|| {
            tracing::warn!(
                %peer,
                "a request with X-Forwarded-For comes from an address that is not listed in \
                 AuthSettings::with_trusted_proxies, so all visitors behind it share one limit \
                 of sign-ins"
            );
        });
    }
}

/// Returns whether a trusted proxy says that the browser spoke plain `http` to it.
pub(super) fn came_by_http(parts: &Parts, trusted: &[IpNet]) -> bool {
    let is_believed = peer(parts).is_some_and(|peer| is_trusted(peer, trusted));
    let proto = parts.headers.get(FORWARDED_PROTO).and_then(|proto| proto.to_str().ok());
    let first = proto.and_then(|proto| proto.split(',').next());
    is_believed && first.is_some_and(|first| first.trim().eq_ignore_ascii_case("http"))
}

fn peer(parts: &Parts) -> Option<IpAddr> {
    let ConnectInfo(peer) = parts.extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(peer.ip().to_canonical())
}

fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    trusted.iter().any(|network| network.contains(&address))
}

/// An address, with a port or not.
fn read(text: &str) -> Option<IpAddr> {
    let address = text.parse().ok();
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    address.or_else(bracketed).or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::extract::ConnectInfo;
    use axum::http::Request;

    use super::{NETWORKS_OF_A_SITE, address, came_by_http, rate_keys};

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        let mut request = Request::new(());
        let peer: SocketAddr = peer.parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        for value in forwarded {
            request.headers_mut().append("x-forwarded-for", value.parse().unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        rate_keys(address(&request.into_parts().0, &trusted)).remove(0).0
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(seen("192.0.2.1:9", &["198.51.100.7"]), "login:192.0.2.1");
        assert_eq!(seen("10.0.0.1:9", &["198.51.100.7"]), "login:198.51.100.7");
        assert_eq!(seen("[::ffff:10.0.0.1]:9", &["198.51.100.7"]), "login:198.51.100.7");
        assert_eq!(seen("10.0.0.1:9", &[]), "login:10.0.0.1");
    }

    #[test]
    fn what_the_client_wrote_itself_is_not_believed() {
        let spoofed = "203.0.113.9, 198.51.100.7, 10.0.0.2";
        assert_eq!(seen("10.0.0.1:9", &[spoofed]), "login:198.51.100.7");
        let lines = ["203.0.113.9", "198.51.100.7", "10.0.0.2"];
        assert_eq!(seen("10.0.0.1:9", &lines), "login:198.51.100.7");
        assert_eq!(seen("10.0.0.1:9", &["203.0.113.9, junk, 10.0.0.2"]), "login:10.0.0.2");
        assert_eq!(seen("10.0.0.1:9", &["10.1.1.1"]), "login:10.1.1.1");
        assert_eq!(seen("10.0.0.1:9", &[&"10.0.0.2,".repeat(10_000)]), "login:10.0.0.1");
    }

    #[test]
    fn addresses_come_with_ports_and_networks_count_as_one() {
        assert_eq!(seen("10.0.0.1:9", &["198.51.100.7:4711"]), "login:198.51.100.7");
        let (one, two) = ("[2001:db8:1:2::3]:80", "2001:db8:1:2:ffff::4");
        assert_eq!(seen("[::1]:9", &[one]), "login:2001:db8:1:2::/64");
        assert_eq!(seen("[::1]:9", &[two]), seen("[::1]:9", &[one]));
        assert_eq!(rate_keys(None), [("login:unknown".to_owned(), 1)]);
        let keys = rate_keys(Some("2001:db8:1:2::3".parse().unwrap()));
        assert_eq!(keys[1], ("login:2001:db8:1::/48".to_owned(), NETWORKS_OF_A_SITE));
    }

    #[test]
    fn only_a_trusted_proxy_knows_the_scheme() {
        for (peer, proto, expected) in [
            ("10.0.0.1:9", "http", true),
            ("10.0.0.1:9", "HTTP, https", true),
            ("10.0.0.1:9", "https", false),
            ("192.0.2.1:9", "http", false),
        ] {
            let mut request = Request::new(());
            let peer: SocketAddr = peer.parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
            request.headers_mut().insert("x-forwarded-proto", proto.parse().unwrap());
            let trusted = ["10.0.0.0/8".parse().unwrap()];
            assert_eq!(came_by_http(&request.into_parts().0, &trusted), expected);
        }
    }
}
