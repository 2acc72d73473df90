//! Pages and assets.

use std::sync::Arc;

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use widget_state::{MemoryStore, Rows, Widget, WidgetStore};

use crate::server::{get, text};

#[tokio::test]
async fn a_foreign_host_name_is_refused_on_every_path() {
    let store = Arc::new(MemoryStore::new());
    let id = store.create(Widget::html("")).await.unwrap();
    for path in
        ["/view".into(), "/assets/x".into(), format!("/widget/{id}"), format!("/widget/{id}/data")]
    {
        let response = get(&store, &path, &[("host", "evil.example")]).await;
        assert_eq!(response.status(), StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn the_view_is_sandboxed_and_reaches_no_network() {
    let store = Arc::new(MemoryStore::new());
    let response = get(&store, "/view", &[]).await;
    let policy = response.headers()["content-security-policy"].to_str().unwrap();
    for part in ["sandbox allow-scripts allow-forms;", "default-src 'none'", "form-action 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    for part in ["allow-same-origin", "unsafe-eval", "http: ", "https: ", "*"] {
        assert!(!policy.contains(part), "{policy}");
    }
    let own = "script-src 'self' http://127.0.0.1:8001 https://127.0.0.1:8001 'unsafe-inline';";
    assert!(policy.contains(own), "{policy}");
}

#[tokio::test]
async fn what_an_agent_wrote_connects_to_its_own_server_only() {
    let store = Arc::new(MemoryStore::new());
    let id = store.create(Widget::html("")).await.unwrap();
    let (shell, export) = (format!("/widget/{id}"), format!("/widget/{id}/export.html"));
    // The shell opens links, in tabs for which its header would hold.
    for (path, expected) in [("/view", true), (&export, true), (&shell, false)] {
        let response = get(&store, path, &[]).await;
        let allowed = response.headers().get("connection-allowlist");
        let expected = expected.then_some("(response-origin)");
        assert_eq!(allowed.map(|value| value.to_str().unwrap()), expected, "{path}");
    }
}

#[tokio::test]
async fn the_shell_of_a_widget_holds_nothing_of_it_and_is_missing_without_one() {
    let store = Arc::new(MemoryStore::new());
    let title = "</script><script>alert(1)</script>";
    let one = store.create(Widget::html(title).with_title(title).unwrap()).await.unwrap();
    let two = store.create(Widget::html("")).await.unwrap();
    let page = text(get(&store, &format!("/widget/{one}"), &[]).await).await;
    assert_eq!(page, text(get(&store, &format!("/widget/{two}"), &[]).await).await);
    assert!(!page.contains("alert"));
    for path in ["/widget/x", "/widget/00000000000000000000000000000000", "/widget/,", "/widget/"] {
        assert_eq!(get(&store, path, &[]).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let many = vec![one.to_string(); 13].join(",");
    let response = get(&store, &format!("/widget/{many}"), &[]).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn each_widget_of_a_page_has_a_frame_that_asks_for_what_it_draws_with() {
    let store = Arc::new(MemoryStore::new());
    let table = store.create(Widget::table(Rows::parse("[]").unwrap())).await.unwrap();
    let html = store.create(Widget::html("")).await.unwrap();
    let page = text(get(&store, &format!("/widget/{table},{html},{table}"), &[]).await).await;
    let frames: Vec<_> = page.split("<iframe").skip(1).collect();
    assert_eq!(frames.len(), 2, "{page}");
    assert!(frames.iter().all(|frame| frame.contains("sandbox=\"allow-scripts allow-forms\"")));
    assert!(frames[0].contains("data-programs=\"grid\""), "{page}");
    assert!(frames[1].contains("data-programs=\"\""), "{page}");
    assert!(page.contains("<main class=\"several\">"));

    let view = get(&store, "/view?with=grid,view,..,%3Cscript%3E", &[]).await;
    let links: Vec<_> = view.headers().get_all("link").iter().collect();
    let [own, program] = links[..] else { panic!("{links:?}") };
    for (link, name) in [(own, "</assets/view-"), (program, "</assets/grid-")] {
        let link = link.to_str().unwrap();
        assert!(link.starts_with(name) && link.ends_with(".js>; rel=preload; as=script"), "{link}");
    }
}

#[tokio::test]
async fn the_shell_has_one_script_and_one_style_sheet_in_it() {
    let store = Arc::new(MemoryStore::new());
    let id = store.create(Widget::html("")).await.unwrap();
    let response = get(&store, &format!("/widget/{id}"), &[]).await;
    let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let page = text(response).await;
    let hash_of = |name: &str| {
        let elements: Vec<_> = page.split(&format!("<{name}>")).skip(1).collect();
        let [element] = elements[..] else { panic!("{page}") };
        let content = element.split_once(&format!("</{name}>")).unwrap().0;
        STANDARD.encode(Sha256::digest(content))
    };
    let (script, style) = (hash_of("script"), hash_of("style"));
    assert!(policy.contains(&format!("script-src 'self' 'sha256-{script}';")), "{policy}");
    assert!(policy.contains(&format!("style-src 'sha256-{style}';")), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[tokio::test]
async fn a_page_that_another_opens_is_out_of_its_reach() {
    let store = Arc::new(MemoryStore::new());
    let id = store.create(Widget::html("")).await.unwrap();
    let path = format!("/widget/{id}");
    for (site, policy) in [
        (Some("cross-site"), Some("same-origin")),
        (Some("same-origin"), Some("same-origin")),
        (None, Some("same-origin")),
        (Some("none"), None),
    ] {
        let site = site.map(|site| ("sec-fetch-site", site));
        for path in [&path, "/widget/x"] {
            let response = get(&store, path, site.as_slice()).await;
            let sent = response.headers().get("cross-origin-opener-policy");
            assert_eq!(sent.map(|value| value.to_str().unwrap()), policy, "{path} {site:?}");
        }
    }
}

#[tokio::test]
async fn assets_are_immutable_and_brotli_where_it_is_read() {
    let store = Arc::new(MemoryStore::new());
    let view = get(&store, "/view", &[("accept-encoding", "br")]).await;
    assert_eq!(view.headers()["content-encoding"], "br");
    let view = get(&store, "/view", &[]).await;
    assert!(!view.headers().contains_key("content-encoding"));
    let page = text(view).await;
    let (_, rest) = page.split_once("src=\"/assets/").unwrap();
    let path = format!("/assets/{}", rest.split('"').next().unwrap());
    let compressed = get(&store, &path, &[("accept-encoding", "gzip, br")]).await;
    assert_eq!(compressed.headers()["content-encoding"], "br");
    assert!(compressed.headers()["cache-control"].to_str().unwrap().contains("immutable"));
    let plain = get(&store, &path, &[]).await;
    assert!(!plain.headers().contains_key("content-encoding"));
    assert!(text(plain).await.contains("ui/initialize"));
    assert_eq!(get(&store, "/assets/nothing.js", &[]).await.status(), StatusCode::NOT_FOUND);
}
