//! Sign in with Apple.

use crate::client::OAuthClient;
use crate::client_auth::ClientAuthMethod;
use crate::error::ProviderError;
use crate::oidc::GenericOidcProvider;
use crate::secret_signer::SecretSigner;

pub(crate) const ISSUER: &str = "https://appleid.apple.com";
const SCOPES: [&str; 3] = ["openid", "name", "email"];

impl GenericOidcProvider {
    /// Sign in with Apple, with the scopes `openid name email` unless the
    /// client has its own; its id is that of a *Services ID*. `signer` makes
    /// the client secret.
    ///
    /// Asked for `name` or `email`, Apple answers [by a
    /// form](Self::with_form_post), so a website signs in with it. The name
    /// comes with the first sign-in of a user only, [beside the
    /// code](crate::AuthorizationResponse::complete_name). There is no
    /// userinfo: the ID token names the user.
    ///
    /// # Errors
    ///
    /// None in practice: the address is fixed.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use widget_auth_provider::{GenericOidcProvider, SecretSigner};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let pem = std::fs::read_to_string("AuthKey_KEY1234567.p8")?;
    /// let signer = SecretSigner::new("TEAM123456", "KEY1234567", &pem)?;
    /// let apple = GenericOidcProvider::apple("com.example.web", signer)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn apple(
        client: impl Into<OAuthClient>,
        signer: SecretSigner,
    ) -> Result<Self, ProviderError> {
        Self::apple_at(client, signer, ISSUER)
    }

    /// Apple's behaviour at another issuer, for tests.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if `issuer_url` is not allowed.
    pub fn apple_at(
        client: impl Into<OAuthClient>,
        signer: SecretSigner,
        issuer_url: &str,
    ) -> Result<Self, ProviderError> {
        let client = client
            .into()
            .with_secret_signer(signer)
            .with_default_auth_method(ClientAuthMethod::Post)
            .with_default_scopes(&SCOPES);
        let asks = client.scopes().iter().any(|scope| matches!(&**scope, "name" | "email"));
        let apple = Self::new(client, issuer_url)?.with_name("apple").with_label("Apple");
        Ok(if asks { apple.with_form_post() } else { apple })
    }
}
