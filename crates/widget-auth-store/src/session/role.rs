//! What a signed-in user may do.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a signed-in user may do. Each role may do all that the ones before it
/// may.
///
/// # Examples
///
/// ```
/// use widget_auth_store::Role;
///
/// assert!(Role::Admin > Role::Editor && Role::Editor > Role::Viewer);
/// assert_eq!("editor".parse(), Ok(Role::Editor));
/// assert_eq!(Role::Editor.to_string(), "editor");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Sees widgets.
    Viewer,
    /// Uses and changes widgets.
    Editor,
    /// Manages the server.
    Admin,
}

impl Role {
    const ALL: [Self; 3] = [Self::Viewer, Self::Editor, Self::Admin];

    fn name(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Role {
    type Err = UnknownRole;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|role| role.name() == text);
        known.ok_or_else(|| UnknownRole { name: text.chars().take(UnknownRole::SHOWN).collect() })
    }
}

/// No role has this name.
///
/// # Examples
///
/// ```
/// use widget_auth_store::Role;
///
/// let error = "owner".parse::<Role>().unwrap_err();
/// assert_eq!(error.to_string(), "`owner` is no role: choose viewer, editor or admin");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no role: choose viewer, editor or admin")]
pub struct UnknownRole {
    name: String,
}

impl UnknownRole {
    /// How many characters of an unknown name are worth repeating.
    const SHOWN: usize = 40;
}
