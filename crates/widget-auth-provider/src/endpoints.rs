//! The addresses of a provider, and which of them may be used.

use std::net::IpAddr;

use serde_json::Value;
use url::{Host, Url};

use crate::error::{Endpoint, ProviderError};
use crate::members::unexpected;

/// The addresses of a provider. What is not set here comes from discovery, or
/// is an error at the moment it is needed.
///
/// Every address must be `https` (RFC 6749, sections 3.1 and 3.2), or `http` on
/// a loopback address, without credentials and fragment.
///
/// # Examples
///
/// ```
/// use widget_auth_provider::Endpoints;
///
/// let endpoints = Endpoints::new()
///     .with_authorize_url("https://id.example.com/authorize?audience=api")?
///     .with_token_url("https://id.example.com/token")?;
/// assert!(Endpoints::new().with_token_url("http://id.example.com/token").is_err());
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Endpoints {
    pub(crate) authorize: Option<Url>,
    pub(crate) token: Option<Url>,
    pub(crate) userinfo: Option<Url>,
    pub(crate) revocation: Option<Url>,
    pub(crate) device_authorization: Option<Url>,
    pub(crate) jwks: Option<Url>,
    pub(crate) end_session: Option<Url>,
    pub(crate) issuer: Option<String>,
    /// Those that the provider names in a way that is not allowed, and why.
    pub(crate) refused: Vec<(Endpoint, String)>,
}

impl Endpoints {
    /// No address.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets where the browser goes. A query of the address is kept.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed.
    pub fn with_authorize_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.authorize = Some(setting_url("authorize_url", url)?);
        Ok(self)
    }

    /// Sets where codes and refresh tokens are exchanged.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed.
    pub fn with_token_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.token = Some(setting_url("token_url", url)?);
        Ok(self)
    }

    /// Sets where the profile of the user is.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed.
    pub fn with_userinfo_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.userinfo = Some(setting_url("userinfo_url", url)?);
        Ok(self)
    }

    /// Sets where tokens are revoked (RFC 7009).
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed.
    pub fn with_revocation_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.revocation = Some(setting_url("revocation_url", url)?);
        Ok(self)
    }

    /// Sets where a device without a browser begins (RFC 8628).
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed.
    pub fn with_device_authorization_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.device_authorization = Some(setting_url("device_authorization_url", url)?);
        Ok(self)
    }

    /// Sets where the keys that sign ID tokens are (RFC 7517).
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed.
    pub fn with_jwks_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.jwks = Some(setting_url("jwks_url", url)?);
        Ok(self)
    }

    /// Sets where a browser signs out (OpenID Connect RP-Initiated Logout 1.0,
    /// section 2.1).
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the address is not allowed.
    pub fn with_end_session_url(mut self, url: &str) -> Result<Self, ProviderError> {
        self.end_session = Some(setting_url("end_session_url", url)?);
        Ok(self)
    }

    /// Sets the issuer of ID tokens, compared byte by byte with `iss`, for a
    /// provider without discovery. With it and
    /// [`with_jwks_url`](Self::with_jwks_url) such a provider validates ID
    /// tokens. A provider with discovery keeps its own issuer.
    ///
    /// # Errors
    ///
    /// [`ProviderError::Setting`] if the issuer is not `https` (or `http` on a
    /// loopback address), or has credentials, a query or a fragment (OpenID
    /// Connect Discovery, section 3).
    pub fn with_issuer(mut self, issuer: &str) -> Result<Self, ProviderError> {
        if setting_url("issuer_url", issuer)?.query().is_some() {
            return Err(ProviderError::setting("issuer_url", "must not have a query"));
        }
        self.issuer = Some(issuer.to_owned());
        Ok(self)
    }

    /// These addresses, completed by those of `other`.
    pub(crate) fn or(&self, other: &Self) -> Self {
        let pick =
            |mine: &Option<Url>, theirs: &Option<Url>| mine.clone().or_else(|| theirs.clone());
        Self {
            authorize: pick(&self.authorize, &other.authorize),
            token: pick(&self.token, &other.token),
            userinfo: pick(&self.userinfo, &other.userinfo),
            revocation: pick(&self.revocation, &other.revocation),
            device_authorization: pick(&self.device_authorization, &other.device_authorization),
            jwks: pick(&self.jwks, &other.jwks),
            end_session: pick(&self.end_session, &other.end_session),
            issuer: self.issuer.clone().or_else(|| other.issuer.clone()),
            refused: [&*self.refused, &other.refused].concat(),
        }
    }

    /// The name of the server that is at these addresses: its issuer, or else
    /// the address that gets the refresh tokens.
    pub(crate) fn issuer(&self) -> Option<&str> {
        let address = self.token.as_ref().or(self.authorize.as_ref());
        self.issuer.as_deref().or(address.map(Url::as_str))
    }

    pub(crate) fn authorize(&self) -> Result<&Url, ProviderError> {
        self.known(self.authorize.as_ref(), Endpoint::Authorization)
    }

    pub(crate) fn token(&self) -> Result<&Url, ProviderError> {
        self.known(self.token.as_ref(), Endpoint::Token)
    }

    pub(crate) fn userinfo(&self) -> Result<&Url, ProviderError> {
        self.known(self.userinfo.as_ref(), Endpoint::Userinfo)
    }

    pub(crate) fn jwks(&self) -> Result<&Url, ProviderError> {
        self.known(self.jwks.as_ref(), Endpoint::Jwks)
    }

    pub(crate) fn device_authorization(&self) -> Result<&Url, ProviderError> {
        match self.known(self.device_authorization.as_ref(), Endpoint::DeviceAuthorization) {
            Err(ProviderError::MissingEndpoint(_)) => Err(ProviderError::NoDeviceGrant),
            known => known,
        }
    }

    /// `None` if tokens cannot be revoked.
    pub(crate) fn revocation(&self) -> Result<Option<&Url>, ProviderError> {
        match self.known(self.revocation.as_ref(), Endpoint::Revocation) {
            Err(ProviderError::MissingEndpoint(_)) => Ok(None),
            known => known.map(Some),
        }
    }

    fn known<'a>(
        &self,
        url: Option<&'a Url>,
        endpoint: Endpoint,
    ) -> Result<&'a Url, ProviderError> {
        let refused = || self.refused.iter().find(|(refused, _)| *refused == endpoint);
        url.ok_or_else(|| match refused() {
            Some((_, problem)) => ProviderError::malformed(Endpoint::Discovery, problem.clone()),
            None => ProviderError::MissingEndpoint(endpoint),
        })
    }
}

/// Reads an address that the program was given as `setting`.
pub(crate) fn setting_url(setting: &'static str, text: &str) -> Result<Url, ProviderError> {
    endpoint_url(text).map_err(|reason| ProviderError::setting(setting, reason))
}

/// Reads the address of an endpoint, or says why it is not allowed.
pub(crate) fn endpoint_url(text: &str) -> Result<Url, &'static str> {
    let url = page_url(text)?;
    // RFC 6749, sections 3.1 and 3.2.
    if url.fragment().is_some() {
        return Err("must not have a fragment");
    }
    Ok(url)
}

/// Reads the address of a page that a person opens, or says why it is not
/// allowed.
pub(crate) fn page_url(text: &str) -> Result<Url, &'static str> {
    let Ok(url) = Url::parse(text) else {
        return Err("is not an absolute url");
    };
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(&url) => {}
        _ => return Err("must be https, or http on a loopback address"),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("must not contain credentials");
    }
    Ok(url)
}

/// The problem of an address that a provider named, with its text unless it
/// holds credentials, which end in `@`.
pub(crate) fn refused_url(name: &str, text: &str, reason: &str) -> String {
    let problem = match text.contains('@') {
        true => format!("`{name}` is not allowed"),
        false => unexpected(name, "allowed", &Value::from(text)),
    };
    format!("{problem}: it {reason}")
}

/// Returns whether `url` cannot leave this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    }
}
