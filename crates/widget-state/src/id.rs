//! Identifiers: 128 random bits, written as 32 lowercase hexadecimal digits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The reason an id cannot be read or made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IdError {
    /// A text is not an id.
    #[error("a {what} is 32 lowercase hexadecimal digits")]
    Malformed {
        /// The kind of thing the id should name.
        what: &'static str,
    },
    /// The operating system gives no random bytes.
    #[error("no random bytes from the operating system")]
    Random(#[source] getrandom::Error),
}

macro_rules! random_id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u128);

        impl $name {
            /// Makes a new id from the operating system's random source.
            ///
            /// # Errors
            ///
            /// [`IdError::Random`] when the operating system gives no random bytes: an
            /// id that can be guessed would let strangers in, so there is no other source.
            pub fn random() -> Result<Self, IdError> {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes).map_err(IdError::Random)?;
                Ok(Self(u128::from_be_bytes(bytes)))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:032x})"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
                if text.len() == 32
                    && text.bytes().all(digit)
                    && let Ok(number) = u128::from_str_radix(text, 16)
                {
                    return Ok(Self(number));
                }
                Err(IdError::Malformed { what: $what })
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

random_id!(
    /// Names one widget. Knowing it grants access to that widget.
    WidgetId,
    "widget id"
);

random_id!(
    /// Names one viewer: a page that draws a widget, from its load to its end.
    ViewerId,
    "viewer id"
);

random_id!(
    /// Names one query to the viewers of a widget; see [`ViewQuery`](crate::ViewQuery).
    RequestId,
    "request id"
);

random_id!(
    /// Names something in a [`SecretVault`](crate::SecretVault). It says nothing
    /// about what is there: only code on the server can get that.
    SecretRef,
    "secret reference"
);

random_id!(
    /// Names a file in [`Uploads`](crate::Uploads). Knowing it grants access to that file.
    UploadRef,
    "file reference"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_text_and_json() {
        let id = WidgetId::random().unwrap();
        assert_eq!(id.to_string().len(), 32);
        assert_eq!(id.to_string().parse::<WidgetId>().unwrap(), id);
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(serde_json::from_str::<WidgetId>(&json).unwrap(), id);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "1", &"g".repeat(32), &"A".repeat(32), &"+".repeat(32), &"0".repeat(33)] {
            assert!(text.parse::<WidgetId>().is_err(), "{text}");
        }
        assert!("+0000000000000000000000000000001".parse::<WidgetId>().is_err());
    }
}
