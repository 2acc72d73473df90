//! The tokens of a session in its store, and those of earlier versions.

use widget_auth_core::{AuthError, ErrorDetails, OAuthTokenSet, Remedy, Report};
use widget_auth_provider::IdTokenClaims;
use widget_auth_store::{SaveOutcome, StoreError, StoredTokens, TokenStoreExt as _};

use crate::error::SessionError;
use crate::session::refused_token;
use crate::session::{Grant, Session, Settings};

impl Settings {
    /// Marks tokens of this session that have no mark yet.
    ///
    /// # Errors
    ///
    /// [`SessionError::ForeignTokens`] if they belong elsewhere.
    pub(crate) fn mark(&self, mut tokens: OAuthTokenSet) -> Result<OAuthTokenSet, AuthError> {
        self.check_origin(&tokens)?;
        // An empty one of the provider is none, and here it has a meaning.
        refused_token::unmark(&mut tokens);
        tokens.origin = Some(self.origin.clone());
        Ok(tokens)
    }

    fn check_origin(&self, tokens: &OAuthTokenSet) -> Result<(), AuthError> {
        tokens.check_origin(&self.origin).map_err(|foreign| {
            SessionError::from(foreign).into_auth(AuthError::authentication, self.provider.name())
        })
    }
}

impl Session {
    /// Reads the store, and takes over the tokens of an earlier version.
    pub(crate) async fn load_stored(&self) -> Result<Option<StoredTokens>, AuthError> {
        self.load_or_take_over().await.map_err(|error| self.settings.named(error))
    }

    async fn load_or_take_over(&self) -> Result<Option<StoredTokens>, AuthError> {
        let stored = match self.load_own().await? {
            Some(stored) => Some(stored),
            None => self.take_over().await?,
        };
        if let Some(stored) = &stored {
            self.settings.check_origin(&stored.tokens)?;
        }
        Ok(stored)
    }

    /// Reads what is under the storage key. Tokens that cannot be read are as
    /// good as none: a sign-in replaces them, and a client asks for its own
    /// again.
    async fn load_own(&self) -> Result<Option<StoredTokens>, AuthError> {
        let Settings { token_store, storage_key, grant, .. } = &*self.settings;
        match (token_store.load(storage_key).await, grant) {
            (Err(error), Grant::ClientCredentials(_)) if error.is_unreadable() => {
                let (provider, session) = (self.settings.provider.name(), &*self.settings.key);
                tracing::warn!(provider, session, error = %Report::new(&error), "tokens that cannot be read are removed");
                token_store.delete(storage_key).await?;
                Ok(None)
            }
            (stored, _) => stored.map_err(of_store),
        }
    }

    /// Takes over tokens that an earlier version kept under the session key
    /// alone, without a mark. They go to the first session that asks for them:
    /// the mark is set where they are, so that one of many does it, and only
    /// then are they moved.
    async fn take_over(&self) -> Result<Option<StoredTokens>, AuthError> {
        let Settings { token_store, storage_key, key, grant, origin, .. } = &*self.settings;
        if matches!(grant, Grant::ClientCredentials(_)) || key == storage_key {
            return Ok(None);
        }
        let older = match token_store.load(key).await {
            Ok(Some(older)) => older,
            Ok(None) => return Ok(None),
            Err(error) if error.is_retryable() => return Err(error.into()),
            // They are of no use any more, and must not be in the way.
            Err(_unreadable) => return Ok(None),
        };
        let StoredTokens { mut tokens, mut version } = older;
        if tokens.origin.is_none() {
            if !self.may_own(&tokens) {
                return Ok(None);
            }
            tokens.origin = Some(origin.clone());
            match token_store.save_if(key, &tokens, Some(version)).await? {
                SaveOutcome::Saved(marked) => version = marked,
                SaveOutcome::Changed => return self.load_own().await,
            }
        }
        if tokens.origin.as_ref() != Some(origin) {
            return Ok(None);
        }
        let taken = match token_store.save_if(storage_key, &tokens, None).await? {
            SaveOutcome::Saved(version) => Some(StoredTokens { tokens, version }),
            SaveOutcome::Changed => self.load_own().await?,
        };
        if let Err(error) = token_store.delete_if(key, version).await {
            let (provider, session) = (self.settings.provider.name(), &**key);
            tracing::warn!(provider, session, error = %Report::new(&error), "tokens that were moved stay where they were, too");
        }
        Ok(taken)
    }

    /// False if the ID token of the set is for another client.
    fn may_own(&self, tokens: &OAuthTokenSet) -> bool {
        let audience = tokens.id_token.as_ref().and_then(IdTokenClaims::unverified_audience);
        audience.is_none_or(|audience| audience.contains(&self.settings.origin.client_id))
    }
}

/// The error of a store that was asked for tokens.
fn of_store(error: StoreError) -> AuthError {
    if !error.is_unreadable() {
        return error.into();
    }
    let details = ErrorDetails::new().with_remedy(Remedy::Login);
    AuthError::authentication(details).with_source(error)
}
