//! Errors of an authorization response without the `state` that RFC 6749, section
//! 4.1.2.1, wants with them.

use std::fmt::Display;

/// Introduces `description`. Any page can have sent the browser here with it, so
/// it is not said to be the provider's.
pub(crate) fn words(description: impl Display) -> String {
    format!("an answer that names no sign-in says: {description}")
}
