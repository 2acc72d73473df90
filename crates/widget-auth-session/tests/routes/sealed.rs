//! Sign-ins that their browsers keep, encrypted.

use std::time::Duration;

use widget_auth_session::routes::{AuthState, auth_router};
use widget_auth_store::zeroize::Zeroizing;
use widget_auth_store::{PendingStore, StoreError, async_trait};

use crate::site::{CALLBACK, Site, Visitor, provider, secret, settings};

const PREFIX: &str = "__Host-widget_session_flow_";

async fn site() -> Site {
    Site::with(settings().with_sealed_sign_ins()).await
}

fn sign_ins(visitor: &Visitor) -> Vec<(String, String)> {
    let cookies = visitor.cookies.iter().filter(|(name, _)| name.starts_with(PREFIX));
    cookies.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// No place for sign-ins at all.
#[derive(Debug)]
struct Nowhere;

#[async_trait]
impl PendingStore for Nowhere {
    async fn put(&self, _: &str, _: &str, _: Duration) -> Result<(), StoreError> {
        Err(StoreError::Unavailable { backend: "nowhere", source: "no place".into() })
    }

    async fn take(&self, _: &str) -> Result<Option<Zeroizing<String>>, StoreError> {
        Err(StoreError::Unavailable { backend: "nowhere", source: "no place".into() })
    }
}

#[tokio::test]
async fn a_sign_in_needs_no_store_and_leaves_no_cookie() {
    let site = site().await;
    let app = auth_router(site.state.clone().with_pending_store(Nowhere));
    let mut visitor = Visitor::new(app);
    let login = visitor.open("/auth/login?return_to=/page").await;
    let [cookie] = login.set_cookies()[..] else { panic!("{login:?}") };
    assert!(cookie.starts_with(PREFIX), "{cookie}");
    let mut flags: Vec<_> = cookie.split("; ").skip(1).collect();
    flags.sort_unstable();
    assert_eq!(flags, ["HttpOnly", "Max-Age=600", "Path=/", "SameSite=Lax", "Secure"]);

    let visit = crate::site::Visit::new(login.location());
    let answer = visitor.open(&visit.callback("user-1")).await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "https://site.example/page"));
    assert_eq!(visitor.subject().await.as_deref(), Some("user-1"));
    assert_eq!(sign_ins(&visitor), []);
}

#[tokio::test]
async fn rp_13_of_many_callbacks_with_one_cookie_one_is_taken() {
    let site = site().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let callbacks: Vec<_> = (0..16)
        .map(|_| {
            let (mut visitor, url) = (visitor.clone(), visit.callback("user-1"));
            tokio::spawn(async move { visitor.open(&url).await.status.as_u16() })
        })
        .collect();
    let mut statuses = Vec::new();
    for callback in callbacks {
        statuses.push(callback.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (303, &[400; 15][..]));
    // A cookie that was copied before is worth nothing, either.
    assert_eq!(visitor.fetch(&visit.callback("user-2")).await.error().0, 400);
    assert_eq!(site.token_requests(), 1);
}

#[tokio::test]
async fn rp_13_a_cookie_is_good_for_ten_minutes_whatever_the_browser_does() {
    let site = site().await;
    let mut visitor = site.visitor();
    let (in_time, too_late) = (visitor.begin().await, visitor.begin().await);
    site.pass(599);
    assert_eq!(visitor.open(&in_time.callback("user-1")).await.status.as_u16(), 303);
    site.pass(1);
    assert_eq!(visitor.fetch(&too_late.callback("user-1")).await.error().0, 400);
    assert_eq!(site.token_requests(), 1);
}

#[tokio::test]
async fn a_callback_that_is_opened_again_leads_to_the_page_of_its_sign_in() {
    let site = site().await;
    let mut user = site.visitor();
    let visit = user.begin_at("/auth/login?return_to=/page").await;
    let cookies = user.cookies.clone();
    assert_eq!(user.open(&visit.callback("user-1")).await.status.as_u16(), 303);
    // The browser sent the second request before it had the first answer.
    user.cookies.extend(cookies);
    let answer = user.open(&visit.callback("user-1")).await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "https://site.example/page"));
    user.cookies.remove("__Host-widget_session");
    for _ in 0..2 {
        let page = user.open(&visit.callback("user-1")).await;
        let link = r#"<a href="/auth/login?return_to=%2Fpage">"#;
        assert!(page.status.as_u16() == 400 && page.body.contains(link), "{}", page.body);
        // It takes too long.
        site.pass(600);
    }
    assert_eq!(site.token_requests(), 1);
}

#[tokio::test]
async fn rp_15_a_cookie_of_another_sign_in_or_a_forged_one_is_none() {
    let site = site().await;
    let (mut attacker, mut victim) = (site.visitor(), site.visitor());
    let (planted, own) = (attacker.begin().await, victim.begin().await);
    assert_eq!(victim.fetch(&planted.callback("attacker")).await.error().0, 400);

    // The attacker's cookie under the name of the victim's, and mutilated.
    let [(name, genuine)] = &sign_ins(&victim)[..] else { panic!("one cookie") };
    let [(_, other)] = &sign_ins(&attacker)[..] else { panic!("one cookie") };
    let flipped = format!("{}{}", if genuine.starts_with('A') { "B" } else { "A" }, &genuine[1..]);
    let long = "A".repeat(100_000);
    for forged in [other, &flipped, &genuine[1..], &genuine[..20], "", "%00", &*long] {
        let mut forger = victim.clone();
        forger.cookies.insert(name.clone(), forged.to_owned());
        assert_eq!(forger.fetch(&own.callback("user-1")).await.error().0, 400, "{forged:.20}");
    }
    assert_eq!(site.token_requests(), 0, "the provider was shown a code");
    assert_eq!(victim.open(&own.callback("victim")).await.status.as_u16(), 303);
}

#[tokio::test]
async fn a_cookie_shows_nothing_and_no_two_are_alike() {
    let site = site().await;
    let mut visitor = site.visitor();
    let visit = visitor.begin_at("/auth/login?return_to=/a-page-of-mine").await;
    visitor.begin_at("/auth/login?return_to=/a-page-of-mine").await;
    let [one, two] = &sign_ins(&visitor)[..] else { panic!("two cookies") };
    assert_ne!(one.1[..40], two.1[..40]);
    for secret in [visit.state(), &visit.params["nonce"], "page-of-mine", "verifier"] {
        for (name, value) in [one, two] {
            let bytes = base64::Engine::decode(
                &base64::engine::general_purpose::URL_SAFE_NO_PAD,
                value.as_bytes(),
            );
            let text = String::from_utf8_lossy(&bytes.unwrap()).into_owned();
            assert!(![name, value, &text].iter().any(|shown| shown.contains(secret)));
        }
    }
    // The longest path still fits into what browsers keep.
    let path = format!("/auth/login?return_to=/{}", "p".repeat(2_047));
    let login = site.visitor().open(&path).await;
    assert!(login.set_cookies()[0].len() < 4_096, "{}", login.set_cookies()[0].len());
}

#[tokio::test]
async fn a_browser_keeps_four_sign_ins_and_the_oldest_goes() {
    let site = site().await;
    let mut visitor = site.visitor();
    for _ in 0..4 {
        visitor.begin().await;
    }
    let before = sign_ins(&visitor);
    assert_eq!(before.len(), 4);
    let newest = visitor.begin().await;
    let after = sign_ins(&visitor);
    assert_eq!(after.len(), 4);
    // This browser sends its cookies by name.
    assert!(!after.contains(&before[0]) && after.contains(&before[1]));
    assert_eq!(visitor.open(&newest.callback("user-1")).await.status.as_u16(), 303);
}

#[tokio::test]
async fn a_secret_that_was_replaced_still_opens() {
    let site = site().await;
    let mut visitor = site.visitor();
    let (one, two) = (visitor.begin().await, visitor.begin().await);
    let with = |byte, old: Option<u8>| {
        let mut settings = widget_auth_session::routes::AuthSettings::new(CALLBACK, secret(byte))
            .unwrap()
            .with_sealed_sign_ins();
        if let Some(old) = old {
            settings = settings.with_old_cookie_secret(secret(old));
        }
        let state = AuthState::new(provider(&site.mock, &site.clock, "oidc"), settings);
        auth_router(state.with_clock(site.clock.clone()))
    };
    let status = async |app, url: &str| visitor.at(&app).open(url).await.status.as_u16();
    assert_eq!(status(with(2, Some(1)), &one.callback("user-1")).await, 303);
    assert_eq!(status(with(2, None), &two.callback("user-1")).await, 400);
}

/// A store of sign-ins that is full pushes the oldest out; browsers do not.
#[tokio::test]
async fn strangers_push_no_sign_in_out() {
    let filled = async |site: &Site| {
        let pending = widget_auth_store::MemoryPendingStore::new()
            .with_clock(site.clock.clone())
            .with_max_pending(10);
        let app = auth_router(site.state.clone().with_pending_store(pending));
        let mut visitor = Visitor::new(app.clone());
        let visit = visitor.begin().await;
        for _ in 0..10 {
            Visitor::new(app.clone()).begin().await;
        }
        visitor.open(&visit.callback("user-1")).await.status.as_u16()
    };
    assert_eq!(filled(&Site::new().await).await, 400, "the control fills nothing");
    assert_eq!(filled(&site().await).await, 303);
}
