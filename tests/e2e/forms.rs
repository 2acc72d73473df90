//! Forms: checked in the page, sent once with their types, answered at their fields, kept.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, ColorScheme, Key, Page, eventually, is_applied};

use crate::export_page::export;

fn report() -> Value {
    json!({
        "title": "Expense report",
        "html": "<h1 id=head>Expenses</h1><widget-block id=expense></widget-block>",
        "blocks": {"expense": {"type": "form", "title": "Expense", "submit": "Hand in", "fields": [
            {"name": "what", "label": "What for", "required": true},
            {"name": "amount", "label": "Amount", "type": "number", "min": 0.01, "max": 500,
                "step": 0.01, "required": true, "help": "In EUR"},
            {"name": "mail", "label": "E-mail", "type": "email"},
            {"name": "kind", "label": "Kind", "type": "radio", "options": ["Travel", "Meal"],
                "value": "Travel"},
        ], "sections": [{"title": "The meal", "show_if": {"kind": "Meal"}, "fields": [
            {"name": "guests", "label": "Guests", "type": "number", "min": 1, "required": true},
            {"name": "tip", "label": "With a tip", "type": "toggle"},
        ]}]}},
    })
}

const SEND: &str = "#expense .widget-form-foot button";
const STATUS: &str = "#expense .widget-form-status";

fn field(name: &str) -> String {
    format!("[id='expense:{name}']")
}

fn error(name: &str) -> String {
    format!("[id='expense:{name}:error']")
}

/// Waits until a field is marked as wrong, with a text that belongs to it, and has the focus.
async fn is_wrong_and_focused(page: &Page, name: &str) {
    page.holds(&format!("document.activeElement?.id == 'expense:{name}'")).await;
    page.holds(
        "document.activeElement.getAttribute('aria-invalid') == 'true' && \
         document.activeElement.getAttribute('aria-describedby').split(' ') \
            .map((id) => document.getElementById(id)) \
            .some((said) => said.matches('.widget-form-error') && said.innerText != '')",
    )
    .await;
}

/// The report in a page, with its id.
async fn opened() -> (Client, String, Browser, Page) {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", report()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#expense h3", "Expense").await;
    (agent, widget.widget_id, browser, page)
}

async fn submissions(agent: &Client, widget_id: &str) -> Vec<Value> {
    let events = agent.events(widget_id).await.into_iter();
    events.filter(|event| event["event_type"] == "form:submit").collect()
}

#[tokio::test]
async fn a_wrong_amount_is_never_sent_and_a_right_one_once_with_its_type() {
    let (agent, id, _browser, page) = opened().await;

    page.type_into(&field("amount"), "900").await;
    page.click(SEND).await;
    is_wrong_and_focused(&page, "what").await;
    page.type_into(&field("what"), &format!("Tea{}", Key::Enter.value())).await;
    is_wrong_and_focused(&page, "amount").await;
    assert!(submissions(&agent, &id).await.is_empty());

    page.value("document.activeElement.select()").await;
    page.type_into(&field("amount"), "12.50").await;
    page.shows(&error("amount"), "").await;
    page.type_into(&field("mail"), "ada").await;
    page.click(SEND).await;
    is_wrong_and_focused(&page, "mail").await;
    page.type_into(&field("mail"), "@e.example").await;
    page.click("#expense [role=radiogroup] label:last-child").await;
    page.type_into(&field("guests"), "3").await;
    page.click(&field("tip")).await;
    page.click(SEND).await;
    let event = agent.event(&id, "form:submit").await;
    let values = json!({"what": "Tea", "amount": 12.5, "mail": "ada@e.example",
        "kind": "Meal", "guests": 3, "tip": true});
    assert_eq!(event["data"], json!({"componentId": "expense", "values": values}));
    assert_eq!(event["label"], "Hand in");

    page.shows(STATUS, "Sent. Waiting for an answer …").await;
    page.click(SEND).await;
    let errors = json!({"amount": "More than is left"});
    let answer = json!({"widget_id": id, "values": {"expense": {"errors": errors}}});
    let answer = agent.call("set_toolbar_values", answer).await;
    assert!(is_applied(&answer), "{answer}");
    page.shows(&error("amount"), "More than is left").await;
    is_wrong_and_focused(&page, "amount").await;
    assert_eq!(submissions(&agent, &id).await.len(), 1);

    page.click("#expense [role=radiogroup] label:first-child").await;
    page.press(Key::Tab).await;
    page.click(SEND).await;
    page.shows(STATUS, "Sent. Waiting for an answer …").await;
    let done = json!({"widget_id": id, "values": {"expense": {"message": "Handed in"}}});
    agent.call("set_toolbar_values", done).await;
    page.shows(STATUS, "Handed in").await;
    let sent = submissions(&agent, &id).await;
    let names = |event: &Value| event["data"]["values"].as_object().expect("values").len();
    assert_eq!(sent.iter().map(names).collect::<Vec<_>>(), [6, 4], "the meal is not shown");
}

#[tokio::test]
async fn a_draft_is_kept_over_a_reload_and_wakes_no_agent() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", report()).await;
    let id = &widget.widget_id;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.type_into(&field("what"), "Tea").await;
    page.type_into(&field("amount"), "900").await;
    page.click("#expense [role=radiogroup] label:last-child").await;
    page.click(&field("tip")).await;
    page.press(Key::Tab).await;
    let newest = agent.event(id, "widget:draft").await;
    assert_eq!(newest["data"]["componentId"], "expense");
    page.holds("document.querySelector('.widget-form-section:last-child').hidden == false").await;
    // All that was entered has reached the server.
    let toggled =
        |events: &[Value]| events.iter().any(|event| event["data"]["values"]["tip"] == json!(true));
    eventually("the draft", async || {
        let events = agent.events(id).await;
        if toggled(&events) { Ok(()) } else { Err(format!("{events:?}")) }
    })
    .await;
    page.reload().await;
    page.holds("document.getElementById('expense:what')?.value == 'Tea'").await;
    page.holds("document.getElementById('expense:amount').value == '900'").await;
    page.holds("document.getElementById('expense:tip').ariaChecked == 'true'").await;

    let wait = json!({"widget_id": id, "after": 0, "timeout_ms": 0});
    let waited = agent.call("wait_for_events", wait).await;
    assert_eq!(waited["events"], json!([]), "{waited}");
    let inspected = agent.call("inspect_widget", json!({"widget_id": id})).await;
    assert!(inspected.to_string().contains("Tea"), "{inspected}");
}

#[tokio::test]
async fn a_button_beside_a_form_hands_it_in_from_a_dialog() {
    let agent = Client::stdio().await;
    let button = |label: &str, event: &str| json!({"type": "button", "label": label, "event": event, "component_id": label});
    let form = json!({"type": "form", "id": "where", "submit": false, "fields": [
        {"name": "to", "label": "To", "required": true},
        {"name": "days", "label": "Days", "type": "number", "min": 1, "step": 1, "value": 1}]});
    let buttons = json!({"type": "row", "id": "choice", "justify": "end",
        "blocks": [button("later", "trip:cancel"), button("save", "trip:save")]});
    let dialog = json!({"type": "modal", "title": "New trip", "blocks": [form, buttons]});
    let html =
        "<button id=new data-event=\"trip:open\">New</button><widget-block id=trip></widget-block>";
    let widget =
        agent.create("create_widget", json!({"html": html, "blocks": {"trip": dialog}})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click("#new").await;
    page.holds("document.activeElement?.id == 'where:to'").await;
    page.holds("document.querySelector('#where .widget-form-foot').offsetHeight <= 1").await;
    page.point_and_click("#save").await;
    page.holds("document.activeElement?.id == 'where:to'").await;
    page.holds("document.activeElement.getAttribute('aria-invalid') == 'true'").await;
    page.point_and_click("#later").await;
    let event = agent.event(&widget.widget_id, "trip:cancel").await;
    assert_eq!(event["data"], json!({"componentId": "later"}));
    page.type_into("[id='where:to']", "Rome").await;
    page.point_and_click("#save").await;
    let event = agent.event(&widget.widget_id, "trip:save").await;
    let values = json!({"where": {"to": "Rome", "days": 1}});
    assert_eq!(event["data"], json!({"componentId": "save", "values": values}));
}

#[tokio::test]
async fn a_click_beside_a_form_counts_although_its_message_moves_the_button() {
    let agent = Client::stdio().await;
    let form = json!({"type": "form", "id": "where", "fields": [
        {"name": "days", "label": "Days", "type": "number", "min": 1, "max": 9}]});
    let later = json!({"type": "button", "id": "later", "label": "Later", "event": "trip:cancel"});
    let widget = agent.create("create_widget", json!({"blocks": [form, later]})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.type_into("[id='where:days']", "40").await;
    page.point_and_click("#later").await;
    agent.event(&widget.widget_id, "trip:cancel").await;
    page.holds("document.getElementById('where:days').ariaInvalid == 'true'").await;
}

#[tokio::test]
async fn labels_are_text_a_pattern_that_is_none_is_said_and_pictures_are_pictures() {
    let agent = Client::stdio().await;
    let markup = "<img src=x onerror=\"document.title='run'\">";
    let svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8' \
        onload='document.title=1'><script>parent.document.title='run'</script><rect width='8' \
        height='8'/></svg>";
    let fields = json!([
        {"name": "a", "label": markup, "help": markup, "placeholder": markup, "pattern": "["},
        {"name": "b", "type": "radio", "options": [{"label": markup, "value": markup}]},
        {"name": "c", "label": "C", "pattern": "[\\w.-]+", "value": "no match"},
    ]);
    let blocks = json!([
        {"type": "form", "id": "form", "title": markup, "fields": fields},
        {"type": "image", "id": "logo", "src": svg, "alt": "A square", "caption": markup},
    ]);
    let widget = agent.create("create_widget", json!({"title": "T", "blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#form h3", markup).await;
    page.holds("document.querySelector('#logo img').naturalWidth == 8").await;
    page.holds("document.querySelector('#form .widget-problem').innerText.includes('pattern')")
        .await;
    page.click("#form .widget-form-foot button").await;
    page.holds("document.getElementById('form:c:error').innerText !== ''").await;
    let found = page.value("[document.title, document.querySelectorAll('img').length]").await;
    assert_eq!(found, json!(["T", 1]));
    let far = json!({"blocks": [{"type": "image", "src": "https://e.example/a.png", "alt": ""}]});
    let error = agent.refusal("create_widget", far).await;
    assert!(error.contains("nothing from the network"), "{error}");
}

#[tokio::test]
async fn a_form_has_no_barriers_in_light_and_dark() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", report()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.click("#expense [role=radiogroup] label:last-child").await;
    page.click(SEND).await;
    is_wrong_and_focused(&page, "what").await;
    for scheme in [ColorScheme::Light, ColorScheme::Dark] {
        browser.prefer(scheme).await;
        page.holds("document.getAnimations().length === 0").await;
        let found = page.barriers().await;
        assert!(found.is_empty(), "{scheme:?}: {found:#?}");
        page.screenshot(&format!("form-{scheme:?}")).await;
    }
}

#[tokio::test]
async fn an_exported_form_checks_and_says_that_nothing_is_sent() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", report()).await;
    let (_, html) = export(&agent, &widget.widget_id, "html").await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("form.html");
    std::fs::write(&path, html).expect("the file is written");
    let browser = Browser::start().await;
    let page = browser.open(&format!("file://{}", path.display())).await;
    page.shows("#expense h3", "Expense").await;
    // A tab that never had the focus takes it from the frame that gets the first click.
    page.shell_click("body").await;
    page.shell_holds("document.hasFocus()").await;
    page.click(SEND).await;
    is_wrong_and_focused(&page, "what").await;
    page.type_into(&field("what"), "Tea").await;
    page.type_into(&field("amount"), "5").await;
    page.click(SEND).await;
    page.holds("document.querySelector('.widget-toast')?.innerText.includes('saved copy')").await;
    page.holds("document.querySelector('#expense').ariaBusy == 'false'").await;
    page.holds("document.getElementById('expense:what').value == 'Tea'").await;
}

/// Chooses files in the input of a field, as the person's choice fills it in.
async fn choose(page: &Page, name: &str, files: &Value) {
    let script = format!(
        "(() => {{const input = document.querySelector(`{}`), chosen = new DataTransfer(); \
         for (const [name, text] of {files}) chosen.items.add(new File([text], name)); \
         input.files = chosen.files; \
         input.dispatchEvent(new Event('change', {{bubbles: true}}));}})()",
        field(name)
    );
    page.value(&script).await;
}

#[tokio::test]
async fn files_reach_the_agent_and_are_kept_over_a_reload() {
    let agent = Client::stdio().await;
    let fields = json!([
        {"name": "receipt", "label": "Receipt", "type": "file", "required": true},
        {"name": "more", "label": "Other papers", "type": "file", "multiple": true},
    ]);
    let form = json!({"type": "form", "id": "expense", "title": "Expense", "fields": fields});
    let widget = agent.create("create_widget", json!({"blocks": [form]})).await;
    let id = &widget.widget_id;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#expense h3", "Expense").await;
    page.shell_click("body").await;
    page.click(SEND).await;
    page.holds("document.activeElement?.type == 'file'").await;

    let text = "Größe;1\n".repeat(40_000);
    choose(&page, "receipt", &json!([["a.csv", text]])).await;
    page.shows(
        &format!(".widget-form-files:has({}) .widget-form-file-note", field("receipt")),
        "400 kB",
    )
    .await;
    choose(&page, "more", &json!([["b.txt", "b"], ["c.txt", "c"]])).await;
    let count = format!(
        "document.querySelectorAll(`.widget-form-files:has({}) .widget-form-file-note`).length",
        field("more")
    );
    page.holds(&format!("{count} == 2")).await;
    page.reload().await;
    page.holds(&format!("{count} == 2")).await;
    assert!(page.barriers().await.is_empty());
    page.click(SEND).await;
    let event = agent.event(id, "form:submit").await;
    let values = &event["data"]["values"];
    assert_eq!(
        (&values["receipt"]["name"], &values["receipt"]["size"]),
        (&json!("a.csv"), &json!(400_000))
    );
    assert_eq!(values["more"][1]["name"], "c.txt");

    let mut read = String::new();
    let mut start = json!(0);
    while start != Value::Null {
        let page = json!({"ref": values["receipt"]["ref"], "start": start});
        let answer = agent.call("read_file", page).await;
        read += answer["text"].as_str().expect("a text");
        start = answer["next"].clone();
    }
    assert_eq!(read, text);
}

#[tokio::test]
async fn a_form_stands_in_a_dialog() {
    let agent = Client::stdio().await;
    let fields = json!([{"name": "to", "label": "To", "required": true},
        {"name": "days", "label": "Days", "type": "number", "max": 5, "value": 1}]);
    let widget = json!({
        "title": "Trips",
        "html": "<h1>Trips</h1><button id=new data-event='trip:open'>New</button>\
            <widget-block id=trip></widget-block>",
        "blocks": {"trip": {"type": "modal", "title": "New trip", "reset_on_close": true, "blocks": [
            {"type": "form", "id": "where", "submit": "Add", "fields": fields}]}},
    });
    let widget = agent.create("create_widget", widget).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("h1", "Trips").await;
    let is_open = "document.querySelector('#trip').matches(':modal')";
    page.holds(&format!("!{is_open}")).await;
    page.click("#new").await;
    page.holds(is_open).await;
    page.holds("document.activeElement?.id == 'where:to'").await;
    page.press(Key::Enter).await;
    page.holds("document.activeElement.getAttribute('aria-invalid') == 'true'").await;
    page.type_into("[id='where:to']", "Rome").await;
    let found = page.barriers().await;
    assert!(found.is_empty(), "{found:#?}");
    page.press(Key::Enter).await;
    let event = agent.event(&widget.widget_id, "form:submit").await;
    let values = json!({"to": "Rome", "days": 1});
    assert_eq!(event["data"], json!({"componentId": "where", "values": values}));
    let close = json!({"widget_id": widget.widget_id, "values": {"trip": false}});
    agent.apply("set_toolbar_values", close).await;
    page.holds(&format!("!{is_open}")).await;

    // It opens again as at the start, and a reload leaves it open.
    page.click("#new").await;
    page.holds(is_open).await;
    page.holds("document.activeElement?.id == 'where:to' && document.activeElement.value == ''")
        .await;
    page.reload().await;
    page.holds(is_open).await;
    page.press(Key::Escape).await;
    page.holds(&format!("!{is_open}")).await;
    let event = agent.event(&widget.widget_id, "modal:close").await;
    assert_eq!(event["data"], json!({"componentId": "trip"}));
}

/// The expense report in two calls: the form, and the summary to approve in its place.
#[tokio::test]
async fn an_expense_is_handed_in_and_approved_in_two_calls() {
    let (agent, id, _browser, page) = opened().await;
    page.type_into(&field("what"), "Tea").await;
    page.type_into(&field("amount"), "900").await;
    page.click(SEND).await;
    is_wrong_and_focused(&page, "amount").await;
    page.value("document.activeElement.select()").await;
    page.type_into(&field("amount"), "12.50").await;
    page.click(SEND).await;
    let event = agent.event(&id, "form:submit").await;
    assert_eq!(event["data"]["values"]["amount"], 12.5);

    let button = |label: &str, event: &str| json!({"type": "button", "label": label, "event": event, "component_id": label});
    let summary = json!({"type": "card", "title": "Is this right?", "blocks": [
        {"type": "markdown", "markdown": "Tea, **12.50 EUR**"},
        {"type": "row", "blocks": [
            button("Approve", "expense:approve"), button("Change", "expense:change")]},
    ]});
    let review =
        json!({"widget_id": id, "changes": [{"op": "set", "id": "expense", "block": summary}]});
    let answer = agent.call("update_widget", review).await;
    assert!(is_applied(&answer), "{answer}");
    page.shows("#expense strong", "12.50 EUR").await;
    page.holds("document.querySelector('form') === null").await;
    page.point_and_click("#Approve").await;
    let approved = agent.event(&id, "expense:approve").await;
    assert_eq!(approved["data"], json!({"componentId": "Approve"}));
    assert_eq!(submissions(&agent, &id).await.len(), 1);
    page.reload().await;
    page.shows("#expense strong", "12.50 EUR").await;
}
