//! Automatic accessibility checks of the gallery, in light and dark.

use serde_json::json;
use widget_e2e::{Browser, Client, ColorScheme};

use crate::demo::{Demo, GALLERY};

#[tokio::test]
async fn the_gallery_has_no_serious_barrier() {
    let demo = Demo::start_page("gallery").await;
    let browser = Browser::start().await;
    let page = browser.open(&demo.url).await;
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        browser.prefer(scheme).await;
        for view in 0..GALLERY {
            let view = page.view(view);
            view.holds("document.querySelector('#heard') !== null").await;
            view.holds("document.getAnimations().length === 0").await;
            let found = view.barriers().await;
            assert!(found.is_empty(), "{scheme:?}: {found:#?}");
        }
    }
}

#[tokio::test]
async fn a_modal_and_toasts_have_no_serious_barrier() {
    let agent = Client::stdio().await;
    let items = json!([{"type": "text", "label": "Name"}, {"type": "button", "label": "Done"}]);
    let widget = agent.create(
        "create_widget",
        json!({
            "html": "<p>Words</p>",
            "modals": [{"component_id": "m", "title": "Title", "items": items}],
        }),
    );
    let widget = widget.await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    for kind in ["info", "success", "warning", "error"] {
        let toast = json!({"widget_id": widget.widget_id, "message": kind, "title": "Title",
            "kind": kind, "duration_ms": 0, "confirm": {"event": "a:b"}});
        agent.call("show_toast", toast).await;
    }
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        browser.prefer(scheme).await;
        page.holds("document.querySelectorAll('.widget-toast').length === 4").await;
        // A toast fades in, and axe cannot judge a half-transparent color.
        page.holds("document.getAnimations().length === 0").await;
        for open in [false, true] {
            let values = json!({"widget_id": widget.widget_id, "values": {"m": open}});
            agent.call("set_toolbar_values", values).await;
            page.holds(&format!("document.querySelector('#m').open === {open}")).await;
            let found = page.barriers().await;
            assert!(found.is_empty(), "{scheme:?}: {found:#?}");
        }
        page.screenshot(&format!("overlays-{scheme:?}")).await;
    }
}

#[tokio::test]
async fn the_checker_finds_a_barrier_where_there_is_one() {
    let agent = Client::stdio().await;
    let html = "<p style='color:#999;background:#aaa'>grey on grey</p><input>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("p", "grey on grey").await;
    let found: Vec<_> = page.barriers().await.iter().map(|found| found["id"].clone()).collect();
    assert!(
        found.contains(&json!("color-contrast")) && found.contains(&json!("label")),
        "{found:?}"
    );
}
