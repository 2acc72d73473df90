//! Claims of the provider in the session.

use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Map, Value, json};
use widget_auth_session::routes::{AuthSession, RequireRole, auth_router};
use widget_auth_store::{Role, TokenStore as _};

use crate::logs::Logs;
use crate::mock_provider::Reply;
use crate::site::{Site, Visitor, settings};

/// The userinfo of `user-1`.
fn describe(site: &Site, more: &Value) {
    let mut claims = json!({"sub": "user-1", "name": "Jane", "phone_number": "555-0100"});
    claims.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    site.mock.set("/userinfo", move |_| Reply::json(&claims));
}

async fn claims(session: AuthSession) -> Json<Map<String, Value>> {
    Json(session.user().claims.clone())
}

#[tokio::test]
async fn claims_that_were_asked_for_are_kept_and_no_others() {
    let names = ["groups", "org_id", "/realm_access/roles", "absent"];
    let site = Site::with(settings().with_claims(names)).await;
    describe(
        &site,
        &json!({"groups": ["ops"], "org_id": 17, "realm_access": {"roles": ["a"], "more": 1}}),
    );
    let app: Router = Router::new()
        .route("/claims", get(claims))
        .merge(auth_router(site.state.clone()))
        .layer(RequireRole::new(&site.state, Role::Viewer));
    let mut user = Visitor::new(app);
    user.sign_in("user-1").await;
    let expected = json!({"groups": ["ops"], "org_id": 17, "/realm_access/roles": ["a"]});
    assert_eq!(user.fetch("/claims").await.json(), expected);
}

#[tokio::test]
async fn claims_that_are_too_large_sign_no_user_in() {
    let site = Site::with(settings().with_claims(["groups"])).await;
    let groups: Vec<_> = (0..1000).map(|group| format!("group number {group}")).collect();
    describe(&site, &json!({"groups": groups}));
    let mut visitor = site.visitor();
    let visit = visitor.begin().await;
    let logs = Logs::capture();
    let answer = visitor.fetch(&visit.callback("user-1")).await;
    assert_eq!(answer.error(), (500, "server_error".to_owned()));
    assert_eq!(logs.with("claims of a session have more than 16384 bytes").len(), 1);
    assert_eq!(visitor.subject().await, None);
    assert!(site.tokens.list_keys().await.unwrap().is_empty());
}
