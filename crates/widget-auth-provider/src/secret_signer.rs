//! Client secrets that are signed when they are needed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::crypto::aws_lc;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use rustls_pki_types::PrivatePkcs8KeyDer;
use rustls_pki_types::pem::PemObject as _;
use serde_json::{Value, json};
use widget_auth_core::{ClientSecret, UnixTime};
use zeroize::Zeroize as _;

use crate::error::ProviderError;

/// Whom a secret is for, whatever server it is sent to.
const AUDIENCE: &str = "https://appleid.apple.com";

/// The time that a secret lives; Apple takes up to six months.
const LIFETIME: Duration = Duration::from_secs(5 * 60);

/// Signs the client secret of [Sign in with
/// Apple](crate::GenericOidcProvider::apple): a JWT with ES256, made for each
/// request and good for five minutes (Apple, "Creating a client secret").
///
/// Clones share the key, which is wiped with the last of them.
///
/// # Examples
///
/// ```no_run
/// use widget_auth_provider::SecretSigner;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pem = std::fs::read_to_string("AuthKey_KEY1234567.p8")?;
/// let signer = SecretSigner::new("TEAM123456", "KEY1234567", &pem)?;
/// assert!(!format!("{signer:?}").contains("PRIVATE"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct SecretSigner(Arc<Parts>);

struct Parts {
    team_id: String,
    key_id: String,
    private_key: EncodingKey,
}

impl SecretSigner {
    /// Signs in the name of the team `team_id` with its key `key_id`, whose
    /// private half is the content of the file `AuthKey_….p8`: a P-256 key as
    /// PKCS#8 in PEM.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if an id is empty or the key is no such key.
    /// It does not quote the key.
    pub fn new(team_id: &str, key_id: &str, private_key_pem: &str) -> Result<Self, ProviderError> {
        let parts = Parts {
            team_id: present("team_id", team_id)?,
            key_id: present("key_id", key_id)?,
            private_key: read(private_key_pem)?,
        };
        // A key of another kind shows itself here, not when a user signs in.
        parts.sign("", UnixTime::default())?;
        Ok(Self(Arc::new(parts)))
    }

    /// A secret of the client `client_id`, good from `now`.
    pub(crate) fn sign(
        &self,
        client_id: &str,
        now: UnixTime,
    ) -> Result<ClientSecret, ProviderError> {
        self.0.sign(client_id, now)
    }
}

impl Parts {
    fn sign(&self, client_id: &str, now: UnixTime) -> Result<ClientSecret, ProviderError> {
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(self.key_id.clone());
        let claims = json!({
            "iss": self.team_id,
            "iat": now,
            "exp": now.saturating_add(LIFETIME),
            "aud": AUDIENCE,
            "sub": client_id,
        });
        self.encode(&header, &claims).map(ClientSecret::new).ok_or_else(unreadable)
    }

    /// The compact form (RFC 7515, section 7.1). `jsonwebtoken::encode` would
    /// do it with the provider of the process, and panic in a program that has
    /// enabled two of them.
    fn encode(&self, header: &Header, claims: &Value) -> Option<String> {
        let base64 = |json: Vec<u8>| URL_SAFE_NO_PAD.encode(json);
        let header = base64(serde_json::to_vec(header).ok()?);
        let message = format!("{header}.{}", base64(serde_json::to_vec(claims).ok()?));
        let sign = aws_lc::DEFAULT_PROVIDER.signer_factory;
        let signer = sign(&Algorithm::ES256, &self.private_key).ok()?;
        let signature = signer.try_sign(message.as_bytes()).ok()?;
        Some(format!("{message}.{}", base64(signature)))
    }
}

impl fmt::Debug for SecretSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretSigner")
            .field("team_id", &self.0.team_id)
            .field("key_id", &self.0.key_id)
            .finish_non_exhaustive()
    }
}

fn present(setting: &'static str, id: &str) -> Result<String, ProviderError> {
    match id.trim() {
        "" => Err(ProviderError::setting(setting, "is missing: it is in your Apple account")),
        id => Ok(id.to_owned()),
    }
}

fn read(pem: &str) -> Result<EncodingKey, ProviderError> {
    let pkcs8 = PrivatePkcs8KeyDer::from_pem_slice(pem.as_bytes());
    let mut pkcs8 = pkcs8.ok().ok_or_else(unreadable)?;
    let key = EncodingKey::from_ec_der(pkcs8.secret_pkcs8_der());
    pkcs8.zeroize();
    Ok(key)
}

fn unreadable() -> ProviderError {
    let reason = "must be the content of the .p8 file: a P-256 key that begins with \
                  `-----BEGIN PRIVATE KEY-----`";
    ProviderError::setting("private_key", reason)
}
