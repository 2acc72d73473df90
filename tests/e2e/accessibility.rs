//! Automatic accessibility checks of the gallery, in light and dark.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, ColorScheme, Key};

use crate::demo::{BLOCKS, Demo, GALLERY};

/// Nothing fades in any more; what moves by itself, as a marquee, goes on.
const AT_REST: &str =
    "document.getAnimations().every(a => a.effect.getTiming().iterations === Infinity)";

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
            view.holds(AT_REST).await;
            let found = view.barriers().await;
            assert!(found.is_empty(), "{scheme:?}: {found:#?}");
        }
        let blocks = page.view(BLOCKS);
        blocks.holds("document.querySelector('.ag-row [col-id]') !== null").await;
        let found = blocks.barriers().await;
        assert!(found.is_empty(), "{scheme:?}: {found:#?}");
    }
}

/// A page of plain HTML and of every kind of block.
fn report() -> Value {
    let rows = json!([{"name": "Tea", "eur": 3}, {"name": "Cocoa", "eur": 4}]);
    json!({
        "title": "Report",
        "html": "<h1>Report</h1><p>Words, <a href='https://example.org'>a link</a>, <mark>a mark</mark> \
            and <kbd>Esc</kbd>.</p><dl><dt>Shop</dt><dd>Oslo</dd></dl>\
            <div class=grid><widget-block id=a></widget-block><widget-block id=b></widget-block></div>\
            <h2>Months</h2><widget-block id=months></widget-block>\
            <div class=card><h2>Products</h2><widget-block id=products></widget-block></div>\
            <p><label><input type=checkbox role=switch checked> Notify me</label> \
            <label>Receipt <input type=file></label></p><p><button class=primary>Save</button> \
            <button class=danger>Delete</button></p><p class=muted>Muted</p>\
            <widget-block id=picture></widget-block><widget-block id=parts></widget-block><widget-block id=expense></widget-block>",
        "blocks": {
            "a": {"type": "metric", "label": "Up", "value": 12, "reference": 10, "trend": [1, 2]},
            "b": {"type": "metric", "label": "Down", "value": 8, "reference": 10, "caption": "c"},
            "months": {"type": "chart", "figure": {"data": [{"y": [1, 2]}], "layout": {"title": {"text": "T"}}}},
            "products": {"type": "table", "rows": rows},
            "picture": {"type": "image", "alt": "A square", "caption": "Drawn by hand", "src":
                "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>"},
            "parts": {"type": "tabs", "tabs": [
                {"title": "Notes", "blocks": [{"type": "markdown", "markdown": "## Notes\n\n- **one**\n- `two`"}]},
                {"title": "Cards", "blocks": [{"type": "card", "title": "Card", "subtitle": "Sub", "blocks": [{"type": "divider", "label": "Line"}]}]},
            ]},
            "expense": {"type": "form", "title": "Expense", "help": "Help", "fields": [
                {"name": "what", "label": "What", "required": true, "help": "Such as a train"},
                {"name": "kind", "label": "Kind", "type": "radio", "options": ["a", "b"]},
                {"name": "sure", "label": "Sure", "type": "checkbox"},
            ]},
        },
    })
}

#[tokio::test]
async fn a_page_of_blocks_has_no_serious_barrier_and_is_used_by_keys() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", report()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        browser.prefer(scheme).await;
        page.holds("document.querySelector('#months .main-svg') !== null").await;
        page.holds("document.querySelector('#products .ag-row [col-id]') !== null").await;
        page.shows("#parts li strong", "one").await;
        page.holds("document.getAnimations().length === 0").await;
        for width in [1280, 390] {
            browser.set_size(width, 844).await;
            page.holds(&format!("innerWidth === {width}")).await;
            page.holds("document.getAnimations().length === 0").await;
            let found = page.barriers().await;
            assert!(found.is_empty(), "{scheme:?} {width}: {found:#?}");
        }
    }
    browser.set_size(1280, 844).await;
    page.tab_to("#parts [role=tab]").await;
    page.press(Key::Right).await;
    page.holds("document.activeElement.textContent === 'Cards'").await;
    page.tab_to("#expense input").await;
    page.press("Train").await;
    page.holds("document.activeElement.value === 'Train'").await;
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
