use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _,
    UnparsedPublicKey,
};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::Value;

/// A key as Apple gives it to a developer, in a file.
pub(crate) struct PrivateKey(EcdsaKeyPair);

impl PrivateKey {
    pub(crate) fn new() -> Self {
        Self(EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap())
    }

    /// The content of the file.
    pub(crate) fn pem(&self) -> String {
        pem("PRIVATE KEY", self.0.to_pkcs8v1().unwrap().as_ref())
    }

    /// Header and claims of a client secret that this key has signed.
    pub(crate) fn opened(&self, secret: &str) -> (Value, Value) {
        let (signed, signature) = secret.rsplit_once('.').unwrap();
        let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).unwrap();
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, self.0.public_key().as_ref());
        key.verify(signed.as_bytes(), &decode(signature)).unwrap();
        let (header, claims) = signed.split_once('.').unwrap();
        let json = |part| serde_json::from_slice(&decode(part)).unwrap();
        (json(header), json(claims))
    }
}

/// RFC 7468.
pub(crate) fn pem(label: &str, der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}
