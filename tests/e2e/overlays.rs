//! Content above the page or moving through it: modals, toasts, marquees.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Created, Key, Page};

use crate::components::{focus, show};
use crate::widgets::types;

/// A page with a button that opens a modal.
async fn booking(agent: &Client, browser: &Browser, more: Value) -> (Created, Page) {
    let mut modal = json!({
        "component_id": "booking", "title": "Book a table",
        "items": [
            {"type": "text", "component_id": "name", "label": "Name", "value": "Ada", "event": "booking:name"},
            {"type": "button", "component_id": "done", "label": "Done", "event": "booking:close"},
        ],
    });
    modal.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    let open =
        json!({"type": "button", "component_id": "go", "label": "Book", "event": "booking:open"});
    let arguments = json!({
        "html": "<p id=text>Words</p>", "modals": [modal],
        "toolbars": [{"position": "top", "items": [open]}],
    });
    let widget = agent.create("create_widget", arguments).await;
    let page = browser.open(&widget.url).await;
    page.shows("#text", "Words").await;
    (widget, page)
}

const OPEN: &str = "document.querySelector('#booking').matches(':modal')";
const CLOSED: &str = "!document.querySelector('#booking').open";

#[tokio::test]
async fn a_modal_is_opened_left_and_closed_by_keyboard() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget, page) = booking(&agent, &browser, json!({"reset_on_close": true})).await;
    assert_eq!(widget.component_ids, ["go", "booking", "name", "done"]);
    focus(&page, "#go").await;
    page.press(Key::Enter).await;
    page.holds(OPEN).await;

    // The focus stays inside, however often Tab is pressed.
    for _ in 0..5 {
        page.press(Key::Tab).await;
        page.holds("document.querySelector('#go') !== document.activeElement").await;
    }
    page.tab_to("#name").await;
    page.press(format!(" L{}", Key::Enter.value())).await;
    agent.event(&widget.widget_id, "booking:name").await;
    page.press(Key::Escape).await;
    page.holds(CLOSED).await;
    page.holds("document.activeElement === document.querySelector('#go')").await;

    let events = agent.event_count(&widget.widget_id, 3).await;
    assert_eq!(types(&events), ["booking:open", "booking:name", "modal:close"]);
    assert_eq!(events[2]["data"], json!({"componentId": "booking"}));
    page.holds("document.querySelector('#name').value === 'Ada'").await;
    page.reload().await;
    page.shows("#text", "Words").await;
    page.holds(CLOSED).await;
}

#[tokio::test]
async fn a_modal_that_must_be_answered_stays() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let stays = json!({"close_on_escape": false, "close_on_overlay": false, "open": true});
    let (widget, page) = booking(&agent, &browser, stays).await;
    page.holds(OPEN).await;
    page.press(Key::Escape + Key::Escape).await;
    page.value(
        "document.querySelector('#booking').dispatchEvent(
        new PointerEvent('pointerdown', {clientX: 1, clientY: 1, bubbles: true}))",
    )
    .await;
    page.holds(OPEN).await;
    page.click("#done").await;
    page.holds(CLOSED).await;
    assert_eq!(types(&agent.event_count(&widget.widget_id, 1).await), ["booking:close"]);
}

#[tokio::test]
async fn the_agent_opens_a_modal_and_a_click_beside_it_closes_it() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget, page) = booking(&agent, &browser, json!({})).await;
    let open = json!({"widget_id": widget.widget_id, "values": {"booking": true}});
    agent.call("set_toolbar_values", open).await;
    page.holds(OPEN).await;
    page.reload().await;
    page.shows("#text", "Words").await;
    page.holds(OPEN).await;
    page.point_and_click("#text").await;
    page.holds(CLOSED).await;
    agent.event(&widget.widget_id, "modal:close").await;
}

#[tokio::test]
async fn a_toast_says_something_and_goes() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, &json!({"type": "button", "label": "Go"}), &browser).await;
    let toast = |message: &str, duration_ms: u32, position: &str| {
        json!({"widget_id": widget_id, "message": message, "kind": "success",
            "title": "Done", "duration_ms": duration_ms, "position": position})
    };
    agent.call("show_toast", toast("<b>Saved", 0, "bottom-left")).await;
    page.shows(".widget-toast-bottom-left .widget-toast-text span", "<b>Saved").await;
    page.click(".widget-toast .widget-close").await;
    page.holds("document.querySelector('.widget-toast') === null").await;
    // Not where the mouse is: there it would stay.
    agent.call("show_toast", toast("One line\nAnother line", 0, "bottom-left")).await;
    let text = "document.querySelector('.widget-toast-text span')?.innerText";
    page.holds(&format!("{text} === 'One line\\nAnother line'")).await;
    page.click(".widget-toast .widget-close").await;

    agent.call("show_toast", toast("Gone soon", 50, "top-right")).await;
    page.holds("document.querySelector('.widget-toast') === null").await;
    let wrong = json!({"widget_id": widget_id, "message": "x", "kind": "eror"});
    let message = agent.refusal("show_toast", wrong).await;
    assert!(message.contains("kind") && message.contains("did you mean \"error\"?"), "{message}");
    let wrong = json!({"widget_id": widget_id, "mesage": "x"});
    let message = agent.refusal("show_toast", wrong).await;
    assert!(message.contains("did you mean \"message\"?"), "{message}");
}

#[tokio::test]
async fn a_question_stands_in_every_page_until_it_is_answered() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let widget = agent.create("create_widget", json!({"html": "<p>Page</p>"})).await;
    let first = browser.open(&widget.url).await;
    let second = browser.open(&widget.url).await;
    for message in ["Delete?", "Archive?"] {
        let confirm = json!({"event": "rows:change"});
        let toast = json!({"widget_id": widget.widget_id, "message": message, "confirm": confirm});
        agent.apply("show_toast", toast).await;
    }
    let open = "[...document.querySelectorAll('[role=alertdialog] .widget-toast-text')]\
        .map((toast) => toast.textContent).join()";
    first.reload().await;
    first.holds(&format!("{open} === 'Delete?,Archive?'")).await;
    second.holds(&format!("{open} === 'Delete?,Archive?'")).await;

    first.click("[role=alertdialog]:last-child .widget-primary").await;
    first.holds(&format!("{open} === 'Delete?'")).await;
    second.holds(&format!("{open} === 'Delete?'")).await;
    let event = agent.event(&widget.widget_id, "rows:change").await;
    assert_eq!(
        (&event["data"], &event["label"]),
        (&json!({"confirmed": true}), &json!("Archive?"))
    );
    first.reload().await;
    first.holds(&format!("{open} === 'Delete?'")).await;
}

#[tokio::test]
async fn a_question_is_answered_by_keyboard() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, &json!({"type": "button", "label": "Go"}), &browser).await;
    for (keys, confirmed) in
        [(Key::Tab + Key::Enter, false), (Key::Tab + Key::Tab + Key::Enter, true)]
    {
        let confirm = json!({"event": "rows:delete", "confirm_label": "Delete"});
        let toast = json!({"widget_id": widget_id, "message": "Delete?", "confirm": confirm});
        agent.call("show_toast", toast).await;
        page.holds("document.activeElement?.getAttribute('role') === 'alertdialog'").await;
        page.press(keys).await;
        page.holds("document.querySelector('.widget-toast') === null").await;
        let event = agent.event(&widget_id, "rows:delete").await;
        assert_eq!(event["data"], json!({"confirmed": confirmed}));
        assert_eq!(event["label"], "Delete?");
        let clear = json!({"widget_id": widget_id, "clear": true, "after": 0});
        agent.call("get_events", clear).await;
    }
}

fn weather() -> Value {
    json!({"type": "marquee", "label": "Weather", "clickable": true, "speed": 500, "items": [
        {"type": "ticker_item", "ticker": "AMS", "text": "rain"},
        {"type": "ticker_item", "ticker": "LIS", "html": "<b>sun</b>"},
    ]})
}

const MOVED: &str = "new DOMMatrix(getComputedStyle(
    document.querySelector('.widget-marquee-track')).transform).m41";

#[tokio::test]
async fn a_marquee_moves_stops_and_is_clicked_by_keyboard() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, &weather(), &browser).await;
    page.holds(&format!("{MOVED} < -20")).await;
    focus(&page, "#c [data-ticker=LIS]").await;
    let stopped = page.value(MOVED).await;
    page.press(Key::Enter).await;
    let events = agent.event_count(&widget_id, 1).await;
    assert_eq!(events[0]["data"], json!({"value": "LIS", "componentId": "c"}));
    assert_eq!(page.value(MOVED).await, stopped, "what has the focus does not run away");

    page.tab_to(".widget-marquee-pause").await;
    page.press(Key::Enter).await;
    page.holds(
        "document.querySelector('.widget-marquee-pause').getAttribute('aria-label') === 'Move'",
    )
    .await;
    let stopped = page.value(MOVED).await;
    page.value("document.activeElement.blur()").await;
    assert_eq!(page.value(MOVED).await, stopped);
}

#[tokio::test]
async fn ticker_items_change_while_they_move() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, &weather(), &browser).await;
    let update = json!({"widget_id": widget_id, "ticker": "AMS", "text": "<i>snow", "style": {"color": "rgb(1, 2, 3)"}});
    agent.call("update_ticker_item", update).await;
    let shown = "[...document.querySelectorAll('[data-ticker=AMS]')].every((item) =>
        item.textContent === '<i>snow' && getComputedStyle(item).color === 'rgb(1, 2, 3)')";
    page.holds(shown).await;
    page.reload().await;
    page.shows("#text", "Words").await;
    page.holds(shown).await;

    let replace = json!({"widget_id": widget_id, "component_id": "c", "text": "Good night"});
    agent.call("update_marquee", replace).await;
    page.holds("document.querySelector('#c .widget-ticker').textContent === 'Good night'").await;
    let unknown = json!({"widget_id": widget_id, "ticker": "AMS", "text": "x"});
    let message = agent.refusal("update_ticker_item", unknown).await;
    assert!(message.contains("there is no ticker item \"AMS\""), "{message}");
}

#[tokio::test]
async fn who_wants_less_motion_gets_none() {
    let agent = Client::stdio().await;
    let browser = Browser::start_with_less_motion().await;
    let (_, page) = show(&agent, &weather(), &browser).await;
    page.holds("document.querySelector('.widget-marquee-track').getAnimations().length === 0")
        .await;
    page.holds("document.querySelector('.widget-marquee-pause').hidden").await;
}

#[tokio::test]
async fn a_modal_focuses_its_first_field_and_a_question_over_it_can_be_answered() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget, page) = booking(&agent, &browser, json!({})).await;
    page.click("#go").await;
    page.holds(OPEN).await;
    page.holds("document.activeElement.id === 'name'").await;

    let confirm = json!({"event": "booking:sure", "confirm_label": "Sure"});
    let question = json!({"widget_id": widget.widget_id, "message": "Sure?", "confirm": confirm});
    for keyboard in [false, true] {
        agent.call("show_toast", question.clone()).await;
        if keyboard {
            page.tab_to("[role=alertdialog] .widget-primary").await;
            page.press(Key::Enter).await;
        } else {
            page.click("[role=alertdialog] .widget-primary").await;
        }
        page.holds("document.querySelector('[role=alertdialog]') === null").await;
    }
    page.holds(OPEN).await;
    let answers = agent.event_count(&widget.widget_id, 3).await;
    assert_eq!(types(&answers)[1..], ["booking:sure", "booking:sure"]);

    // The toasts do not go with the modal.
    agent.call("show_toast", question).await;
    page.press(Key::Escape).await;
    page.holds(CLOSED).await;
    page.click("[role=alertdialog] .widget-primary").await;
}
