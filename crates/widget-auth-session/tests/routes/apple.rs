//! Answers by a form, as Apple posts them.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use serde_json::json;
use url::form_urlencoded::Serializer;
use widget_auth_core::ManualClock;
use widget_auth_provider::{GenericOidcProvider, SecretSigner};
use widget_auth_session::routes::{AuthSettings, AuthState, Refused, SignIn, auth_router};
use widget_auth_store::{MemoryTokenStore, Role, TokenStore as _};

use crate::mock_provider::{MockProvider, client, clock};
use crate::private_key::PrivateKey;
use crate::site::{Answer, CALLBACK, SITE, Visit, Visitor, answer_codes, provider, settings};

/// The address to which a form leads that ends no sign-in.
const ENDED: &str = "https://site.example/auth/ended";
const FLOW: &str = "__Host-widget_session_form_flow_";
const USER: &str = r#"{"name":{"firstName":"Jane","lastName":"Doe"},"email":"admin@example.com"}"#;

/// A site whose users sign in with Apple, and `oidc` where it has another
/// provider.
struct Site {
    mock: MockProvider,
    clock: Arc<ManualClock>,
    state: AuthState,
    tokens: Arc<MemoryTokenStore>,
}

impl Site {
    async fn new(settings: AuthSettings) -> Self {
        let clock = clock();
        let mock = MockProvider::start(clock.clone()).await.unwrap();
        answer_codes(&mock, &clock);
        mock.set_metadata(|metadata| {
            metadata.as_object_mut().unwrap().remove("userinfo_endpoint");
        });
        let key = PrivateKey::new().pem();
        let signer = SecretSigner::new("TEAM123456", "KEY1234567", &key).unwrap();
        let client = client().with_clock(clock.clone());
        let apple = GenericOidcProvider::apple_at(client, signer, mock.url()).unwrap();
        let tokens = Arc::new(MemoryTokenStore::new());
        let state = AuthState::new(apple, settings)
            .with_token_store(tokens.clone())
            .with_clock(clock.clone());
        Self { mock, clock, state, tokens }
    }

    fn visitor(&self) -> Visitor {
        Visitor::new(auth_router(self.state.clone()))
    }
}

/// The form that Apple's page posts for `subject`.
fn form(visit: &Visit, subject: &str, user: Option<&str>) -> String {
    let mut form = Serializer::new(String::new());
    form.append_pair("state", visit.state()).append_pair("code", &visit.code(subject));
    form.extend_pairs(user.map(|user| ("user", user)));
    form.finish()
}

async fn post(visitor: &mut Visitor, form: &str) -> Answer {
    visitor.post_from_elsewhere("/auth/callback", form).await
}

async fn sign_in(visitor: &mut Visitor, subject: &str, user: Option<&str>) {
    let visit = visitor.begin().await;
    let answer = post(visitor, &form(&visit, subject, user)).await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "https://site.example/"));
}

fn flags(cookie: &str) -> Vec<&str> {
    let mut flags: Vec<_> = cookie.split("; ").skip(1).collect();
    flags.sort_unstable();
    flags
}

#[tokio::test]
async fn the_cookie_of_the_sign_in_comes_with_the_form_and_that_of_the_session_is_lax() {
    let site = Site::new(settings()).await;
    let mut visitor = site.visitor();
    let login = visitor.open("/auth/login").await;
    let [cookie] = login.set_cookies()[..] else { panic!("{login:?}") };
    assert!(cookie.starts_with(FLOW), "{cookie}");
    assert_eq!(flags(cookie), ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=None", "Secure"]);
    let visit = Visit::new(login.location());
    assert_eq!(visit.params["response_mode"], "form_post");

    let answer = post(&mut visitor, &form(&visit, "user-1", None)).await;
    let [cookie] = answer.set_cookies()[..] else { panic!("{answer:?}") };
    assert_eq!(flags(cookie), ["HttpOnly", "Max-Age=86400", "Path=/", "SameSite=Lax", "Secure"]);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(visitor.subject().await.as_deref(), Some("user-1"));
    visitor.post("/auth/logout").await;
    assert!(visitor.cookies.is_empty(), "{:?}", visitor.cookies);
}

#[tokio::test]
async fn the_name_comes_with_the_first_sign_in_and_no_address_with_it() {
    let admin = settings().with_admin_users(["admin@example.com"]);
    let site = Site::new(admin.with_claims(["given_name"])).await;
    let mut visitor = site.visitor();
    sign_in(&mut visitor, "user-1", Some(USER)).await;
    let user = visitor.fetch("/auth/userinfo").await.json();
    assert_eq!((&user["name"], &user["email"]), (&json!("Jane Doe"), &json!(null)));
    assert_eq!(user["roles"], json!([Role::Viewer.name()]));

    for user in [None, Some("junk"), Some("{}")] {
        sign_in(&mut visitor, "user-1", user).await;
        assert_eq!(visitor.fetch("/auth/userinfo").await.json()["name"], json!(null), "{user:?}");
    }
}

#[tokio::test]
async fn a_query_may_name_nobody() {
    let clock = clock();
    let mock = MockProvider::start(clock.clone()).await.unwrap();
    answer_codes(&mock, &clock);
    mock.set_metadata(|metadata| {
        metadata.as_object_mut().unwrap().remove("userinfo_endpoint");
    });
    let state = AuthState::new(provider(&mock, &clock, "oidc"), settings()).with_clock(clock);
    let mut visitor = Visitor::new(auth_router(state));
    let visit = visitor.begin().await;
    let query = form(&visit, "user-1", Some(USER));
    assert_eq!(visitor.open(&format!("/auth/callback?{query}")).await.status.as_u16(), 303);
    assert_eq!(visitor.fetch("/auth/userinfo").await.json()["name"], json!(null));
}

#[tokio::test]
async fn the_session_before_is_ended_although_its_cookie_does_not_come() {
    for settings in [settings(), settings().with_sealed_sign_ins()] {
        let site = Site::new(settings).await;
        let mut visitor = site.visitor();
        sign_in(&mut visitor, "user-1", None).await;
        let mut before = visitor.clone();
        sign_in(&mut visitor, "user-2", None).await;
        assert_eq!(before.subject().await, None);
        assert_eq!(visitor.subject().await.as_deref(), Some("user-2"));
        let kept = site.tokens.list_keys().await.unwrap().len();
        assert_eq!(kept, 1, "the tokens of the old session stayed");
    }
}

#[tokio::test]
async fn a_browser_keeps_a_sign_in_that_is_answered_by_a_form() {
    let site = Site::new(settings().with_sealed_sign_ins()).await;
    let mut visitor = site.visitor();
    let login = visitor.open("/auth/login?return_to=/page").await;
    let [cookie] = login.set_cookies()[..] else { panic!("{login:?}") };
    assert!(cookie.starts_with("__Host-widget_session_flow_"), "{cookie}");
    assert_eq!(flags(cookie), ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=None", "Secure"]);
    let visit = Visit::new(login.location());
    let answer = post(&mut visitor, &form(&visit, "user-1", Some(USER))).await;
    assert_eq!(answer.location(), "https://site.example/page");
    assert_eq!(visitor.cookies.len(), 1, "{:?}", visitor.cookies);
}

#[tokio::test]
async fn rp_15_a_form_counts_in_the_browser_that_began_and_once() {
    let site = Site::new(settings()).await;
    let (mut attacker, mut victim) = (site.visitor(), site.visitor());
    let visit = attacker.begin().await;
    let planted = form(&visit, "attacker", None);
    for answer in [post(&mut victim, &planted).await, {
        victim.begin().await;
        post(&mut victim, &planted).await
    }] {
        assert_eq!((answer.status.as_u16(), answer.location()), (303, ENDED));
        assert!(answer.set_cookies().is_empty());
    }
    let page = victim.open("/auth/ended").await;
    assert_eq!(page.status.as_u16(), 400);
    assert!(page.body.contains("began in another browser"), "{}", page.body);
    assert_eq!((victim.subject().await, site.mock.count("/token")), (None, 0));
    assert_eq!(post(&mut attacker, &planted).await.location(), "https://site.example/");
    let again = post(&mut attacker, &planted).await;
    assert_eq!(again.location(), format!("{ENDED}?return_to=%2F"));
    assert_eq!(site.mock.count("/token"), 1);
}

/// The cookie of the session does not come with the form, but with the page that
/// it leads to.
#[tokio::test]
async fn a_form_that_comes_again_leads_who_is_signed_in_to_the_page() {
    // The cookie that held the sign-in is gone with it, and the page is that of all.
    for (settings, path, page) in [
        (settings(), "/auth/ended?return_to=%2Fpage", "/page"),
        (settings().with_sealed_sign_ins(), "/auth/ended", "/home"),
    ] {
        let site = Site::new(settings.with_post_login_path("/home").unwrap()).await;
        let mut user = site.visitor();
        let visit = user.begin_at("/auth/login?return_to=/page").await;
        let form = form(&visit, "user-1", None);
        assert_eq!(post(&mut user, &form).await.location(), "https://site.example/page");
        let again = post(&mut user, &form).await;
        assert_eq!((again.status.as_u16(), again.location()), (303, &*format!("{SITE}{path}")));
        assert!(again.set_cookies().is_empty());
        let answer = user.open(path).await;
        assert_eq!((answer.status.as_u16(), answer.location()), (303, &*format!("{SITE}{page}")));
        assert_eq!(site.mock.count("/token"), 1);
        assert_eq!(user.subject().await.as_deref(), Some("user-1"));
    }
}

#[tokio::test]
async fn a_form_that_comes_too_late_leads_to_a_page_that_begins_again() {
    let site = Site::new(settings().with_sealed_sign_ins()).await;
    let mut visitor = site.visitor();
    let visit = visitor.begin_at("/auth/login?return_to=/page").await;
    let form = form(&visit, "user-1", None);
    site.clock.advance(Duration::from_secs(600));
    let late = post(&mut visitor, &form).await;
    let path = "/auth/ended?return_to=%2Fpage";
    assert_eq!(late.location(), format!("https://site.example{path}"));
    let page = visitor.open(path).await;
    assert_eq!(page.status.as_u16(), 400);
    assert!(page.body.contains("this sign-in took too long"), "{}", page.body);
    assert!(page.body.contains(r#"<a href="/auth/login?return_to=%2Fpage">"#), "{}", page.body);
    let elsewhere = visitor.fetch("/auth/ended?return_to=https://evil.example").await;
    assert_eq!(elsewhere.error(), (400, "invalid_request".to_owned()));
    assert!(elsewhere.body.contains("`return_to`"), "{}", elsewhere.body);
    assert_eq!(site.mock.count("/token"), 0);
}

#[tokio::test]
async fn a_form_for_a_frame_ends_nothing() {
    let site = Site::new(settings()).await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let form = form(&visit, "user-1", None);
    for dest in ["iframe", "empty"] {
        let answer = visitor.post_for(dest, "/auth/callback", &form).await;
        assert_eq!(answer.status.as_u16(), 403, "{dest}");
        assert!(answer.set_cookies().is_empty());
    }
    assert_eq!(site.mock.count("/token"), 0);
    assert_eq!(post(&mut visitor, &form).await.location(), "https://site.example/");
}

#[tokio::test]
async fn a_posted_name_decides_nothing() {
    let is_named = |sign_in: &SignIn| {
        let claims = &sign_in.user.claims;
        sign_in.user.name.is_some() || claims.contains_key("name")
    };
    let settings = settings()
        .with_role_claim("name", [("Jane Doe", Role::Admin)])
        .with_role_claim("given_name", [("Jane", Role::Admin)])
        .with_roles(move |sign_in| Vec::from_iter(is_named(sign_in).then_some(Role::Admin)))
        .on_sign_in(move |sign_in| async move {
            match sign_in.posted_name.as_deref() {
                Some("Jane Doe") if !is_named(&sign_in) => Ok(vec![Role::Editor]),
                name => Err(Refused::new(format!("{name:?}"))),
            }
        });
    let site = Site::new(settings).await;
    let mut visitor = site.visitor();
    sign_in(&mut visitor, "user-1", Some(USER)).await;
    let user = visitor.fetch("/auth/userinfo").await.json();
    assert_eq!((&user["name"], &user["roles"]), (&json!("Jane Doe"), &json!(["viewer", "editor"])));
}

#[tokio::test]
async fn an_error_comes_by_a_form_as_well() {
    let site = Site::new(settings()).await;
    let mut visitor = site.visitor();
    let visit = visitor.begin_at("/auth/login?return_to=/page").await;
    let cancelled = format!("state={}&error=user_cancelled_authorize", visit.state());
    let page = post(&mut visitor, &cancelled).await;
    assert_eq!(page.status.as_u16(), 400);
    assert!(page.body.contains("<code>user_cancelled_authorize</code>"), "{}", page.body);
    assert!(page.body.contains(r#"<a href="/auth/login?return_to=%2Fpage">"#), "{}", page.body);
}

#[tokio::test]
async fn a_form_that_is_none_or_too_long_uses_nothing_up() {
    let site = Site::new(settings()).await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let good = form(&visit, "user-1", None);
    let long = format!("{good}&user={}", "x".repeat(16 * 1024));
    let twice = format!("{good}&code=other");
    for form in ["", &long, &twice, "code=c", "\u{fffd}"] {
        assert_eq!(post(&mut visitor, form).await.status.as_u16(), 400, "{form:.20}");
    }
    // Without the media type of a form, and in the query.
    let query = format!("/auth/callback?{good}");
    let answer = visitor.send(Method::POST, &query, &[]).await;
    assert_eq!(answer.error(), (400, "invalid_request".to_owned()));
    assert_eq!(site.mock.count("/token"), 0);
    assert_eq!(post(&mut visitor, &good).await.status.as_u16(), 303);
}

#[tokio::test]
async fn apple_may_be_one_of_several() {
    let site = Site::new(settings()).await;
    let clock = clock();
    let one = MockProvider::start(clock.clone()).await.unwrap();
    answer_codes(&one, &clock);
    let key = PrivateKey::new().pem();
    let signer = SecretSigner::new("TEAM123456", "KEY1234567", &key).unwrap();
    let apple =
        GenericOidcProvider::apple_at(client().with_clock(clock.clone()), signer, site.mock.url());
    let state = AuthState::new(provider(&one, &clock, "oidc"), settings())
        .with_provider(apple.unwrap())
        .unwrap()
        .with_clock(clock);
    let mut visitor = Visitor::new(auth_router(state));
    // One under way at each, in two tabs.
    let at_apple = visitor.begin_at("/auth/login?provider=apple").await;
    let at_other = visitor.begin_at("/auth/login?provider=oidc").await;
    assert_eq!(at_apple.params["redirect_uri"], format!("{CALLBACK}/apple"));
    let form_of = |visit| form(visit, "jane", Some(USER));
    let answer = visitor.post_from_elsewhere("/auth/callback/apple", &form_of(&at_apple)).await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.body);
    let user = visitor.fetch("/auth/userinfo").await.json();
    assert_eq!((&user["provider"], &user["name"]), (&json!("apple"), &json!("Jane Doe")));

    // The other answers by a query only, and not in the place of Apple.
    let answer = post(&mut visitor, &form_of(&at_other)).await;
    assert_eq!(answer.status.as_u16(), 405);
    let answer = visitor.post_from_elsewhere("/auth/callback/apple", &form_of(&at_other)).await;
    assert_eq!(answer.location(), ENDED);
    assert_eq!(visitor.open(&at_other.callback("john")).await.status.as_u16(), 303);
    assert_eq!(visitor.subject().await.as_deref(), Some("john"));
}
