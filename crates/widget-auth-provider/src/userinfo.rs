//! The userinfo request (OpenID Connect Core, section 5.3).

use std::borrow::Cow;

use reqwest::Method;
use reqwest::header::AUTHORIZATION;
use serde_json::{Map, Value};
use url::Url;
use widget_auth_core::{AccessToken, IdToken, UserInfo};

use crate::client::OAuthClient;
use crate::error::{Endpoint, ProviderError};
use crate::http::{json_object, sensitive};
use crate::members::{present, unexpected};
use crate::token_endpoint::bearer;

/// The form in which a userinfo endpoint answers (OpenID Connect Core, section
/// 5.3.2).
pub(crate) enum Answer {
    Claims(Map<String, Value>),
    Signed(IdToken),
}

/// Gets the claims of the user, or a signed token with them. The token goes into the header only: a URL
/// ends up in logs (RFC 9700, section 4.3.2).
pub(crate) async fn fetch(
    client: &OAuthClient,
    url: &Url,
    token: &AccessToken,
) -> Result<Answer, ProviderError> {
    let http = client.http()?;
    let request = http
        .request(Method::GET, url)
        .header(AUTHORIZATION, sensitive(Endpoint::Userinfo, &bearer(token))?);
    let answer = http.send(Endpoint::Userinfo, request).await?;
    let body = answer.success(Endpoint::Userinfo, client.clock().now())?;
    if answer.media_type != "application/jwt" {
        return json_object(Endpoint::Userinfo, body).map(Answer::Claims);
    }
    let token = std::str::from_utf8(body).ok().ok_or_else(|| malformed("it is not text"))?;
    Ok(Answer::Signed(IdToken::new(token.trim())))
}

/// Reads the claims of an OpenID Connect provider.
pub(crate) fn of_oidc(claims: Map<String, Value>) -> Result<UserInfo, ProviderError> {
    let subject = claims.get("sub").cloned();
    UserInfo::from_claims(claims).ok_or_else(|| match subject {
        None | Some(Value::Null) => malformed("it has no `sub`"),
        Some(Value::String(text)) if !text.is_empty() => {
            malformed("its `sub` is longer than 255 characters")
        }
        Some(other) => malformed(unexpected("sub", "a text that names the user", &other)),
    })
}

/// Reads the profile of a provider without OpenID Connect, which calls the
/// subject `id` and may write either as a number.
pub(crate) fn of_oauth2(answer: Answer) -> Result<UserInfo, ProviderError> {
    let Answer::Claims(mut claims) = answer else {
        return Err(malformed("it is signed, and without openid connect there is no key for it"));
    };
    let name = if present(&claims, "sub").is_some() { "sub" } else { "id" };
    let sub = match present(&claims, name) {
        Some(Value::Number(id)) => id.to_string(),
        Some(Value::String(id)) => id.clone(),
        Some(other) => return Err(malformed(unexpected(name, "a text or a number", other))),
        None => return Err(malformed("it has neither `sub` nor `id`")),
    };
    claims.insert("sub".to_owned(), Value::String(sub));
    of_oidc(claims)
}

fn malformed(reason: impl Into<Cow<'static, str>>) -> ProviderError {
    ProviderError::malformed(Endpoint::Userinfo, reason)
}
