//! The visible and reachable parts of a page.

use serde_json::json;
use widget_e2e::{Browser, Client, ColorScheme, Key};

use crate::widgets::{FITS, counter, types};

/// The lightness of the color that the page has behind its text, 0 to 255.
const BACKGROUND: &str = "(() => {
    const filled = [document.body, document.documentElement]
        .map(element => getComputedStyle(element).backgroundColor)
        .find(color => !color.endsWith(', 0)')) ?? 'rgb(255, 255, 255)';
    return Math.max(...filled.match(/[\\d.]+/g).slice(0, 3).map(Number));
})()";

#[tokio::test]
async fn the_page_ready_or_dark_as_the_system_is() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "0").await;
    for (scheme, is_right, name) in [
        (ColorScheme::Dark, "< 80", "counter-dark"),
        (ColorScheme::Light, "> 200", "counter-light"),
    ] {
        browser.prefer(scheme).await;
        page.holds(&format!("{BACKGROUND} {is_right}")).await;
        page.screenshot(name).await;
    }
}

#[tokio::test]
async fn the_theme_of_the_system_is_followed_while_the_agent_changes_the_widget() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "0").await;
    let change = async {
        for number in 0_u64.. {
            let arguments = json!({"component_id": "counter", "text": number.to_string()});
            agent.call("set_content", arguments).await;
        }
    };
    let follow = async {
        for round in 0..10 {
            let (scheme, theme) =
                [(ColorScheme::Dark, "dark"), (ColorScheme::Light, "light")][round % 2];
            browser.prefer(scheme).await;
            page.holds(&format!("document.documentElement.dataset.theme === '{theme}'")).await;
        }
    };
    tokio::select! {
        () = change => {}
        () = follow => {}
    }
}

#[tokio::test]
async fn a_narrow_window_shows_everything_without_scrolling_sideways() {
    let agent = Client::stdio().await;
    let many: Vec<_> = (0..12)
        .map(|number| json!({"type": "button", "label": format!("Button {number}")}))
        .collect();
    let toolbars = json!([{"position": "top", "items": many}]);
    let arguments = json!({"html": "<p id=text>Words</p>", "toolbars": toolbars});
    let widget = agent.create("create_widget", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#text", "Words").await;
    browser.set_width(400).await;
    page.holds("innerWidth <= 400").await;
    page.shell_holds(FITS).await;
    page.holds(FITS).await;
    page.screenshot("narrow").await;
}

#[tokio::test]
async fn a_wide_table_scrolls_by_itself_in_a_narrow_window() {
    let agent = Client::stdio().await;
    let cells: String = (0..20).map(|number| format!("<td>Column {number}</td>")).collect();
    let html = format!("<table id=wide><tr>{cells}</tr></table>");
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.getElementById('wide') !== null").await;
    browser.set_width(400).await;
    page.holds("innerWidth <= 400").await;
    page.holds("wide.scrollWidth > innerWidth && wide.clientWidth <= innerWidth").await;
    page.holds("document.documentElement.scrollWidth <= innerWidth").await;
}

#[tokio::test]
async fn a_button_is_reached_and_pressed_by_keyboard() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#counter", "0").await;
    page.value("document.body.focus()").await;
    page.press(Key::Tab + Key::Tab).await;
    page.holds("document.activeElement?.id === 'more'").await;
    page.press(Key::Enter).await;
    page.press(Key::Space).await;
    page.shows("#counter", "2").await;
    let events = agent.event_count(&widget.widget_id, 2).await;
    assert_eq!(types(&events), ["counter:increment", "counter:increment"]);
}
