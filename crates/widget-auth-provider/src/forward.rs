//! Providers that pass on to another.

/// Implements [`OAuthProvider`](crate::OAuthProvider) by another provider:
/// `forward!([] MyProvider, self => self.inner);`.
macro_rules! forward {
    ([$($generics:tt)*] $provider:ty, $self:ident => $inner:expr) => {
        const _: () = {
            use std::sync::Arc;

            use url::Url;
            use widget_auth_core::{
                AuthError, IdToken, OAuthTokenSet, TokenOrigin, UserInfo,
            };

            use $crate::device::{DeviceAuthorization, DevicePoll};
            use $crate::discovery::ProviderMetadata;
            use $crate::id_token::IdTokenClaims;
            use $crate::provider::OAuthProvider;
            use $crate::request::{AuthorizeRequest, CodeExchange, RevocableToken};

            #[async_trait::async_trait]
            impl<$($generics)*> OAuthProvider for $provider {
                fn name(&$self) -> &str {
                    ($inner).name()
                }

                fn label(&$self) -> &str {
                    ($inner).label()
                }

                fn client_id(&$self) -> &str {
                    ($inner).client_id()
                }

                fn origin(&$self) -> TokenOrigin {
                    ($inner).origin()
                }

                fn scopes(&$self) -> &[String] {
                    ($inner).scopes()
                }

                fn uses_pkce(&$self) -> bool {
                    ($inner).uses_pkce()
                }

                fn uses_form_post(&$self) -> bool {
                    ($inner).uses_form_post()
                }

                async fn metadata(&$self) -> Result<Option<Arc<ProviderMetadata>>, AuthError> {
                    ($inner).metadata().await
                }

                async fn build_authorize_url(
                    &$self,
                    request: &AuthorizeRequest<'_>,
                ) -> Result<String, AuthError> {
                    ($inner).build_authorize_url(request).await
                }

                async fn check_callback_issuer(&$self, iss: Option<&str>) -> Result<(), AuthError> {
                    ($inner).check_callback_issuer(iss).await
                }

                async fn exchange_code(
                    &$self,
                    exchange: &CodeExchange<'_>,
                ) -> Result<OAuthTokenSet, AuthError> {
                    ($inner).exchange_code(exchange).await
                }

                async fn has_device_grant(&$self) -> bool {
                    ($inner).has_device_grant().await
                }

                async fn begin_device_authorization(
                    &$self,
                ) -> Result<DeviceAuthorization, AuthError> {
                    ($inner).begin_device_authorization().await
                }

                async fn poll_device_authorization(
                    &$self,
                    authorization: &DeviceAuthorization,
                ) -> Result<DevicePoll, AuthError> {
                    ($inner).poll_device_authorization(authorization).await
                }

                async fn refresh_tokens(
                    &$self,
                    tokens: &OAuthTokenSet,
                ) -> Result<OAuthTokenSet, AuthError> {
                    ($inner).refresh_tokens(tokens).await
                }

                async fn client_credentials(
                    &$self,
                    scopes: &[&str],
                ) -> Result<OAuthTokenSet, AuthError> {
                    ($inner).client_credentials(scopes).await
                }

                async fn get_userinfo(
                    &$self,
                    tokens: &OAuthTokenSet,
                ) -> Result<UserInfo, AuthError> {
                    ($inner).get_userinfo(tokens).await
                }

                async fn identify(&$self, tokens: &OAuthTokenSet) -> Result<UserInfo, AuthError> {
                    ($inner).identify(tokens).await
                }

                async fn revoke_token(&$self, token: RevocableToken<'_>) -> Result<(), AuthError> {
                    ($inner).revoke_token(token).await
                }

                async fn revoke_tokens(&$self, tokens: &OAuthTokenSet) -> Result<(), AuthError> {
                    ($inner).revoke_tokens(tokens).await
                }

                async fn end_session_url(
                    &$self,
                    id_token: Option<&IdToken>,
                    return_to: Option<&str>,
                ) -> Result<Option<Url>, AuthError> {
                    ($inner).end_session_url(id_token, return_to).await
                }

                async fn validate_id_token(
                    &$self,
                    token: &IdToken,
                    nonce: Option<&str>,
                ) -> Result<IdTokenClaims, AuthError> {
                    ($inner).validate_id_token(token, nonce).await
                }
            }
        };
    };
}

pub(crate) use forward;
