//! Requests that another site makes the browser send.

use axum::http::Method;

use crate::site::{SITE, Site};

const POSTS: [&str; 2] = ["/auth/refresh", "/auth/logout"];

#[tokio::test]
async fn a_post_from_another_site_changes_nothing() {
    let site = Site::new().await;
    let mut user = site.user().await;
    let cookies = user.cookies.clone();
    for path in POSTS {
        for headers in [
            &[("origin", "https://evil.example")][..],
            &[("origin", "null")],
            &[("origin", "http://site.example")],
            &[("origin", "https://sub.site.example")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[("sec-fetch-site", "none")],
            &[("origin", SITE), ("sec-fetch-site", "cross-site")],
            &[("origin", "https://evil.example"), ("sec-fetch-site", "same-origin")],
            &[("referer", "https://site.example/")],
            &[],
        ] {
            let answer = user.send(Method::POST, path, headers).await;
            assert_eq!(answer.error(), (403, "forbidden".to_owned()), "{path} {headers:?}");
        }
    }
    assert_eq!(user.cookies, cookies);
    assert_eq!(site.token_requests(), 1, "the tokens were refreshed");
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
}

#[tokio::test]
async fn a_link_or_an_image_changes_nothing() {
    let site = Site::new().await;
    let mut user = site.user().await;
    for path in POSTS {
        for method in [Method::GET, Method::HEAD, Method::PUT, Method::DELETE] {
            let answer = user.send(method, path, &[("origin", SITE)]).await;
            assert_eq!(answer.status.as_u16(), 405);
        }
    }
    assert_eq!(user.subject().await.as_deref(), Some("user-1"));
}

#[tokio::test]
async fn a_form_of_another_site_gets_a_page_that_says_so() {
    let site = Site::new().await;
    let mut user = site.user().await;
    let headers = [("origin", "https://evil.example"), ("accept", crate::site::PAGE)];
    let answer = user.send(Method::POST, "/auth/logout", &headers).await;
    assert_eq!(answer.status.as_u16(), 403);
    assert!(answer.body.contains("Not allowed"), "{}", answer.body);
}
