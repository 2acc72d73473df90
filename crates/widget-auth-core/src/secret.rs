//! Secret strings.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zeroize::Zeroizing;

/// Declares a string that hides itself in `Debug` and is wiped on drop. Clones
/// share the bytes, so that a clone costs no allocation and leaves no copy.
///
/// There is no `Display`, no `Deref` and no `AsRef`: who wants the text has to
/// write `expose_secret`, which is easy to find in a review.
macro_rules! secret {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq)]
        pub struct $name(Arc<Zeroizing<String>>);

        impl $name {
            /// Takes over `text`. An owned `String` is not copied.
            #[must_use]
            pub fn new(text: impl Into<String>) -> Self {
                Self(Arc::new(Zeroizing::new(text.into())))
            }

            /// The text itself, for the one place that has to send or store it.
            #[must_use]
            pub fn expose_secret(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "([redacted])"))
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::new(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::new(text)
            }
        }

        /// Writes the text in the clear, because token stores need it.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::new)
            }
        }
    };
}

secret! {
    /// An access token (RFC 6749, section 1.4).
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::AccessToken;
    ///
    /// let token = AccessToken::new("ya29.secret");
    /// assert_eq!(format!("{token:?}"), "AccessToken([redacted])");
    /// assert_eq!(token.expose_secret(), "ya29.secret");
    /// ```
    AccessToken
}

secret! {
    /// A refresh token (RFC 6749, section 1.5).
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::RefreshToken;
    ///
    /// assert_eq!(format!("{:?}", RefreshToken::new("1//secret")), "RefreshToken([redacted])");
    /// ```
    RefreshToken
}

secret! {
    /// An ID token in its compact form (OpenID Connect Core, section 2).
    ///
    /// Not a credential by itself, but it names a person and some providers
    /// take it as a hint: it is kept like one.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::IdToken;
    ///
    /// assert_eq!(format!("{:?}", IdToken::new("eyJ.eyJ.sig")), "IdToken([redacted])");
    /// ```
    IdToken
}

secret! {
    /// The secret of a confidential client (RFC 6749, section 2.3.1).
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::ClientSecret;
    ///
    /// assert_eq!(format!("{:?}", ClientSecret::new("s3cret")), "ClientSecret([redacted])");
    /// ```
    ClientSecret
}

secret! {
    /// The code with which a device without a browser requests tokens (RFC 8628, section
    /// 3.2).
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::DeviceCode;
    ///
    /// assert_eq!(format!("{:?}", DeviceCode::new("GmRhmhcx")), "DeviceCode([redacted])");
    /// ```
    DeviceCode
}

secret! {
    /// The address of a store, which may hold a password.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::StoreUrl;
    ///
    /// let url = StoreUrl::new("rediss://:pa55word@cache.example.com");
    /// assert_eq!(format!("{url:?}"), "StoreUrl([redacted])");
    /// ```
    StoreUrl
}

secret! {
    /// The keys with which a store encrypts, as text.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::StoreSecret;
    ///
    /// let keys = StoreSecret::new("2026:AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=");
    /// assert_eq!(format!("{keys:?}"), "StoreSecret([redacted])");
    /// ```
    StoreSecret
}
