use aws_lc_rs::encoding::AsDer as _;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{
    self, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RsaEncoding, RsaKeyPair,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

/// A signing key of a provider.
pub(crate) struct TestKey {
    pub(crate) kid: &'static str,
    pub(crate) alg: &'static str,
    pair: Pair,
}

enum Pair {
    Rsa(Box<RsaKeyPair>, &'static dyn RsaEncoding),
    Ec(EcdsaKeyPair, &'static str),
    Ed(Ed25519KeyPair),
}

impl TestKey {
    /// A new key for `alg`.
    pub(crate) fn new(alg: &'static str, kid: &'static str) -> Self {
        let rsa = |encoding| {
            let der =
                aws_lc_rs::rsa::KeyPair::generate(KeySize::Rsa2048).unwrap().as_der().unwrap();
            Pair::Rsa(RsaKeyPair::from_pkcs8(der.as_ref()).unwrap().into(), encoding)
        };
        let pair = match alg {
            "RS256" => rsa(&signature::RSA_PKCS1_SHA256),
            "RS384" => rsa(&signature::RSA_PKCS1_SHA384),
            "RS512" => rsa(&signature::RSA_PKCS1_SHA512),
            "PS256" => rsa(&signature::RSA_PSS_SHA256),
            "PS384" => rsa(&signature::RSA_PSS_SHA384),
            "PS512" => rsa(&signature::RSA_PSS_SHA512),
            "ES256" => Pair::Ec(
                EcdsaKeyPair::generate(&signature::ECDSA_P256_SHA256_FIXED_SIGNING).unwrap(),
                "P-256",
            ),
            "ES384" => Pair::Ec(
                EcdsaKeyPair::generate(&signature::ECDSA_P384_SHA384_FIXED_SIGNING).unwrap(),
                "P-384",
            ),
            "ES512" => Pair::Ec(
                EcdsaKeyPair::generate(&signature::ECDSA_P521_SHA512_FIXED_SIGNING).unwrap(),
                "P-521",
            ),
            "EdDSA" => Pair::Ed(Ed25519KeyPair::generate().unwrap()),
            other => panic!("no test key for {other}"),
        };
        Self { kid, alg, pair }
    }

    /// The public half as a provider publishes it.
    pub(crate) fn jwk(&self) -> Value {
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
                let (x, y) = pair.public_key().as_ref()[1..].split_at(match *crv {
                    "P-256" => 32,
                    "P-384" => 48,
                    _ => 66,
                });
                json!({"kty": "EC", "crv": crv, "x": b64(x), "y": b64(y)})
            }
            Pair::Ed(pair) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": b64(pair.public_key().as_ref())})
            }
        };
        jwk["kid"] = self.kid.into();
        jwk["use"] = "sig".into();
        jwk["alg"] = self.alg.into();
        jwk
    }

    /// The public half without what JWK leaves optional.
    pub(crate) fn bare_jwk(&self) -> Value {
        let mut jwk = self.jwk();
        for optional in ["kid", "use", "alg"] {
            jwk.as_object_mut().unwrap().remove(optional);
        }
        jwk
    }

    /// A token with the usual header.
    pub(crate) fn sign(&self, claims: &Value) -> String {
        self.sign_with(&json!({"alg": self.alg, "kid": self.kid, "typ": "JWT"}), claims)
    }

    /// A token with any header, which may lie about the algorithm.
    pub(crate) fn sign_with(&self, header: &Value, claims: &Value) -> String {
        let input = format!("{}.{}", b64(header.to_string()), b64(claims.to_string()));
        let random = SystemRandom::new();
        let bytes = input.as_bytes();
        let signature = match &self.pair {
            Pair::Rsa(pair, encoding) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                pair.sign(*encoding, &random, bytes, &mut signature).unwrap();
                signature
            }
            Pair::Ec(pair, _) => pair.sign(&random, bytes).unwrap().as_ref().to_vec(),
            Pair::Ed(pair) => pair.sign(bytes).as_ref().to_vec(),
        };
        format!("{input}.{}", b64(signature))
    }
}

pub(crate) fn b64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
