//! Client authentication (RFC 6749, section 2.3).

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::form_urlencoded;
use zeroize::Zeroizing;

use crate::error::ProviderError;
use widget_auth_core::ClientSecret;

/// The method by which a client authenticates at the token endpoint (RFC 6749, section
/// 2.3; OpenID Connect Core, section 9).
///
/// # Examples
///
/// ```
/// use widget_auth_provider::ClientAuthMethod;
///
/// assert_eq!("post".parse::<ClientAuthMethod>()?, ClientAuthMethod::Post);
/// assert_eq!(ClientAuthMethod::Basic.to_string(), "client_secret_basic");
/// # Ok::<(), widget_auth_provider::ProviderError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClientAuthMethod {
    /// `client_secret_basic`: in the `Authorization` header.
    Basic,
    /// `client_secret_post`: in the body.
    Post,
    /// `none`: a public client sends its id only.
    None,
}

impl ClientAuthMethod {
    /// Chooses for a client with or without a secret among what the provider
    /// `supported`s; `None` if its metadata does not say.
    pub(crate) fn negotiate(
        has_secret: bool,
        supported: Option<&[String]>,
    ) -> Result<Self, ProviderError> {
        if !has_secret {
            return Ok(Self::None);
        }
        // OpenID Connect Discovery, section 3: Basic if omitted.
        let Some(supported) = supported else {
            return Ok(Self::Basic);
        };
        [Self::Basic, Self::Post]
            .into_iter()
            .find(|method| supported.iter().any(|name| *name == method.to_string()))
            .ok_or_else(|| {
                ProviderError::setting(
                    "client_auth_method",
                    "has to be set: the provider supports neither client_secret_basic nor \
                     client_secret_post",
                )
            })
    }
}

impl ClientAuthMethod {
    /// The registered name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Basic => "client_secret_basic",
            Self::Post => "client_secret_post",
            Self::None => "none",
        }
    }
}

impl fmt::Display for ClientAuthMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ClientAuthMethod {
    type Err = ProviderError;

    /// Takes the registered names and their short forms `basic` and `post`.
    fn from_str(name: &str) -> Result<Self, ProviderError> {
        match name {
            "basic" | "client_secret_basic" => Ok(Self::Basic),
            "post" | "client_secret_post" => Ok(Self::Post),
            "none" => Ok(Self::None),
            _ => Err(ProviderError::setting("client_auth_method", "must be basic, post or none")),
        }
    }
}

/// The value of an `Authorization: Basic` header.
///
/// RFC 6749, section 2.3.1: both parts are form-encoded *before* base64, so a
/// `:` or a `%` in one of them survives.
pub(crate) fn basic_credentials(client_id: &str, secret: &ClientSecret) -> Zeroizing<String> {
    let encode = |text: &str| -> Zeroizing<String> {
        Zeroizing::new(form_urlencoded::byte_serialize(text.as_bytes()).collect())
    };
    let pair = Zeroizing::new(format!(
        "{}:{}",
        encode(client_id).as_str(),
        encode(secret.expose_secret()).as_str()
    ));
    Zeroizing::new(format!("Basic {}", STANDARD.encode(pair.as_bytes())))
}
