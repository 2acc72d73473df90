//! Interactive widgets for AI agents, and signing in: re-exports of the crates
//! behind it.
//!
//! Each feature is a crate, or a part of one. Only `mcp` is on by default.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "mcp")]
pub use widget_mcp as mcp;
#[cfg(feature = "state")]
pub use widget_state as state;
#[cfg(feature = "web")]
pub use widget_web as web;
#[cfg(feature = "window")]
pub use widget_window as window;

/// OAuth 2.0 and OpenID Connect.
pub mod auth {
    #[cfg(feature = "auth-core")]
    pub use widget_auth_core as core;
    #[cfg(feature = "auth-pkce")]
    pub use widget_auth_pkce as pkce;
    #[cfg(feature = "auth-provider")]
    pub use widget_auth_provider as provider;
    #[cfg(feature = "auth-session")]
    pub use widget_auth_session as session;
    #[cfg(feature = "auth-store")]
    pub use widget_auth_store as store;
    #[cfg(feature = "login-window")]
    pub use widget_login_window::NativeWindow;
}

#[cfg(all(doctest, feature = "mcp", feature = "state"))]
#[doc = include_str!("../../../docs/library.md")]
mod library {}

// They need what their examples use.
#[cfg(all(
    doctest,
    feature = "auth-core",
    feature = "auth-provider-testing",
    feature = "auth-session-routes",
    feature = "auth-store-redis",
    feature = "auth-store-testing",
    feature = "login-window",
))]
#[doc = include_str!("../../../docs/auth.md")]
mod guides {
    #[doc = include_str!("../../../docs/auth/cli.md")]
    mod cli {}
    #[doc = include_str!("../../../docs/auth/coming-from.md")]
    mod coming_from {}
    #[doc = include_str!("../../../docs/auth/own-provider.md")]
    mod own_provider {}
    #[doc = include_str!("../../../docs/auth/own-store.md")]
    mod own_store {}
    #[doc = include_str!("../../../docs/auth/providers.md")]
    mod providers {}
    #[doc = include_str!("../../../docs/auth/sessions.md")]
    mod sessions {}
    #[doc = include_str!("../../../docs/auth/stores.md")]
    mod stores {}
    #[doc = include_str!("../../../docs/auth/testing.md")]
    mod testing {}
    #[doc = include_str!("../../../docs/auth/website.md")]
    mod website {}
    #[doc = include_str!("../../../docs/auth/workers.md")]
    mod workers {}
}
