//! People in front of a real Chromium sign in to a server at a real provider
//! (npm `oidc-provider`).

#[path = "../../../widget-auth-provider/tests/it/real/server.rs"]
mod provider;

mod form_post;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::Request;
use axum::response::Html;
use axum::routing::get;
use tokio::net::TcpListener;
use tower::ServiceExt as _;
use widget_auth_provider::{GenericOidcProvider, OAuthClient};
use widget_auth_session::routes::{AuthSession, AuthSettings, AuthState, RequireRole, auth_router};
use widget_auth_store::{MemoryTokenStore, Role, TokenStore};
use widget_e2e::{Browser, Page, in_time};

use crate::site::secret;
use provider::RealProvider;

const SCOPES: [&str; 4] = ["openid", "email", "profile", "offline_access"];

/// A site on a free port, with a page for those who are signed in.
struct Server {
    url: String,
    _provider: RealProvider,
    tokens: Arc<MemoryTokenStore>,
}

impl Server {
    async fn start() -> Self {
        let (provider, listener) = (RealProvider::start().await, listen().await);
        let url = format!("http://{}", listener.local_addr().unwrap());
        let tokens = Arc::new(MemoryTokenStore::new());
        let app = site(&state(&provider, &url).with_token_store(tokens.clone()));
        serve(listener, app);
        Self { url, _provider: provider, tokens }
    }

    /// The one access token that the server holds.
    async fn access_token(&self) -> String {
        let [key] = &self.tokens.list_keys().await.unwrap()[..] else { panic!("not one session") };
        let stored = self.tokens.load(key).await.unwrap().unwrap();
        stored.tokens.access_token.expose_secret().to_owned()
    }
}

async fn listen() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

fn serve(listener: TcpListener, app: Router) {
    let app = app.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, app).await });
}

fn state(provider: &RealProvider, url: &str) -> AuthState {
    let client = OAuthClient::new("site").with_secret("p+s&e=c%r:e t").with_scopes(SCOPES);
    // Without it the provider gives no refresh token.
    let client = client.with_authorize_param("prompt", "consent");
    let oidc = GenericOidcProvider::new(client, &provider.issuer).unwrap();
    let settings = AuthSettings::new(&format!("{url}/auth/callback"), secret(1)).unwrap();
    AuthState::new(oidc, settings.with_post_logout_path("/bye").unwrap())
}

fn site(state: &AuthState) -> Router {
    Router::new()
        .route("/", get(home))
        .layer(RequireRole::new(state, Role::Viewer))
        .route("/bye", get(|| async { Html("<title>Bye</title>") }))
        .merge(auth_router(state.clone()))
}

async fn home(session: AuthSession) -> Html<String> {
    let form = |name| {
        format!("<form method=post action=/auth/{name}><button id={name}>{name}</button></form>")
    };
    let (who, refresh, logout) = (&session.user().subject, form("refresh"), form("logout"));
    Html(format!("<title>Home</title><p id=who>{who}</p>{refresh}{logout}"))
}

/// Answers what the provider asks a person.
async fn sign_in(page: &Page, account: &str) {
    page.shell_holds("document.title === 'Sign in'").await;
    page.shell_type("#account", account).await;
    page.shell_click("#login").await;
    page.shell_click("#allow").await;
    sees(page, account).await;
}

async fn sees(page: &Page, account: &str) {
    page.shell_holds(&format!("document.querySelector('#who')?.textContent === '{account}'")).await;
    page.shell_holds("location.pathname + location.search === '/'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_signs_in_reloads_refreshes_signs_out_and_signs_in_again() {
    let (server, browser) = (Server::start().await, Browser::start().await);
    let page = browser.open(&server.url).await;
    sign_in(&page, "user-7").await;
    page.reload().await;
    sees(&page, "user-7").await;
    page.shell_holds("document.cookie === ''").await;

    let before = server.access_token().await;
    page.shell_click("#refresh").await;
    in_time("new tokens", async {
        while server.access_token().await == before {
            tokio::task::yield_now().await;
        }
    })
    .await;
    sees(&page, "user-7").await;

    page.shell_click("#logout").await;
    page.shell_holds("document.title === 'Sign out?'").await;
    assert!(server.tokens.list_keys().await.unwrap().is_empty());
    page.shell_click("#end").await;
    page.shell_holds("document.title === 'Bye'").await;

    // The provider asks again who it is: the session there is over as well.
    page.goto(&server.url).await;
    sign_in(&page, "user-8").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_says_no_sees_a_page_and_can_try_again() {
    let (server, browser) = (Server::start().await, Browser::start().await);
    let page = browser.open(&server.url).await;
    page.shell_click("#cancel").await;
    page.shell_holds("document.body.innerText.includes('The person said no.')").await;
    page.shell_holds("getComputedStyle(document.querySelector('h1')).fontSize === '22.4px'").await;
    page.shell_click("a").await;
    sign_in(&page, "user-7").await;
}

/// Login CSRF: a page of another site leads the browser to a callback, and a
/// form of another site signs it out.
#[tokio::test(flavor = "multi_thread")]
async fn another_site_neither_signs_in_nor_out() {
    let (server, browser) = (Server::start().await, Browser::start().await);
    let page = browser.open(&server.url).await;
    sign_in(&page, "user-7").await;

    let (url, listener) = (&server.url, listen().await);
    let port = listener.local_addr().unwrap().port();
    let evil =
        format!("<form method=post action={url}/auth/logout><button id=go>x</button></form>");
    serve(listener, Router::new().route("/", get(|| async { Html(evil) })));
    let other = browser.open(&format!("http://other.example:{port}/")).await;
    other.shell_click("#go").await;
    other.shell_holds("document.title === 'Not allowed'").await;
    other.goto(&format!("{url}/auth/callback?code=stolen&state=guessed")).await;
    // The page of who is signed in, and nothing else has happened.
    sees(&other, "user-7").await;
    page.reload().await;
    sees(&page, "user-7").await;
}

/// Each request goes to the other of two workers that share a Redis and nothing
/// else.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_at_once_are_served_by_two_workers() {
    use widget_auth_store::{
        RedisOptions, RedisPendingStore, RedisRateLimitStore, RedisSessionStore, RedisTokenStore,
    };

    let redis = crate::redis::Server::start().await;
    let (provider, listener) = (RealProvider::start().await, listen().await);
    let url = format!("http://{}", listener.local_addr().unwrap());
    let worker = || {
        let options = || RedisOptions::new().with_url(redis.url()).with_pool_size(2);
        let state = state(&provider, &url)
            .with_token_store(RedisTokenStore::new(options()).unwrap())
            .with_session_store(RedisSessionStore::new(options()).unwrap())
            .with_pending_store(RedisPendingStore::new(options()).unwrap())
            .with_rate_limit_store(RedisRateLimitStore::new(options()).unwrap());
        site(&state)
    };
    let (workers, turn) = ([worker(), worker()], Arc::new(AtomicUsize::new(0)));
    let balance = {
        let turn = turn.clone();
        move |request: Request| {
            let worker = workers[turn.fetch_add(1, Ordering::SeqCst) % 2].clone();
            worker.oneshot(request)
        }
    };
    serve(listener, Router::new().fallback(balance));

    let person = async |account| {
        let browser = Browser::start().await;
        let page = browser.open(&url).await;
        sign_in(&page, account).await;
        page.shell_click("#refresh").await;
        page.reload().await;
        sees(&page, account).await;
        page.shell_click("#logout").await;
        page.shell_click("#end").await;
        page.shell_holds("document.title === 'Bye'").await;
        page.goto(&url).await;
        sign_in(&page, account).await;
    };
    tokio::join!(person("user-7"), person("user-8"));
    assert!(turn.load(Ordering::SeqCst) > 10);
    assert_eq!(redis.cli(&["KEYS", "widget-kit:tokens:*"]).lines().count(), 2);
}
