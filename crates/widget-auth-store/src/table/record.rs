//! The records of a table.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zeroize::Zeroizing;

use crate::error::StoreError;

/// A record of a [`TokenTable`](crate::TokenTable): JSON that holds tokens or
/// a lease. It hides itself in `Debug` and is wiped on drop.
///
/// # Examples
///
/// ```
/// use widget_auth_store::TableRecord;
///
/// let record = TableRecord::new("from the database");
/// assert_eq!(record.expose_secret(), "from the database");
/// assert!(record == "from the database");
/// assert_eq!(format!("{record:?}"), "TableRecord([redacted])");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct TableRecord(Zeroizing<String>);

impl TableRecord {
    /// A record as it stands in the table.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(Zeroizing::new(text.into()))
    }

    /// The text to store.
    #[must_use]
    pub fn expose_secret(&self) -> &str {
        &self.0
    }

    pub(super) fn encode(
        backend: &'static str,
        value: &impl Serialize,
    ) -> Result<Self, StoreError> {
        // The cause of a JSON error may quote the data, so it is not kept.
        match serde_json::to_string(value) {
            Ok(text) => Ok(Self::new(text)),
            Err(_) => {
                Err(StoreError::Corrupt { backend, reason: "tokens that are no JSON".into() })
            }
        }
    }

    pub(super) fn decode<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_str(&self.0).ok()
    }
}

/// With the text that a table holds.
impl PartialEq<str> for TableRecord {
    fn eq(&self, text: &str) -> bool {
        *self.0 == text
    }
}

/// With the text that a table holds.
impl PartialEq<&str> for TableRecord {
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

impl fmt::Debug for TableRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TableRecord([redacted])")
    }
}
