//! The steps after the tokens have arrived: reading the account and saving.

use std::error::Error as _;

use widget_auth_core::{AuthError, AuthFlowResult, OAuthTokenSet};
use widget_auth_provider::{Endpoint, ProviderError};
use widget_auth_store::TokenStoreExt as _;

use super::AuthFlowManager;
use super::run::Run;
use crate::manager::SessionManager;

impl AuthFlowManager {
    /// Asks who signed in. A provider that has neither a userinfo endpoint nor
    /// an ID token cannot say; any other failure fails the sign-in.
    pub(crate) async fn identify(
        &self,
        run: &Run,
        tokens: OAuthTokenSet,
    ) -> Result<AuthFlowResult, AuthError> {
        let userinfo = match self.provider.identify(&tokens).await {
            Ok(userinfo) => Some(userinfo),
            Err(error) if has_no_userinfo(&error) => None,
            Err(error) => return Err(error),
        };
        let result = AuthFlowResult::new(self.provider.name(), run.id(), tokens);
        Ok(match userinfo {
            Some(userinfo) => result.with_userinfo(userinfo),
            None => result,
        })
    }

    /// Finds out if tokens can be kept.
    pub(crate) async fn check_store(&self) -> Result<(), AuthError> {
        match (&self.session_manager, &self.token_store) {
            (Some(session), _) => session.token_store().check().await?,
            (None, Some(store)) => store.check().await?,
            (None, None) => {}
        }
        Ok(())
    }

    /// Keeps the tokens, in one place.
    pub(crate) async fn keep(&self, tokens: &OAuthTokenSet) -> Result<(), AuthError> {
        match (&self.session_manager, &self.token_store) {
            (Some(session), _) => session.save_tokens(tokens.clone()).await,
            (None, Some(store)) => {
                let session = SessionManager::new(self.provider.clone(), store.clone());
                session.save_tokens(tokens.clone()).await
            }
            (None, None) => Ok(()),
        }
    }
}

fn has_no_userinfo(error: &AuthError) -> bool {
    matches!(
        error.source().and_then(|cause| cause.downcast_ref()),
        Some(ProviderError::MissingEndpoint(Endpoint::Userinfo))
    )
}
