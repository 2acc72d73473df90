//! GitHub, whose users are in no ID token.

use serde_json::{Value, json};
use widget_auth_provider::GithubProvider;
use widget_auth_session::routes::{AuthState, auth_router};

use crate::mock_provider::{MockProvider, Reply, client, clock};
use crate::site::{Visitor, settings};

/// The roles of a user with a private address, of a site whose admin is
/// `jane@example.com`. GitHub lists `emails`, or says nothing of them.
async fn roles(emails: Option<Value>) -> Value {
    let clock = clock();
    let mock = MockProvider::start(clock.clone()).await.unwrap();
    let tokens = json!({"access_token": "gho_1", "token_type": "bearer", "scope": "user:email"});
    mock.set_json("/login/oauth/access_token", &tokens);
    mock.set_json("/user", &json!({"id": 583_231, "login": "jane", "email": null}));
    mock.set("/user/emails", move |_| {
        emails.as_ref().map_or_else(|| Reply::empty(404), Reply::json)
    });
    let client = client().with_clock(clock.clone());
    let github = GithubProvider::enterprise(client, mock.url(), mock.url()).unwrap();
    let settings = settings().with_admin_users(["jane@example.com"]);
    let mut visitor = Visitor::new(auth_router(AuthState::new(github, settings).with_clock(clock)));
    let visit = visitor.begin().await;
    let callback = format!("/auth/callback?code=c&state={}", visit.state());
    let answer = visitor.open(&callback).await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.body);
    assert_eq!(mock.count("/user/emails"), 1);
    visitor.fetch("/auth/userinfo").await.json()["roles"].clone()
}

#[tokio::test]
async fn an_admin_is_named_by_the_verified_primary_address() {
    let address = |email: &str, primary: bool, verified: bool| json!({"email": email, "primary": primary, "verified": verified});
    let (viewer, admin) = (json!(["viewer"]), json!(["viewer", "admin"]));
    let other = address("other@example.com", false, true);
    for (jane, expected) in [
        (address("jane@example.com", true, true), &admin),
        (address("jane@example.com", true, false), &viewer),
        (address("jane@example.com", false, true), &viewer),
    ] {
        let emails = json!([other, jane]);
        assert_eq!(&roles(Some(emails.clone())).await, expected, "{emails}");
    }
    assert_eq!(roles(None).await, viewer);
}
