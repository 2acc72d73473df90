//! The device authorization grant (RFC 8628).

use std::borrow::Cow;
use std::time::Duration;

use serde_json::{Map, Value};
use url::Url;
use widget_auth_core::DeviceCode;

use super::TokenEndpoint;
use crate::client_auth::ClientAuthMethod;
use crate::device::{DeviceAuthorization, DevicePoll};
use crate::endpoints::{page_url, refused_url};
use crate::error::{Endpoint, ProviderError};
use crate::http::json_object;
use crate::members::{self, unexpected};
use crate::token_response::TokenResponseRules;

const GRANT_TYPE: &str = "urn:ietf:params:oauth:grant-type:device_code";
/// A longer code is not practical to type.
const MAX_USER_CODE: usize = 64;
/// A provider that asks for less is not flooded.
const MIN_INTERVAL: Duration = Duration::from_secs(1);

impl TokenEndpoint<'_> {
    /// RFC 8628, section 3.1.
    pub(crate) async fn begin_device(
        &self,
        url: &Url,
    ) -> Result<DeviceAuthorization, ProviderError> {
        let scope = self.client.scopes().join(" ");
        let mut params = self.named();
        if !scope.is_empty() {
            params.push(("scope", &scope));
        }
        params.extend(self.client.resource_params()?);
        let answer = self.post(Endpoint::DeviceAuthorization, url, &params).await?;
        let members = match json_object(Endpoint::DeviceAuthorization, &answer.body) {
            // GitHub sends errors with status 200.
            Ok(members)
                if answer.status.is_success() && members::present(&members, "error").is_none() =>
            {
                members
            }
            Err(error) if answer.status.is_success() => return Err(error),
            _ => return Err(self.error(Endpoint::DeviceAuthorization, &answer, &[])),
        };
        read(&members)
    }

    /// RFC 8628, sections 3.4 and 3.5.
    pub(crate) async fn poll_device(
        &self,
        url: &Url,
        authorization: &DeviceAuthorization,
        rules: &TokenResponseRules,
    ) -> Result<DevicePoll, ProviderError> {
        let code = authorization.device_code.expose_secret();
        let mut params = self.named();
        params.extend([("grant_type", GRANT_TYPE), ("device_code", code)]);
        match self.tokens(url, &params, &[code], rules).await {
            Ok(tokens) => Ok(DevicePoll::Granted(Box::new(tokens))),
            Err(ProviderError::OAuth(error)) => match error.code() {
                "authorization_pending" => Ok(DevicePoll::Pending),
                "slow_down" => Ok(DevicePoll::SlowDown),
                _ => Err(ProviderError::OAuth(error)),
            },
            Err(error) => Err(error),
        }
    }

    /// The client's name where it would be in the header only: GitHub wants it
    /// in the body as well, and it may be there (RFC 6749, section 3.2.1).
    fn named(&self) -> Vec<(&str, &str)> {
        match self.auth {
            ClientAuthMethod::Basic => vec![("client_id", self.client.client_id())],
            ClientAuthMethod::Post | ClientAuthMethod::None => Vec::new(),
        }
    }
}

/// RFC 8628, section 3.2.
fn read(members: &Map<String, Value>) -> Result<DeviceAuthorization, ProviderError> {
    let device_code = match members::present(members, "device_code") {
        Some(Value::String(code)) => code.as_str(),
        // A secret.
        Some(_) => return Err(malformed("`device_code` is not a text")),
        None => return Err(malformed("it has no `device_code`")),
    };
    let user_code = user_code(members)?;
    // Google writes `url`.
    let verification_uri = match page(members, "verification_uri")? {
        Some(page) => page,
        None => page(members, "verification_url")?
            .ok_or_else(|| malformed("it has no `verification_uri`"))?,
    };
    let expires_in =
        seconds(members, "expires_in")?.ok_or_else(|| malformed("it has no `expires_in`"))?;
    let interval = seconds(members, "interval")?;
    let code = DeviceCode::new(device_code);
    let mut authorization = DeviceAuthorization::new(code, user_code, verification_uri, expires_in);
    authorization.verification_uri_complete = page(members, "verification_uri_complete")?;
    if let Some(interval) = interval {
        authorization.interval = interval.max(MIN_INTERVAL);
    }
    Ok(authorization)
}

/// The code that the user types, which some providers write as a number.
fn user_code(members: &Map<String, Value>) -> Result<String, ProviderError> {
    let code = match members::present(members, "user_code") {
        Some(Value::Number(code)) => code.to_string(),
        Some(Value::String(code)) => code.clone(),
        Some(other) => return Err(malformed(unexpected("user_code", "a text", other))),
        None => return Err(malformed("it has no `user_code`")),
    };
    if code.len() > MAX_USER_CODE || !code.chars().all(members::is_plain) {
        return Err(malformed(format!(
            "`user_code` is not a text of up to {MAX_USER_CODE} characters that can be shown"
        )));
    }
    Ok(code)
}

/// Reads the address of a page that the user opens.
fn page(members: &Map<String, Value>, name: &str) -> Result<Option<Url>, ProviderError> {
    let Some(text) = members::text(members, name).map_err(malformed)? else { return Ok(None) };
    page_url(text).map(Some).map_err(|reason| malformed(refused_url(name, text, reason)))
}

fn seconds(members: &Map<String, Value>, name: &str) -> Result<Option<Duration>, ProviderError> {
    let seconds = members::seconds(members, name).map_err(malformed)?;
    Ok(seconds.map(Duration::from_secs))
}

fn malformed(reason: impl Into<Cow<'static, str>>) -> ProviderError {
    ProviderError::malformed(Endpoint::DeviceAuthorization, reason)
}
