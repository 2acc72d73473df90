//! The way to the provider, and where it leads afterwards.

use std::collections::BTreeSet;

use axum::http::Method;
use widget_auth_provider::GenericOidcProvider;
use widget_auth_session::routes::{AuthState, auth_router};

use crate::logs::Logs;
use crate::mock_provider::{MockProvider, Reply, client, clock};
use crate::site::{CALLBACK, PAGE, SITE, Site, Visitor, settings};

#[tokio::test]
async fn rp_07_state_and_nonce_are_fresh_and_have_256_bits() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let mut seen = BTreeSet::new();
    for _ in 0..20 {
        let visit = visitor.begin().await;
        for name in ["state", "nonce"] {
            assert_eq!(visit.params[name].len(), 43, "256 bits as base64url");
            assert!(seen.insert(visit.params[name].clone()), "{name} came twice");
        }
    }
}

#[tokio::test]
async fn rp_08_the_code_is_bound_by_pkce_also_with_a_client_secret() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    assert_eq!(visit.params["code_challenge_method"], "S256");
    visitor.open(&visit.callback("user-1")).await;
    let form = site.mock.requests("/token")[0].form();
    assert!((43..=128).contains(&form["code_verifier"].len()));
    let challenge = {
        use base64::Engine as _;
        use sha2::{Digest as _, Sha256};
        let hash = Sha256::digest(&form["code_verifier"]);
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(hash)
    };
    assert_eq!(visit.params["code_challenge"], challenge);
}

#[tokio::test]
async fn rp_10_the_redirect_uri_is_the_same_at_both_endpoints() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    assert_eq!(visit.params["redirect_uri"], CALLBACK);
    visitor.open(&visit.callback("user-1")).await;
    assert_eq!(site.mock.requests("/token")[0].form()["redirect_uri"], CALLBACK);
}

#[tokio::test]
async fn rp_11_a_provider_known_by_its_issuer_alone_works_on_the_first_sign_in() {
    let site = Site::new().await;
    assert_eq!(site.mock.count("/.well-known/openid-configuration"), 0);
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    assert!(visit.url.as_str().starts_with(&format!("{}/authorize?", site.mock.url())));
    visitor.open(&visit.callback("user-1")).await;
    assert_eq!(visitor.subject().await.as_deref(), Some("user-1"));
}

#[tokio::test]
async fn rp_11_a_provider_that_cannot_be_discovered_is_an_outage_and_not_the_end() {
    let site = Site::new().await;
    site.mock.set("/.well-known/openid-configuration", |_| Reply::empty(503));
    let mut visitor = site.visitor();
    let answer = visitor.fetch("/auth/login").await;
    assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()));
    assert!(visitor.cookies.is_empty());
    site.mock.reset("/.well-known/openid-configuration");
    visitor.sign_in("user-1").await;
}

#[tokio::test]
async fn the_browser_comes_back_to_where_it_was() {
    let site = Site::with(settings().with_post_login_path("/home?tab=1").unwrap()).await;
    for (login, expected) in [
        ("/auth/login", "/home?tab=1"),
        ("/auth/login?return_to=%2Fwidget%2F1%3Fa%3Db%26c%23d", "/widget/1?a=b&c#d"),
        ("/auth/login?return_to=/%40evil.example", "/@evil.example"),
    ] {
        let mut visitor = site.visitor();
        let visit = visitor.begin_at(login).await;
        let answer = visitor.open(&visit.callback("user-1")).await;
        assert_eq!(answer.location(), format!("{SITE}{expected}"));
    }
}

/// The spellings are those of the unit test of `LocalPath`; here are some of
/// each kind on their way through a query.
#[tokio::test]
async fn the_browser_is_not_sent_to_another_site() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for path in [
        "https%3A%2F%2Fevil.example",
        "%2F%2Fevil.example",
        "//evil.example",
        "/%5Cevil.example",
        "/\\evil.example",
        "/%252f/evil.example",
        "/%252F%252Fevil.example",
        "https%3Aevil.example",
        "%2F%09%2Fevil.example",
        "%09//evil.example",
        "/%0D%0ASet-Cookie:a=b",
        "/%00",
        "/.//evil.example",
        "/..//evil.example",
        "javascript:alert(1)",
        "evil.example",
        "",
        "/auth/login",
        "/x&return_to=/y",
    ] {
        let path = path.replace('\\', "%5C");
        // `%252f` arrives as `%2f`, which is a slash to a proxy that decodes.
        let answer = visitor.fetch(&format!("/auth/login?return_to={path}")).await;
        assert_eq!(answer.error(), (400, "invalid_request".to_owned()), "{path}");
        assert!(answer.header("location").is_none());
    }
    assert_eq!(site.mock.count("/.well-known/openid-configuration"), 0, "the way was begun");
}

#[tokio::test]
async fn a_site_below_a_path_stays_below_it() {
    let redirect = "https://site.example/app/auth/callback";
    let secret = crate::site::secret(1);
    let settings = widget_auth_session::routes::AuthSettings::new(redirect, secret).unwrap();
    let site = Site::with(settings).await;
    let mut visitor = site.visitor();
    assert_eq!(visitor.fetch("/auth/status").await.json()["login_url"], "/app/auth/login");
    let visit = visitor.begin().await;
    assert_eq!(visit.params["redirect_uri"], redirect);
    let answer = visitor.open(&visit.callback("user-1")).await;
    assert_eq!(answer.location(), "https://site.example/app/");
    let answer = visitor.fetch("/auth/login?return_to=/app/auth/login").await;
    assert_eq!(answer.error().0, 400);
}

#[tokio::test]
async fn more_parameters_go_to_the_provider_but_none_of_the_protocol() {
    let clock = clock();
    let mock = MockProvider::start(clock.clone()).await.unwrap();
    let site = |name, value| {
        let client = client().with_clock(clock.clone()).with_authorize_param(name, value);
        let provider = GenericOidcProvider::new(client, mock.url()).unwrap();
        Visitor::new(auth_router(AuthState::new(provider, settings())))
    };
    assert_eq!(site("prompt", "consent").begin().await.params["prompt"], "consent");
    // The settings of the site are wrong, and not the provider.
    let logs = Logs::capture();
    let answer = site("state", "chosen").fetch("/auth/login").await;
    assert_eq!(answer.error(), (500, "server_error".to_owned()));
    assert!(answer.body.contains("not set up properly for the provider `oidc`"), "{}", answer.body);
    assert_eq!(logs.with("`authorize_params` must not contain `state`").len(), 1);
}

#[tokio::test]
async fn looking_at_the_head_begins_nothing() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let answer = visitor.send(Method::HEAD, "/auth/login", &[]).await;
    assert_eq!((answer.status.as_u16(), visitor.cookies.len()), (405, 0));
}

#[tokio::test]
async fn a_proxy_that_was_asked_by_http_makes_us_ask_for_https() {
    let settings = settings().with_trusted_proxies(["10.0.0.1"]).unwrap();
    let site = Site::with(settings.with_force_https().unwrap()).await;
    let mut visitor = site.visitor();
    visitor.peer = "10.0.0.1:9".parse().unwrap();
    visitor.proxy = vec![("x-forwarded-proto", "http".to_owned())];
    let answer = visitor.open("/auth/login?return_to=/x").await;
    assert_eq!(answer.status.as_u16(), 308);
    assert_eq!(answer.location(), "https://site.example/auth/login?return_to=/x");
    assert!(visitor.cookies.is_empty(), "a cookie went over http");

    visitor.proxy = vec![("x-forwarded-proto", "https".to_owned())];
    visitor.begin().await;
    // A client that is not one of our proxies can send any value.
    let mut stranger = site.visitor();
    stranger.proxy = vec![("x-forwarded-proto", "http".to_owned())];
    stranger.begin().await;
}

#[test]
fn settings_that_cannot_work_are_refused() {
    use widget_auth_session::routes::{AuthSettings, CookieSecret};

    let secret = || crate::site::secret(1);
    for uri in [
        "",
        "/auth/callback",
        "http://site.example/auth/callback",
        "ftp://localhost/auth/callback",
        "https://site.example/callback",
        "https://site.example/auth/callback/",
        "https://site.example/auth/callback?x=1",
        "https://site.example/auth/callback#x",
        "https://me:pw@site.example/auth/callback",
        "http://localhost.evil.example/auth/callback",
        "https://site.example//evil/auth/callback",
    ] {
        let error = AuthSettings::new(uri, secret()).unwrap_err();
        assert_eq!(error.setting, "auth_redirect_uri", "{uri}");
    }
    for uri in ["http://127.0.0.1:1/auth/callback", "http://[::1]/auth/callback"] {
        let settings = AuthSettings::new(uri, secret()).unwrap();
        assert_eq!(settings.with_force_https().unwrap_err().setting, "force_https");
    }
    for length in [0, 16, 31] {
        assert_eq!(CookieSecret::new(vec![1; length]).unwrap_err().setting, "cookie_secret");
    }
    for name in ["", "a b", "a;b", "a=b", "__Host-ü", &"x".repeat(65)] {
        assert!(settings().with_auth_session_cookie(name).is_err(), "{name}");
    }
    for proxy in ["", "10.0.0.0/33", "proxy.example", "10.0.0.1-10.0.0.9"] {
        assert!(settings().with_trusted_proxies([proxy]).is_err(), "{proxy}");
    }
    for path in ["//evil.example", "https://evil.example", "x", "/auth/login"] {
        assert!(settings().with_post_login_path(path).is_err(), "{path}");
        assert!(settings().with_post_logout_path(path).is_err(), "{path}");
    }
    let shown = format!("{:?}", settings());
    assert!(!shown.contains("[1, 1") && shown.contains("[redacted]"), "{shown}");
}

/// A foreign page begins nothing out of the user's sight.
#[tokio::test]
async fn a_sign_in_begins_in_a_tab() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for (dest, from, expected) in [
        ("iframe", "cross-site", 403),
        ("empty", "same-site", 403),
        ("document", "cross-site", 303),
        ("document", "none", 303),
        ("empty", "same-origin", 303),
    ] {
        let headers = [("sec-fetch-dest", dest), ("sec-fetch-site", from), ("accept", PAGE)];
        let answer = visitor.send(Method::GET, "/auth/login", &headers).await;
        assert_eq!(answer.status.as_u16(), expected, "{dest} {from}");
        assert_eq!(answer.set_cookies().is_empty(), expected == 403, "{dest} {from}");
    }
}
