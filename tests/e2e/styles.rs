//! Changes of the appearance by the agent show in every page, whenever it opens.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Page, is_applied};

const RED: &str = "rgb(255, 0, 0)";
const BLUE: &str = "rgb(0, 0, 255)";

fn page_with_parts() -> Value {
    json!({
        "html": "<style>b { color: red }</style>\
                 <b id=total style='background-color: red'>1</b><p id=box><i id=inner>2</i></p>",
        "toolbars": [{"items": [
            {"type": "text", "component_id": "name", "label": "Name"},
            {"type": "marquee", "component_id": "news", "behavior": "static", "items": [
                {"type": "ticker_item", "component_id": "apple", "ticker": "AAPL", "text": "1"}]},
        ]}],
        "modals": [{"component_id": "settings", "title": "Settings", "open": true}],
    })
}

async fn looks(page: &Page, css: &str, property: &str, expected: &str) {
    let style = format!("getComputedStyle(document.querySelector({})).{property}", json!(css));
    page.holds(&format!("{style} === {}", json!(expected))).await;
}

async fn two_pages(browser: &Browser, widget: &Created) -> [Page; 2] {
    let pages = [browser.open(&widget.url).await, browser.open(&widget.url).await];
    for page in &pages {
        page.holds("document.querySelector('#total') !== null").await;
    }
    pages
}

#[tokio::test]
async fn set_style_shows_in_two_pages_and_after_a_reload() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", page_with_parts()).await;
    let browser = Browser::start().await;
    let pages = two_pages(&browser, &widget).await;
    let set = async |id: &str, style: Value| {
        let arguments = json!({"widget_id": widget.widget_id, "component_id": id, "style": style});
        agent.apply("set_style", arguments).await;
    };
    set("total", json!({"backgroundColor": "blue", "color": "blue !important", "opacity": 0.5}))
        .await;
    set("name", json!({"background-color": "blue"})).await;
    set("settings", json!({"background-color": "blue"})).await;
    set("apple", json!({"color": "blue"})).await;
    let are_there = async |page: &Page| {
        looks(page, "#total", "backgroundColor", BLUE).await;
        looks(page, "#total", "color", BLUE).await;
        looks(page, "#total", "opacity", "0.5").await;
        looks(page, ".widget-field-text", "backgroundColor", BLUE).await;
        looks(page, "#settings", "backgroundColor", BLUE).await;
        looks(page, ".widget-marquee .widget-ticker", "color", BLUE).await;
        page.holds("getComputedStyle(document.querySelector('input')).backgroundColor !== 'rgb(0, 0, 255)'")
            .await;
    };
    for page in &pages {
        are_there(page).await;
    }
    pages[0].reload().await;
    are_there(&pages[0]).await;

    // Null takes back what was set, and the element's own style shows again.
    set("total", json!({"background-color": null, "color": null})).await;
    for page in &pages {
        looks(page, "#total", "backgroundColor", RED).await;
        looks(page, "#total", "color", RED).await;
        looks(page, "#total", "opacity", "0.5").await;
    }
}

#[tokio::test]
async fn a_style_outlives_the_element_that_it_is_for() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", page_with_parts()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let id = &widget.widget_id;
    let style = json!({"widget_id": id, "component_id": "inner", "style": {"color": "blue"}});
    agent.call("set_style", style).await;
    looks(&page, "#inner", "color", BLUE).await;
    let html = "<u id=inner>new</u>";
    let content = json!({"widget_id": id, "component_id": "box", "html": html});
    agent.call("set_content", content).await;
    page.shows("u#inner", "new").await;
    looks(&page, "u#inner", "color", BLUE).await;
}

#[tokio::test]
async fn style_sheets_come_in_two_pages_stay_over_a_reload_and_go() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", page_with_parts()).await;
    let browser = Browser::start().await;
    let pages = two_pages(&browser, &widget).await;
    let id = &widget.widget_id;
    let css = "b { color: blue } .widget-field-text { background-color: blue }";
    let answer = agent.call("inject_css", json!({"widget_id": id, "css": css})).await;
    assert!(is_applied(&answer), "{answer}");
    let css_id = answer["css_id"].as_str().expect("an id");
    pages[1].reload().await;
    for page in &pages {
        looks(page, "#total", "color", BLUE).await;
        looks(page, ".widget-field-text", "backgroundColor", BLUE).await;
    }
    let again = agent.call("inject_css", json!({"widget_id": id, "css": css})).await;
    assert_eq!(again["css_id"], css_id, "the same rules are put in once");
    let late = json!({"widget_id": id, "css": "b { color: red }", "css_id": "late"});
    agent.call("inject_css", late).await;
    for page in &pages {
        looks(page, "#total", "color", RED).await;
    }
    let listed = agent.call("get_widget", json!({"widget_id": id})).await;
    assert_eq!(listed["css_ids"], json!([css_id, "late"]));
    for css_id in ["late", css_id] {
        agent.call("remove_css", json!({"widget_id": id, "css_id": css_id})).await;
    }
    for page in &pages {
        looks(page, "#total", "color", RED).await;
        page.holds("document.querySelectorAll('style[data-css-id]').length === 0").await;
    }
    pages[0].reload().await;
    pages[0].holds("document.querySelectorAll('style[data-css-id]').length === 0").await;
}

#[tokio::test]
async fn what_only_the_browser_knows_is_a_failed_delivery() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", page_with_parts()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#total') !== null").await;
    let id = &widget.widget_id;
    for (tool, arguments, part) in [
        (
            "set_style",
            json!({"component_id": "total", "style": {"color": "redd"}}),
            "\"redd\" is not a value of color",
        ),
        (
            "set_style",
            json!({"component_id": "total", "style": {"zebra-stripes": "many"}}),
            "knows no CSS property zebra-stripes",
        ),
        ("inject_css", json!({"css": "this is prose"}), "no rule that this browser understands"),
    ] {
        let mut arguments = arguments;
        arguments["widget_id"] = json!(id);
        let answer = agent.call(tool, arguments).await;
        assert_eq!(answer["delivery"]["status"], "failed", "{answer}");
        let reason = answer["delivery"]["reason"].as_str().expect("a reason");
        assert!(reason.contains(part), "{reason}");
    }
}

#[tokio::test]
async fn a_style_sheet_reaches_no_network() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", page_with_parts()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#total') !== null").await;
    page.value(
        "document.addEventListener('securitypolicyviolation',
            (event) => { document.body.dataset.refused = event.effectiveDirective; })",
    )
    .await;
    // Escapes hide the address from the error that the agent would get, not from the browser.
    let css = "b { background-image: u\\72l(https://e.example/x.png) }";
    agent.call("inject_css", json!({"widget_id": widget.widget_id, "css": css})).await;
    page.holds("document.body.dataset.refused === 'img-src'").await;
}
