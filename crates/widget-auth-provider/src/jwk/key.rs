//! One key, parsed once and kept ready to verify.

use std::fmt;

use aws_lc_rs::signature::{
    self, ParsedPublicKey, RsaParameters, RsaPublicKeyComponents, VerificationAlgorithm,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

use crate::jws::Jws;
use crate::signing_algorithm::SigningAlgorithm;

/// One key, parsed for each algorithm that it may be used with.
pub(crate) struct VerificationKey {
    kid: Option<String>,
    issuer: Option<String>,
    verifiers: Vec<(SigningAlgorithm, ParsedPublicKey)>,
}

impl VerificationKey {
    /// `None` for a key that cannot or must not verify signatures.
    pub(crate) fn from_jwk(jwk: &Value) -> Option<Self> {
        let text = |name: &str| jwk.get(name).map(Value::as_str);
        // RFC 7517, section 4.2 and 4.3: a key for encryption is none of ours.
        if text("use").is_some_and(|usage| usage != Some("sig")) {
            return None;
        }
        let operations = jwk.get("key_ops").map(Value::as_array);
        if operations.is_some_and(|list| !list.is_some_and(|l| l.iter().any(|op| op == "verify"))) {
            return None;
        }
        let mut verifiers = match text("kty")?? {
            "RSA" => rsa(&bytes(jwk, "n")?, &bytes(jwk, "e")?),
            "EC" => elliptic(text("crv")??, &bytes(jwk, "x")?, &bytes(jwk, "y")?)?,
            "OKP" if text("crv")?? == "Ed25519" => edwards(&bytes(jwk, "x")?)?,
            // RFC 7518, section 6.4: `oct` is a shared secret.
            _ => return None,
        };
        // RFC 7517, section 4.4: the key is for this algorithm only.
        if let Some(name) = text("alg") {
            let only = SigningAlgorithm::from_name(name?)?;
            verifiers.retain(|(algorithm, _)| *algorithm == only);
        }
        (!verifiers.is_empty()).then_some(Self {
            kid: owned(text("kid"))?,
            issuer: owned(text("issuer"))?,
            verifiers,
        })
    }

    pub(crate) fn kid(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// The issuer that Microsoft binds the key to.
    pub(crate) fn issuer(&self) -> Option<&str> {
        self.issuer.as_deref()
    }

    pub(crate) fn supports(&self, algorithm: SigningAlgorithm) -> bool {
        self.verifier(algorithm).is_some()
    }

    pub(crate) fn verifies(&self, jws: &Jws<'_>) -> bool {
        self.verifier(jws.algorithm)
            .is_some_and(|key| key.verify_sig(jws.signing_input, &jws.signature).is_ok())
    }

    fn verifier(&self, algorithm: SigningAlgorithm) -> Option<&ParsedPublicKey> {
        self.verifiers.iter().find_map(|(own, key)| (*own == algorithm).then_some(key))
    }
}

impl fmt::Debug for VerificationKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let algorithms = self.verifiers.iter().map(|(algorithm, _)| algorithm);
        f.debug_struct("VerificationKey")
            .field("kid", &self.kid)
            .field("algorithms", &algorithms.collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// An optional string: absent is fine, another type is not.
fn owned(text: Option<Option<&str>>) -> Option<Option<String>> {
    match text {
        None => Some(None),
        Some(Some(text)) => Some(Some(text.to_owned())),
        Some(None) => None,
    }
}

fn bytes(jwk: &Value, name: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(jwk.get(name)?.as_str()?).ok()
}

/// RFC 7518, section 6.3. Keys under 2,048 bits verify nothing (section 3.3).
fn rsa(n: &[u8], e: &[u8]) -> Vec<(SigningAlgorithm, ParsedPublicKey)> {
    let parameters: [(SigningAlgorithm, &'static RsaParameters); 6] = [
        (SigningAlgorithm::Rs256, &signature::RSA_PKCS1_2048_8192_SHA256),
        (SigningAlgorithm::Rs384, &signature::RSA_PKCS1_2048_8192_SHA384),
        (SigningAlgorithm::Rs512, &signature::RSA_PKCS1_2048_8192_SHA512),
        (SigningAlgorithm::Ps256, &signature::RSA_PSS_2048_8192_SHA256),
        (SigningAlgorithm::Ps384, &signature::RSA_PSS_2048_8192_SHA384),
        (SigningAlgorithm::Ps512, &signature::RSA_PSS_2048_8192_SHA512),
    ];
    // The library wants no leading zero, which some providers send.
    let trimmed = |number: &[u8]| {
        let zeros = number.iter().take_while(|byte| **byte == 0).count();
        number[zeros..].to_vec()
    };
    let components = RsaPublicKeyComponents { n: trimmed(n), e: trimmed(e) };
    parameters
        .into_iter()
        .filter_map(|(algorithm, parameters)| {
            let key = components.to_parsed_public_key(parameters).ok()?;
            Some((algorithm, key))
        })
        .collect()
}

/// RFC 7518, section 6.2. The coordinates have the full length of the field.
fn elliptic(crv: &str, x: &[u8], y: &[u8]) -> Option<Vec<(SigningAlgorithm, ParsedPublicKey)>> {
    let (algorithm, parameters, length): (_, &'static dyn VerificationAlgorithm, _) = match crv {
        "P-256" => (SigningAlgorithm::Es256, &signature::ECDSA_P256_SHA256_FIXED, 32),
        "P-384" => (SigningAlgorithm::Es384, &signature::ECDSA_P384_SHA384_FIXED, 48),
        "P-521" => (SigningAlgorithm::Es512, &signature::ECDSA_P521_SHA512_FIXED, 66),
        _ => return None,
    };
    if x.len() != length || y.len() != length {
        return None;
    }
    // SEC 1, section 2.3.3: an uncompressed point.
    let point = [&[4], x, y].concat();
    let key = ParsedPublicKey::new(parameters, point).ok()?;
    Some(vec![(algorithm, key)])
}

/// RFC 8037, section 2.
fn edwards(x: &[u8]) -> Option<Vec<(SigningAlgorithm, ParsedPublicKey)>> {
    if x.len() != 32 {
        return None;
    }
    let key = ParsedPublicKey::new(&signature::ED25519, x).ok()?;
    Some(vec![(SigningAlgorithm::EdDsa, key)])
}
