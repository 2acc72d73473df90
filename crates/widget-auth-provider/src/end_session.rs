//! The page at which a browser signs out at the provider.

use url::Url;
use widget_auth_core::IdToken;

/// The way in which a provider wants the address to go back to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ReturnParam {
    /// OpenID Connect RP-Initiated Logout 1.0, section 2.
    #[default]
    PostLogoutRedirectUri,
    /// Amazon Cognito, which knows no hint either.
    LogoutUri,
}

/// The address `endpoint` for the client `client_id`, whose user `id_token` is
/// about. Without `return_to` the browser stays there.
pub(crate) fn end_session_url(
    endpoint: &Url,
    client_id: &str,
    id_token: Option<&IdToken>,
    return_to: Option<&str>,
    param: ReturnParam,
) -> Url {
    let mut url = endpoint.clone();
    let mut query = url.query_pairs_mut();
    query.append_pair("client_id", client_id);
    let (name, hint) = match param {
        ReturnParam::PostLogoutRedirectUri => ("post_logout_redirect_uri", id_token),
        ReturnParam::LogoutUri => ("logout_uri", None),
    };
    query.extend_pairs(hint.map(|id_token| ("id_token_hint", id_token.expose_secret())));
    query.extend_pairs(return_to.map(|return_to| (name, return_to)));
    drop(query);
    url
}
