//! Snapshots and records as text, with the version of its form.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::store::journal::Result;
use crate::store::journal::error::JournalError;

/// The version of the form. It grows when a later program can no longer read the forms before.
const VERSION: u32 = 1;

/// Is read first, so that a form of another version is refused for that.
#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    version: Version,
    kept: T,
}

struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        VERSION.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Self),
            other => Err(D::Error::custom(format!(
                "it has the version {other}, and this program reads the version {VERSION}"
            ))),
        }
    }
}

/// Writes JSON in one line.
pub(super) fn write<T: Serialize>(kept: &T) -> Result<String> {
    serde_json::to_string(&Versioned { version: Version, kept }).map_err(JournalError::Text)
}

/// Reads what [`write`] has written.
pub(super) fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    // Values in it were read within the limit, and stand deeper here.
    deserializer.disable_recursion_limit();
    let read = Versioned::deserialize(&mut deserializer).and_then(|read: Versioned<T>| {
        deserializer.end()?;
        Ok(read.kept)
    });
    read.map_err(JournalError::Text)
}
