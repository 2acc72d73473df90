//! The authorization URL (RFC 6749, section 4.1.1).

use url::{Url, form_urlencoded};

use crate::client::OAuthClient;
use crate::error::ProviderError;
use crate::request::AuthorizeRequest;

/// The parameters that belong to the protocol. Two values for one of them
/// would leave it to the provider which one counts (RFC 6749, section 3.1).
const RESERVED: [&str; 10] = [
    "response_type",
    "response_mode",
    "client_id",
    "redirect_uri",
    "scope",
    "state",
    "nonce",
    "code_challenge",
    "code_challenge_method",
    "resource",
];

/// Builds an authorization URL (RFC 6749, section 4.1.1) on `endpoint`, whose
/// own query is kept (section 3.1). Of parameters with one name, those of the
/// request replace those of the client, and these the `defaults` of a preset.
pub(crate) fn authorize_url(
    endpoint: &Url,
    client: &OAuthClient,
    request: &AuthorizeRequest<'_>,
    defaults: &[(&str, &str)],
) -> Result<String, ProviderError> {
    if let Some((name, _)) = endpoint.query_pairs().find(|(name, _)| is_reserved(name)) {
        let reason = format!("must not have `{name}` in its query");
        return Err(ProviderError::setting("authorize_url", reason));
    }
    if let Some((name, _)) = request.extra_params.iter().find(|(name, _)| is_reserved(name)) {
        let reason = reserved(name);
        return Err(ProviderError::setting("extra_params", reason));
    }
    if request.extra_params.iter().any(|(name, _)| *name == "max_age") {
        let reason = "must not contain `max_age`: set it by `with_max_age`, so that the answer \
                      is compared with it";
        return Err(ProviderError::setting("extra_params", reason));
    }
    // Compared with the answer as well.
    client.max_age()?;
    if let Some((name, _)) = client.authorize_params().iter().find(|(name, _)| is_reserved(name)) {
        let reason = reserved(name);
        return Err(ProviderError::setting("authorize_params", reason));
    }
    let resources = client.resource_params()?;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query
        .append_pair("response_type", "code")
        .append_pair("client_id", client.client_id())
        .append_pair("redirect_uri", request.redirect_uri);
    if !client.scopes().is_empty() {
        query.append_pair("scope", &client.scopes().join(" "));
    }
    query.append_pair("state", request.state);
    // RFC 8707, section 2.1.
    query.extend_pairs(resources);
    if let Some(nonce) = request.nonce {
        query.append_pair("nonce", nonce);
    }
    if let Some(pkce) = request.pkce {
        // RFC 7636, section 4.3.
        query
            .append_pair("code_challenge", pkce.challenge())
            .append_pair("code_challenge_method", pkce.method());
    }
    let is_extra = |name: &str| {
        request.extra_params.iter().any(|(extra, _)| *extra == name)
            || request.max_age.is_some() && name == "max_age"
    };
    let of_client = || client.authorize_params().iter().filter(|(name, _)| !is_extra(name));
    let is_set = |name: &str| is_extra(name) || of_client().any(|(own, _)| own == name);
    query.extend_pairs(defaults.iter().filter(|(name, _)| !is_set(name)));
    query.extend_pairs(of_client());
    query.extend_pairs(request.extra_params);
    if let Some(max_age) = request.max_age {
        query.append_pair("max_age", &max_age.as_secs().to_string());
    }
    Ok(with_query(endpoint, &query.finish()))
}

/// The address `endpoint` with `query` behind its own. Apple and Amazon Cognito
/// take a `+` for itself, and all take `%20` for a space.
fn with_query(endpoint: &Url, query: &str) -> String {
    // A plus sign of a value is `%2B` here.
    let query = query.replace('+', "%20");
    let mut url = endpoint.clone();
    let query = match endpoint.query().filter(|own| !own.is_empty()) {
        Some(own) => format!("{own}&{query}"),
        None => query,
    };
    url.set_query(Some(&query));
    url.into()
}

/// The reason for which a parameter of the protocol is refused.
pub(crate) fn reserved(name: &str) -> String {
    let way = if name == "resource" { ": set `resource` by itself" } else { "" };
    format!("must not contain `{name}`, which the protocol sets{way}")
}

fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}
