//! The contract of a provider.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use url::Url;
use widget_auth_core::{AuthError, IdToken, OAuthTokenSet, TokenOrigin, UserInfo};

use crate::device::{DeviceAuthorization, DevicePoll};
use crate::discovery::ProviderMetadata;
use crate::end_session::{ReturnParam, end_session_url};
use crate::error::ProviderError;
use crate::forward::forward;
use crate::id_token::IdTokenClaims;
use crate::request::{AuthorizeRequest, CodeExchange, RevocableToken};

/// An authorization server, as its client sees it.
///
/// Object safe. Implementations may do I/O in every `async` method, hold no
/// lock that a dropped future would leave behind, and put no secret into an
/// error.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{
///     AuthorizeRequest, GenericOidcProvider, GithubProvider, OAuthProvider,
/// };
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let providers: [Box<dyn OAuthProvider>; 2] = [
///     Box::new(GenericOidcProvider::google("client-id")?),
///     Box::new(GithubProvider::new("client-id")?),
/// ];
/// for provider in providers {
///     let request = AuthorizeRequest::new("http://127.0.0.1:8765/callback", "a fresh state");
///     let url = provider.build_authorize_url(&request).await?;
///     assert!(url.contains("response_type=code"));
/// }
/// # Ok(())
/// # }
/// ```
#[async_trait]
pub trait OAuthProvider: fmt::Debug + Send + Sync + 'static {
    /// A short name, unique among the providers of a program: `google`.
    fn name(&self) -> &str;

    /// The name as users know it, for the page that they sign in from:
    /// `Google`.
    fn label(&self) -> &str {
        self.name()
    }

    /// The id of this client at the provider.
    fn client_id(&self) -> &str;

    /// The client and server whose tokens these are: every set that this
    /// provider gives is marked with it, and sets with another mark are
    /// refused. A provider that passes on to another one passes this on, too.
    fn origin(&self) -> TokenOrigin;

    /// The scopes that are asked for.
    fn scopes(&self) -> &[String];

    /// True if sign-ins use PKCE (RFC 7636).
    fn uses_pkce(&self) -> bool {
        true
    }

    /// True if the provider answers an authorization request by a form that the
    /// browser posts to the redirect URI (OAuth 2.0 Form Post Response Mode),
    /// in the place of a query.
    fn uses_form_post(&self) -> bool {
        false
    }

    /// The metadata of the provider, `None` if it publishes none. OpenID
    /// Connect providers discover it at the first call.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if discovery fails.
    async fn metadata(&self) -> Result<Option<Arc<ProviderMetadata>>, AuthError> {
        Ok(None)
    }

    /// Builds the URL that the browser has to open.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if discovery fails, no authorization
    /// endpoint is known, or an extra parameter is one of the protocol's own.
    async fn build_authorize_url(
        &self,
        request: &AuthorizeRequest<'_>,
    ) -> Result<String, AuthError>;

    /// Checks the `iss` parameter of a callback (RFC 9207, section 2.4):
    /// another issuer is refused, and so is a missing one if the provider
    /// announces that it sends it. Without an issuer nothing can be compared.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if it does not fit, or discovery fails.
    async fn check_callback_issuer(&self, _iss: Option<&str>) -> Result<(), AuthError> {
        Ok(())
    }

    /// Exchanges an authorization code for tokens. OpenID Connect providers
    /// validate the ID token.
    ///
    /// # Errors
    ///
    /// [`AuthError::Token`] if the provider refuses, gives no acceptable
    /// answer, or the ID token is not valid. It is
    /// [retryable](AuthError::is_retryable) only if the provider has not seen
    /// the code: a code is good for one request, so afterwards a new sign-in
    /// is needed ([`ProviderError::is_transient`] tells a provider that was
    /// down from one that refused).
    async fn exchange_code(&self, exchange: &CodeExchange<'_>) -> Result<OAuthTokenSet, AuthError>;

    /// Returns whether the provider has an endpoint for sign-ins on a device
    /// without a browser (RFC 8628, section 4); `false` if it cannot be asked.
    async fn has_device_grant(&self) -> bool {
        let metadata = self.metadata().await.ok().flatten();
        metadata.is_some_and(|metadata| metadata.device_authorization_endpoint().is_some())
    }

    /// Begins a sign-in on a device without a browser (RFC 8628, section 3.1).
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] with [`ProviderError::NoDeviceGrant`] as
    /// its cause if the provider has no endpoint for it; with another cause if
    /// discovery fails, the provider refuses or gives no acceptable answer.
    async fn begin_device_authorization(&self) -> Result<DeviceAuthorization, AuthError> {
        Err(ProviderError::NoDeviceGrant.into_auth(AuthError::authentication, self.name()))
    }

    /// Asks once whether the user has signed in (RFC 8628, section 3.4).
    /// OpenID Connect providers validate the ID token; it has no nonce, for
    /// none can be sent.
    ///
    /// # Errors
    ///
    /// - [`AuthError::Authentication`] if the provider answers with an error,
    ///   which is its [code](widget_auth_core::ErrorDetails::code):
    ///   `access_denied` if the user said no, `expired_token` if it took too
    ///   long.
    /// - [`AuthError::Token`] if there is no acceptable answer, or the ID token
    ///   is not valid. If it is [retryable](AuthError::is_retryable), the next
    ///   poll may succeed.
    async fn poll_device_authorization(
        &self,
        _authorization: &DeviceAuthorization,
    ) -> Result<DevicePoll, AuthError> {
        Err(ProviderError::NoDeviceGrant.into_auth(AuthError::authentication, self.name()))
    }

    /// Gets new tokens for old ones. The result is complete: what the answer
    /// leaves out (refresh token, ID token, scope) is taken over from `tokens`
    /// (RFC 6749, section 6).
    ///
    /// # Errors
    ///
    /// [`AuthError::TokenRefresh`]. It [needs a
    /// login](AuthError::needs_login) if `tokens` has no refresh token, the
    /// provider calls it invalid, or the new ID token is about another subject;
    /// it is [retryable](AuthError::is_retryable) unless the provider rejected the
    /// refresh token.
    async fn refresh_tokens(&self, tokens: &OAuthTokenSet) -> Result<OAuthTokenSet, AuthError>;

    /// Gets an access token for the client itself, for an API that it calls in
    /// its own name (RFC 6749, section 4.4). The client needs a secret, and
    /// `scopes` may be empty. The answer has no refresh token: ask again.
    ///
    /// # Errors
    ///
    /// [`AuthError::Token`] if the provider refuses, gives no acceptable
    /// answer, or is one without this grant.
    async fn client_credentials(&self, _scopes: &[&str]) -> Result<OAuthTokenSet, AuthError> {
        Err(ProviderError::NoClientCredentials.into_auth(AuthError::token, self.name()))
    }

    /// Asks who signed in. If `tokens` holds an ID token, the answer must be
    /// about the same subject.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if there is no userinfo endpoint, it
    /// gives no acceptable answer, or the subject differs.
    async fn get_userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError>;

    /// Tells who signed in, right after a sign-in: as
    /// [`get_userinfo`](Self::get_userinfo) says, or, where there is no
    /// userinfo endpoint or it refuses the access token (401, 403), as the
    /// validated ID token of `tokens` says. An access token for another API
    /// does not keep the user from signing in. Claims beside the standard ones
    /// that only the ID token has, such as `groups`, are added.
    ///
    /// # Errors
    ///
    /// Those of [`get_userinfo`](Self::get_userinfo), unless the ID token
    /// answers in its place. Any other failure, and an answer about another
    /// subject, is an error although there is an ID token.
    async fn identify(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
        self.get_userinfo(tokens).await
    }

    /// Revokes one token. A token that the provider does not know and a token
    /// type that it cannot revoke are fine; without a revocation endpoint
    /// nothing happens.
    ///
    /// # Errors
    ///
    /// [`AuthError::Token`] if the provider cannot be reached or refuses.
    async fn revoke_token(&self, token: RevocableToken<'_>) -> Result<(), AuthError>;

    /// Revokes the refresh token and then the access token of `tokens`, at a
    /// sign-out. The second is tried even if the first fails.
    ///
    /// # Errors
    ///
    /// The first error of the two, or [`AuthError::Token`] if the tokens are
    /// of another [origin](Self::origin); then nothing is sent. The local
    /// tokens go in every case: a provider that is down must not keep anybody
    /// signed in.
    async fn revoke_tokens(&self, tokens: &OAuthTokenSet) -> Result<(), AuthError> {
        self.check_origin(tokens)?;
        // The refresh token first: it could make new access tokens.
        let refresh = match &tokens.refresh_token {
            Some(token) => self.revoke_token(token.into()).await,
            None => Ok(()),
        };
        refresh.and(self.revoke_token((&tokens.access_token).into()).await)
    }

    /// The page at which a browser signs out at the provider as well (OpenID
    /// Connect RP-Initiated Logout 1.0, section 2), `None` if it has none.
    /// `id_token` says whose session ends, and `return_to`, an address that the
    /// provider has to know, where the browser goes afterwards.
    ///
    /// # Errors
    ///
    /// [`AuthError::Authentication`] if discovery fails.
    async fn end_session_url(
        &self,
        id_token: Option<&IdToken>,
        return_to: Option<&str>,
    ) -> Result<Option<Url>, AuthError> {
        let metadata = self.metadata().await?;
        let endpoint = metadata.as_ref().and_then(|metadata| metadata.end_session_endpoint());
        let param = ReturnParam::default();
        let url =
            |endpoint| end_session_url(endpoint, self.client_id(), id_token, return_to, param);
        Ok(endpoint.map(url))
    }

    /// Checks that `tokens` are of this provider, client and resource. A set
    /// without a mark passes.
    ///
    /// # Errors
    ///
    /// [`AuthError::Token`] with [`ProviderError::ForeignTokens`] as its cause.
    fn check_origin(&self, tokens: &OAuthTokenSet) -> Result<(), AuthError> {
        let foreign =
            |foreign| ProviderError::from(foreign).into_auth(AuthError::token, self.name());
        tokens.check_origin(&self.origin()).map_err(foreign)
    }

    /// Validates an ID token: signature, issuer, audience, expiry, and nonce
    /// if one is given.
    ///
    /// # Errors
    ///
    /// [`AuthError::Token`] if the token fails any check, the keys of the
    /// provider cannot be reached, or the provider does not do OpenID Connect.
    async fn validate_id_token(
        &self,
        _token: &IdToken,
        _nonce: Option<&str>,
    ) -> Result<IdTokenClaims, AuthError> {
        Err(ProviderError::NotOidc.into_auth(AuthError::token, self.name()))
    }
}

forward!([P: OAuthProvider + ?Sized] Arc<P>, self => **self);
forward!([P: OAuthProvider + ?Sized] Box<P>, self => **self);
