//! A provider that is down, seen from the routes.

use crate::liar::Reply;
use crate::site::{Site, tokens_page};

/// `Retry-After` holds for all requests of a session, not for one each.
#[tokio::test]
async fn rp_48_requests_leave_alone_a_provider_that_asked_for_it() {
    let site = Site::new().await;
    let (mut user, mut other) = (site.user().await, site.user().await);
    let sign_ins = site.token_requests();
    site.liar.set("/token", |_| Reply::empty(503).header("retry-after", "300"));
    for _ in 0..3 {
        let answer = user.post("/auth/refresh").await;
        assert_eq!(answer.error(), (503, "temporarily_unavailable".to_owned()));
        assert_eq!(answer.header("retry-after"), Some("300"));
    }
    // Nor do the calls of the program in the user's name ask again.
    site.pass(3601);
    let mut program = user.at(&tokens_page(&site.state));
    for _ in 0..3 {
        assert_eq!(program.fetch("/").await.body, "try again");
    }
    assert_eq!(site.token_requests() - sign_ins, 1);
    // Another session has its own refresh token.
    other.post("/auth/refresh").await;
    assert_eq!(site.token_requests() - sign_ins, 2);
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
}
