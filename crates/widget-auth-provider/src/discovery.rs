//! The metadata that a provider publishes about itself.

use std::borrow::Cow;

use serde_json::{Map, Value};
use url::Url;

use crate::endpoints::{Endpoints, endpoint_url, refused_url};
use crate::error::{Endpoint, ProviderError};
use crate::http::json_object;
use crate::issuer::Issuer;
use crate::issuer::TokenIssuer;
use crate::members::{self, printable};

/// The metadata of a provider (OpenID Connect Discovery, section
/// 3). Members that we do not use are ignored.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::{Issuer, ProviderMetadata};
///
/// let body = br#"{
///     "issuer": "https://id.example.com",
///     "authorization_endpoint": "https://id.example.com/authorize",
///     "jwks_uri": "https://id.example.com/keys"
/// }"#;
/// let metadata = ProviderMetadata::from_json(body, &Issuer::new("https://id.example.com")?)?;
/// assert_eq!(metadata.issuer(), "https://id.example.com");
///
/// let other = Issuer::new("https://id.example.com/")?;
/// assert!(ProviderMetadata::from_json(body, &other).is_err());
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ProviderMetadata {
    issuer: String,
    token_issuer: TokenIssuer,
    endpoints: Endpoints,
    token_auth_methods: Option<Vec<String>>,
    sends_callback_issuer: bool,
}

impl ProviderMetadata {
    /// Reads a metadata document that must be that of `expected`.
    ///
    /// # Errors
    ///
    /// - [`ProviderError::MetadataIssuer`] if `issuer` is another (OpenID
    ///   Connect Discovery, section 4.3).
    /// - [`ProviderError::Malformed`] if the document is not a JSON object, or
    ///   a member that is no endpoint has the wrong type.
    ///
    /// An endpoint that is neither `https` nor on a loopback address counts as
    /// absent, and is an error at the moment it is needed.
    pub fn from_json(body: &[u8], expected: &Issuer) -> Result<Self, ProviderError> {
        let members = json_object(Endpoint::Discovery, body)?;
        let issuer = text(&members, "issuer")?.ok_or_else(|| malformed("it has no `issuer`"))?;
        let token_issuer =
            expected.resolve(issuer).ok_or_else(|| ProviderError::MetadataIssuer {
                found: printable(issuer),
                expected: expected.url().into_owned(),
            })?;
        Ok(Self {
            issuer: issuer.to_owned(),
            token_issuer,
            endpoints: endpoints(&members),
            token_auth_methods: members::texts(&members, "token_endpoint_auth_methods_supported")
                .map_err(malformed)?,
            // RFC 9207, section 3.
            sends_callback_issuer: members::boolean(
                &members,
                "authorization_response_iss_parameter_supported",
            )
            .map_err(malformed)?
            .unwrap_or_default(),
        })
    }

    /// The metadata of a provider that publishes none: what the program was
    /// given about it.
    pub(crate) fn configured(issuer: &str, endpoints: &Endpoints) -> Self {
        Self {
            issuer: issuer.to_owned(),
            token_issuer: TokenIssuer::Exact(issuer.to_owned()),
            endpoints: endpoints.clone(),
            token_auth_methods: None,
            sends_callback_issuer: false,
        }
    }

    /// The issuer, as the provider writes it.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Returns the endpoint to which the browser goes to sign in.
    #[must_use]
    pub fn authorization_endpoint(&self) -> Option<&Url> {
        self.endpoints.authorize.as_ref()
    }

    /// Returns the endpoint that exchanges codes and refresh tokens.
    #[must_use]
    pub fn token_endpoint(&self) -> Option<&Url> {
        self.endpoints.token.as_ref()
    }

    /// Returns the endpoint that serves the profile of the user.
    #[must_use]
    pub fn userinfo_endpoint(&self) -> Option<&Url> {
        self.endpoints.userinfo.as_ref()
    }

    /// Returns the endpoint that revokes tokens.
    #[must_use]
    pub fn revocation_endpoint(&self) -> Option<&Url> {
        self.endpoints.revocation.as_ref()
    }

    /// Returns the URL of the keys.
    #[must_use]
    pub fn jwks_uri(&self) -> Option<&Url> {
        self.endpoints.jwks.as_ref()
    }

    /// Returns the endpoint to which the browser goes to sign out (OpenID Connect RP-Initiated
    /// Logout, section 2.1).
    #[must_use]
    pub fn end_session_endpoint(&self) -> Option<&Url> {
        self.endpoints.end_session.as_ref()
    }

    /// Returns the endpoint that starts a device authorization (RFC 8628, section 4).
    #[must_use]
    pub fn device_authorization_endpoint(&self) -> Option<&Url> {
        self.endpoints.device_authorization.as_ref()
    }

    pub(crate) fn endpoints(&self) -> &Endpoints {
        &self.endpoints
    }

    pub(crate) fn token_issuer(&self) -> &TokenIssuer {
        &self.token_issuer
    }

    pub(crate) fn token_auth_methods(&self) -> Option<&[String]> {
        self.token_auth_methods.as_deref()
    }

    pub(crate) fn sends_callback_issuer(&self) -> bool {
        self.sends_callback_issuer
    }
}

fn malformed(reason: impl Into<Cow<'static, str>>) -> ProviderError {
    ProviderError::malformed(Endpoint::Discovery, reason)
}

fn text<'a>(members: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, ProviderError> {
    members::text(members, name).map_err(malformed)
}

/// The endpoints. One that could be listened to on its way is not taken (RFC
/// 6749, sections 3.1 and 3.2).
fn endpoints(members: &Map<String, Value>) -> Endpoints {
    let mut refused = Vec::new();
    let mut url = |endpoint, name| {
        read_url(members, name).unwrap_or_else(|problem| {
            refused.push((endpoint, problem));
            None
        })
    };
    let mut endpoints = Endpoints {
        authorize: url(Endpoint::Authorization, "authorization_endpoint"),
        token: url(Endpoint::Token, "token_endpoint"),
        userinfo: url(Endpoint::Userinfo, "userinfo_endpoint"),
        revocation: url(Endpoint::Revocation, "revocation_endpoint"),
        device_authorization: url(Endpoint::DeviceAuthorization, "device_authorization_endpoint"),
        jwks: url(Endpoint::Jwks, "jwks_uri"),
        // Without it a browser signs out of the site only.
        end_session: read_url(members, "end_session_endpoint").unwrap_or_default(),
        ..Endpoints::default()
    };
    endpoints.refused = refused;
    endpoints
}

fn read_url(members: &Map<String, Value>, name: &str) -> Result<Option<Url>, String> {
    let Some(text) = members::text(members, name)? else { return Ok(None) };
    endpoint_url(text).map(Some).map_err(|reason| refused_url(name, text, reason))
}
