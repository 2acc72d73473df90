//! The client and the authorization server that a token set belongs to.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The client that a token set was issued to, the authorization server that
/// issued it, and the resources it is for.
///
/// A refresh token sent to another server is leaked to it, and an access token
/// sent to another resource can be used there by its operator: so a set says
/// where it belongs, and is refused elsewhere.
///
/// # Examples
///
/// ```
/// use widget_auth_core::TokenOrigin;
///
/// let origin = TokenOrigin::new("https://id.example.com", "client-1")
///     .with_resources(["https://api.example.com"]);
/// assert_eq!(
///     origin.to_string(),
///     "client `client-1` at `https://id.example.com` for `https://api.example.com`"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TokenOrigin {
    /// The issuer of the tokens; for a provider without one, the address of
    /// its token endpoint.
    pub issuer: String,
    /// The client that the tokens were issued to.
    pub client_id: String,
    /// The resources that the tokens are for (RFC 8707, section 2), sorted,
    /// each once; empty if the client named none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
}

impl TokenOrigin {
    /// The tokens of `client_id` at `issuer`, for no resource in particular.
    #[must_use]
    pub fn new(issuer: impl Into<String>, client_id: impl Into<String>) -> Self {
        Self { issuer: issuer.into(), client_id: client_id.into(), resources: Vec::new() }
    }

    /// Sets the resources, whose order has no meaning.
    #[must_use]
    pub fn with_resources<S: Into<String>>(
        mut self,
        resources: impl IntoIterator<Item = S>,
    ) -> Self {
        self.resources = resources.into_iter().map(Into::into).collect();
        self.resources.sort_unstable();
        self.resources.dedup();
        self
    }
}

impl fmt::Display for TokenOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "client `{}` at `{}`", self.client_id, self.issuer)?;
        for (index, resource) in self.resources.iter().enumerate() {
            write!(f, "{} `{resource}`", if index == 0 { " for" } else { "," })?;
        }
        Ok(())
    }
}

/// The error of tokens that belong to another client, server or resource.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the tokens were issued to {found}, and this is {expected}")]
#[non_exhaustive]
pub struct ForeignTokens {
    /// The origin of the tokens.
    pub found: Box<TokenOrigin>,
    /// The origin that was to use them.
    pub expected: Box<TokenOrigin>,
}
