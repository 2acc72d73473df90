//! The secret that MCP clients share with the server.

use std::str::FromStr;

use subtle::ConstantTimeEq;
use widget_state::SecretText;

/// The secret that MCP clients send as `Authorization: Bearer …` (RFC 6750). It
/// is never printed and wiped from memory when it is dropped.
///
/// ```
/// use widget_mcp::ClientToken;
///
/// let token: ClientToken = "3b6f1c".parse()?;
/// assert!(!format!("{token:?}").contains("3b6f1c"));
/// # Ok::<(), widget_mcp::ClientTokenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClientToken(SecretText);

/// The reason a text cannot be a bearer token.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientTokenError {
    /// It is empty.
    #[error("the token is empty; `openssl rand -hex 32` makes a good one")]
    Empty,
    /// It has a character that no bearer token may have (RFC 6750, section 2.1).
    #[error(
        "a token consists of letters, digits and - . _ ~ + / with = at its end; \
         `openssl rand -hex 32` makes a good one"
    )]
    Character,
}

impl ClientToken {
    /// Returns whether a client has sent this token. How long it takes tells nothing but
    /// the length.
    pub(crate) fn is(&self, sent: &[u8]) -> bool {
        self.0.expose().as_bytes().ct_eq(sent).into()
    }
}

impl FromStr for ClientToken {
    type Err = ClientTokenError;

    fn from_str(text: &str) -> Result<Self, ClientTokenError> {
        if text.is_empty() {
            return Err(ClientTokenError::Empty);
        }
        let body = text.trim_end_matches('=');
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        if body.is_empty() || !body.bytes().all(is_allowed) {
            return Err(ClientTokenError::Character);
        }
        Ok(Self(SecretText::new(text.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_token_is_it() {
        let token: ClientToken = "s3cret-._~+/==".parse().unwrap();
        assert!(token.is(b"s3cret-._~+/=="));
        for other in ["", "s3cret-._~+/=", "s3cret-._~+/===", "S3cret-._~+/=="] {
            assert!(!token.is(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn it_is_never_printed() {
        let token: ClientToken = "s3cret".parse().unwrap();
        assert_eq!(format!("{token:?}"), "ClientToken(SecretText([redacted]))");
    }

    #[test]
    fn what_no_client_could_send_is_refused_without_being_repeated() {
        for text in ["", "=", "two words", "naïve", "line\n", "a=b", "quo\"te"] {
            let error = text.parse::<ClientToken>().unwrap_err().to_string();
            assert!(error.contains("openssl"), "{error}");
            assert!(text.len() < 3 || !error.contains(text), "{error}");
        }
    }
}
