//! The cost of the hot paths. `validate_id_token` is measured next to the bare
//! verification of the same crypto library, in the same run.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on stops here")]

use std::sync::Arc;

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ParsedPublicKey, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use criterion::{Criterion, criterion_group, criterion_main};
use futures_util::FutureExt as _;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;
use widget_auth_core::{Clock as _, IdToken, SystemClock};
use widget_auth_pkce::PkceChallenge;
use widget_auth_provider::testing::{MockProvider, SigningKey};
use widget_auth_provider::{
    AuthorizeRequest, GenericOidcProvider, OAuthProvider as _, SigningAlgorithm,
};

const NONCE: &str = "n-0S6_WzA2Mj";

fn build_authorize_url(c: &mut Criterion) {
    let google = GenericOidcProvider::google("client-id").unwrap();
    let pkce = PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH).unwrap();
    let request = AuthorizeRequest::new("http://127.0.0.1:8765/callback", "af0ifjsldkj")
        .with_pkce(&pkce)
        .with_nonce(NONCE);
    c.bench_function("build_authorize_url", |b| {
        b.iter(|| google.build_authorize_url(&request).now_or_never().unwrap());
    });
}

fn validate_id_token(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    for alg in [SigningAlgorithm::Rs256, SigningAlgorithm::Es256] {
        let key = SigningKey::generate(alg, "key-1");
        let starting = MockProvider::start_with_key(Arc::new(SystemClock), key);
        let mock = runtime.block_on(starting).unwrap();
        let (key, issuer) = (mock.key(), mock.url());
        let provider = GenericOidcProvider::new("client-id", issuer).unwrap();
        let token = key.sign(&claims(issuer));
        let id_token = IdToken::new(token.as_str());
        let validate = || provider.validate_id_token(&id_token, Some(NONCE));
        // Fills the caches.
        runtime.block_on(validate()).unwrap();

        let mut group = c.benchmark_group(format!("validate_id_token/{alg}"));
        group.bench_function("provider", |b| {
            b.iter(|| validate().now_or_never().unwrap().unwrap());
        });
        let (message, signature) = token.rsplit_once('.').unwrap();
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        let public = parsed(key);
        group.bench_function("bare verification", |b| {
            b.iter(|| public.verify_sig(message.as_bytes(), &signature).unwrap());
        });
        group.bench_function("bare verification and parsing", |b| {
            b.iter(|| verify_and_parse(&public, &token));
        });
        let (decoding_key, validation) = of_jsonwebtoken(key, issuer);
        group.bench_function("jsonwebtoken", |b| {
            b.iter(|| {
                jsonwebtoken::decode::<Map<String, Value>>(&token, &decoding_key, &validation)
                    .unwrap()
            });
        });
        group.finish();
    }
}

fn claims(issuer: &str) -> Value {
    let now = SystemClock.now().as_secs();
    json!({
        "iss": issuer, "aud": "client-id", "sub": "248289761001", "nonce": NONCE,
        "iat": now, "exp": now + 86_400, "email": "jane@example.com", "name": "Jane Doe",
    })
}

/// The key as the crypto library keeps it.
fn parsed(key: &SigningKey) -> ParsedPublicKey {
    let jwk = key.jwk();
    let bytes = |name: &str| URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap();
    match key.algorithm() {
        SigningAlgorithm::Rs256 => RsaPublicKeyComponents { n: bytes("n"), e: bytes("e") }
            .to_parsed_public_key(&RSA_PKCS1_2048_8192_SHA256)
            .unwrap(),
        _ => {
            let point = [vec![4], bytes("x"), bytes("y")].concat();
            ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).unwrap()
        }
    }
}

/// The least that any validation has to do.
fn verify_and_parse(public: &ParsedPublicKey, token: &str) -> (Value, Value) {
    let (message, signature) = token.rsplit_once('.').unwrap();
    let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
    public.verify_sig(message.as_bytes(), &signature).unwrap();
    let (header, payload) = message.split_once('.').unwrap();
    let json = |part| serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap();
    (json(header), json(payload))
}

fn of_jsonwebtoken(key: &SigningKey, issuer: &str) -> (DecodingKey, Validation) {
    let jwk = key.jwk();
    let text = |name: &str| jwk[name].as_str().unwrap();
    let (algorithm, decoding_key) = match key.algorithm() {
        SigningAlgorithm::Rs256 => {
            (Algorithm::RS256, DecodingKey::from_rsa_components(text("n"), text("e")))
        }
        _ => (Algorithm::ES256, DecodingKey::from_ec_components(text("x"), text("y"))),
    };
    let mut validation = Validation::new(algorithm);
    validation.set_audience(&["client-id"]);
    validation.set_issuer(&[issuer]);
    (decoding_key.unwrap(), validation)
}

criterion_group!(benches, build_authorize_url, validate_id_token);
criterion_main!(benches);
