//! The paths of the routes.

pub(super) const LOGIN: &str = "/auth/login";
pub(super) const CALLBACK: &str = "/auth/callback";
pub(super) const REFRESH: &str = "/auth/refresh";
pub(super) const LOGOUT: &str = "/auth/logout";
pub(super) const USERINFO: &str = "/auth/userinfo";
pub(super) const STATUS: &str = "/auth/status";

/// True if `path`, below the base of the site, is one of the routes.
pub(super) fn is_auth_route(path: &str) -> bool {
    [LOGIN, CALLBACK, REFRESH, LOGOUT, USERINFO, STATUS].contains(&path)
}
