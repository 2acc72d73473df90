//! Checks that a state-changing request comes from the site itself.

use axum::http::HeaderMap;
use axum::http::header::ORIGIN;

use crate::routes::error_response::ErrorResponse;

pub(super) const FETCH_SITE: &str = "sec-fetch-site";

/// Refuses a request that another site made the browser send. A browser says
/// in `Origin` (RFC 6454, section 7) and `Sec-Fetch-Site` (Fetch Metadata,
/// section 2.3) whose request it is; one of them has to be there, and what is
/// there has to be right.
pub(super) fn check(headers: &HeaderMap, own: &str) -> Result<(), ErrorResponse> {
    let all = |name: &str, right: &str| {
        headers.get_all(name).iter().all(|value| value.as_bytes() == right.as_bytes())
    };
    let is_said = headers.contains_key(ORIGIN) || headers.contains_key(FETCH_SITE);
    if is_said && all(ORIGIN.as_str(), own) && all(FETCH_SITE, "same-origin") {
        return Ok(());
    }
    Err(ErrorResponse::forbidden(match is_said {
        true => "the request does not come from this site",
        false => {
            "the request needs `Origin` or `Sec-Fetch-Site`, which says that it comes from this site"
        }
    }))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::check;

    fn is_taken(headers: &[(&'static str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        check(&map, "https://site.example").is_ok()
    }

    #[test]
    fn only_the_site_itself_is_taken() {
        let (origin, site) = ("origin", "sec-fetch-site");
        assert!(is_taken(&[(origin, "https://site.example")]));
        assert!(is_taken(&[(site, "same-origin")]));
        assert!(is_taken(&[(origin, "https://site.example"), (site, "same-origin")]));

        for other in [
            "null",
            "",
            "https://evil.example",
            "http://site.example",
            "https://site.example:444",
            "https://site.example.evil.example",
            "https://SITE.example/",
            "site.example",
        ] {
            assert!(!is_taken(&[(origin, other)]), "{other}");
            assert!(!is_taken(&[(origin, other), (site, "same-origin")]), "{other}");
            assert!(!is_taken(&[(origin, "https://site.example"), (origin, other)]), "{other}");
        }
        for other in ["same-site", "cross-site", "none", ""] {
            assert!(!is_taken(&[(site, other)]), "{other}");
            assert!(!is_taken(&[(origin, "https://site.example"), (site, other)]), "{other}");
        }
        assert!(!is_taken(&[]));
    }
}
