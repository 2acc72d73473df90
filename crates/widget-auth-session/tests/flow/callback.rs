//! Requests to the callback, and which of them count.

use widget_auth_core::AuthErrorKind;
use widget_auth_provider::{CallbackFault, ProviderError};

use crate::fixture::Fixture;
use crate::mock_provider::{Reply, cause};

#[tokio::test]
async fn rp_12_a_wrong_or_missing_state_ends_nothing_and_asks_for_no_token() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    for query in [
        "code=code-1&state=guessed",
        "code=code-1&state=",
        "code=code-1",
        "error=access_denied&state=guessed",
        "",
    ] {
        let page = visit.callback(query).await;
        assert_eq!((page.status, page.title()), (400, "This does not belong to the sign-in"));
    }
    assert_eq!(fixture.mock.count("/token"), 0);
    assert!(!running.is_finished());
    assert_eq!(visit.come_back().await.status, 200);
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn rp_13_a_second_callback_asks_for_no_second_token() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    fixture.mock.set("/token", |_| Reply::never());
    let first = visit.connect().await;
    let target = format!("/callback?code=code-1&state={}", visit.state());
    let request = format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", visit.port);
    first.writable().await.unwrap();
    assert_eq!(first.try_write(request.as_bytes()).unwrap(), request.len());
    fixture.asked("/token").await;
    for query in [format!("code=code-2&state={}", visit.state()), "code=c&state=guessed".into()] {
        let page = visit.callback(&query).await;
        assert_eq!((page.status, page.title()), (400, "This sign-in has been answered already"));
    }
    assert_eq!(fixture.mock.count("/token"), 1);
    fixture.flow.cancel();
    running.await.unwrap().unwrap_err();
}

#[tokio::test]
async fn rp_13_the_state_of_an_earlier_sign_in_is_worth_nothing() {
    let fixture = Fixture::new().await;
    let (running, earlier) = fixture.under_way().await;
    earlier.come_back().await;
    running.await.unwrap().unwrap();

    let (running, visit) = fixture.under_way().await;
    let replayed = format!("code=code-1&state={}", earlier.state());
    assert_eq!(visit.callback(&replayed).await.status, 400);
    assert_eq!(fixture.mock.count("/token"), 1);
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn rp_16_another_issuer_ends_the_sign_in() {
    let fixture = Fixture::new().await;
    for answer in ["code=code-1", "error=access_denied"] {
        let (running, visit) = fixture.under_way().await;
        let query = format!("{answer}&state={}&iss=https%3A%2F%2Fevil.example", visit.state());
        assert_eq!(visit.callback(&query).await.title(), "You are not signed in");
        let error = running.await.unwrap().unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Callback(CallbackFault::Issuer)));
    }
    assert_eq!(fixture.mock.count("/token"), 0);
}

#[tokio::test]
async fn rp_16_an_issuer_that_was_announced_has_to_come() {
    let fixture = Fixture::new().await;
    fixture.set_metadata(|metadata| {
        metadata["authorization_response_iss_parameter_supported"] = true.into();
    });
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    let error = running.await.unwrap().unwrap_err();
    assert!(matches!(cause(&error), ProviderError::Callback(CallbackFault::Issuer)));

    let (running, visit) = fixture.under_way().await;
    let query = format!("code={}&state={}&iss={}", visit.code, visit.state(), fixture.mock.url());
    assert_eq!(visit.callback(&query).await.status, 200);
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn rp_17_an_error_of_the_provider_is_typed_and_its_words_are_escaped() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let query = format!(
        "error=access_denied&error_description=%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%26&state={}",
        visit.state()
    );
    let page = visit.callback(&query).await;
    assert_eq!((page.status, page.title()), (200, "You are not signed in"));
    assert!(
        page.body
            .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp; (access_denied)")
    );
    // Ours, and no other.
    assert_eq!(page.body.matches("<script").count(), 1);
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    assert_eq!(error.details().code(), Some("access_denied"));
    assert_eq!(fixture.mock.count("/token"), 0);
}

/// Any page can send the browser here with an error, so the user decides.
#[tokio::test]
async fn rp_17_an_error_without_a_state_ends_the_sign_in_when_the_user_says_so() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let query = "error=invalid_scope&error_description=%3Cb%3Eno%22";
    let page = visit.callback(query).await;
    assert_eq!((page.status, page.title()), (400, "A sign-in was refused"));
    let said = "an answer that names no sign-in says: &lt;b&gt;no&quot; (invalid_scope).";
    assert!(page.body.contains(said), "{}", page.body);
    let (end, token) = end_link(&page.body);
    for foreign in [
        format!("{query}&end=guessed"),
        format!("{query}&end="),
        format!("error=access_denied&end={token}"),
        format!("{query}&state=guessed&end={token}"),
        format!("end={token}"),
    ] {
        visit.callback(&foreign).await;
        assert!(!running.is_finished(), "{foreign}");
    }
    let page = visit.callback(&end).await;
    assert_eq!((page.status, page.title()), (200, "You are not signed in"));
    assert!(page.body.contains("&lt;b&gt;no&quot; (invalid_scope)."), "{}", page.body);
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    assert_eq!(error.details().code(), Some("invalid_scope"));
    assert!(matches!(cause(&error), ProviderError::OAuth(_)));
    assert_eq!(fixture.mock.count("/token"), 0);

    // The link is of that sign-in only.
    let (running, visit) = fixture.under_way().await;
    visit.callback(&end).await;
    assert!(!running.is_finished());
    assert_eq!(visit.come_back().await.status, 200);
    running.await.unwrap().unwrap();
}

/// The query of the link on a page, and the token in it.
fn end_link(body: &str) -> (String, String) {
    let (_, rest) = body.split_once("<a href=\"?").unwrap();
    let (link, _) = rest.split_once('"').unwrap();
    let link = html_escape::decode_html_entities(link).into_owned();
    let (_, token) = link.rsplit_once("&end=").unwrap();
    assert_eq!(token.len(), 43);
    (link.clone(), token.to_owned())
}

#[tokio::test]
async fn rp_17_a_code_that_is_markup_is_text() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let query = format!("error=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E&state={}", visit.state());
    let page = visit.callback(&query).await;
    assert!(!page.body.contains("<img"), "{}", page.body);
    assert!(page.body.contains("&lt;img src=x onerror=alert(1)&gt;"));
    running.await.unwrap().unwrap_err();
}

#[tokio::test]
async fn rp_18_repeated_parameters_and_code_with_error_are_refused() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let state = visit.state();
    for query in [
        format!("code=a&code=b&state={state}"),
        format!("code=a&state={state}&state={state}"),
        format!("code=a&state=guessed&state={state}"),
        format!("code=a&error=access_denied&state={state}"),
        format!("state={state}"),
        format!("code=&state={state}"),
        format!("code={}&state={state}", "x".repeat(17 * 1024)),
    ] {
        assert_eq!(visit.callback(&query).await.status, 400, "{query}");
    }
    assert_eq!(fixture.mock.count("/token"), 0);
    assert!(!running.is_finished());
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn rp_19_no_page_is_kept_leaks_its_address_or_runs_foreign_code() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let pages = [
        visit.callback("code=c&state=guessed").await,
        visit.get("/favicon.ico").await,
        visit.callback(&format!("error=access_denied&state={}", visit.state())).await,
    ];
    running.await.unwrap().unwrap_err();
    for page in pages {
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(page.header("connection"), Some("close"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert!(!policy.contains("unsafe"));
        assert!(!page.body.contains("http://") && !page.body.contains("https://"));
    }
}
