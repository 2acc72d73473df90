//! Checks that a browser asks for a page of its own.

use axum::http::HeaderMap;

use super::origin::FETCH_SITE;
use crate::routes::error_response::ErrorResponse;

const FETCH_DEST: &str = "sec-fetch-dest";

/// Refuses a request that another site made the browser send for a frame, a
/// script or a prefetch: it would begin or end a sign-in out of the user's
/// sight. `Sec-Fetch-Dest` (Fetch Metadata, section 2.1) is `document` when a
/// tab or window opens a page, also after redirects and forms; programs and
/// older browsers leave it out. A request of the site itself passes, since its
/// service worker asks by `fetch`, with `empty`, for the pages of tabs; what
/// another site has redirected is never one (section 2.3).
pub(super) fn check(headers: &HeaderMap) -> Result<(), ErrorResponse> {
    let all = |name: &str, right: &[u8]| {
        headers.get_all(name).iter().all(|value| value.as_bytes() == right)
    };
    let is_own = headers.contains_key(FETCH_SITE) && all(FETCH_SITE, b"same-origin");
    if is_own || all(FETCH_DEST, b"document") {
        return Ok(());
    }
    Err(ErrorResponse::forbidden(
        "another site cannot begin or end a sign-in in a frame or by a script: open this page in a \
         tab of its own",
    ))
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
        check(&map).is_ok()
    }

    #[test]
    fn another_site_may_lead_a_tab_here_and_nothing_else() {
        let (dest, site) = ("sec-fetch-dest", "sec-fetch-site");
        assert!(is_taken(&[]));
        for from in ["none", "same-origin", "same-site", "cross-site"] {
            assert!(is_taken(&[(site, from), (dest, "document")]), "{from}");
        }
        for to in ["empty", "iframe", "frame", "object", "embed", "image", "script", ""] {
            assert!(!is_taken(&[(dest, to)]), "{to}");
            for from in ["same-site", "cross-site"] {
                assert!(!is_taken(&[(site, from), (dest, to)]), "{from} {to}");
            }
            assert!(is_taken(&[(site, "same-origin"), (dest, to)]), "{to}");
        }
        assert!(!is_taken(&[(dest, "document"), (dest, "iframe")]));
        assert!(!is_taken(&[(site, "same-origin"), (site, "cross-site"), (dest, "iframe")]));
    }
}
