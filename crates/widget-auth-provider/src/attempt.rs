//! One attempt to sign in: its `state`, `nonce` and PKCE pair.

use std::fmt;
use std::time::Duration;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use widget_auth_core::{AuthError, OAuthTokenSet};
use widget_auth_pkce::PkceChallenge;
use zeroize::Zeroizing;

use crate::callback::AuthorizationResponse;
use crate::error::{CallbackFault, ProviderError};
use crate::provider::OAuthProvider;
use crate::request::{AuthorizeRequest, CodeExchange};

/// Random bytes of `state` and `nonce`. RFC 6749, section 10.10, asks for 128
/// bits at least.
const RANDOM_BYTES: usize = 32;

/// The state of one sign-in while the user is at the provider: the start
/// it began, `state`, `nonce` and the PKCE pair, all fresh.
///
/// It can be serialized, to be kept where the callback finds it. It is a
/// secret of the browser that began the sign-in; use it once and drop it.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{AuthorizationAttempt, GenericOidcProvider};
///
/// let google = GenericOidcProvider::google("client-id")?;
/// let attempt = AuthorizationAttempt::new(&google, "http://127.0.0.1:8765/callback")?;
/// assert_eq!(attempt.provider(), "google");
/// assert_eq!(attempt.state().len(), 43);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
pub struct AuthorizationAttempt {
    provider: String,
    redirect_uri: String,
    state: Zeroized,
    nonce: Zeroized,
    #[serde(default, with = "verifier", skip_serializing_if = "Option::is_none")]
    pkce: Option<PkceChallenge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_age: Option<Duration>,
}

impl AuthorizationAttempt {
    /// Begins a sign-in at `provider` that comes back to `redirect_uri`, with
    /// PKCE unless the client of the provider [does without
    /// it](crate::OAuthClient::with_pkce).
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if the operating system gives no random
    /// bytes.
    pub fn new(
        provider: &dyn OAuthProvider,
        redirect_uri: impl Into<String>,
    ) -> Result<Self, AuthError> {
        let pkce = || PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH);
        let fresh = || -> Result<Self, ProviderError> {
            Ok(Self {
                provider: provider.name().to_owned(),
                redirect_uri: redirect_uri.into(),
                state: random()?,
                nonce: random()?,
                pkce: provider.uses_pkce().then(pkce).transpose()?,
                max_age: None,
            })
        };
        fresh().map_err(|error| error.into_auth(AuthError::authentication, provider.name()))
    }

    /// Does without PKCE, for a provider that refuses it.
    #[must_use]
    pub fn without_pkce(mut self) -> Self {
        self.pkce = None;
        self
    }

    /// Wants a user who signed in at the provider within `max_age`, in whole
    /// seconds: the request says so, and an ID token whose `auth_time` does
    /// not is refused (OpenID Connect Core, section 3.1.2.1). Zero always asks
    /// for the password.
    #[must_use]
    pub fn with_max_age(mut self, max_age: Duration) -> Self {
        self.max_age = Some(max_age);
        self
    }

    /// True if the answer is bound to this attempt by PKCE.
    #[must_use]
    pub fn has_pkce(&self) -> bool {
        self.pkce.is_some()
    }

    /// The name of the provider it was begun with.
    #[must_use]
    pub fn provider(&self) -> &str {
        &self.provider
    }

    /// The `state`, to store the attempt under.
    #[must_use]
    pub fn state(&self) -> &str {
        &self.state.0
    }

    /// The address to which the provider sends the browser back.
    #[must_use]
    pub fn redirect_uri(&self) -> &str {
        &self.redirect_uri
    }

    /// The request for [`OAuthProvider::build_authorize_url`].
    #[must_use]
    pub fn request(&self) -> AuthorizeRequest<'_> {
        let request =
            AuthorizeRequest::new(&self.redirect_uri, &self.state.0).with_nonce(&self.nonce.0);
        AuthorizeRequest { pkce: self.pkce.as_ref(), max_age: self.max_age, ..request }
    }

    /// The URL that the browser has to open.
    ///
    /// # Errors
    ///
    /// Those of [`OAuthProvider::build_authorize_url`].
    pub async fn authorize_url(
        &self,
        provider: &dyn OAuthProvider,
        extra_params: &[(&str, &str)],
    ) -> Result<String, AuthError> {
        let request = self.request().with_extra_params(extra_params);
        provider.build_authorize_url(&request).await
    }

    /// Returns whether `query` is well-formed and carries our `state`. If not, it is
    /// another party's request and says nothing about this attempt.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_provider::{AuthorizationAttempt, GenericOidcProvider};
    ///
    /// let google = GenericOidcProvider::google("client-id")?;
    /// let attempt = AuthorizationAttempt::new(&google, "http://127.0.0.1:8765/callback")?;
    /// assert!(attempt.is_answered_by(&format!("code=c&state={}", attempt.state())));
    /// assert!(!attempt.is_answered_by("code=c&state=guessed"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_answered_by(&self, query: &str) -> bool {
        AuthorizationResponse::parse(query).is_ok_and(|response| self.is_ours(&response))
    }

    /// Checks the query of a callback and gives out its code. Nothing but
    /// discovery is requested from the provider.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if the query is malformed, its `state` is
    /// not ours, the attempt was begun with another provider, `iss` is not its
    /// issuer, or the provider answered with an error.
    pub async fn accept(
        &self,
        provider: &dyn OAuthProvider,
        query: &str,
    ) -> Result<Zeroizing<String>, AuthError> {
        let refused =
            |error: ProviderError| error.into_auth(AuthError::authentication, provider.name());
        let response = AuthorizationResponse::parse(query).map_err(refused)?;
        // RFC 6749, section 10.12: before anything else is believed.
        if !self.is_ours(&response) {
            return Err(refused(CallbackFault::State.into()));
        }
        // RFC 9700, section 4.4.2: the answer must come from whom we asked.
        if self.provider != provider.name() {
            return Err(refused(CallbackFault::OtherProvider.into()));
        }
        provider.check_callback_issuer(response.iss()).await?;
        response.into_outcome().map_err(|error| refused(ProviderError::OAuth(error)))
    }

    /// Checks the query of a callback and exchanges its code for tokens.
    ///
    /// # Errors
    ///
    /// Those of [`accept`](Self::accept), in which case no token request is
    /// made, and those of [`OAuthProvider::exchange_code`].
    pub async fn exchange(
        &self,
        provider: &dyn OAuthProvider,
        query: &str,
    ) -> Result<OAuthTokenSet, AuthError> {
        let code = self.accept(provider, query).await?;
        provider.exchange_code(&self.code_exchange(&code)).await
    }

    fn is_ours(&self, response: &AuthorizationResponse) -> bool {
        response.state().is_some_and(|state| {
            verify_slices_are_equal(state.as_bytes(), self.state.0.as_bytes()).is_ok()
        })
    }

    fn code_exchange<'a>(&'a self, code: &'a str) -> CodeExchange<'a> {
        let exchange = CodeExchange::new(code, &self.redirect_uri).with_nonce(&self.nonce.0);
        let pkce_verifier = self.pkce.as_ref().map(PkceChallenge::verifier);
        CodeExchange { pkce_verifier, max_age: self.max_age, ..exchange }
    }
}

impl fmt::Debug for AuthorizationAttempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthorizationAttempt")
            .field("provider", &self.provider)
            .field("redirect_uri", &self.redirect_uri)
            .finish_non_exhaustive()
    }
}

/// A random value that is wiped on drop.
#[derive(Clone)]
struct Zeroized(Zeroizing<String>);

fn random() -> Result<Zeroized, ProviderError> {
    let mut bytes = Zeroizing::new([0_u8; RANDOM_BYTES]);
    getrandom::fill(bytes.as_mut_slice()).map_err(ProviderError::Random)?;
    Ok(Zeroized(URL_SAFE_NO_PAD.encode(*bytes).into()))
}

impl Serialize for Zeroized {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Zeroized {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(text.into()))
    }
}

/// Keeps a PKCE pair as its verifier: the challenge follows from it.
mod verifier {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use widget_auth_pkce::PkceChallenge;

    pub(super) fn serialize<S: Serializer>(
        pkce: &Option<PkceChallenge>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        pkce.as_ref().map(PkceChallenge::verifier).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<PkceChallenge>, D::Error> {
        Option::<String>::deserialize(deserializer)?
            .map(PkceChallenge::from_verifier)
            .transpose()
            .map_err(D::Error::custom)
    }
}
