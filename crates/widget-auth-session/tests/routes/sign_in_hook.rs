//! The say of the application in a sign-in.

use std::io;

use serde_json::json;
use widget_auth_session::routes::{Refused, Role, SignIn};
use widget_auth_store::TokenStore as _;

use crate::logs::Logs;
use crate::site::{Site, settings};

#[tokio::test]
async fn the_application_gives_roles_or_refuses() {
    let settings = settings().on_sign_in(|sign_in| async move {
        let SignIn { provider, user, .. } = sign_in;
        match (&*provider, &*user.sub, user.name.as_deref()) {
            ("oidc", "user-1", Some("Jane")) => Ok(vec![Role::Editor]),
            _ => Err(Refused::new("you have no account here")),
        }
    });
    let site = Site::with(settings).await;
    let mut user = site.user().await;
    let roles = user.fetch("/auth/userinfo").await.json()["roles"].clone();
    assert_eq!(roles, json!(["viewer", "editor"]));
    let tokens = site.tokens.list_keys().await.unwrap();

    let mut stranger = site.visitor();
    let logs = Logs::capture();
    let visit = stranger.begin().await;
    let answer = stranger.fetch(&visit.callback("user-2")).await;
    assert_eq!(answer.error(), (403, "forbidden".to_owned()));
    assert!(answer.body.contains("you have no account here"), "{}", answer.body);
    let visit = stranger.begin().await;
    let page = stranger.open(&visit.callback("user-2")).await;
    assert_eq!(page.status.as_u16(), 403);
    assert!(page.body.contains("you have no account here"), "{}", page.body);

    // Nothing is kept of a user who was refused.
    assert_eq!(stranger.subject().await, None);
    assert_eq!(site.tokens.list_keys().await.unwrap(), tokens);
    let refusals = logs.with("the application refused a sign-in");
    assert_eq!(refusals.len(), 2);
    assert!(refusals[0].contains("oidc"), "{}", refusals[0]);
}

#[tokio::test]
async fn an_application_that_cannot_decide_refuses_for_the_moment() {
    let settings = settings().on_sign_in(|_| async {
        Err(io::Error::other("secret address of the database"))?;
        Ok(Vec::new())
    });
    let site = Site::with(settings).await;
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let logs = Logs::capture();
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()));
    assert!(!answer.body.contains("secret"), "{}", answer.body);
    assert_eq!(logs.with("secret address of the database").len(), 1, "{}", logs.text());
    assert_eq!(visitor.subject().await, None);
}
