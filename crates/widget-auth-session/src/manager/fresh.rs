//! The tokens that callers get, refreshed first if they are due.

use std::sync::Arc;

use widget_auth_core::{AccessToken, AuthError, AuthErrorKind, OAuthTokenSet, UserInfo};

use super::SessionManager;
use crate::session::active_tokens::ActiveTokens;
use crate::session::refresh::Replace;

impl SessionManager {
    /// The access token, refreshed first if it is due. Without tokens in this
    /// process the store is asked.
    ///
    /// While the provider or the store fails, the old token is returned for as
    /// long as it is valid; after that up to three attempts are waited for. If
    /// the provider refuses the refresh token, the old token is returned to its
    /// end, and the provider is not asked again.
    ///
    /// # Errors
    ///
    /// - [`AuthError::TokenExpired`], which needs a login, if the token has
    ///   expired and cannot be refreshed: there is no refresh token, or the
    ///   provider refused it, as the cause says.
    /// - [`AuthError::Authentication`], which needs a login, if no user is
    ///   signed in.
    /// - [`AuthError::TokenRefresh`] or another error, [retryable] or not, if
    ///   provider or store fail and the old token has expired.
    ///
    /// [retryable]: AuthError::is_retryable
    pub async fn get_access_token(&self) -> Result<AccessToken, AuthError> {
        match self.fresh(|tokens| tokens.access_token.clone()) {
            Some(token) => Ok(token),
            // Boxed, so that the common way costs no large future.
            None => Ok(Box::pin(self.renewed()).await?.tokens.access_token.clone()),
        }
    }

    /// The whole token set, refreshed first if the access token is due: for the
    /// granted scopes, the lifetime and the ID token, which is that of the
    /// sign-in or of the last refresh and may have expired.
    ///
    /// # Errors
    ///
    /// Those of [`get_access_token`](Self::get_access_token).
    pub async fn fresh_tokens(&self) -> Result<OAuthTokenSet, AuthError> {
        match self.fresh(OAuthTokenSet::clone) {
            Some(tokens) => Ok(tokens),
            None => Ok(Box::pin(self.renewed()).await?.tokens.clone()),
        }
    }

    /// Asks the provider who is signed in, with a fresh access token. As at a
    /// [sign-in](widget_auth_provider::OAuthProvider::identify), the ID token
    /// answers where there is no userinfo endpoint or it refuses the access
    /// token.
    ///
    /// # Errors
    ///
    /// Those of [`get_access_token`](Self::get_access_token), and
    /// [`AuthError::Authentication`] if the provider gives no acceptable answer
    /// or names another user than the ID token.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use widget_auth_core::AuthError;
    /// use widget_auth_session::SessionManager;
    ///
    /// # async fn example(session: SessionManager) -> Result<(), AuthError> {
    /// let user = session.userinfo().await?;
    /// println!("{} is signed in", user.name.unwrap_or(user.sub));
    /// # Ok(())
    /// # }
    /// ```
    pub async fn userinfo(&self) -> Result<UserInfo, AuthError> {
        let tokens = self.fresh_tokens().await?;
        self.provider().identify(&tokens).await
    }

    /// A part of the tokens in use, unless they are due.
    fn fresh<T>(&self, part: impl FnOnce(&OAuthTokenSet) -> T) -> Option<T> {
        let now = self.session.settings.now();
        let state = &self.session.state;
        state.with_current(|current| (!current.is_due(now)).then(|| part(&current.tokens)))
    }

    /// The tokens after a refresh, or the old ones while they are valid.
    async fn renewed(&self) -> Result<Arc<ActiveTokens>, AuthError> {
        match self.session.renew(Replace::Due).await {
            Ok(current) => Ok(current),
            Err(error) => match self.session.valid() {
                Some(old) => Ok(old),
                None if error.needs_login() && error.is(AuthErrorKind::Token) => {
                    Err(AuthError::token_expired(error.details().clone()).with_source(error))
                }
                None => Err(error),
            },
        }
    }
}
