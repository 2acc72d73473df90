//! Several providers of one site, and another prefix than `/auth`.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use serde_json::{Value, json};
use widget_auth_core::ManualClock;
use widget_auth_session::routes::{
    AuthSettings, AuthState, RequireSignIn, Role, SignIn, auth_router,
};
use widget_auth_store::{MemorySessionStore, MemoryTokenStore, TokenStore as _};

use crate::logs::Logs;
use crate::mock_provider::{MockProvider, Reply, clock};
use crate::site::{Site, Visit, Visitor, answer_codes, provider, secret, settings, tokens_page};

/// A site with the providers `one` and `two`.
struct Two {
    one: MockProvider,
    two: MockProvider,
    state: AuthState,
    tokens: Arc<MemoryTokenStore>,
    sessions: Arc<MemorySessionStore>,
    clock: Arc<ManualClock>,
}

impl Two {
    async fn new() -> Self {
        Self::with(settings()).await
    }

    async fn with(settings: AuthSettings) -> Self {
        let clock = clock();
        let one = MockProvider::start(clock.clone()).await.unwrap();
        let two = MockProvider::start(clock.clone()).await.unwrap();
        answer_codes(&one, &clock);
        answer_codes(&two, &clock);
        let tokens = Arc::new(MemoryTokenStore::new());
        let sessions = Arc::new(MemorySessionStore::new().with_clock(clock.clone()));
        let labelled = provider(&two, &clock, "two").with_label("Provider <Two>");
        let state = AuthState::new(provider(&one, &clock, "one"), settings)
            .with_provider(labelled)
            .unwrap()
            .with_clock(clock.clone())
            .with_token_store(tokens.clone())
            .with_session_store(sessions.clone());
        Self { one, two, state, tokens, sessions, clock }
    }

    fn visitor(&self) -> Visitor {
        let home = tokens_page(&self.state);
        Visitor::new(home.merge(auth_router(self.state.clone())))
    }
}

/// The roles of `subject` at the provider `name`.
async fn roles_at(site: &Two, name: &str, subject: &str) -> Value {
    let mut visitor = site.visitor();
    let visit = visitor.begin_at(&format!("/auth/login?provider={name}")).await;
    let callback = match name {
        "two" => callback_of_two(&visit, subject),
        _ => visit.callback(subject),
    };
    assert_eq!(visitor.open(&callback).await.status.as_u16(), 303);
    visitor.fetch("/auth/userinfo").await.json()["roles"].clone()
}

/// The callback of the second provider.
fn callback_of_two(visit: &Visit, subject: &str) -> String {
    visit.callback(subject).replace("/auth/callback?", "/auth/callback/two?")
}

#[tokio::test]
async fn each_provider_signs_its_users_in() {
    let site = Two::new().await;
    let bye = format!("{}/bye", site.two.url());
    site.two.set_metadata(|metadata| metadata["end_session_endpoint"] = bye.into());
    let mut jane = site.visitor();
    let visit = jane.begin_at("/auth/login?provider=one&return_to=/x").await;
    assert_eq!(visit.params["redirect_uri"], "https://site.example/auth/callback");
    assert!(visit.url.as_str().starts_with(site.one.url()));
    assert_eq!(jane.open(&visit.callback("jane")).await.location(), "https://site.example/x");

    let mut john = site.visitor();
    let visit = john.begin_at("/auth/login?return_to=/y&provider=two").await;
    assert_eq!(visit.params["redirect_uri"], "https://site.example/auth/callback/two");
    assert!(visit.url.as_str().starts_with(site.two.url()));
    assert_eq!(
        john.open(&callback_of_two(&visit, "john")).await.location(),
        "https://site.example/y"
    );

    for (visitor, name, subject) in [(&mut jane, "one", "jane"), (&mut john, "two", "john")] {
        let user = visitor.fetch("/auth/userinfo").await.json();
        assert_eq!((&user["provider"], &user["sub"]), (&json!(name), &json!(subject)));
        assert_eq!(visitor.fetch("/").await.body, format!("access-of-{subject}"));
    }
    // A refresh asks the provider of the session, and so does a sign-out.
    assert_eq!(john.post("/auth/refresh").await.status.as_u16(), 200);
    assert_eq!((site.one.count("/token"), site.two.count("/token")), (1, 2));
    let answer = john.post("/auth/logout").await.json();
    let away = answer["end_session_url"].as_str().unwrap();
    assert!(away.starts_with(site.two.url()), "{away}");
}

#[tokio::test]
async fn a_user_chooses_a_provider() {
    let site = Two::new().await;
    let answer = site.visitor().open("/auth/login?return_to=/x?a=b%26c").await;
    assert_eq!(answer.status.as_u16(), 200);
    for link in [
        r#"href="/auth/login?return_to=%2Fx%3Fa%3Db%26c&amp;provider=one">Sign in with one<"#,
        r#"href="/auth/login?return_to=%2Fx%3Fa%3Db%26c&amp;provider=two">Sign in with Provider &lt;Two&gt;<"#,
    ] {
        assert!(answer.body.contains(link), "{}", answer.body);
    }
    assert!(answer.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert!(answer.set_cookies().is_empty(), "nothing has begun");

    for query in ["", "?provider=three", "?provider=", "?provider=one&provider=two"] {
        let answer = site.visitor().fetch(&format!("/auth/login{query}")).await;
        assert_eq!(answer.error(), (400, "invalid_request".to_owned()), "{query}");
    }
    let answer = site.visitor().fetch("/auth/login?provider=three").await.json();
    assert_eq!(answer["error_description"], "`provider` has to be one of one, two");
}

/// RFC 9700, section 4.4: one provider answers in the place of another.
#[tokio::test]
async fn rp_14_the_answer_of_another_provider_is_refused() {
    let site = Two::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin_at("/auth/login?provider=one").await;
    let answer = visitor.fetch(&callback_of_two(&visit, "jane")).await;
    assert_eq!(answer.error(), (400, "invalid_request".to_owned()));
    let visit = visitor.begin_at("/auth/login?provider=two").await;
    let answer = visitor.fetch(&visit.callback("jane")).await;
    assert_eq!(answer.error(), (400, "invalid_request".to_owned()));
    assert_eq!((site.one.count("/token"), site.two.count("/token")), (0, 0), "a code was shown");

    for path in ["/auth/callback/one?code=a&state=b", "/auth/callback/three?code=a&state=b"] {
        assert_eq!(visitor.fetch(path).await.error().0, 404, "{path}");
    }
}

#[tokio::test]
async fn signing_in_with_another_provider_ends_the_session_before() {
    let site = Two::new().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin_at("/auth/login?provider=two").await;
    visitor.open(&callback_of_two(&visit, "john")).await;
    let before = visitor.clone();
    let visit = visitor.begin_at("/auth/login?provider=one").await;
    visitor.open(&visit.callback("jane")).await;
    assert_eq!(visitor.subject().await.as_deref(), Some("jane"));
    assert_eq!(before.clone().subject().await, None);
    assert_eq!(
        site.tokens.list_keys().await.unwrap().len(),
        1,
        "the tokens of the old session stayed"
    );
}

#[tokio::test]
async fn a_sub_of_one_provider_makes_no_admin_of_another() {
    let site = Two::with(settings().with_admin_users(["boss", "two:chief"])).await;
    let (viewer, admin) = (json!(["viewer"]), json!(["viewer", "admin"]));
    assert_eq!(roles_at(&site, "one", "boss").await, admin);
    assert_eq!(roles_at(&site, "two", "boss").await, viewer, "the same sub of another provider");
    assert_eq!(roles_at(&site, "two", "chief").await, admin);
    assert_eq!(roles_at(&site, "one", "chief").await, viewer);
    assert_eq!(roles_at(&site, "one", "two:chief").await, viewer);
}

#[tokio::test]
async fn a_verified_address_makes_an_admin_at_every_provider() {
    let site = Two::with(settings().with_admin_users(["jane@example.com"])).await;
    for mock in [&site.one, &site.two] {
        mock.set("/userinfo", |_| {
            let email = "jane@example.com";
            Reply::json(&json!({"sub": "jane", "email": email, "email_verified": true}))
        });
    }
    for name in ["one", "two"] {
        assert_eq!(roles_at(&site, name, "jane").await, json!(["viewer", "admin"]), "{name}");
    }
}

#[tokio::test]
async fn the_rules_of_the_application_know_the_provider() {
    let at_two = |sign_in: &SignIn| sign_in.provider == "two" && sign_in.user.sub == "jane";
    let settings = settings()
        .with_roles(move |sign_in| at_two(sign_in).then_some(Role::Editor).into_iter().collect())
        .on_sign_in(move |sign_in| async move {
            let billing = at_two(&sign_in).then(|| "billing".parse()).transpose()?;
            Ok(billing.into_iter().collect())
        });
    let site = Two::with(settings).await;
    assert_eq!(roles_at(&site, "one", "jane").await, json!(["viewer"]));
    assert_eq!(roles_at(&site, "two", "jane").await, json!(["viewer", "editor", "billing"]));
}

#[tokio::test]
async fn a_role_claim_of_one_provider_gives_nothing_at_another() {
    let settings = settings().with_role_claim("groups", [("ops", Role::Admin)]).with_role_claim_of(
        "two",
        "groups",
        [("editors", Role::Editor)],
    );
    let site = Two::with(settings).await;
    for mock in [&site.one, &site.two] {
        mock.set("/userinfo", |_| {
            Reply::json(&json!({"sub": "jane", "groups": ["ops", "editors"]}))
        });
    }
    assert_eq!(roles_at(&site, "one", "jane").await, json!(["viewer", "admin"]));
    assert_eq!(roles_at(&site, "two", "jane").await, json!(["viewer", "editor"]));
}

#[tokio::test]
async fn a_rule_for_a_provider_that_is_not_there_is_logged() {
    let settings = settings()
        .with_admin_users(["owt:chief", "two:chief", "boss"])
        .with_role_claim_of("three", "groups", [("ops", Role::Admin)]);
    let site = Two::with(settings).await;
    let logs = Logs::capture();
    drop(site.visitor());
    let lines = logs.with("the site has");
    assert_eq!(lines.len(), 2, "{}", logs.text());
    assert!(lines[0].contains("no provider `owt`, but `one`, `two`"), "{}", lines[0]);
    assert!(lines[1].contains("the provider `three` gives no roles"), "{}", lines[1]);
}

#[tokio::test]
async fn a_session_of_a_provider_that_is_gone_is_signed_out() {
    let site = Two::new().await;
    let mut john = site.visitor();
    let visit = john.begin_at("/auth/login?provider=two").await;
    john.open(&callback_of_two(&visit, "john")).await;
    let without = AuthState::new(provider(&site.one, &site.clock, "one"), settings())
        .with_clock(site.clock.clone())
        .with_token_store(site.tokens.clone())
        .with_session_store(site.sessions.clone());
    assert_eq!(john.at(&auth_router(without)).subject().await, None);
    assert_eq!(john.subject().await.as_deref(), Some("john"));
}

#[tokio::test]
async fn a_name_stands_for_one_provider() {
    let mock = MockProvider::start(clock()).await.unwrap();
    let state = AuthState::new(provider(&mock, &clock(), "one"), settings());
    for (name, reason) in [
        ("one", "`provider` has the name of another provider: set one by `with_name`"),
        ("a/b", "`provider` has to have a name of letters, digits, `-`, `_` and `.`"),
    ] {
        let error = state.clone().with_provider(provider(&mock, &clock(), name)).unwrap_err();
        assert_eq!(error.to_string(), reason);
    }
}

#[tokio::test]
async fn the_routes_lie_beside_the_callback() {
    let new = |uri: &str| AuthSettings::new(uri, secret(1));
    let below = |base: &str, uri: &str| AuthSettings::below(base, uri, secret(1));
    for (settings, prefix, home) in [
        (new("https://site.example/account/callback"), "/account", "/"),
        (new("https://site.example/a/b/callback"), "/a/b", "/"),
        (below("/team", "https://site.example/team/account/callback"), "/account", "/team/"),
        (below("/auth/", "https://site.example/auth/x/callback"), "/x", "/auth/"),
    ] {
        let site = Site::with(settings.unwrap()).await;
        let mut visitor = site.visitor();
        let visit = visitor.begin_at(&format!("{prefix}/login")).await;
        let callback = visit.callback("jane").replace("/auth/", &format!("{prefix}/"));
        let answer = visitor.open(&callback).await;
        assert_eq!(answer.location(), format!("https://site.example{home}"));
        let status = visitor.fetch(&format!("{prefix}/status")).await.json();
        assert_eq!(status["user"]["sub"], "jane");
    }
    for uri in [
        "https://site.example/callback",
        "https://site.example/auth/done",
        "https://site.example/:a/callback",
        "https://site.example/*a/callback",
        "https://site.example/{a}/callback",
        "https://site.example//callback",
    ] {
        assert!(new(uri).is_err(), "{uri}");
    }
    assert!(below("/other", "https://site.example/team/auth/callback").is_err());
}

#[tokio::test]
async fn a_guard_knows_the_prefix() {
    let settings = AuthSettings::new("https://site.example/account/callback", secret(1)).unwrap();
    let site = Site::with(settings).await;
    let app = Router::new()
        .route("/", get(|| async { "home" }))
        .merge(auth_router(site.state.clone()))
        .layer(RequireSignIn::new(&site.state));
    let mut visitor = Visitor::new(app);
    assert_eq!(visitor.open("/").await.location(), "/account/login?return_to=%2F");
    let visit = visitor.begin_at("/account/login?return_to=/").await;
    let callback = visit.callback("jane").replace("/auth/", "/account/");
    assert_eq!(visitor.open(&callback).await.status.as_u16(), 303);
    assert_eq!(visitor.open("/").await.body, "home");
    let answer = visitor.fetch("/account/login?return_to=/account/status").await;
    assert_eq!(answer.error().0, 400);
}
