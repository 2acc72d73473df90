//! The paths of the routes.

/// The prefix of the routes unless the redirect URI has another.
pub(super) const DEFAULT_PREFIX: &str = "/auth";

const LOGIN: &str = "login";
const CALLBACK: &str = "callback";
const ENDED: &str = "ended";
const REFRESH: &str = "refresh";
const LOGOUT: &str = "logout";
const USERINFO: &str = "userinfo";
const STATUS: &str = "status";

/// The paths of the routes below the base of the site.
#[derive(Debug, Clone)]
pub(super) struct Endpoints {
    prefix: String,
}

impl Endpoints {
    /// `None` unless `prefix` is a path of plain segments, which a router takes
    /// for nothing but themselves.
    pub(super) fn new(prefix: &str) -> Option<Self> {
        let mut segments = prefix.strip_prefix('/')?.split('/');
        segments.all(is_plain).then(|| Self { prefix: prefix.to_owned() })
    }

    /// The beginning of the paths of all routes, and of nothing else.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    pub(super) fn login(&self) -> String {
        self.at(LOGIN)
    }

    pub(super) fn callback(&self) -> String {
        self.at(CALLBACK)
    }

    /// The pattern of the callbacks of providers beside the first.
    pub(super) fn callback_of_provider(&self) -> String {
        self.at(CALLBACK) + "/{provider}"
    }

    pub(super) fn ended(&self) -> String {
        self.at(ENDED)
    }

    pub(super) fn refresh(&self) -> String {
        self.at(REFRESH)
    }

    pub(super) fn logout(&self) -> String {
        self.at(LOGOUT)
    }

    pub(super) fn userinfo(&self) -> String {
        self.at(USERINFO)
    }

    pub(super) fn status(&self) -> String {
        self.at(STATUS)
    }

    /// True if `path`, below the base of the site, is one of the routes.
    pub(super) fn contains(&self, path: &str) -> bool {
        let below = path.strip_prefix(&*self.prefix).and_then(|rest| rest.strip_prefix('/'));
        below.is_some_and(|route| match route.split_once('/') {
            Some((route, provider)) => route == CALLBACK && is_plain(provider),
            None => [LOGIN, CALLBACK, ENDED, REFRESH, LOGOUT, USERINFO, STATUS].contains(&route),
        })
    }

    fn at(&self, route: &str) -> String {
        format!("{}/{route}", self.prefix)
    }
}

/// True for a segment of a path that needs no escape anywhere.
pub(super) fn is_plain(segment: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !segment.is_empty()
        && segment.bytes().all(is_plain)
        && !segment.bytes().all(|byte| byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::Endpoints;

    #[test]
    fn a_prefix_is_a_plain_path() {
        for prefix in ["/auth", "/account", "/a/b-c_d.e"] {
            assert!(Endpoints::new(prefix).is_some(), "{prefix}");
        }
        for prefix in ["", "/", "auth", "/a/", "//a", "/:a", "/*a", "/{a}", "/a%20b", "/..", "/a/."]
        {
            assert!(Endpoints::new(prefix).is_none(), "{prefix}");
        }
    }

    #[test]
    fn only_the_routes_are_contained() {
        let endpoints = Endpoints::new("/account").expect("a prefix");
        for path in ["/account/login", "/account/ended", "/account/callback/github"] {
            assert!(endpoints.contains(path), "{path}");
        }
        let others = ["/auth/login", "/accountlogin", "/account", "/account/", "/account/x"];
        for path in others.into_iter().chain(["/account/login/x", "/account/callback/a/b"]) {
            assert!(!endpoints.contains(path), "{path}");
        }
    }
}
