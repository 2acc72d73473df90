//! The roles of a signed-in user.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A role of a signed-in user.
///
/// Three are built in, and each [includes](Self::includes) the ones before it:
/// viewer, editor, admin. An application adds its own by name; such a role
/// includes only itself, and no built-in role includes it.
///
/// The order of roles is that of a sorted set and says nothing about what a
/// role includes.
///
/// # Examples
///
/// ```
/// use widget_auth_store::Role;
///
/// assert!(Role::Admin.includes(&Role::Editor) && Role::Editor.includes(&Role::Viewer));
/// assert_eq!("editor".parse(), Ok(Role::Editor));
///
/// let billing: Role = "billing".parse()?;
/// assert_eq!(billing.to_string(), "billing");
/// assert!(billing.includes(&billing) && !Role::Admin.includes(&billing));
/// # Ok::<(), widget_auth_store::InvalidRole>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[non_exhaustive]
pub enum Role {
    /// Reads.
    Viewer,
    /// Reads and changes.
    Editor,
    /// Manages the application.
    Admin,
    /// A role of the application's own.
    Custom(CustomRole),
}

/// The name of a role of the application's own. Made by parsing a [`Role`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CustomRole(Arc<str>);

impl CustomRole {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Role {
    const BUILT_IN: [Self; 3] = [Self::Viewer, Self::Editor, Self::Admin];

    /// Longest name of a role, in bytes.
    pub const MAX_NAME_BYTES: usize = 128;

    /// The name: `viewer`, `editor`, `admin`, or that of the application.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Viewer => "viewer",
            Self::Editor => "editor",
            Self::Admin => "admin",
            Self::Custom(role) => role.as_str(),
        }
    }

    /// True if a user with this role may do what `required` is for: it is the
    /// same role, or a lower one of the three built-in ones.
    #[must_use]
    pub fn includes(&self, required: &Self) -> bool {
        match (self, required) {
            (Self::Custom(_), _) | (_, Self::Custom(_)) => self == required,
            _ => self >= required,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a role. Another name than those of the built-in roles is
/// a role of the application's own.
impl FromStr for Role {
    type Err = InvalidRole;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if let Some(role) = Self::BUILT_IN.into_iter().find(|role| role.name() == name) {
            return Ok(role);
        }
        let is_valid =
            (1..=Self::MAX_NAME_BYTES).contains(&name.len()) && !name.chars().any(char::is_control);
        is_valid.then(|| Self::Custom(CustomRole(name.into()))).ok_or(InvalidRole(()))
    }
}

impl TryFrom<String> for Role {
    type Error = InvalidRole;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<Role> for String {
    fn from(role: Role) -> Self {
        role.name().to_owned()
    }
}

/// The name of a role is empty, too long, or has control characters.
///
/// # Examples
///
/// ```
/// use widget_auth_store::Role;
///
/// let error = "".parse::<Role>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the name of a role has 1 to 128 bytes and no control characters"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the name of a role has 1 to {} bytes and no control characters", Role::MAX_NAME_BYTES)]
pub struct InvalidRole(());
