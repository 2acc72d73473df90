//! The kinds of error and how they are related.

/// The kinds of [`AuthError`](crate::AuthError), as a tree:
///
/// ```text
/// Authentication
/// ├── FlowTimeout
/// ├── FlowCancelled
/// └── Token
///     ├── TokenRefresh
///     └── TokenExpired
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AuthErrorKind {
    /// The root: everything that prevents a sign-in.
    Authentication,
    /// No callback in time.
    FlowTimeout,
    /// Called off.
    FlowCancelled,
    /// A code exchange or an ID token failed.
    Token,
    /// A refresh failed.
    TokenRefresh,
    /// Expired, without a way to refresh.
    TokenExpired,
}

impl AuthErrorKind {
    /// The kind above, `None` for the root.
    #[must_use]
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Authentication => None,
            Self::FlowTimeout | Self::FlowCancelled | Self::Token => Some(Self::Authentication),
            Self::TokenRefresh | Self::TokenExpired => Some(Self::Token),
        }
    }

    /// Returns whether this kind is `other` or lies below it.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_core::AuthErrorKind;
    ///
    /// assert!(AuthErrorKind::TokenExpired.is(AuthErrorKind::Authentication));
    /// assert!(!AuthErrorKind::Authentication.is(AuthErrorKind::Token));
    /// ```
    #[must_use]
    pub fn is(self, other: Self) -> bool {
        let mut kind = Some(self);
        while let Some(current) = kind {
            if current == other {
                return true;
            }
            kind = current.parent();
        }
        false
    }
}
