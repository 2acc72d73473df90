//! A refresh token that the provider has refused.
//!
//! In the store an empty one stands for it, so that the provider is asked once
//! by all processes, and each of them uses the access token to its end.

use widget_auth_core::{OAuthTokenSet, RefreshToken};

const REFUSED: &str = "";

/// The same tokens after the provider has refused their refresh token.
pub(super) fn mark(tokens: &OAuthTokenSet) -> OAuthTokenSet {
    let mut marked = tokens.clone();
    marked.refresh_token = Some(RefreshToken::new(REFUSED));
    marked
}

/// Removes the mark. Returns whether there was one.
pub(crate) fn unmark(tokens: &mut OAuthTokenSet) -> bool {
    tokens.refresh_token.take_if(|token| token.expose_secret() == REFUSED).is_some()
}
