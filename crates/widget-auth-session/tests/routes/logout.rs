//! The end of a session, whatever works at that moment.

use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use url::Url;
use widget_auth_session::routes::auth_router;
use widget_auth_store::TokenStore as _;
use widget_e2e::eventually;

use crate::mock_provider::Reply;
use crate::site::{Site, settings};
use crate::token_store::{Fault, FaultyStore};

/// Waits until the store has no tokens.
async fn forgotten(site: &Site) {
    eventually("the tokens are gone", async || match &site.tokens.list_keys().await.unwrap()[..] {
        [] => Ok(()),
        keys => Err(format!("{keys:?}")),
    })
    .await;
}

#[tokio::test]
async fn rp_51_signing_out_ends_the_session_here_and_at_the_provider() {
    let site = Site::with(settings().with_post_logout_path("/bye").unwrap()).await;
    site.mock.set_metadata(|metadata| {
        metadata["end_session_endpoint"] =
            format!("{}/end?keep=1", metadata["issuer"].as_str().unwrap()).into();
    });
    let mut user = site.user().await;
    let stolen = user.clone();
    let id_token = {
        let [key] = &site.tokens.list_keys().await.unwrap()[..] else { panic!() };
        site.tokens.load(key).await.unwrap().unwrap().tokens.id_token.unwrap()
    };
    let answer = user.post("/auth/logout").await.json();
    assert_eq!(answer["signed_out"], true);
    let url = Url::parse(answer["end_session_url"].as_str().unwrap()).unwrap();
    assert!(url.as_str().starts_with(&format!("{}/end?", site.mock.url())));
    let params: Vec<_> = url.query_pairs().into_owned().collect();
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        params,
        [
            pair("keep", "1"),
            pair("client_id", crate::mock_provider::CLIENT_ID),
            pair("id_token_hint", id_token.expose_secret()),
            pair("post_logout_redirect_uri", "https://site.example/bye"),
        ]
    );

    // The cookie is worth nothing, wherever it is; the tokens are revoked.
    assert_eq!((user.subject().await, stolen.clone().subject().await), (None, None));
    forgotten(&site).await;
    eventually("both tokens are revoked", async || {
        let requests = site.mock.requests("/revoke");
        let revoked: Vec<_> = requests.iter().map(|r| r.form()["token"].clone()).collect();
        match revoked == ["refresh-1", "access-of-user-1"] {
            true => Ok(()),
            false => Err(format!("{revoked:?}")),
        }
    })
    .await;
    // Once more is fine.
    let again = user.post("/auth/logout").await.json();
    assert_eq!(again, json!({"signed_out": true, "end_session_url": null}));
}

#[tokio::test]
async fn a_form_that_signs_out_is_led_on() {
    let site = Site::new().await;
    let mut user = site.user().await;
    // This provider has no place to sign out.
    let answer = user.submit("/auth/logout").await;
    assert_eq!((answer.status.as_u16(), answer.location()), (303, "https://site.example/"));
    assert_eq!(user.subject().await, None);

    let site = Site::new().await;
    site.mock.set_metadata(|metadata| {
        metadata["end_session_endpoint"] =
            format!("{}/end", metadata["issuer"].as_str().unwrap()).into();
    });
    let mut user = site.user().await;
    let answer = user.submit("/auth/logout").await;
    assert_eq!(answer.status.as_u16(), 303);
    assert!(answer.location().starts_with(&format!("{}/end?client_id=", site.mock.url())));
    assert!(!answer.location().contains("post_logout_redirect_uri"));
}

#[tokio::test]
async fn rp_51_signing_out_works_while_the_provider_is_down() {
    let site = Site::new().await;
    let mut user = site.user().await;
    site.mock.set("/revoke", |_| Reply::empty(503));
    let answer = user.post("/auth/logout").await;
    assert_eq!((answer.status.as_u16(), user.cookies.len()), (200, 0));
    forgotten(&site).await;
}

/// The provider never answers, so only an answer that does not wait for it
/// can come at all.
#[tokio::test]
async fn rp_51_signing_out_does_not_wait_for_the_revocation() {
    let site = Site::new().await;
    let mut user = site.user().await;
    site.mock.set("/revoke", |_| Reply::never());
    // From here on the clock jumps to whatever is waited for. The answer needs
    // none of it: the metadata is cached, the stores are in memory.
    let before = Instant::now();
    tokio::time::pause();
    let answer = user.post("/auth/logout").await;
    assert!(before.elapsed() < Duration::from_secs(2), "it waited");
    assert_eq!((answer.status.as_u16(), user.cookies.len()), (200, 0));
}

#[tokio::test]
async fn rp_51_signing_out_needs_no_token_store() {
    for fault in [Fault::Down, Fault::Silent] {
        let site = Site::new().await;
        let user = site.user().await;
        let store = FaultyStore { fault };
        let mut user = user.at(&auth_router(site.state.clone().with_token_store(store)));
        let mut stolen = user.clone();
        // A store that keeps silent costs a wait, which passes at once.
        tokio::time::pause();
        let answer = user.post("/auth/logout").await;
        assert_eq!((answer.status.as_u16(), user.cookies.len()), (200, 0), "{fault:?}");
        assert_eq!(stolen.subject().await, None, "{fault:?}");
        tokio::time::resume();
    }
}
