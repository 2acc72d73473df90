use aws_lc_rs::hmac;
use serde_json::{Value, json};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{
    CodeExchange, IdTokenFault, OAuthProvider as _, ProviderError, SigningAlgorithm,
};

use super::fault;
use crate::support::{MockProvider, NONCE, REDIRECT, b64, bare_jwk, cause};

/// Returns the error of a sign-in for a token with this header and good claims.
async fn with_header(mock: &MockProvider, header: &Value) -> IdTokenFault {
    mock.set_id_token(&mock.key().sign_with_header(header, &mock.claims()));
    fault(mock).await
}

#[tokio::test]
async fn rp_29_every_algorithm_is_accepted_by_default() {
    for alg in SigningAlgorithm::ALL {
        let mock = MockProvider::with_key(SigningKey::generate(alg, "key-1")).await;
        mock.sign_in().await.unwrap();
    }
}

#[tokio::test]
async fn rp_29_the_name_of_rfc_9864_for_eddsa_is_accepted() {
    let mock = MockProvider::with_key(SigningKey::generate(SigningAlgorithm::EdDsa, "key-1")).await;
    let header = json!({"alg": "Ed25519", "kid": "key-1"});
    mock.set_id_token(&mock.key().sign_with_header(&header, &mock.claims()));
    mock.sign_in().await.unwrap();
}

fn is_rsa(alg: SigningAlgorithm) -> bool {
    alg.to_string().starts_with(['R', 'P'])
}

#[tokio::test]
async fn rp_29_a_key_without_alg_serves_every_algorithm_of_its_kind() {
    for alg in SigningAlgorithm::ALL.into_iter().filter(|alg| is_rsa(*alg)) {
        let mock = MockProvider::with_key(SigningKey::generate(alg, "key-1")).await;
        mock.set_json("/jwks", &json!({ "keys": [bare_jwk(mock.key())] }));
        mock.sign_in().await.unwrap();
    }
}

#[tokio::test]
async fn rp_30_a_bad_signature_is_rejected() {
    let mock = MockProvider::start().await;
    let good = mock.key().sign(&mock.claims());
    let (input, signature) = good.rsplit_once('.').unwrap();

    let evil = SigningKey::generate(SigningAlgorithm::Es256, "key-1").sign(&mock.claims());
    let (_, other_signature) = evil.rsplit_once('.').unwrap();
    let payload_of_admin = b64(mock.claims_with(|c| c["sub"] = "admin".into()).to_string());
    let header = input.split_once('.').unwrap().0;
    for forged in [
        evil.clone(),
        format!("{input}.{other_signature}"),
        format!("{header}.{payload_of_admin}.{signature}"),
        format!("{input}."),
        format!("{input}.{}", b64([0; 64])),
        format!("{input}.{}", &signature[..80]),
    ] {
        mock.set_id_token(&forged);
        assert_eq!(fault(&mock).await, IdTokenFault::Signature, "{forged}");
    }
}

#[tokio::test]
async fn rp_30_none_is_rejected_in_every_spelling() {
    let mock = MockProvider::start().await;
    let claims = b64(mock.claims().to_string());
    for alg in ["none", "None", "NONE", "nOnE", ""] {
        let header = b64(json!({"alg": alg, "kid": "key-1"}).to_string());
        mock.set_id_token(&format!("{header}.{claims}."));
        assert_eq!(fault(&mock).await, IdTokenFault::Algorithm, "{alg}");
    }
}

#[tokio::test]
async fn rp_30_hs256_with_the_public_key_or_the_secret_is_rejected() {
    let mock = MockProvider::with_key(SigningKey::generate(SigningAlgorithm::Rs256, "key-1")).await;
    let jwk = mock.key().jwk();
    let header = b64(json!({"alg": "HS256", "kid": "key-1"}).to_string());
    let input = format!("{header}.{}", b64(mock.claims().to_string()));
    let public = jwk["n"].as_str().unwrap();
    for secret in [public, crate::support::SECRET, ""] {
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let tag = hmac::sign(&key, input.as_bytes());
        mock.set_id_token(&format!("{input}.{}", b64(tag)));
        assert_eq!(fault(&mock).await, IdTokenFault::Algorithm);
    }
}

#[tokio::test]
async fn rp_30_an_algorithm_outside_the_allow_list_is_rejected() {
    let mock = MockProvider::start().await;
    let provider = mock.provider().with_algorithms(&[SigningAlgorithm::Rs256]);
    let exchange = CodeExchange::new("code", REDIRECT).with_nonce(NONCE);
    let error = provider.exchange_code(&exchange).await.unwrap_err();
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Algorithm)));
    let provider = mock.provider().with_algorithms(&[SigningAlgorithm::Es256]);
    provider.exchange_code(&exchange).await.unwrap();
}

#[tokio::test]
async fn rp_30_the_header_cannot_choose_another_algorithm_for_a_key() {
    let mock = MockProvider::with_key(SigningKey::generate(SigningAlgorithm::Rs256, "key-1")).await;
    // The key says RS256; a token that claims another finds no key.
    for alg in ["PS256", "RS512", "ES256", "EdDSA"] {
        let header = json!({"alg": alg, "kid": "key-1"});
        assert_eq!(with_header(&mock, &header).await, IdTokenFault::UnknownKey, "{alg}");
    }
}

#[tokio::test]
async fn rp_34_a_critical_header_is_rejected() {
    let mock = MockProvider::start().await;
    for crit in [json!(["exp"]), json!(["b64"]), json!([]), json!(null), json!("x")] {
        let header = json!({"alg": "ES256", "kid": "key-1", "crit": crit, "b64": true});
        assert_eq!(with_header(&mock, &header).await, IdTokenFault::Critical);
    }
}

#[tokio::test]
async fn rp_34_keys_named_by_the_token_are_ignored() {
    let mock = MockProvider::start().await;
    let evil = SigningKey::generate(SigningAlgorithm::Es256, "evil");
    mock.set_json("/evil", &json!({ "keys": [evil.jwk()] }));
    let url = format!("{}/evil", mock.url());
    let header = json!({
        "alg": "ES256", "kid": "key-1", "jku": url, "x5u": url, "jwk": evil.jwk(),
    });
    // Signed by whom it names: no.
    mock.set_id_token(&evil.sign_with_header(&header, &mock.claims()));
    assert_eq!(fault(&mock).await, IdTokenFault::Signature);
    // Signed by the provider: the names do not matter.
    mock.set_id_token(&mock.key().sign_with_header(&header, &mock.claims()));
    mock.sign_in().await.unwrap();
    assert_eq!(mock.count("/evil"), 0);
}

#[tokio::test]
async fn rp_34_the_type_must_not_be_that_of_another_token() {
    let mock = MockProvider::start().await;
    for typ in ["at+jwt", "logout+jwt", "application/at+jwt", "dpop+jwt", "secevent+jwt", "JOSE"] {
        let header = json!({"alg": "ES256", "kid": "key-1", "typ": typ});
        assert_eq!(with_header(&mock, &header).await, IdTokenFault::Type, "{typ}");
    }
    for typ in ["JWT", "jwt", "application/jwt", ""] {
        let header = json!({"alg": "ES256", "kid": "key-1", "typ": typ});
        mock.set_id_token(&mock.key().sign_with_header(&header, &mock.claims()));
        mock.sign_in().await.unwrap();
    }
}

#[tokio::test]
async fn what_is_not_a_compact_jws_is_rejected() {
    let mock = MockProvider::start().await;
    let good = mock.key().sign(&mock.claims());
    let header = b64(r#"{"alg":"ES256","alg":"ES256"}"#);
    for odd in [
        "x".to_owned(),
        "..".to_owned(),
        "a.b".to_owned(),
        format!("{good}="),
        format!("{good}.{good}"),
        format!(" {good}"),
        format!("{}.e30.AA", b64("[]")),
        format!("{}.e30.AA", b64("{}")),
        // A member that is there twice.
        format!("{header}.e30.AA"),
    ] {
        mock.set_id_token(&odd);
        assert_eq!(fault(&mock).await, IdTokenFault::Malformed, "{odd}");
    }
    mock.set_id_token(&format!("{}.e30.AA", "A".repeat(128 * 1024)));
    assert_eq!(fault(&mock).await, IdTokenFault::TooLong);
}
