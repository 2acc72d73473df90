//! Every component: drawn, operated by keyboard alone, heard, set by the agent, kept over a reload.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Key, Page};

/// A test case for a component.
struct Case {
    /// The component, without its id and event.
    item: Value,
    /// The element to focus.
    focus: &'static str,
    /// The keys to press then.
    keys: String,
    /// Exactly the data of the one event that comes of it.
    payload: Value,
    /// The value that the agent sets, and what is true in the view then.
    set: Value,
    shows: &'static str,
}

/// A page with one component, of the id `c`.
pub(crate) async fn show(agent: &Client, item: &Value, browser: &Browser) -> (String, Page) {
    let mut item = item.clone();
    item["component_id"] = json!("c");
    if item["event"].is_null() {
        item["event"] = json!("test:event");
    }
    let toolbars = json!([{"position": "top", "items": [item]}]);
    let arguments = json!({"html": "<p id=text>Words</p>", "toolbars": toolbars});
    let widget = agent.create("create_widget", arguments).await;
    let page = browser.open(&widget.url).await;
    page.shows("#text", "Words").await;
    (widget.widget_id, page)
}

/// Clicks nothing: the focus goes into the page as a person with a keyboard brings it there.
pub(crate) async fn focus(page: &Page, css: &str) {
    page.value("(document.body.tabIndex = -1, document.body.focus())").await;
    page.tab_to(css).await;
}

async fn works(case: Case) {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, &case.item, &browser).await;
    page.holds("document.querySelector('#c').getClientRects().length > 0").await;

    focus(&page, case.focus).await;
    page.press(case.keys.as_str()).await;
    let events = agent.event_count(&widget_id, 1).await;
    assert_eq!(events[0]["event_type"], "test:event");
    assert_eq!(events[0]["data"], case.payload);

    let values = json!({"widget_id": widget_id, "values": {"c": case.set}});
    agent.call("set_toolbar_values", values).await;
    page.holds(case.shows).await;
    page.reload().await;
    page.shows("#text", "Words").await;
    page.holds(case.shows).await;
    assert_eq!(agent.events(&widget_id).await.len(), 1, "what the agent sets is not an event");
}

/// Keys one after another.
fn keys(keys: &[Key]) -> String {
    keys.iter().map(Key::value).collect()
}

fn typed(text: &str, key: &Key) -> String {
    format!("{text}{}", key.value())
}

#[tokio::test]
async fn a_button() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let item = json!({"type": "button", "label": "Go", "data": {"row": 7}});
    let (widget_id, page) = show(&agent, &item, &browser).await;
    focus(&page, "#c").await;
    page.press(Key::Enter).await;
    let events = agent.event_count(&widget_id, 1).await;
    assert_eq!(events[0]["data"], json!({"componentId": "c", "row": 7}));
    assert_eq!(events[0]["label"], "Go");
}

#[tokio::test]
async fn a_select() {
    works(Case {
        item: json!({"type": "select", "label": "Colour", "options": ["red", "green", "blue"]}),
        focus: "#c",
        keys: keys(&[Key::Down]),
        payload: json!({"value": "green", "componentId": "c"}),
        set: json!("blue"),
        shows: "document.querySelector('#c').selectedIndex === 2",
    })
    .await;
}

#[tokio::test]
async fn a_searchable_select() {
    works(Case {
        item: json!({"type": "select", "label": "Colour", "searchable": true,
            "options": ["red", {"label": "Deep green", "value": "green"}, "blue"]}),
        focus: "#c",
        keys: typed("gree", &Key::Enter),
        payload: json!({"value": "green", "componentId": "c"}),
        set: json!("blue"),
        shows: "document.querySelector('#c').value === 'blue'",
    })
    .await;
}

#[tokio::test]
async fn a_multiselect() {
    works(Case {
        item: json!({"type": "multiselect", "options": ["red", "green", "blue"], "selected": ["red"]}),
        focus: "#c",
        keys: keys(&[Key::Enter, Key::Down, Key::Down, Key::Space]),
        payload: json!({"values": ["red", "blue"], "componentId": "c"}),
        set: json!(["green"]),
        shows: "document.querySelector('#c').textContent === 'green'",
    })
    .await;
}

#[tokio::test]
async fn a_toggle() {
    works(Case {
        item: json!({"type": "toggle", "label": "Dark"}),
        focus: "#c",
        keys: keys(&[Key::Space]),
        payload: json!({"value": true, "componentId": "c"}),
        set: json!(false),
        shows: "document.querySelector('#c').getAttribute('aria-checked') === 'false'",
    })
    .await;
}

#[tokio::test]
async fn a_checkbox() {
    works(Case {
        item: json!({"type": "checkbox", "label": "Agree"}),
        focus: "#c",
        keys: keys(&[Key::Space]),
        payload: json!({"value": true, "componentId": "c"}),
        set: json!(false),
        shows: "document.querySelector('#c').checked === false",
    })
    .await;
}

#[tokio::test]
async fn a_radio() {
    works(Case {
        item: json!({"type": "radio", "options": ["a", "b", "c"], "selected": "a", "direction": "vertical"}),
        focus: "#c input",
        keys: keys(&[Key::Down]),
        payload: json!({"value": "b", "componentId": "c"}),
        set: json!("c"),
        shows: "document.querySelectorAll('#c input')[2].checked",
    })
    .await;
}

#[tokio::test]
async fn tabs() {
    works(Case {
        item: json!({"type": "tabs", "options": ["a", "b", "c"]}),
        focus: "#c [role=tab]",
        keys: keys(&[Key::Right]),
        payload: json!({"value": "b", "componentId": "c"}),
        set: json!("c"),
        shows: "document.querySelector('#c [aria-selected=true]').textContent === 'c'",
    })
    .await;
}

#[tokio::test]
async fn a_text() {
    works(Case {
        item: json!({"type": "text", "label": "Name", "debounce_ms": 60_000}),
        focus: "#c",
        keys: typed("Ada", &Key::Enter),
        payload: json!({"value": "Ada", "componentId": "c"}),
        set: json!("Grace"),
        shows: "document.querySelector('#c').value === 'Grace'",
    })
    .await;
}

#[tokio::test]
async fn a_textarea() {
    works(Case {
        item: json!({"type": "textarea", "label": "Notes", "debounce_ms": 60_000, "rows": 2}),
        focus: "#c",
        keys: format!("a{}b{}", Key::Enter.value(), Key::Tab.value()),
        payload: json!({"value": "a\nb", "componentId": "c"}),
        set: json!("x\ny"),
        shows: "document.querySelector('#c').value === 'x\\ny'",
    })
    .await;
}

#[tokio::test]
async fn a_search() {
    works(Case {
        item: json!({"type": "search", "placeholder": "Find"}),
        focus: "#c",
        keys: typed("cars", &Key::Enter),
        payload: json!({"value": "cars", "componentId": "c"}),
        set: json!(""),
        shows: "document.querySelector('#c').value === ''",
    })
    .await;
}

#[tokio::test]
async fn a_number() {
    works(Case {
        item: json!({"type": "number", "label": "Seats", "min": 1, "max": 50}),
        focus: "#c",
        keys: typed("42", &Key::Enter),
        payload: json!({"value": 42, "componentId": "c"}),
        set: json!(7.5),
        shows: "document.querySelector('#c').valueAsNumber === 7.5",
    })
    .await;
}

#[tokio::test]
async fn a_number_out_of_bounds_is_shown_as_wrong_and_not_sent() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let item = json!({"type": "number", "label": "Seats", "max": 5});
    let (widget_id, page) = show(&agent, &item, &browser).await;
    focus(&page, "#c").await;
    page.press(typed("9", &Key::Enter)).await;
    page.holds("document.querySelector('#c').getAttribute('aria-invalid') === 'true'").await;
    page.holds("document.querySelector('[role=alert].widget-hint').textContent.includes('5')")
        .await;
    page.press(format!("{}3{}", Key::Backspace.value(), Key::Enter.value())).await;
    let events = agent.event_count(&widget_id, 1).await;
    assert_eq!(events[0]["data"]["value"], 3);
    page.holds("!document.querySelector('#c').hasAttribute('aria-invalid')").await;
}

#[tokio::test]
async fn a_button_beside_a_number_out_of_bounds_waits_for_a_right_one() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let items = json!([{"type": "number", "component_id": "c", "label": "Seats", "max": 5},
        {"type": "button", "component_id": "book", "label": "Book", "event": "seats:book"}]);
    let modal = json!({"component_id": "box", "title": "Book", "open": true, "items": items});
    for made in [
        json!({"html": "", "modals": [modal]}),
        json!({"html": "", "toolbars": [{"items": items}]}),
        json!({"blocks": items}),
    ] {
        let widget = agent.create("create_widget", made).await;
        let page = browser.open(&widget.url).await;
        focus(&page, "#c").await;
        page.press("9").await;
        page.click("#book").await;
        page.holds("document.activeElement.id === 'c'").await;
        page.press(format!("{}3", Key::Backspace.value())).await;
        page.click("#book").await;
        let events = agent.event_count(&widget.widget_id, 2).await;
        assert_eq!(events[0]["data"]["value"], 3);
        assert_eq!(events[1]["event_type"], "seats:book");
        assert_eq!(events[1]["data"], json!({"componentId": "book", "values": {"c": 3}}));
    }
}

#[tokio::test]
async fn a_date() {
    works(Case {
        // The bound makes the years 2, 20 and 202 wrong, which one types on the way.
        item: json!({"type": "date", "label": "Day", "min": "2000-01-01"}),
        focus: "#c",
        keys: typed("05012026", &Key::Enter),
        payload: json!({"value": "2026-05-01", "componentId": "c"}),
        set: json!("2026-12-24"),
        shows: "document.querySelector('#c').value === '2026-12-24'",
    })
    .await;
}

#[tokio::test]
async fn a_slider() {
    works(Case {
        item: json!({"type": "slider", "label": "Volume", "value": 0, "min": -5, "max": 5}),
        focus: "#c",
        keys: keys(&[Key::Right, Key::Enter]),
        payload: json!({"value": 1, "componentId": "c"}),
        set: json!(0),
        shows: "document.querySelector('#c').value === '0'
            && document.querySelector('output').textContent === '0'",
    })
    .await;
}

#[tokio::test]
async fn a_range() {
    works(Case {
        item: json!({"type": "range", "label": "Price", "start": 0, "end": 25}),
        focus: "#c input:last-of-type",
        keys: keys(&[Key::Left, Key::Enter]),
        payload: json!({"start": 0, "end": 24, "componentId": "c"}),
        set: json!({"start": 0, "end": 0}),
        shows: "document.querySelector('output').textContent === '0 – 0'",
    })
    .await;
}

#[tokio::test]
async fn a_range_that_starts_at_zero_stays_there() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let item = json!({"type": "range", "start": 0, "end": 25, "min": -50, "max": 50});
    let (_, page) = show(&agent, &item, &browser).await;
    page.holds("document.querySelector('#c input').value === '0'").await;
}

#[tokio::test]
async fn components_inside_a_div() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let inner = json!({"type": "checkbox", "component_id": "in", "label": "In"});
    let item = json!({"type": "div", "content": "<b>Group</b>", "children": [inner]});
    let mut item = item;
    item["event"] = json!("unused:event");
    let (widget_id, page) = show(&agent, &item, &browser).await;
    page.shows("#c b", "Group").await;
    focus(&page, "#in").await;
    page.press(Key::Space).await;
    let events = agent.event_count(&widget_id, 1).await;
    assert_eq!(events[0]["data"], json!({"value": true, "componentId": "in"}));
    assert_eq!(events[0]["event_type"], "toolbar:change");
}

#[tokio::test]
async fn a_toolbar_is_folded_and_resized_by_keyboard() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let button = json!({"type": "button", "component_id": "c", "label": "Go"});
    let toolbars =
        json!([{"position": "left", "collapsible": true, "resizable": true, "items": [button]}]);
    let arguments = json!({"html": "<p id=text>Words</p>", "toolbars": toolbars});
    let widget = agent.create("create_widget", arguments).await;
    let page = browser.open(&widget.url).await;
    page.shows("#text", "Words").await;

    focus(&page, "[role=separator]").await;
    let width = page.value("document.querySelector('.widget-toolbar').offsetWidth").await;
    page.press(keys(&[Key::Right, Key::Right])).await;
    let wider = format!("document.querySelector('.widget-toolbar').offsetWidth === {width} + 32");
    page.holds(&wider).await;
    focus(&page, ".widget-fold").await;
    page.press(Key::Enter).await;
    page.holds("document.querySelector('#c').getClientRects().length === 0").await;
    page.holds("document.querySelector('.widget-fold').getAttribute('aria-expanded') === 'false'")
        .await;
    page.press(Key::Enter).await;
    page.holds("document.querySelector('#c').getClientRects().length > 0").await;
}

#[tokio::test]
async fn wrong_values_are_refused_and_change_nothing() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let item = json!({"type": "slider", "value": 3, "max": 9});
    let (widget_id, page) = show(&agent, &item, &browser).await;
    for (values, says) in [
        (json!({"c": 10}), "it takes a number from 0 to 9"),
        (json!({"d": 1}), "no element \"d\""),
        (json!({"c": 5, "text": "x"}), "values.text"),
        (json!({}), "name at least one component"),
    ] {
        let arguments = json!({"widget_id": widget_id, "values": values});
        let message = agent.refusal("set_toolbar_values", arguments).await;
        assert!(message.contains(says), "{message}");
    }
    page.holds("document.querySelector('#c').value === '3'").await;
}
