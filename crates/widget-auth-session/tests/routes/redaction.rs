//! The log of a whole sign-in holds no secret.

use widget_auth_store::TokenStore as _;
use widget_e2e::eventually;

use crate::logs::Logs;
use crate::mock_provider::{Reply, SECRET, html};
use crate::site::Site;

/// A good sign-in, and after it everything that fails and is logged. The
/// runtime has one thread, so its tasks write to the same log.
#[tokio::test]
async fn rp_19_no_code_token_or_secret_is_in_a_log() {
    let log = Logs::capture();
    let site = Site::new().await;
    site.mock.set("/userinfo", |_| Reply::empty(401));
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    visitor.open(&format!("{}&iss=https://evil.example", visit.callback("user-1"))).await;
    let mut visits = vec![visit];
    let visit = visitor.begin().await;
    assert_eq!(visitor.open(&visit.callback("user-1")).await.status.as_u16(), 303);
    visits.push(visit);
    let [key] = &site.tokens.list_keys().await.unwrap()[..] else { panic!() };
    let id_token = site.tokens.load(key).await.unwrap().unwrap().tokens.id_token.unwrap();
    let cookies: Vec<_> = visitor.cookies.values().cloned().collect();

    assert_eq!(visitor.post("/auth/refresh").await.status.as_u16(), 200);
    site.mock.set("/token", |_| html().status(500));
    assert_eq!(visitor.post("/auth/refresh").await.status.as_u16(), 503);
    site.mock.set("/revoke", |_| html().status(503));
    assert_eq!(visitor.post("/auth/logout").await.status.as_u16(), 200);
    eventually("the failed revocation is logged", async || {
        match log.text().contains("could not be removed or revoked") {
            true => Ok(()),
            false => Err(log.text()),
        }
    })
    .await;

    let text = log.text();
    assert!(text.contains("the id token says who signed in"), "a debug line is there: {text}");
    let form = site.mock.requests("/token")[0].form();
    let mut secrets = vec![
        SECRET.to_owned(),
        "secret-of-the-proxy".to_owned(),
        "access-of-user-1".to_owned(),
        "access-2".to_owned(),
        "refresh-1".to_owned(),
        "refresh-2".to_owned(),
        id_token.expose_secret().to_owned(),
        form["code"].clone(),
        form["code_verifier"].clone(),
    ];
    for visit in &visits {
        secrets.extend([visit.state().to_owned(), visit.params["nonce"].clone()]);
    }
    secrets.extend(cookies);
    for secret in secrets {
        assert!(!text.contains(&secret), "{secret} is in the log:\n{text}");
    }
}
