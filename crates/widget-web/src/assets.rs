//! The built front end, embedded.

use std::io::Read;

use axum::extract::Path;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A script or style sheet whose name holds the hash of its content.
#[derive(Debug)]
pub(crate) struct Asset {
    name: &'static str,
    content_type: &'static str,
    /// The content, compressed with brotli (RFC 7932).
    brotli: &'static [u8],
}

/// `GET /assets/{name}`
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers_of_all = [
        (CONTENT_TYPE, asset.content_type),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (VARY, "accept-encoding"),
    ];
    if accepts_brotli(&headers) {
        return (headers_of_all, [(CONTENT_ENCODING, "br")], asset.brotli).into_response();
    }
    match asset.decompress() {
        Ok(content) => (headers_of_all, content).into_response(),
        Err(error) => {
            tracing::error!(asset = asset.name, %error, "an embedded file is damaged");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

impl Asset {
    /// The file `{name}-{hash}.{extension}` that is a script or a text.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        ASSETS.iter().find(|asset| {
            let stem = asset.name.rsplit_once('-').map(|(stem, _)| stem);
            stem == Some(name) && !asset.name.ends_with(".css")
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("/assets/{}", self.name)
    }

    pub(crate) fn decompress(&self) -> std::io::Result<Vec<u8>> {
        let mut content = Vec::new();
        brotli_decompressor::Decompressor::new(self.brotli, 64 << 10).read_to_end(&mut content)?;
        Ok(content)
    }
}

/// Returns whether a client reads brotli (RFC 9110, section 12.5.3).
pub(crate) fn accepts_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let weight = |weight: &str| weight.strip_prefix("q=").and_then(|q| q.parse::<f32>().ok());
        parts.next() == Some("br") && parts.next().and_then(weight).is_none_or(|q| q > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_asset_can_be_read_by_every_client() {
        assert!(ASSETS.len() > 4);
        for asset in ASSETS {
            assert!(asset.decompress().is_ok(), "{}", asset.name);
        }
        let view = Asset { name: "", content_type: "", brotli: VIEW_HTML_BROTLI };
        assert_eq!(view.decompress().unwrap(), VIEW_HTML.as_bytes());
    }

    #[test]
    fn the_pages_name_assets_that_exist() {
        for page in [SHELL_HTML, SECRET_HTML, VIEW_HTML] {
            for name in page.split("/assets/").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(ASSETS.iter().any(|asset| asset.name == name), "{name}");
            }
        }
    }

    #[test]
    fn brotli_is_sent_only_where_it_is_read() {
        let accepts = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, value.parse().unwrap());
            accepts_brotli(&headers)
        };
        assert!(accepts("gzip, deflate, br, zstd"));
        assert!(accepts("br;q=0.5"));
        assert!(!accepts("gzip"));
        assert!(!accepts("br;q=0, gzip"));
        assert!(!accepts_brotli(&HeaderMap::new()));
    }
}
