//! One key, parsed once and kept ready to verify.

use std::fmt;

use aws_lc_rs::signature::{
    self, ParsedPublicKey, RsaParameters, RsaPublicKeyComponents, VerificationAlgorithm,
};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value};

use crate::jws::Jws;
use crate::members;
use crate::signing_algorithm::SigningAlgorithm;

type Keys = Vec<(SigningAlgorithm, ParsedPublicKey)>;

/// One key, parsed for each algorithm that it may be used with.
pub(crate) struct VerificationKey {
    kid: Option<String>,
    issuer: Option<String>,
    verifiers: Keys,
}

impl VerificationKey {
    /// Reads a key. `None` for one that is not meant to verify our signatures:
    /// for encryption, of a type, curve or algorithm that is not known here.
    ///
    /// # Errors
    ///
    /// The problem of a key that is meant to and cannot be read.
    pub(super) fn from_jwk(jwk: &Map<String, Value>) -> Result<Option<Self>, String> {
        // RFC 7517, section 4.2 and 4.3: a key for encryption is none of ours.
        if members::text(jwk, "use")?.is_some_and(|usage| usage != "sig") {
            return Ok(None);
        }
        let operations = members::texts(jwk, "key_ops")?;
        if operations.is_some_and(|list| !list.iter().any(|operation| operation == "verify")) {
            return Ok(None);
        }
        let mut verifiers = match (members::text(jwk, "kty")?, members::text(jwk, "crv")?) {
            (Some("RSA"), _) => rsa(&bytes(jwk, "n")?, &bytes(jwk, "e")?),
            (Some("EC"), Some(crv)) => match curve(crv) {
                Some(curve) => elliptic(curve, &bytes(jwk, "x")?, &bytes(jwk, "y")?)?,
                None => return Ok(None),
            },
            (Some("OKP"), Some("Ed25519")) => edwards(&bytes(jwk, "x")?)?,
            (None, _) => return Err("it has no `kty`".to_owned()),
            (Some("EC" | "OKP"), None) => return Err("it has no `crv`".to_owned()),
            // RFC 7518, section 6.4: `oct` is a shared secret.
            _ => return Ok(None),
        };
        if verifiers.is_empty() {
            return Err("its modulus and exponent are no rsa key of 2048 bits or more".to_owned());
        }
        // RFC 7517, section 4.4: the key is for this algorithm only.
        if let Some(name) = members::text(jwk, "alg")? {
            let only = SigningAlgorithm::from_name(name);
            verifiers.retain(|(algorithm, _)| Some(*algorithm) == only);
        }
        let owned = |name| Ok::<_, String>(members::text(jwk, name)?.map(str::to_owned));
        let (kid, issuer) = (owned("kid")?, owned("issuer")?);
        Ok((!verifiers.is_empty()).then_some(Self { kid, issuer, verifiers }))
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

/// Bytes in base64url without padding (RFC 7518, section 6). Padding and the
/// other two characters of plain base64 can mean one thing only.
fn bytes(jwk: &Map<String, Value>, name: &str) -> Result<Vec<u8>, String> {
    let text = members::text(jwk, name)?.ok_or_else(|| format!("it has no `{name}`"))?;
    let text = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    URL_SAFE_NO_PAD.decode(text).ok().ok_or_else(|| format!("`{name}` is not base64url"))
}

/// RFC 7518, section 6.3. Keys under 2,048 bits verify nothing (section 3.3).
fn rsa(n: &[u8], e: &[u8]) -> Keys {
    let parameters: [(SigningAlgorithm, &'static RsaParameters); 6] = [
        (SigningAlgorithm::Rs256, &signature::RSA_PKCS1_2048_8192_SHA256),
        (SigningAlgorithm::Rs384, &signature::RSA_PKCS1_2048_8192_SHA384),
        (SigningAlgorithm::Rs512, &signature::RSA_PKCS1_2048_8192_SHA512),
        (SigningAlgorithm::Ps256, &signature::RSA_PSS_2048_8192_SHA256),
        (SigningAlgorithm::Ps384, &signature::RSA_PSS_2048_8192_SHA384),
        (SigningAlgorithm::Ps512, &signature::RSA_PSS_2048_8192_SHA512),
    ];
    // The library wants no leading zero, which some providers send.
    let (n, e) = (without_zeros(n), without_zeros(e));
    let components = RsaPublicKeyComponents { n, e };
    parameters
        .into_iter()
        .filter_map(|(algorithm, parameters)| {
            let key = components.to_parsed_public_key(parameters).ok()?;
            Some((algorithm, key))
        })
        .collect()
}

/// A number without its leading zeros.
fn without_zeros(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    &number[zeros..]
}

/// An algorithm, its parameters, and the length of a coordinate.
type Curve = (SigningAlgorithm, &'static dyn VerificationAlgorithm, usize);

fn curve(crv: &str) -> Option<Curve> {
    Some(match crv {
        "P-256" => (SigningAlgorithm::Es256, &signature::ECDSA_P256_SHA256_FIXED, 32),
        "P-384" => (SigningAlgorithm::Es384, &signature::ECDSA_P384_SHA384_FIXED, 48),
        "P-521" => (SigningAlgorithm::Es512, &signature::ECDSA_P521_SHA512_FIXED, 66),
        _ => return None,
    })
}

/// RFC 7518, section 6.2: the coordinates have the full length of the field.
/// Some providers leave out or add leading zeros, which changes no number.
fn elliptic((algorithm, parameters, length): Curve, x: &[u8], y: &[u8]) -> Result<Keys, String> {
    // SEC 1, section 2.3.3: an uncompressed point.
    let mut point = vec![4];
    for (name, coordinate) in [("x", x), ("y", y)] {
        let number = without_zeros(coordinate);
        let missing = length.checked_sub(number.len());
        let missing = missing.ok_or_else(|| format!("`{name}` is longer than its curve allows"))?;
        point.extend(std::iter::repeat_n(0, missing));
        point.extend_from_slice(number);
    }
    let key = ParsedPublicKey::new(parameters, point);
    let key = key.ok().ok_or("`x` and `y` are no point of its curve")?;
    Ok(vec![(algorithm, key)])
}

/// RFC 8037, section 2.
fn edwards(x: &[u8]) -> Result<Keys, String> {
    if x.len() != 32 {
        return Err(format!("`x` has {} bytes instead of 32", x.len()));
    }
    let key = ParsedPublicKey::new(&signature::ED25519, x);
    Ok(vec![(SigningAlgorithm::EdDsa, key.ok().ok_or("`x` is no point of its curve")?)])
}
