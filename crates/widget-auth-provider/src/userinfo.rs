//! The userinfo request (OpenID Connect Core, section 5.3).

use reqwest::Method;
use reqwest::header::AUTHORIZATION;
use serde_json::{Map, Value};
use url::Url;
use widget_auth_core::{AccessToken, UserInfo};

use crate::client::OAuthClient;
use crate::error::{Endpoint, ProviderError};
use crate::http::{json_object, sensitive};
use crate::token_endpoint::bearer;

/// Gets the claims of the user. The token goes into the header only: a URL
/// ends up in logs (RFC 9700, section 4.3.2).
pub(crate) async fn fetch(
    client: &OAuthClient,
    url: &Url,
    token: &AccessToken,
) -> Result<Map<String, Value>, ProviderError> {
    let http = client.http()?;
    let request = http
        .request(Method::GET, url)
        .header(AUTHORIZATION, sensitive(Endpoint::Userinfo, &bearer(token))?);
    let answer = http.send(Endpoint::Userinfo, request).await?;
    if answer.media_type == "application/jwt" {
        return Err(malformed("it is a jwt, which was not asked for"));
    }
    json_object(Endpoint::Userinfo, answer.success(Endpoint::Userinfo, client.clock().now())?)
}

/// Reads the claims of an OpenID Connect provider.
pub(crate) fn of_oidc(claims: Map<String, Value>) -> Result<UserInfo, ProviderError> {
    UserInfo::from_claims(claims).ok_or(malformed("its `sub` is missing or too long"))
}

/// Reads the profile of a provider without OpenID Connect, which calls the
/// subject `id` and may write it as a number.
pub(crate) fn of_oauth2(mut claims: Map<String, Value>) -> Result<UserInfo, ProviderError> {
    if !claims.contains_key("sub") {
        let sub = match claims.get("id") {
            Some(Value::Number(id)) => id.to_string(),
            Some(Value::String(id)) => id.clone(),
            _ => return Err(malformed("it has neither `sub` nor `id`")),
        };
        claims.insert("sub".to_owned(), Value::String(sub));
    }
    of_oidc(claims)
}

fn malformed(reason: &'static str) -> ProviderError {
    ProviderError::malformed(Endpoint::Userinfo, reason)
}
