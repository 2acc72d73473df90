//! Signing in on a server: routes, the session of a request, and a guard.
//!
//! [`auth_router`] answers `/auth/login`, `/auth/callback`, `/auth/refresh`,
//! `/auth/logout`, `/auth/userinfo` and `/auth/status`, or has them at another
//! prefix, with one provider or [several](AuthState::with_provider). [`SessionLayer`] finds
//! the [`AuthSession`] of a request for handlers that extract it, and
//! [`RequireSignIn`] requires one, [`RequireRole`] a role.
//!
//! # Promises
//!
//! - A sign-in ends in the browser where it began: its `state` is good once,
//!   for ten minutes, and together with a signed cookie only.
//! - The cookie of a session holds 256 random bits that no store ever sees;
//!   each sign-in makes new ones.
//! - A request that changes something has to come from the site itself. The
//!   answer of a provider by a form comes from the provider's, and counts like
//!   one by a query: with `state` and cookie, which is `SameSite=None; Secure`
//!   for such a sign-in; that of the session is `SameSite=Lax`.
//! - After signing in or out the browser goes to a path of the site and
//!   nowhere else.
//! - With stores in Redis any worker can serve any request.
//!
//! # Examples
//!
//! ```
//! use axum::routing::get;
//! use axum::Router;
//! use widget_auth_provider::{GenericOidcProvider, OAuthClient};
//! use widget_auth_session::routes::{
//!     AuthSession, AuthSettings, AuthState, CookieSecret, RequireRole, Role, auth_router,
//! };
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let client = OAuthClient::new("client-id").with_secret("client-secret");
//! let google = GenericOidcProvider::google(client)?;
//! let secret = CookieSecret::new("32 random bytes from a safe place")?;
//! let settings = AuthSettings::new("https://widgets.example.com/auth/callback", secret)?
//!     .with_admin_users(["jane@example.com"]);
//! let state = AuthState::new(google, settings);
//!
//! async fn hello(session: AuthSession) -> String {
//!     format!("Hello, {}", session.user().name.as_deref().unwrap_or("stranger"))
//! }
//! let app: Router = Router::new()
//!     .route("/edit", get(hello))
//!     .merge(auth_router(state.clone()))
//!     .layer(RequireRole::new(&state, Role::Editor));
//! # drop(app);
//! # Ok(())
//! # }
//! ```
//!
//! Serve it with `into_make_service_with_connect_info::<SocketAddr>()`, so
//! that sign-ins are counted for each client.

mod settings;
mod settings_error;
mod state;

mod router;

mod callback;
mod ended;
mod login;
mod logout;
mod refresh;
mod status;

mod guard;
mod layer;
mod session;
mod session_lookup;

mod admins;
mod claims;
mod client;
mod cookie_flags;
mod cookie_secret;
mod cookies;
mod endpoints;
mod error_response;
mod managers;
mod navigation;
mod origin;
mod page;
mod path;
mod pending;
mod providers;
mod refused;
mod response_headers;
mod roles;
mod sealed_cookies;
mod sign_in;
mod sign_in_hook;

pub use cookie_secret::CookieSecret;
pub use guard::{GuardService, RequireRole, RequireSignIn};
pub use layer::{SessionLayer, SessionService};
pub use refused::Refused;
pub use router::auth_router;
pub use session::AuthSession;
pub use settings::AuthSettings;
pub use settings_error::SettingsError;
pub use sign_in::SignIn;
pub use state::AuthState;
pub use widget_auth_store::Role;
