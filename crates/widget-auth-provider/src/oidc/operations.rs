//! The operations of an OpenID Connect provider beyond OAuth 2.0.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::time::timeout;
use url::Url;
use widget_auth_core::{IdToken, OAuthTokenSet, UserInfo};

use super::GenericOidcProvider;
use super::documents::Discovered;
use crate::authorize::authorize_url;
use crate::device::{DeviceAuthorization, DevicePoll};
use crate::end_session::{ReturnParam, end_session_url};
use crate::endpoints::Endpoints;
use crate::error::{CallbackFault, Endpoint, IdTokenFault, ProviderError};
use crate::id_token::{
    IdTokenClaims, audience, is_protocol_claim, is_standard_claim, text, unverified_claims,
};
use crate::members::present;
use crate::provider::OAuthProvider as _;
use crate::request::{AuthorizeRequest, CodeExchange, RevocableToken};
use crate::token_endpoint::TokenEndpoint;
use crate::token_response::TokenResponseRules;
use crate::userinfo::{self, Answer};

/// The time that the ID token of a refresh may take: a refresh has no more than a minute, and the
/// tokens that came with it are more than that.
const VALIDATION_TIMEOUT: Duration = Duration::from_secs(10);

impl GenericOidcProvider {
    pub(super) async fn authorize(
        &self,
        request: &AuthorizeRequest<'_>,
    ) -> Result<String, ProviderError> {
        let nonce = self.nonce(request.nonce, request.pkce.is_some())?;
        // A word of OpenID Connect, like `nonce`.
        let max_age = request.max_age.filter(|_| self.id_tokens.is_some());
        let request = AuthorizeRequest { nonce, max_age, ..*request };
        let mut defaults = self.authorize_params.to_vec();
        defaults.extend(self.use_form_post.then_some(("response_mode", "form_post")));
        let build = |endpoints: &Endpoints| {
            let endpoint = endpoints.authorize()?;
            authorize_url(endpoint, &self.client, &request, &defaults)
        };
        // A preset knows its endpoint without asking.
        if self.endpoints.authorize.is_some() {
            return build(&self.endpoints);
        }
        build(&self.endpoints_with(self.discovered().await?.as_deref()))
    }

    /// The nonce to send and to expect.
    fn nonce<'a>(
        &self,
        nonce: Option<&'a str>,
        has_pkce: bool,
    ) -> Result<Option<&'a str>, ProviderError> {
        match &self.id_tokens {
            Some(policy) => policy.nonce(nonce, has_pkce),
            None => Ok(None),
        }
    }

    /// Refuses a client without PKCE where that takes the place of the nonce.
    pub(crate) fn check_pkce(&self) -> Result<(), ProviderError> {
        self.nonce(None, self.client.uses_pkce()).map(drop)
    }

    /// RFC 9207, section 2.4.
    pub(super) async fn check_issuer(&self, iss: Option<&str>) -> Result<(), ProviderError> {
        let Some(discovered) = self.discovered().await? else {
            return Ok(());
        };
        let metadata = &discovered.metadata;
        let fits = match iss {
            Some(iss) => metadata.token_issuer().is_callback_issuer(iss),
            None => !metadata.sends_callback_issuer(),
        };
        if fits { Ok(()) } else { Err(CallbackFault::Issuer.into()) }
    }

    /// From here on the provider may have seen the code; `discovered` is that
    /// of [`ready_for_id_token`](Self::ready_for_id_token).
    pub(super) async fn exchange(
        &self,
        exchange: &CodeExchange<'_>,
        discovered: Option<&Discovered>,
    ) -> Result<OAuthTokenSet, ProviderError> {
        let max_age = exchange.max_age.or(self.client.max_age()?);
        let nonce = self.nonce(exchange.nonce, exchange.pkce_verifier.is_some())?;
        let endpoints = self.endpoints_with(discovered);
        let tokens = self
            .token_endpoint(discovered)?
            .exchange(endpoints.token()?, exchange, &self.rules())
            .await?;
        let claims = self.check_id_token(&tokens, nonce).await?;
        if let (Some(max_age), Some(claims), Some(discovered)) = (max_age, claims, discovered) {
            let now = self.client.clock().now();
            discovered.validator.check_auth_time(&claims, max_age, now)?;
        }
        Ok(tokens)
    }

    pub(super) async fn begin_device(&self) -> Result<DeviceAuthorization, ProviderError> {
        let discovered = self.discovered().await?;
        let endpoints = self.endpoints_with(discovered.as_deref());
        let endpoint = self.token_endpoint(discovered.as_deref())?;
        endpoint.begin_device(endpoints.device_authorization()?).await
    }

    pub(super) async fn poll_device(
        &self,
        authorization: &DeviceAuthorization,
    ) -> Result<DevicePoll, ProviderError> {
        let discovered = self.ready_for_id_token().await?;
        let endpoints = self.endpoints_with(discovered.as_deref());
        let endpoint = self.token_endpoint(discovered.as_deref())?;
        let poll = endpoint.poll_device(endpoints.token()?, authorization, &self.rules()).await?;
        if let DevicePoll::Granted(tokens) = &poll {
            self.check_id_token(tokens, None).await?;
        }
        Ok(poll)
    }

    /// The metadata, and in the cache the keys if an ID token is to come.
    /// Everything that can fail without the code comes first: a code can be
    /// used once.
    pub(super) async fn ready_for_id_token(
        &self,
    ) -> Result<Option<Arc<Discovered>>, ProviderError> {
        let discovered = self.discovered().await?;
        if self.expects_id_token() {
            self.keys(discovered.as_deref().ok_or(IdTokenFault::NoIssuer)?).await?;
        }
        Ok(discovered)
    }

    /// The claims, if there is an ID token to look at.
    async fn check_id_token(
        &self,
        tokens: &OAuthTokenSet,
        nonce: Option<&str>,
    ) -> Result<Option<IdTokenClaims>, ProviderError> {
        match &tokens.id_token {
            Some(id_token) if self.requires_id_token_validation() => {
                self.validate(id_token, nonce, Some(&tokens.access_token)).await.map(Some)
            }
            // OpenID Connect Core, section 3.1.3.3.
            None if self.expects_id_token() => Err(IdTokenFault::Missing.into()),
            _ => Ok(None),
        }
    }

    pub(super) async fn refresh(
        &self,
        old: &OAuthTokenSet,
    ) -> Result<OAuthTokenSet, ProviderError> {
        let discovered = self.discovered().await?;
        let endpoints = self.endpoints_with(discovered.as_deref());
        let mut new = self
            .token_endpoint(discovered.as_deref())?
            .refresh(endpoints.token()?, old, self.rules())
            .await?;
        new.id_token = match new.id_token.take() {
            Some(id_token) if self.requires_id_token_validation() => {
                self.refreshed_id_token(id_token, &new, old).await?
            }
            Some(id_token) => Some(id_token),
            None => old.id_token.clone(),
        };
        Ok(new)
    }

    /// The ID token to keep after a refresh (OpenID Connect Core, section
    /// 12.2). Only one of another user, issuer or client is an error: the old
    /// refresh token may be used up, and losing the new one would sign the user
    /// out. Any other fault (a clock that is off, keys that lag behind a
    /// rotation) drops the ID token, the part that can be done without.
    async fn refreshed_id_token(
        &self,
        id_token: IdToken,
        new: &OAuthTokenSet,
        old: &OAuthTokenSet,
    ) -> Result<Option<IdToken>, ProviderError> {
        let old_claims = old.id_token.as_ref().and_then(|old| unverified_claims(old).ok());
        let new_claims = unverified_claims(&id_token).ok();
        if let (Some(old), Some(new)) = (&old_claims, &new_claims) {
            check_same_sign_in(old, new)?;
        }
        let validated = self.validate(&id_token, None, Some(&new.access_token));
        let Ok(validated) = timeout(VALIDATION_TIMEOUT, validated).await else {
            let provider = self.name();
            tracing::warn!(provider, "a refreshed id token was dropped: its keys did not come");
            return Ok(old.id_token.clone());
        };
        let fault = match validated {
            Ok(valid) => match other_claim(old_claims.as_ref(), &valid.claims) {
                Some(claim) => ProviderError::RefreshedIdToken { claim },
                None => return Ok(Some(id_token)),
            },
            Err(error) if error.is_of_another_sign_in() => return Err(error),
            Err(error) => error,
        };
        let provider = self.name();
        tracing::warn!(provider, error = %fault, "a refreshed id token was dropped");
        Ok(old.id_token.clone())
    }

    pub(super) async fn userinfo(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, ProviderError> {
        tokens.check_origin(&self.origin())?;
        let endpoints = self.endpoints_with(self.discovered().await?.as_deref());
        let url = endpoints.userinfo()?;
        let answer = userinfo::fetch(&self.client, url, &tokens.access_token).await?;
        if self.id_tokens.is_none() {
            return userinfo::of_oauth2(answer);
        }
        let claims = match answer {
            Answer::Claims(claims) => claims,
            Answer::Signed(token) => {
                self.verify_userinfo(&token).await.map_err(|error| match error {
                    ProviderError::IdToken(fault) => ProviderError::SignedUserinfo(fault),
                    error => error,
                })?
            }
        };
        let user = userinfo::of_oidc(claims)?;
        // OpenID Connect Core, section 5.3.2: another `sub` means that the
        // access token was swapped, and nothing of the answer may be used.
        let signed_in = match &tokens.id_token {
            Some(id_token) if self.requires_id_token_validation() => {
                Some(unverified_claims(id_token)?)
            }
            // A token that was never looked at may be anything.
            Some(id_token) => unverified_claims(id_token).ok(),
            None => None,
        };
        if signed_in.is_some_and(|claims| text(&claims, "sub") != Some(&user.sub)) {
            return Err(ProviderError::UserinfoSubject);
        }
        Ok(user)
    }

    /// The userinfo answer, or the claims of the ID token where the endpoint
    /// does not exist or refuses the access token. OpenID Connect Core,
    /// section 5.3, makes the endpoint optional, and section 2 has the ID token
    /// name the user.
    pub(super) async fn user(&self, tokens: &OAuthTokenSet) -> Result<UserInfo, ProviderError> {
        let error = match self.userinfo(tokens).await {
            Ok(user) => return Ok(self.with_id_token_claims(user, tokens)),
            Err(error) => error,
        };
        match &tokens.id_token {
            Some(id_token) if self.requires_id_token_validation() && is_no_userinfo(&error) => {
                let provider = self.name();
                tracing::debug!(provider, %error, "the id token says who signed in");
                UserInfo::from_claims(unverified_claims(id_token)?)
                    .ok_or(IdTokenFault::Subject.into())
            }
            _ => Err(error),
        }
    }

    /// Adds the claims that only the ID token has: many providers put groups
    /// and roles there. The standard claims are left as userinfo has them: an
    /// address from here with `email_verified` from there would be neither's.
    fn with_id_token_claims(&self, mut user: UserInfo, tokens: &OAuthTokenSet) -> UserInfo {
        let id_token = tokens.id_token.as_ref().filter(|_| self.requires_id_token_validation());
        let claims =
            id_token.and_then(|id_token| unverified_claims(id_token).ok()).unwrap_or_default();
        for (name, value) in claims {
            if !is_protocol_claim(&name) && !is_standard_claim(&name) {
                user.claims.entry(name).or_insert(value);
            }
        }
        user
    }

    /// Gets an access token for the client itself (RFC 6749, section 4.4).
    pub(super) async fn client_credentials(
        &self,
        scopes: &[&str],
    ) -> Result<OAuthTokenSet, ProviderError> {
        let discovered = self.discovered().await?;
        let endpoints = self.endpoints_with(discovered.as_deref());
        let endpoint = self.token_endpoint(discovered.as_deref())?;
        endpoint.client_credentials(endpoints.token()?, scopes, self.rules.clone()).await
    }

    pub(super) async fn revoke(&self, token: RevocableToken<'_>) -> Result<(), ProviderError> {
        let discovered = self.discovered().await?;
        match self.endpoints_with(discovered.as_deref()).revocation()? {
            Some(url) => {
                let endpoint = self.token_endpoint(discovered.as_deref())?;
                endpoint.revoke(url, token).await
            }
            None => Ok(()),
        }
    }

    pub(super) async fn end_session(
        &self,
        id_token: Option<&IdToken>,
        return_to: Option<&str>,
    ) -> Result<Option<Url>, ProviderError> {
        let endpoints = self.endpoints_with(self.discovered().await?.as_deref());
        let (client_id, param) = (self.client.client_id(), self.logout_return);
        if param == ReturnParam::LogoutUri && return_to.is_none() {
            // Cognito answers with an error page.
            return Ok(None);
        }
        let url = |endpoint: &Url| end_session_url(endpoint, client_id, id_token, return_to, param);
        Ok(endpoints.end_session.as_ref().map(url))
    }

    fn expects_id_token(&self) -> bool {
        self.requires_id_token_validation() && self.client.scopes().iter().any(|s| s == "openid")
    }

    pub(super) fn endpoints_with(&self, discovered: Option<&Discovered>) -> Endpoints {
        match discovered {
            Some(discovered) => self.endpoints.or(discovered.metadata.endpoints()),
            None => self.endpoints.clone(),
        }
    }

    fn token_endpoint(
        &self,
        discovered: Option<&Discovered>,
    ) -> Result<TokenEndpoint<'_>, ProviderError> {
        let supported = discovered.and_then(|d| d.metadata.token_auth_methods());
        TokenEndpoint::new(&self.client, supported, self.origin())
    }

    fn rules(&self) -> TokenResponseRules {
        let scope = self.client.scopes().join(" ");
        self.rules.clone().with_requested_scope(scope)
    }
}

/// True if there is no userinfo for this access token, as opposed to none at
/// the moment (RFC 6750, section 3.1).
fn is_no_userinfo(error: &ProviderError) -> bool {
    match error {
        ProviderError::MissingEndpoint(Endpoint::Userinfo) => true,
        // Encrypted, or signed in a way that is not known here.
        ProviderError::SignedUserinfo(_) | ProviderError::UnreadableKey(_) => true,
        ProviderError::Status { endpoint: Endpoint::Userinfo, status, .. } => {
            matches!(status, 401 | 403)
        }
        _ => false,
    }
}

/// OpenID Connect Core, section 12.2: a refreshed ID token is about the same
/// sign-in; `aud` names whom it named before.
fn check_same_sign_in(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
) -> Result<(), ProviderError> {
    for claim in ["iss", "sub"] {
        if text(old, claim) != text(new, claim) {
            return Err(ProviderError::RefreshedIdToken { claim });
        }
    }
    let (old, new) = (audience(old).unwrap_or_default(), audience(new).unwrap_or_default());
    if old.iter().any(|audience| !new.contains(audience)) {
        return Err(ProviderError::RefreshedIdToken { claim: "aud" });
    }
    Ok(())
}

/// The claim of a refreshed ID token that is another one: `nonce`, `azp` and
/// `auth_time` need not be there, but may not change (OpenID Connect Core,
/// section 12.2).
fn other_claim(old: Option<&Map<String, Value>>, new: &Map<String, Value>) -> Option<&'static str> {
    let old = old?;
    if present(new, "nonce").is_some() && old.get("nonce") != new.get("nonce") {
        return Some("nonce");
    }
    ["azp", "auth_time"].into_iter().find(|claim| {
        matches!((present(old, claim), present(new, claim)), (Some(before), Some(now)) if before != now)
    })
}
