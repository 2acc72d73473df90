//! Versions and lease owners: 128 random bits.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::StoreError;

/// Declares 128 random bits with a text form of 32 hexadecimal digits.
macro_rules! random_id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(u128);

        impl $name {
            #[doc = concat!("A new ", $what, ".")]
            ///
            /// # Errors
            ///
            /// [`StoreError::NoRandomness`] if the operating system has none.
            pub fn random() -> Result<Self, StoreError> {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes)
                    .map_err(|error| StoreError::NoRandomness(Box::new(error)))?;
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
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        /// Writes the 32 digits.
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }

        impl FromStr for $name {
            type Err = StoreError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Some(text)
                    .filter(|text| text.len() == 32 && !text.starts_with('+'))
                    .and_then(|text| u128::from_str_radix(text, 16).ok())
                    .map(Self)
                    .ok_or_else(|| StoreError::option($what, "has to be 32 hexadecimal digits"))
            }
        }
    };
}

random_id! {
    /// The version of a stored token set, new with each save.
    ///
    /// Every save has a version of its own, also when it stores the same
    /// tokens again and also after a delete: a version that still stands
    /// proves that nothing was saved in between.
    ///
    /// # Examples
    ///
    /// For a store of your own:
    ///
    /// ```
    /// use widget_auth_store::Version;
    ///
    /// let version = Version::random()?;
    /// assert_eq!(version.to_string().parse::<Version>()?, version);
    /// assert_eq!(serde_json::to_value(version)?, version.to_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Version, "version"
}

random_id! {
    /// The holder of a lease. One owner for each attempt to refresh: two tasks of
    /// one process that share an owner would share its leases as well.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_store::LeaseOwner;
    ///
    /// assert_ne!(LeaseOwner::random()?, LeaseOwner::random()?);
    /// # Ok::<(), widget_auth_store::StoreError>(())
    /// ```
    LeaseOwner, "owner"
}
