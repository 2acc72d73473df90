//! The cost of the hot paths. `validate_id_token` is measured next to the bare
//! verification of the same crypto library, in the same run.
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on stops here")]

#[path = "../tests/it/support/keys.rs"]
#[expect(dead_code, reason = "the tests need more of it")]
mod keys;

use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ParsedPublicKey, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
};
use axum::Router;
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use criterion::{Criterion, criterion_group, criterion_main};
use futures_util::FutureExt as _;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use keys::TestKey;
use serde_json::{Map, Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use widget_auth_core::{Clock as _, IdToken, SystemClock};
use widget_auth_pkce::PkceChallenge;
use widget_auth_provider::{AuthorizeRequest, GenericOidcProvider, OAuthProvider as _};

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
    for alg in ["RS256", "ES256"] {
        let key = TestKey::new(alg, "key-1");
        let (provider, issuer) = runtime.block_on(provider(&key));
        let token = key.sign(&claims(&issuer));
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
        let public = parsed(&key);
        group.bench_function("bare verification", |b| {
            b.iter(|| public.verify_sig(message.as_bytes(), &signature).unwrap());
        });
        group.bench_function("bare verification and parsing", |b| {
            b.iter(|| verify_and_parse(&public, &token));
        });
        let (decoding_key, validation) = of_jsonwebtoken(&key, &issuer);
        group.bench_function("jsonwebtoken", |b| {
            b.iter(|| {
                jsonwebtoken::decode::<Map<String, Value>>(&token, &decoding_key, &validation)
                    .unwrap()
            });
        });
        group.finish();
    }
}

/// A provider that publishes `key` on a free port.
async fn provider(key: &TestKey) -> (GenericOidcProvider, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let metadata = json!({"issuer": issuer, "jwks_uri": format!("{issuer}/jwks")}).to_string();
    let jwks = json!({ "keys": [key.jwk()] }).to_string();
    let app = Router::new()
        .route("/.well-known/openid-configuration", get(|| async { metadata }))
        .route("/jwks", get(|| async { jwks }));
    tokio::spawn(async move { axum::serve(listener, app).await });
    let provider = GenericOidcProvider::new("client-id", &issuer).unwrap();
    (provider, issuer)
}

fn claims(issuer: &str) -> Value {
    let now = SystemClock.now().as_secs();
    json!({
        "iss": issuer, "aud": "client-id", "sub": "248289761001", "nonce": NONCE,
        "iat": now, "exp": now + 86_400, "email": "jane@example.com", "name": "Jane Doe",
    })
}

/// The key as the crypto library keeps it.
fn parsed(key: &TestKey) -> ParsedPublicKey {
    let jwk = key.jwk();
    let bytes = |name: &str| URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap();
    match key.alg {
        "RS256" => RsaPublicKeyComponents { n: bytes("n"), e: bytes("e") }
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

fn of_jsonwebtoken(key: &TestKey, issuer: &str) -> (DecodingKey, Validation) {
    let jwk = key.jwk();
    let text = |name: &str| jwk[name].as_str().unwrap();
    let (algorithm, decoding_key) = match key.alg {
        "RS256" => (Algorithm::RS256, DecodingKey::from_rsa_components(text("n"), text("e"))),
        _ => (Algorithm::ES256, DecodingKey::from_ec_components(text("x"), text("y"))),
    };
    let mut validation = Validation::new(algorithm);
    validation.set_audience(&["client-id"]);
    validation.set_issuer(&[issuer]);
    (decoding_key.unwrap(), validation)
}

criterion_group!(benches, build_authorize_url, validate_id_token);
criterion_main!(benches);
