//! The functions that the fuzz targets run on their input. The targets in `fuzz/` include
//! this file; the test `corpus` replays their corpus with it.

use std::net::Ipv4Addr;

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use widget_auth_core::{AccessToken, IdToken, OAuthTokenSet, UnixTime};
use widget_auth_provider::{
    IdTokenValidator, Issuer, JwkSet, ProviderMetadata, TokenResponseRules, parse_token_response,
};

const NOW: u64 = 1_800_000_000;
const ISSUER: &str = "https://id.example.com";
const CLIENT_ID: &str = "client-1";
const NONCE: &str = "nonce-1";

/// Reads `data` as the answer of a token endpoint, as JSON and as a form.
pub(crate) fn token_response(data: &[u8]) {
    let lenient = TokenResponseRules::strict().with_form_encoded().with_optional_token_type();
    for (media_type, rules) in [
        ("application/json", TokenResponseRules::strict()),
        ("application/x-www-form-urlencoded", lenient),
    ] {
        let now = UnixTime::from_secs(NOW);
        let Ok(tokens) = parse_token_response(media_type, data, &rules, now) else {
            continue;
        };
        assert!(!tokens.access_token.expose_secret().is_empty());
        assert!(tokens.token_type.eq_ignore_ascii_case("bearer"));
        assert!(tokens.raw.get("error").is_none());
        assert!(tokens.raw.get("access_token").is_none());
        // What is accepted can be stored and is read back as the same.
        let stored = serde_json::to_string(&tokens).expect("a token set is json");
        let read: OAuthTokenSet = serde_json::from_str(&stored).expect("we wrote it");
        assert_eq!(read, tokens);
    }
}

/// Reads `data` as provider metadata and as a key set.
pub(crate) fn discovery(data: &[u8]) {
    let issuer = Issuer::new(ISSUER).expect("a good issuer");
    if let Ok(metadata) = ProviderMetadata::from_json(data, &issuer) {
        assert_eq!(metadata.issuer(), ISSUER);
        for url in [
            metadata.authorization_endpoint(),
            metadata.token_endpoint(),
            metadata.userinfo_endpoint(),
            metadata.revocation_endpoint(),
            metadata.jwks_uri(),
        ]
        .into_iter()
        .flatten()
        {
            let host = url.host_str().unwrap_or_default();
            let is_loopback = host == "localhost"
                || host == "[::1]"
                || host.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback());
            assert!(url.scheme() == "https" || is_loopback);
            assert!(url.password().is_none());
        }
    }
    if let Ok(keys) = JwkSet::from_json(data) {
        assert!(keys.len() <= data.len());
    }
}

/// Validates `data`: two lines that begin with `{` are a header and a payload,
/// which get a good signature; anything else is a token as it is.
pub(crate) fn id_token(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("32 bytes are a seed");
    let token = match text.split_once('\n') {
        Some((header, payload)) if header.starts_with('{') => sign(&pair, header, payload),
        _ => text.to_owned(),
    };
    let jwks = format!(
        r#"{{"keys": [{{"kty": "OKP", "crv": "Ed25519", "kid": "k", "x": "{}"}}]}}"#,
        URL_SAFE_NO_PAD.encode(pair.public_key())
    );
    let keys = JwkSet::from_json(jwks.as_bytes()).expect("a good key set");
    let now = UnixTime::from_secs(NOW);
    let result = IdTokenValidator::new(CLIENT_ID, ISSUER).validate(
        &IdToken::new(token),
        &keys,
        Some(NONCE),
        Some(&AccessToken::new("access-1")),
        now,
    );
    if let Ok(claims) = result {
        assert_eq!(claims.issuer, ISSUER);
        assert_eq!(claims.audience.iter().find(|one| *one != CLIENT_ID), None);
        assert!(!claims.subject.is_empty());
        assert!(claims.expires_at.as_secs() > NOW - 60);
        assert!(claims.issued_at.as_secs() <= NOW + 60);
        assert_eq!(claims.claims["nonce"], NONCE);
    }
}

fn sign(pair: &Ed25519KeyPair, header: &str, payload: &str) -> String {
    let header = URL_SAFE_NO_PAD.encode(header);
    let input = format!("{header}.{}", URL_SAFE_NO_PAD.encode(payload));
    let signature = URL_SAFE_NO_PAD.encode(pair.sign(input.as_bytes()));
    format!("{input}.{signature}")
}
