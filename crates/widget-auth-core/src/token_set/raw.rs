//! The whole answer of a token endpoint, without its secrets.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use zeroize::Zeroize as _;

/// The members that have a secret type of their own in the token set.
const TOKENS: [&str; 3] = ["access_token", "refresh_token", "id_token"];

/// The members of a token answer as the provider wrote them, for what has no
/// field of its own (`refresh_token_expires_in`, `ext_expires_in`, …).
///
/// The three tokens are taken out: one copy of a secret is enough. `Debug`
/// shows names only, since a provider may put other secrets here, and the
/// strings are wiped on drop.
///
/// # Examples
///
/// ```
/// use serde_json::json;
/// use widget_auth_core::RawResponse;
///
/// let answer = json!({"access_token": "secret", "refresh_token_expires_in": 900});
/// let raw = RawResponse::new(answer.as_object().unwrap().clone());
/// assert_eq!(raw.get("refresh_token_expires_in"), Some(&json!(900)));
/// assert_eq!(raw.get("access_token"), None);
/// ```
#[derive(Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct RawResponse(Map<String, Value>);

impl RawResponse {
    /// Keeps all `members` but the three tokens.
    #[must_use]
    pub fn new(mut members: Map<String, Value>) -> Self {
        for token in TOKENS {
            if let Some(mut value) = members.remove(token) {
                wipe(&mut value);
            }
        }
        Self(members)
    }

    /// The member called `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// All members with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'de> Deserialize<'de> for RawResponse {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::new)
    }
}

impl fmt::Debug for RawResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Drop for RawResponse {
    fn drop(&mut self) {
        self.0.values_mut().for_each(wipe);
    }
}

/// Wipes the strings of `value`. The depth is bounded by the JSON parser.
fn wipe(value: &mut Value) {
    match value {
        Value::String(text) => text.zeroize(),
        Value::Array(items) => items.iter_mut().for_each(wipe),
        Value::Object(members) => members.values_mut().for_each(wipe),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
