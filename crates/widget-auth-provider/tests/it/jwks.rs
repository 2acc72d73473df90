use aws_lc_rs::signature::{
    RSA_PKCS1_1024_8192_SHA256_FOR_LEGACY_USE_ONLY, RsaPublicKeyComponents,
};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use widget_auth_core::{IdToken, UnixTime};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{
    IdTokenFault, IdTokenValidator, JwkSet, OAuthProvider as _, ProviderError, SigningAlgorithm,
};

use crate::support::{CLIENT_ID, MockProvider, NONCE, NOW, Reply, b64, bare_jwk, cause};

fn len(keys: &Value) -> usize {
    let set = json!({ "keys": keys }).to_string();
    JwkSet::from_json(set.as_bytes()).unwrap().len()
}

/// `key` with `name` set to `value`.
fn with(key: &SigningKey, name: &str, value: Value) -> Value {
    let mut jwk = key.jwk();
    jwk[name] = value;
    jwk
}

#[tokio::test]
async fn rp_06_keys_come_from_the_discovered_address_only() {
    let mock = MockProvider::start().await;
    let elsewhere = MockProvider::start().await;
    let evil = SigningKey::generate(SigningAlgorithm::Es256, "evil");
    // The usual places, which the metadata does not name.
    for path in ["/.well-known/jwks.json", "/keys", "/jwks"] {
        let owner = if path == "/jwks" { &elsewhere } else { &mock };
        owner.set_json(path, &json!({ "keys": [evil.jwk()] }));
    }
    mock.set_id_token(&evil.sign(&mock.claims()));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::UnknownKey)));
    assert_eq!(mock.count("/keys") + mock.count("/.well-known/jwks.json"), 0);

    // The metadata decides, also for another host.
    let there = format!("{}/jwks", elsewhere.url());
    mock.set_metadata(|metadata| metadata["jwks_uri"] = there.into());
    mock.sign_in().await.unwrap();
}

#[tokio::test]
async fn rp_06_a_redirect_to_other_keys_is_not_followed() {
    let mock = MockProvider::start().await;
    let evil = SigningKey::generate(SigningAlgorithm::Es256, "evil");
    mock.set_json("/evil", &json!({ "keys": [evil.jwk()] }));
    let to = format!("{}/evil", mock.url());
    mock.set("/jwks", move |_| Reply::redirect(302, &to));
    mock.set_id_token(&evil.sign(&mock.claims()));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Redirect { .. }));
    assert_eq!(mock.count("/evil"), 0);
}

#[tokio::test]
async fn rp_31_no_kid_with_one_matching_key_is_accepted() {
    let mock = MockProvider::start().await;
    let header = json!({"alg": "ES256"});
    mock.set_id_token(&mock.key().sign_with_header(&header, &mock.claims()));
    mock.sign_in().await.unwrap();
    // Keys of another kind do not matter.
    let other = SigningKey::generate(SigningAlgorithm::EdDsa, "other");
    mock.set_json("/jwks", &json!({ "keys": [other.jwk(), mock.key().jwk()] }));
    mock.sign_in().await.unwrap();
    // Nor does a key that has no `kid` itself.
    mock.set_id_token(&mock.key().sign(&mock.claims()));
    mock.set_json("/jwks", &json!({ "keys": [bare_jwk(mock.key())] }));
    mock.sign_in().await.unwrap();
}

#[tokio::test]
async fn rp_31_no_kid_with_several_keys_is_tried_within_bounds() {
    let mock = MockProvider::start().await;
    mock.set_id_token(&mock.key().sign_with_header(&json!({"alg": "ES256"}), &mock.claims()));
    let mut keys: Vec<_> =
        (0..3).map(|_| SigningKey::generate(SigningAlgorithm::Es256, "x").jwk()).collect();
    keys.push(mock.key().jwk());
    mock.set_json("/jwks", &json!({ "keys": keys }));
    mock.sign_in().await.unwrap();

    keys.insert(0, SigningKey::generate(SigningAlgorithm::Es256, "x").jwk());
    mock.set_json("/jwks", &json!({ "keys": keys }));
    let error = mock.sign_in().await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::AmbiguousKey)));
}

#[tokio::test]
async fn rp_31_no_kid_and_a_rotated_key_is_accepted() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let token =
        |key: &SigningKey| key.sign_with_header(&json!({"alg": "ES256"}), &mock.claims()).into();
    provider.validate_id_token(&token(mock.key()), Some(NONCE)).await.unwrap();
    let new = SigningKey::generate(SigningAlgorithm::Es256, "key-2");
    mock.set_json("/jwks", &json!({ "keys": [new.jwk()] }));
    provider.validate_id_token(&token(&new), Some(NONCE)).await.unwrap();
    assert_eq!(mock.count("/jwks"), 2);
}

#[tokio::test]
async fn rp_31_a_kid_and_rotated_keys_without_one_are_accepted() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let token = |key: &SigningKey| key.sign(&mock.claims()).into();
    mock.set_json("/jwks", &json!({ "keys": [bare_jwk(mock.key())] }));
    provider.validate_id_token(&token(mock.key()), Some(NONCE)).await.unwrap();
    let new = SigningKey::generate(SigningAlgorithm::Es256, "key-2");
    mock.set_json("/jwks", &json!({ "keys": [bare_jwk(&new)] }));
    provider.validate_id_token(&token(&new), Some(NONCE)).await.unwrap();
    assert_eq!(mock.count("/jwks"), 2);

    // Forged tokens do not make it ask without end.
    let evil = SigningKey::generate(SigningAlgorithm::Es256, "key-3");
    for _ in 0..10 {
        provider.validate_id_token(&token(&evil), Some(NONCE)).await.unwrap_err();
    }
    assert_eq!(mock.count("/jwks"), 4, "the first fetch, and three more in a minute");
}

#[test]
fn rp_33_keys_that_are_not_for_signatures_are_ignored() {
    let key = SigningKey::generate(SigningAlgorithm::Es256, "k");
    let rsa = SigningKey::generate(SigningAlgorithm::Rs256, "r");
    let ed = SigningKey::generate(SigningAlgorithm::EdDsa, "e");
    assert_eq!(len(&json!([key.jwk(), rsa.jwk(), ed.jwk()])), 3);
    for ignored in [
        with(&key, "use", json!("enc")),
        with(&key, "use", json!(7)),
        with(&key, "key_ops", json!(["sign"])),
        with(&key, "alg", json!("RS256")),
        with(&key, "alg", json!("ECDH-ES")),
        with(&key, "alg", json!("ES384")),
        with(&rsa, "alg", json!("RSA-OAEP")),
        with(&rsa, "alg", json!("ES256")),
        with(&key, "crv", json!("P-384")),
        with(&key, "crv", json!("secp256k1")),
        with(&ed, "crv", json!("X25519")),
        with(&ed, "crv", json!("Ed448")),
        with(&key, "kty", json!("oct")),
        with(&key, "kty", json!("RSA")),
        with(&key, "kty", json!(null)),
        with(&key, "kid", json!(1)),
        json!({"kty": "oct", "k": "c2VjcmV0", "alg": "HS256"}),
    ] {
        assert_eq!(len(&json!([ignored])), 0, "{ignored}");
    }
    assert_eq!(len(&json!([with(&key, "key_ops", json!(["verify"]))])), 1);
}

#[tokio::test]
async fn rp_33_one_bad_key_does_not_kill_the_set() {
    let mock = MockProvider::start().await;
    let bad = [
        json!(null),
        json!("key"),
        json!({}),
        with(mock.key(), "x", json!("AA")),
        with(mock.key(), "y", json!("not base64url!")),
        // Not a point on the curve.
        with(mock.key(), "y", json!(b64([1; 32]))),
        json!({"kty": "RSA", "n": "", "e": ""}),
        json!({"kty": "RSA", "n": "AA", "e": "AQAB"}),
        json!({"kty": "OKP", "crv": "Ed25519", "x": "AA"}),
        json!({"kty": "ML-DSA"}),
        mock.key().jwk(),
    ];
    mock.set_json("/jwks", &json!({ "keys": bad, "more": 1 }));
    mock.sign_in().await.unwrap();
}

/// RFC 7518, section 3.3. All else about this token is good: it was signed by
/// a key of 1,024 bits that was thrown away.
#[test]
fn rp_33_a_key_that_is_too_short_verifies_nothing() {
    let n = "z0TzoYbdEbgXJqQLjf26Qp8nyjfLig8B9oltEcOkhdMKqhHNuAA0673D2pf7BzPTyWPCOeLd7INDpFrMoeoPAK\
             n1IHsL9thj1p-VTT_3ZBgNTtmW9NZ2ZwkpS0GsiK8WqbLB_h7MfDlGKMD20WFbJLHVdI2oLZHLQAXYkBh7ybc";
    let input = "eyJhbGciOiJSUzI1NiIsImtpZCI6InNob3J0In0.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUuY29tI\
                 iwic3ViIjoidXNlci0xIiwiYXVkIjoiY2xpZW50LTEiLCJleHAiOjE4MDAwMDAzMDAsImlhdCI6MTgwMDA\
                 wMDAwMH0";
    let signature = "f4w9aHMlB-g6SDEvGWIgIe3ydFI2fQuVbt9Jqlterz0WvqpDPaibaNAECRXOVe3jw5sz-xKDrgcmdiA\
                     38aR1pGTQK_w59dxNj58agnKafAzWCru966mvlnhWSYxi7AWdArR_2pJ4N-nqm018kLYtgx1HCLbD_y\
                     wwzcRXQHif4w0";
    let decode = |text| URL_SAFE_NO_PAD.decode(text).unwrap();
    RsaPublicKeyComponents { n: decode(n), e: vec![1, 0, 1] }
        .verify(
            &RSA_PKCS1_1024_8192_SHA256_FOR_LEGACY_USE_ONLY,
            input.as_bytes(),
            &decode(signature),
        )
        .expect("the signature is good");

    let short = json!({"kty": "RSA", "n": n, "e": "AQAB", "kid": "short", "alg": "RS256"});
    let keys = json!({ "keys": [short] }).to_string();
    let keys = JwkSet::from_json(keys.as_bytes()).unwrap();
    let token = IdToken::new(format!("{input}.{signature}"));
    let validator = IdTokenValidator::new(CLIENT_ID, "https://id.example.com");
    let now = UnixTime::from_secs(NOW);
    let error = validator.validate(&token, &keys, None, None, now).unwrap_err();
    assert!(matches!(error, ProviderError::IdToken(IdTokenFault::Signature)), "{error:?}");
}

#[test]
fn a_key_with_a_leading_zero_is_read() {
    let rsa = SigningKey::generate(SigningAlgorithm::Rs256, "r");
    let jwk = rsa.jwk();
    let n = Engine::decode(&URL_SAFE_NO_PAD, jwk["n"].as_str().unwrap());
    let padded = [vec![0], n.unwrap()].concat();
    assert_eq!(len(&json!([with(&rsa, "n", json!(b64(padded)))])), 1);
}

#[test]
fn what_is_no_key_set_is_an_error() {
    for body in ["", "[]", "{}", r#"{"keys": {}}"#, r#"{"keys": null}"#, "<html>"] {
        assert!(matches!(JwkSet::from_json(body.as_bytes()), Err(ProviderError::Malformed { .. })));
    }
    assert!(JwkSet::from_json(br#"{"keys": []}"#).unwrap().is_empty());
}
