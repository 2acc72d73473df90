//! The layers: who sent a request, and who gets through.

use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::extract::State;
use axum::http::Method;
use axum::routing::get;
use widget_auth_core::UnixTime;
use widget_auth_session::routes::{
    AuthSession, AuthSettings, AuthState, RequireRole, RequireSignIn, SessionLayer, auth_router,
};
use widget_auth_store::{Role, SessionStore, StoreError, UserSession};

use crate::logs::Logs;
use crate::site::{PAGE, Site, Visitor, provider, secret, settings};

async fn who(session: Option<AuthSession>) -> String {
    session.map_or_else(|| "nobody".to_owned(), |session| session.user().subject.clone())
}

/// A site with a page for each role, and one for everybody.
fn pages(state: &AuthState) -> Router {
    let page =
        |role| Router::new().route("/", get(who).post(who)).layer(RequireRole::new(state, role));
    Router::new()
        .route("/", get(who))
        .nest("/see", page(Role::Viewer))
        .nest("/edit", page(Role::Editor))
        .nest("/admin", page(Role::Admin))
        .layer(SessionLayer::new(state))
        .merge(auth_router(state.clone()))
}

#[tokio::test]
async fn a_role_opens_what_it_is_for_and_no_more() {
    let settings = settings().with_admin_users(["boss"]).with_default_roles([Role::Editor]);
    let site = Site::with(settings).await;
    let app = pages(&site.state);
    for (subject, expected) in [("boss", [200, 200, 200]), ("user-1", [200, 200, 403])] {
        let mut user = Visitor::new(app.clone());
        user.sign_in(subject).await;
        assert_eq!(user.fetch("/").await.body, subject);
        for (path, expected) in ["/see", "/edit", "/admin"].into_iter().zip(expected) {
            let answer = user.fetch(path).await;
            assert_eq!(answer.status.as_u16(), expected, "{subject} at {path}");
            match expected {
                200 => assert_eq!(answer.body, subject),
                _ => assert_eq!(answer.error(), (403, "forbidden".to_owned())),
            }
        }
    }
}

#[tokio::test]
async fn viewers_see_and_those_without_a_role_do_not() {
    let site = Site::new().await;
    let mut viewer = Visitor::new(pages(&site.state));
    viewer.sign_in("user-1").await;
    assert_eq!(viewer.fetch("/see").await.status.as_u16(), 200);
    let page = viewer.open("/edit").await;
    assert_eq!(page.status.as_u16(), 403);
    assert!(page.body.contains("this needs the role `editor`"), "{}", page.body);

    let site = Site::with(settings().with_default_roles([])).await;
    let mut user = Visitor::new(pages(&site.state));
    user.sign_in("user-1").await;
    assert_eq!(user.fetch("/").await.body, "user-1");
    assert_eq!(user.fetch("/see").await.error().0, 403);
}

#[tokio::test]
async fn who_is_not_signed_in_is_sent_to_sign_in_and_comes_back() {
    let site = Site::new().await;
    let mut visitor = Visitor::new(pages(&site.state));
    assert_eq!(visitor.fetch("/").await.body, "nobody");
    assert_eq!(visitor.fetch("/see").await.error(), (401, "login_required".to_owned()));

    let answer = visitor.open("/see?a=b%2Fc&d=%26").await;
    assert_eq!(answer.status.as_u16(), 303);
    assert_eq!(answer.location(), "/auth/login?return_to=%2Fsee%3Fa%3Db%252Fc%26d%3D%2526");
    let visit = visitor.begin_at(answer.location()).await;
    let answer = visitor.open(&visit.callback("user-1")).await;
    assert_eq!(answer.location(), "https://site.example/see?a=b%2Fc&d=%26");
    assert_eq!(visitor.open("/see?a=b%2Fc&d=%26").await.body, "user-1");
}

/// A site below a path is either nested there itself, or behind a proxy that
/// takes the path away.
#[tokio::test]
async fn below_a_path_one_comes_back_to_the_page_as_well() {
    let callback = "https://site.example/app/auth/callback";
    let settings = AuthSettings::new(callback, secret(1)).unwrap();
    let site = Site::with(settings).await;
    let inner = pages(&site.state);
    let nested = Router::new().nest("/app", inner.clone());
    let around = Router::new()
        .nest("/app", Router::new().route("/see", get(who)))
        .layer(RequireRole::new(&site.state, Role::Viewer));
    for (app, path) in
        [(nested.clone(), "/app/see?a=b"), (around, "/app/see?a=b"), (inner, "/see?a=b")]
    {
        let answer = Visitor::new(app).open(path).await;
        let expected = "/app/auth/login?return_to=%2Fapp%2Fsee%3Fa%3Db";
        assert_eq!(answer.location(), expected, "{path}");
    }
    // A path that only looks as if it had the base.
    let guarded = Router::new().fallback(who).layer(RequireRole::new(&site.state, Role::Viewer));
    let answer = Visitor::new(guarded).open("/apple").await;
    assert_eq!(answer.location(), "/app/auth/login?return_to=%2Fapp%2Fapple");

    let mut visitor = Visitor::new(nested);
    let login = visitor.open("/app/see").await.location().to_owned();
    let visit = visitor.begin_at(&login).await;
    let answer = visitor.open(&format!("/app{}", visit.callback("user-1"))).await;
    assert_eq!(answer.location(), "https://site.example/app/see");
    assert_eq!(visitor.open("/app/see").await.body, "user-1");
}

#[tokio::test]
async fn a_form_is_not_sent_to_sign_in() {
    let site = Site::new().await;
    let mut visitor = Visitor::new(pages(&site.state));
    let answer = visitor.send(Method::POST, "/see", &[("accept", PAGE)]).await;
    assert_eq!(answer.status.as_u16(), 401);
    assert!(answer.body.contains("Please sign in"), "{}", answer.body);
}

#[tokio::test]
async fn a_path_that_cannot_be_returned_to_is_left_out() {
    let site = Site::new().await;
    let guarded = Router::new().fallback(who).layer(RequireRole::new(&site.state, Role::Viewer));
    let mut visitor = Visitor::new(guarded);
    for path in ["//evil.example", "/%2f/evil.example", "/%5cevil.example", "/auth/x"] {
        assert_eq!(visitor.open(path).await.location(), "/auth/login", "{path}");
    }
    let long = format!("/{}", "a".repeat(3000));
    assert_eq!(visitor.open(&long).await.location(), "/auth/login");
}

#[tokio::test]
async fn a_session_that_ended_opens_nothing() {
    let site = Site::new().await;
    let mut user = Visitor::new(pages(&site.state));
    user.sign_in("user-1").await;
    site.pass(24 * 60 * 60 - 1);
    assert_eq!(user.fetch("/see").await.status.as_u16(), 200);
    site.pass(1);
    assert_eq!(user.fetch("/see").await.error().0, 401);
    assert_eq!(user.fetch("/").await.body, "nobody");
}

/// A guard around everything lets the sign-in itself pass, and nothing else of
/// that name.
#[tokio::test]
async fn a_guard_around_the_whole_site_lets_one_sign_in() {
    for (base, nested) in [("", ""), ("/app", "/app"), ("/app", "")] {
        let callback = format!("https://site.example{base}/auth/callback");
        let site = Site::with(AuthSettings::new(&callback, secret(1)).unwrap()).await;
        let inner = Router::new()
            .route("/see", get(who))
            .route("/auth/other", get(who))
            .route("/see/auth/login", get(who))
            .merge(auth_router(site.state.clone()))
            .layer(RequireRole::new(&site.state, Role::Viewer));
        let app = if nested.is_empty() { inner } else { Router::new().nest(nested, inner) };
        let mut visitor = Visitor::new(app);
        let at = |path: &str| format!("{nested}{path}");
        for guarded in ["/auth/other", "/see/auth/login"] {
            let answer = visitor.fetch(&at(guarded)).await;
            assert_eq!(answer.error().0, 401, "{guarded} at {base}");
        }
        assert_eq!(visitor.fetch(&at("/auth/status")).await.status.as_u16(), 200);
        let login = visitor.open(&at("/see")).await.location().to_owned();
        let login = login.strip_prefix(base).unwrap();
        let visit = visitor.begin_at(&at(login)).await;
        let answer = visitor.open(&at(&visit.callback("user-1"))).await;
        assert_eq!(answer.location(), format!("https://site.example{base}/see"));
        assert_eq!(visitor.open(&at("/see")).await.body, "user-1");
    }
}

async fn name(session: AuthSession) -> String {
    session.user().subject.clone()
}

/// Handlers that want to know who is there.
fn askers() -> Router {
    Router::new().route("/name", get(name)).route("/who", get(who))
}

/// A handler that asks who it is says itself that no user is.
#[tokio::test]
async fn a_handler_without_a_session_answers_401() {
    let site = Site::new().await;
    let with_layer = askers().layer(SessionLayer::new(&site.state));
    let mut visitor = Visitor::new(with_layer.clone());
    assert_eq!(visitor.fetch("/name").await.error(), (401, "login_required".to_owned()));
    assert_eq!(visitor.fetch("/who").await.body, "nobody");
    let page = visitor.open("/name").await;
    assert_eq!(page.status.as_u16(), 401);
    // No browser asks for a password at that.
    let challenge = r#"Cookie realm="session", form-action="/auth/login""#;
    assert_eq!(page.header("www-authenticate"), Some(challenge));
    assert!(page.body.contains("Please sign in"), "{}", page.body);
    assert_eq!(page.headers["cache-control"], "no-store");

    let mut user = site.user().await.at(&with_layer);
    assert_eq!(user.fetch("/name").await.body, "user-1");

    let down = AuthState::new(provider(&site.mock, &site.clock, "oidc"), settings());
    let down = down.with_session_store(Arc::new(Down));
    let mut user = user.at(&askers().layer(SessionLayer::new(&down)));
    assert_eq!(user.fetch("/name").await.error().0, 503);
    assert_eq!(user.fetch("/who").await.error().0, 503);
}

/// A user without a role is signed in all the same.
#[tokio::test]
async fn a_sign_in_is_enough_where_no_role_is_needed() {
    let site = Site::with(settings().with_default_roles([])).await;
    let app: Router = Router::new()
        .route("/see", get(name))
        .merge(auth_router(site.state.clone()))
        .layer(RequireSignIn::new(&site.state));
    let mut visitor = Visitor::new(app);
    assert_eq!(visitor.fetch("/see").await.error(), (401, "login_required".to_owned()));
    assert_eq!(visitor.open("/see").await.location(), "/auth/login?return_to=%2Fsee");
    visitor.sign_in("user-1").await;
    assert_eq!(visitor.fetch("/see").await.body, "user-1");
}

/// An application has a state of its own, which the routes know nothing of.
#[tokio::test]
async fn the_routes_merge_into_an_app_with_state() {
    #[derive(Clone)]
    struct Own(AuthState);
    async fn token(State(Own(state)): State<Own>, session: AuthSession) -> String {
        let token = state.session_manager(&session).get_access_token().await.unwrap();
        token.expose_secret().to_owned()
    }
    let site = Site::new().await;
    let app: Router = Router::new()
        .route("/token", get(token))
        .merge(auth_router(site.state.clone()))
        .layer(RequireRole::new(&site.state, Role::Viewer))
        .with_state(Own(site.state.clone()));
    let mut user = Visitor::new(app);
    user.sign_in("user-1").await;
    assert_eq!(user.fetch("/token").await.body, "access-of-user-1");
}

/// A site that forgot the layer is at fault, not its user, who may be signed
/// in.
#[tokio::test]
async fn a_forgotten_layer_is_a_500_that_names_it() {
    let logs = Logs::capture();
    let site = Site::new().await;
    let mut user = site.user().await.at(&askers());
    for path in ["/name", "/who"] {
        let answer = user.fetch(path).await;
        assert_eq!(answer.error(), (500, "server_error".to_owned()), "{path}");
        assert!(answer.body.contains("`SessionLayer`"), "{}", answer.body);
        let page = user.open(path).await;
        assert_eq!(page.status.as_u16(), 500);
        assert!(page.body.contains("`SessionLayer`"), "{}", page.body);
    }
    assert!(logs.with("ERROR").iter().all(|line| line.contains("`SessionLayer`")));
    assert_eq!(logs.with("`SessionLayer`").len(), 4);
}

/// A store that is down says nothing about who is signed in.
#[derive(Debug)]
struct Down;

#[async_trait]
impl SessionStore for Down {
    async fn create(&self, _: &str, _: &UserSession) -> Result<(), StoreError> {
        Err(down())
    }

    async fn get(&self, _: &str) -> Result<Option<UserSession>, StoreError> {
        Err(down())
    }

    async fn touch(&self, _: &str, _: UnixTime) -> Result<bool, StoreError> {
        Err(down())
    }

    async fn delete(&self, _: &str) -> Result<bool, StoreError> {
        Err(down())
    }
}

fn down() -> StoreError {
    StoreError::Unavailable { backend: "redis", source: "secret address of the store".into() }
}

#[tokio::test]
async fn a_store_that_is_down_signs_no_user_out() {
    let site = Site::new().await;
    let user = site.user().await;
    let state = AuthState::new(provider(&site.mock, &site.clock, "oidc"), settings());
    let state = state.with_clock(site.clock.clone()).with_session_store(Arc::new(Down));
    let mut user = user.at(&pages(&state));
    let cookies = user.cookies.clone();
    for path in ["/see", "/auth/status", "/auth/userinfo"] {
        let answer = user.fetch(path).await;
        assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()), "{path}");
        assert!(!answer.body.contains("secret"));
        let page = user.open(path).await;
        assert_eq!((page.status.as_u16(), page.body.contains("secret")), (503, false));
    }
    for path in ["/auth/refresh", "/auth/logout"] {
        assert_eq!(user.post(path).await.error().0, 503);
    }
    assert_eq!(user.cookies, cookies);
    // Without a cookie there is nothing to ask the store.
    user.cookies.clear();
    assert_eq!(user.fetch("/see").await.error().0, 401);
}
