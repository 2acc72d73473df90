//! A site from the settings of a configuration file.

use std::time::Duration;

use widget_auth_provider::OAuth2Settings;
use widget_auth_session::routes::{AuthState, CookieSecret, auth_router};

use crate::mock_provider::{MockProvider, clock};
use crate::site::{Site, Visitor, settings, tokens_page};

fn oauth(mock: &MockProvider) -> OAuth2Settings {
    let mut oauth = OAuth2Settings::default();
    oauth.provider = "oidc".to_owned();
    oauth.client_id = "client-1".to_owned();
    oauth.issuer_url = mock.url().to_owned();
    oauth
}

#[tokio::test]
async fn every_setting_does_what_it_says() {
    let mock = MockProvider::start(clock()).await.unwrap();
    for (use_pkce, seconds) in [(true, 60), (false, 30)] {
        let mut oauth = oauth(&mock);
        oauth.use_pkce = use_pkce;
        oauth.auth_timeout_seconds = seconds;
        let state = AuthState::from_settings(&oauth, settings()).unwrap();
        let answer = Visitor::new(auth_router(state)).open("/auth/login").await;
        assert_eq!(answer.location().contains("code_challenge="), use_pkce);
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        assert!(cookie.contains(&format!("Max-Age={seconds}")), "{cookie}");
    }
}

/// The default of a program in front of which a person sits is not that of a site.
#[tokio::test]
async fn a_time_that_is_not_set_leaves_that_of_the_site() {
    let mock = MockProvider::start(clock()).await.unwrap();
    for (site, seconds) in
        [(settings(), 600), (settings().with_auth_timeout(Duration::from_secs(300)), 300)]
    {
        let state = AuthState::from_settings(&oauth(&mock), site).unwrap();
        let answer = Visitor::new(auth_router(state)).open("/auth/login").await;
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        assert!(cookie.contains(&format!("Max-Age={seconds}")), "{cookie}");
    }
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused() {
    let mock = MockProvider::start(clock()).await.unwrap();
    for (backend, expected) in [
        (
            "keyring",
            "authentication at oidc failed: the option `token_store_backend` is keyring, which belongs to one user of a machine: a server has memory, or redis for several workers",
        ),
        (
            "disk",
            "authentication at oidc failed: `token_store_backend` must be memory, file, keyring or redis",
        ),
    ] {
        let mut oauth = oauth(&mock);
        oauth.token_store_backend = backend.to_owned();
        let error = AuthState::from_settings(&oauth, settings()).unwrap_err();
        assert_eq!(format!("{error:?}"), expected);
    }
    assert!("too short".parse::<CookieSecret>().is_err());
}

/// A refresh buffer that is longer than a token lives makes it due at half of
/// its life: the page behind it gets a new one then.
#[tokio::test]
async fn the_refresh_buffer_is_that_of_the_settings() {
    let site = Site::with(settings().with_refresh_buffer(Duration::from_secs(3600))).await;
    let user = site.user().await;
    let page = tokens_page(&site.state);
    let before = site.token_requests();
    site.pass(1799);
    assert_eq!(user.at(&page).fetch("/").await.body, "access-of-user-1");
    site.pass(1);
    assert_eq!(user.at(&page).fetch("/").await.body, "access-2");
    assert_eq!(site.token_requests(), before + 1);
}
