//! Requests that carry client authentication: token, revocation and device
//! authorization.

mod device;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use url::{Url, form_urlencoded};
use widget_auth_core::{ClientSecret, OAuthTokenSet, RefreshToken, TokenOrigin};
use zeroize::Zeroizing;

use crate::authorize::reserved;
use crate::client::OAuthClient;
use crate::client_auth::ClientAuthMethod;
use crate::client_auth::basic_credentials;
use crate::error::{Endpoint, OAuthErrorResponse, ProviderError};
use crate::http::HttpClient;
use crate::http::{HttpResponse, json_object, sensitive};
use crate::members::present;
use crate::request::{CodeExchange, RevocableToken};
use crate::token_response::{TokenResponseRules, parse_token_response};

/// The endpoints that want to know which client is asking: token (RFC 6749,
/// section 3.2) and revocation (RFC 7009).
pub(crate) struct TokenEndpoint<'a> {
    client: &'a OAuthClient,
    auth: ClientAuthMethod,
    /// Some are signed for the request.
    secret: Option<ClientSecret>,
    /// The mark of the tokens that it gives.
    origin: TokenOrigin,
}

/// The parameters that belong to the protocol (RFC 6749, sections 2.3.1, 4.1.3
/// and 4.4.2; RFC 7636, section 4.5; RFC 8628, section 3.4; RFC 8707).
const RESERVED: [&str; 10] = [
    "grant_type",
    "code",
    "redirect_uri",
    "code_verifier",
    "refresh_token",
    "device_code",
    "scope",
    "client_id",
    "client_secret",
    "resource",
];

impl<'a> TokenEndpoint<'a> {
    /// The endpoint as it is used now, by a client that authenticates in a way
    /// that the provider `supported`s.
    pub(crate) fn new(
        client: &'a OAuthClient,
        supported: Option<&[String]>,
        origin: TokenOrigin,
    ) -> Result<Self, ProviderError> {
        let (auth, secret) = (client.auth_method(supported)?, client.secret()?);
        Ok(Self { client, auth, secret, origin })
    }

    /// RFC 6749, section 4.1.3, with RFC 7636, section 4.5.
    pub(crate) async fn exchange(
        &self,
        url: &Url,
        exchange: &CodeExchange<'_>,
        rules: &TokenResponseRules,
    ) -> Result<OAuthTokenSet, ProviderError> {
        let mut params = vec![
            ("grant_type", "authorization_code"),
            ("code", exchange.code),
            ("redirect_uri", exchange.redirect_uri),
        ];
        let verifier = exchange.pkce_verifier;
        params.extend(verifier.map(|verifier| ("code_verifier", verifier)));
        let sent = [exchange.code, verifier.unwrap_or_default()];
        self.tokens(url, &params, &sent, rules).await
    }

    /// RFC 6749, section 6. What the answer leaves out is taken over.
    pub(crate) async fn refresh(
        &self,
        url: &Url,
        old: &OAuthTokenSet,
        rules: TokenResponseRules,
    ) -> Result<OAuthTokenSet, ProviderError> {
        // A refresh token sent to another server is leaked to it.
        old.check_origin(&self.origin)?;
        let refresh_token = old
            .refresh_token
            .as_ref()
            .map(RefreshToken::expose_secret)
            .filter(|token| !token.is_empty())
            .ok_or(ProviderError::NoRefreshToken)?;
        let params = [("grant_type", "refresh_token"), ("refresh_token", refresh_token)];
        let rules = match &old.scope {
            Some(scope) => rules.with_requested_scope(scope.as_str()),
            None => rules,
        };
        let mut new = self.tokens(url, &params, &[refresh_token], &rules.for_refresh(old)).await?;
        if new.refresh_token.is_none() {
            new.refresh_token.clone_from(&old.refresh_token);
        }
        Ok(new)
    }

    /// RFC 6749, section 4.4. For confidential clients only.
    pub(crate) async fn client_credentials(
        &self,
        url: &Url,
        scopes: &[&str],
        rules: TokenResponseRules,
    ) -> Result<OAuthTokenSet, ProviderError> {
        if self.secret.is_none() {
            let reason = "is needed for tokens of the client itself (RFC 6749, section 4.4)";
            return Err(ProviderError::setting("client_secret", reason));
        }
        let scope = scopes.join(" ");
        let mut params = vec![("grant_type", "client_credentials")];
        params.extend((!scope.is_empty()).then_some(("scope", &*scope)));
        self.tokens(url, &params, &[], &rules.with_requested_scope(&*scope)).await
    }

    /// RFC 7009, section 2.
    pub(crate) async fn revoke(
        &self,
        url: &Url,
        token: RevocableToken<'_>,
    ) -> Result<(), ProviderError> {
        let secret = token.expose_secret();
        let params = [("token", secret), ("token_type_hint", token.type_hint())];
        let answer = self.post(Endpoint::Revocation, url, &params).await?;
        if answer.status.is_success() {
            return Ok(());
        }
        match self.error(Endpoint::Revocation, &answer, &[secret]) {
            // RFC 7009, section 2.2: a token that is not known is as good as
            // revoked; Google says so with 400. Section 2.2.1: a type that
            // cannot be revoked ends by itself.
            ProviderError::OAuth(error)
                if matches!(error.code(), "invalid_token" | "unsupported_token_type")
                    || is_invalid_at_twitch(&error) =>
            {
                Ok(())
            }
            error => Err(error),
        }
    }

    async fn tokens(
        &self,
        url: &Url,
        params: &[(&str, &str)],
        sent: &[&str],
        rules: &TokenResponseRules,
    ) -> Result<OAuthTokenSet, ProviderError> {
        let own = self.client.token_params().iter();
        let own: Vec<_> = own.map(|(name, value)| (&**name, &**value)).collect();
        if let Some((name, _)) = own.iter().find(|(name, _)| RESERVED.contains(name)) {
            return Err(ProviderError::setting("token_params", reserved(name)));
        }
        // RFC 8707, section 2.2.
        let resources = self.client.resource_params()?;
        let answer = self.post(Endpoint::Token, url, &[params, &resources, &own].concat()).await?;
        // RFC 6749, section 5.1, says 200. What another success brings may be
        // the only copy of a rotated refresh token.
        if !answer.status.is_success() {
            return Err(self.error(Endpoint::Token, &answer, sent));
        }
        let now = self.client.clock().now();
        match parse_token_response(&answer.media_type, &answer.body, rules, now) {
            Err(ProviderError::OAuth(error)) => {
                Err(ProviderError::OAuth(self.annotate(error, &answer, sent)))
            }
            Err(ProviderError::Malformed { reason, .. })
                if gives_refresh_token(params, &answer.body) =>
            {
                Err(ProviderError::LostRefreshToken { reason })
            }
            Err(error) => Err(error),
            Ok(mut tokens) => {
                tokens.origin = Some(self.origin.clone());
                Ok(tokens)
            }
        }
    }

    async fn post(
        &self,
        endpoint: Endpoint,
        url: &Url,
        params: &[(&str, &str)],
    ) -> Result<HttpResponse, ProviderError> {
        let http = self.client.http()?;
        let request = self.request(http, endpoint, url, params)?;
        http.send(endpoint, request).await
    }

    /// A form with the client's credentials where the method wants them.
    fn request(
        &self,
        http: &HttpClient,
        endpoint: Endpoint,
        url: &Url,
        params: &[(&str, &str)],
    ) -> Result<RequestBuilder, ProviderError> {
        let mut request = http
            .request(Method::POST, url)
            .header(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(params);
        match (self.auth, &self.secret) {
            (ClientAuthMethod::Basic, Some(secret)) => {
                let credentials = basic_credentials(self.client.client_id(), secret);
                request = request.header(AUTHORIZATION, sensitive(endpoint, &credentials)?);
            }
            // RFC 6749, section 2.3.1.
            (ClientAuthMethod::Post, Some(secret)) => {
                form.append_pair("client_id", self.client.client_id());
                form.append_pair("client_secret", secret.expose_secret());
            }
            // RFC 6749, section 3.2.1: a public client names itself.
            _ => {
                form.append_pair("client_id", self.client.client_id());
            }
        }
        Ok(request.body(form.finish()))
    }

    /// The error that an answer other than a success stands for.
    fn error(&self, endpoint: Endpoint, answer: &HttpResponse, sent: &[&str]) -> ProviderError {
        let oauth = json_object(endpoint, &answer.body)
            .ok()
            .and_then(|members| OAuthErrorResponse::from_members(&members));
        match oauth {
            Some(error) => ProviderError::OAuth(self.annotate(error, answer, sent)),
            None => ProviderError::Status {
                endpoint,
                status: answer.status.as_u16(),
                retry_after: answer.retry_after(self.client.clock().now()),
            },
        }
    }

    fn annotate(
        &self,
        error: OAuthErrorResponse,
        answer: &HttpResponse,
        sent: &[&str],
    ) -> OAuthErrorResponse {
        let mut error = error.without(sent);
        if let Some(secret) = &self.secret {
            let basic = basic_credentials(self.client.client_id(), secret);
            let basic = basic.trim_start_matches("Basic ");
            error = error.without(&[secret.expose_secret(), basic]);
        }
        error
            .with_auth(self.auth.name())
            .with_status(answer.status.as_u16(), answer.retry_after(self.client.clock().now()))
    }
}

/// Returns whether an answer to a refresh has another refresh token than the
/// one that was sent, which is used up then (RFC 6749, section 6).
/// Twitch says of a token that is not known `{"status": 400, "message": "Invalid token"}`.
fn is_invalid_at_twitch(error: &OAuthErrorResponse) -> bool {
    let is_said = |text: &str| text.eq_ignore_ascii_case("invalid token");
    error.code() == "400" && error.description().is_some_and(is_said)
}

fn gives_refresh_token(params: &[(&str, &str)], body: &[u8]) -> bool {
    let sent = params.iter().find_map(|(name, value)| (*name == "refresh_token").then_some(value));
    let members = json_object(Endpoint::Token, body).unwrap_or_default();
    let given = present(&members, "refresh_token").and_then(Value::as_str);
    sent.zip(given).is_some_and(|(sent, given)| *sent != given)
}

/// The value of an `Authorization: Bearer` header (RFC 6750, section 2.1).
pub(crate) fn bearer(token: &widget_auth_core::AccessToken) -> Zeroizing<String> {
    Zeroizing::new(format!("Bearer {}", token.expose_secret()))
}
