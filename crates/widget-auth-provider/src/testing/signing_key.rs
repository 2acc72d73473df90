//! The keys of the mock provider.

use std::fmt;

use aws_lc_rs::encoding::AsDer as _;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    self, EcdsaKeyPair, EcdsaSigningAlgorithm, Ed25519KeyPair, KeyPair as _, RsaEncoding,
    RsaKeyPair,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::signing_algorithm::SigningAlgorithm;

/// A key that signs ID tokens.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use widget_auth_core::{IdToken, UnixTime};
/// use widget_auth_provider::testing::SigningKey;
/// use widget_auth_provider::{IdTokenValidator, JwkSet, SigningAlgorithm};
///
/// # fn main() -> Result<(), widget_auth_provider::ProviderError> {
/// let key = SigningKey::generate(SigningAlgorithm::Es256, "key-1");
/// let id_token = IdToken::new(key.sign(&json!({
///     "iss": "https://id.example.com", "aud": "client-id", "sub": "user-1",
///     "iat": 1_800_000_000, "exp": 1_800_000_300,
/// })));
///
/// let keys = JwkSet::from_json(json!({ "keys": [key.jwk()] }).to_string().as_bytes())?;
/// let now = UnixTime::from_secs(1_800_000_000);
/// let validator = IdTokenValidator::new("client-id", "https://id.example.com");
/// assert_eq!(validator.validate(&id_token, &keys, None, None, now)?.subject, "user-1");
///
/// let stranger = SigningKey::generate(SigningAlgorithm::Es256, "key-1");
/// let keys = JwkSet::from_json(json!({ "keys": [stranger.jwk()] }).to_string().as_bytes())?;
/// assert!(validator.validate(&id_token, &keys, None, None, now).is_err());
/// # Ok(())
/// # }
/// ```
pub struct SigningKey {
    kid: String,
    algorithm: SigningAlgorithm,
    pair: Pair,
}

enum Pair {
    Rsa(Box<RsaKeyPair>, &'static dyn RsaEncoding),
    Ec(EcdsaKeyPair, &'static str),
    Ed(Ed25519KeyPair),
}

impl SigningKey {
    /// A new key for `algorithm`, with an id. RSA keys have 2048 bits.
    ///
    /// # Panics
    ///
    /// If the operating system has no random numbers.
    #[must_use]
    pub fn generate(algorithm: SigningAlgorithm, kid: impl Into<String>) -> Self {
        let pair = match algorithm {
            SigningAlgorithm::Rs256 => rsa(&signature::RSA_PKCS1_SHA256),
            SigningAlgorithm::Rs384 => rsa(&signature::RSA_PKCS1_SHA384),
            SigningAlgorithm::Rs512 => rsa(&signature::RSA_PKCS1_SHA512),
            SigningAlgorithm::Ps256 => rsa(&signature::RSA_PSS_SHA256),
            SigningAlgorithm::Ps384 => rsa(&signature::RSA_PSS_SHA384),
            SigningAlgorithm::Ps512 => rsa(&signature::RSA_PSS_SHA512),
            SigningAlgorithm::Es256 => {
                elliptic(&signature::ECDSA_P256_SHA256_FIXED_SIGNING, "P-256")
            }
            SigningAlgorithm::Es384 => {
                elliptic(&signature::ECDSA_P384_SHA384_FIXED_SIGNING, "P-384")
            }
            SigningAlgorithm::Es512 => {
                elliptic(&signature::ECDSA_P521_SHA512_FIXED_SIGNING, "P-521")
            }
            SigningAlgorithm::EdDsa => Pair::Ed(Ed25519KeyPair::generate().expect(RANDOM)),
        };
        Self { kid: kid.into(), algorithm, pair }
    }

    /// The algorithm of its signatures.
    #[must_use]
    pub fn algorithm(&self) -> SigningAlgorithm {
        self.algorithm
    }

    /// The public half as a provider publishes it (RFC 7517).
    #[must_use]
    pub fn jwk(&self) -> Value {
        let mut jwk = match &self.pair {
            Pair::Rsa(pair, _) => {
                let public = pair.public_key();
                json!({
                    "kty": "RSA",
                    "n": b64(public.modulus().big_endian_without_leading_zero()),
                    "e": b64(public.exponent().big_endian_without_leading_zero()),
                })
            }
            Pair::Ec(pair, crv) => {
                // An uncompressed point: 4, and both coordinates (SEC 1, section 2.3.3).
                let point = &pair.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                json!({"kty": "EC", "crv": crv, "x": b64(x), "y": b64(y)})
            }
            Pair::Ed(pair) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": b64(pair.public_key().as_ref())})
            }
        };
        jwk["kid"] = self.kid.as_str().into();
        jwk["use"] = "sig".into();
        jwk["alg"] = self.algorithm.name().into();
        jwk
    }

    /// A token with the usual header (RFC 7515, section 7.1).
    ///
    /// # Panics
    ///
    /// If the operating system has no random numbers.
    #[must_use]
    pub fn sign(&self, claims: &Value) -> String {
        let header = json!({"alg": self.algorithm.name(), "kid": self.kid, "typ": "JWT"});
        self.sign_with_header(&header, claims)
    }

    /// A token with any header, which may lie about the algorithm.
    ///
    /// # Panics
    ///
    /// If the operating system has no random numbers.
    #[must_use]
    pub fn sign_with_header(&self, header: &Value, claims: &Value) -> String {
        let input = format!("{}.{}", b64(header.to_string()), b64(claims.to_string()));
        let random = SystemRandom::new();
        let bytes = input.as_bytes();
        let signature = match &self.pair {
            Pair::Rsa(pair, encoding) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(*encoding, &random, bytes, &mut signature).expect(RANDOM);
                signature
            }
            Pair::Ec(pair, _) => pair.sign(&random, bytes).expect(RANDOM).as_ref().to_vec(),
            Pair::Ed(pair) => pair.sign(bytes).as_ref().to_vec(),
        };
        format!("{input}.{}", b64(signature))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey")
            .field("kid", &self.kid)
            .field("algorithm", &self.algorithm)
            .finish_non_exhaustive()
    }
}

/// Keys and signatures fail for want of these only.
const RANDOM: &str = "the operating system has random numbers";

fn rsa(encoding: &'static dyn RsaEncoding) -> Pair {
    let der = aws_lc_rs::rsa::KeyPair::generate(KeySize::Rsa2048).and_then(|pair| pair.as_der());
    let pair = RsaKeyPair::from_pkcs8(der.expect(RANDOM).as_ref()).expect("a key just made");
    Pair::Rsa(pair.into(), encoding)
}

fn elliptic(algorithm: &'static EcdsaSigningAlgorithm, crv: &'static str) -> Pair {
    Pair::Ec(EcdsaKeyPair::generate(algorithm).expect(RANDOM), crv)
}

fn b64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
