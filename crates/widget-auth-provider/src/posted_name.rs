//! The name of a user that comes beside the code.

use serde::Deserialize;
use serde_json::{Map, Value};
use widget_auth_core::UserInfo;

use crate::members::is_plain;

/// Most characters of a part of a name.
const MAX_PART: usize = 128;

/// The parameter `user` of Apple's answer to the first sign-in of a user:
/// `{"name": {"firstName": "Jane", "lastName": "Doe"}, "email": …}`. It is not
/// signed: the address is not looked at, and a name anybody may choose.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct PostedName {
    first_name: Option<String>,
    last_name: Option<String>,
}

impl PostedName {
    /// `None` if `user` is anything else.
    pub(crate) fn parse(user: &str) -> Option<Self> {
        let mut user: Map<String, Value> = serde_json::from_str(user).ok()?;
        let name: Self = serde_json::from_value(user.remove("name")?).ok()?;
        Some(Self { first_name: shown(name.first_name), last_name: shown(name.last_name) })
    }

    /// Gives the name to a `user` whom the provider has not named.
    pub(crate) fn complete(&self, user: &mut UserInfo) {
        if user.name.is_some() {
            return;
        }
        let parts = [("given_name", &self.first_name), ("family_name", &self.last_name)];
        let parts = parts.into_iter().filter_map(|(claim, part)| Some((claim, part.as_deref()?)));
        let name = parts.clone().map(|(_, part)| part).collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return;
        }
        for (claim, part) in parts.chain([("name", &*name)]) {
            user.claims.insert(claim.to_owned(), part.into());
        }
        user.name = Some(name);
    }
}

fn shown(part: Option<String>) -> Option<String> {
    let part = part?.trim().to_owned();
    let is_name =
        !part.is_empty() && part.chars().nth(MAX_PART).is_none() && part.chars().all(is_plain);
    is_name.then_some(part)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn named(claims: &Value, posted: &str) -> UserInfo {
        let claims = claims.as_object().expect("claims").clone();
        let mut user = UserInfo::from_claims(claims).expect("a user");
        if let Some(name) = PostedName::parse(posted) {
            name.complete(&mut user);
        }
        user
    }

    #[test]
    fn the_name_is_taken_and_the_address_is_not() {
        let posted =
            r#"{"name":{"firstName":" Jané ","lastName":"Doe"},"email":"admin@example.com"}"#;
        let user = named(&json!({"sub": "1"}), posted);
        assert_eq!((user.name.as_deref(), user.email), (Some("Jané Doe"), None));
        assert_eq!(user.claims["given_name"], "Jané");
        assert_eq!(user.claims["family_name"], "Doe");
        assert!(!user.claims.contains_key("email"));
        let user = named(&json!({"sub": "1"}), r#"{"name":{"firstName":"Jane","lastName":null}}"#);
        assert_eq!(user.name.as_deref(), Some("Jane"));
        assert!(!user.claims.contains_key("family_name"));
    }

    #[test]
    fn a_signed_name_stays() {
        let user = named(&json!({"sub": "1", "name": "Jane"}), r#"{"name":{"firstName":"Eve"}}"#);
        assert_eq!(user.name.as_deref(), Some("Jane"));
        assert!(!user.claims.contains_key("given_name"));
    }

    #[test]
    fn anything_else_names_no_user() {
        let long = format!(r#"{{"name":{{"firstName":"{}"}}}}"#, "x".repeat(129));
        for posted in [
            "",
            "null",
            "[]",
            "{}",
            r#"{"name":"Jane"}"#,
            r#"{"name":{"firstName":7}}"#,
            r#"{"name":{"firstName":""}}"#,
            r#"{"name":{"firstName":"a\u0000b"}}"#,
            r#"{"name":{"firstName":"a\u202eb"}}"#,
            r#"{"name":{"firstName":"a\u2066b"}}"#,
            r#"{"name":{"firstName":"a\u200fb"}}"#,
            &long,
        ] {
            let user = named(&json!({"sub": "1"}), posted);
            assert_eq!((user.name, user.claims.len()), (None, 1), "{posted}");
        }
    }
}
