//! Live blocks that stand in the agent's HTML.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Key, eventually, is_applied};

fn report() -> Value {
    json!({
        "title": "Third quarter",
        "html": "<h1>Third quarter</h1><div class=grid><widget-block id=revenue></widget-block>\
            <widget-block id=churn class=muted \
            style=\"border: 3px solid var(--widget-line)\"></widget-block></div><div id=box>\
            <widget-block id=notes></widget-block></div><widget-block id=by-month></widget-block>\
            <widget-block id=products /><p id=end>End</p>",
        "blocks": {
            "revenue": {"type": "metric", "label": "Revenue", "value": 1240000, "format": "EUR",
                "reference": 1000000, "trend": [1, 1.1, 1.24]},
            "churn": {"type": "metric", "label": "Churn", "value": 0.021, "format": ".1%"},
            "notes": {"type": "markdown", "markdown": "## Notes\n\n- one\n- **two**"},
            "by-month": {"type": "chart", "figure": {"data": [{"type": "bar", "y": [1, 2, 3]}]}},
            "products": {"type": "table", "rows": [{"name": "Tea", "eur": 3}]},
        },
    })
}

/// The texts of all blocks as a person sees them.
const SEEN: &str = "[...document.querySelectorAll('.widget-metric-value, .widget-metric-change, \
    .widget-markdown, #by-month .trace, #products .ag-cell, #end')].map((e) => e.textContent)";

#[tokio::test]
async fn live_blocks_stand_in_html_live_and_after_a_reload() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", report()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#revenue .widget-metric-value", "€1,240,000").await;
    page.shows("#notes li strong", "two").await;
    page.holds("document.querySelectorAll('#by-month .trace').length == 1").await;
    page.shows("#products [col-id=name].ag-cell", "Tea").await;
    page.holds("document.querySelector('.grid > #churn').classList.contains('muted')").await;
    page.holds("document.querySelector('#products + #end') != null").await;
    let border = "getComputedStyle(document.getElementById('churn')).borderTopWidth";
    page.holds(&format!("{border} === '3px'")).await;
    let own = json!({"op": "set", "id": "churn", "block": {"style": {"border": "1px solid red"}}});
    let without = json!({"op": "set", "id": "churn", "block": {"style": null}});
    for (change, width) in [(own, "1px"), (without, "3px")] {
        let changes = json!({"widget_id": widget.widget_id, "changes": [change]});
        agent.call("update_widget", changes).await;
        page.holds(&format!("{border} === '{width}'")).await;
    }

    let set = |id: &str, name: &str, content: &str| {
        let call = json!({"widget_id": widget.widget_id, "component_id": id, name: content});
        agent.call("set_content", call)
    };
    let place = "<i>moved</i><widget-block id=notes></widget-block>";
    for (id, name, content) in
        [("revenue", "text", "750000"), ("notes", "text", "# New"), ("box", "html", place)]
    {
        let answer = set(id, name, content).await;
        assert!(is_applied(&answer), "{answer}");
    }
    page.shows("#revenue .widget-metric-change", "-25.0%").await;
    page.shows("#box i + #notes h1", "New").await;
    let live = page.value(SEEN).await;
    page.reload().await;
    page.shows("#products [col-id=name].ag-cell", "Tea").await;
    page.shows("#box i + #notes h1", "New").await;
    page.holds("document.querySelectorAll('#by-month .trace').length == 1").await;
    assert_eq!(page.value(SEEN).await, live);
}

/// The blocks and lines of the page from top to bottom.
const ORDER: &str = "[...document.querySelectorAll('.widget-content [id]:is(.widget-block, hr, h1, \
    p)')].map((e) => e.id).join(' ')";

#[tokio::test]
async fn blocks_are_put_in_changed_moved_and_taken_out_live_and_after_a_reload() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", report()).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#notes li strong", "two").await;
    page.holds("document.querySelectorAll('#by-month .trace').length == 1").await;
    // A chart that is drawn again would lose it.
    page.value("document.querySelector('#by-month .trace').dataset.kept = 'yes'").await;
    let costs = json!({"type": "chart", "figure": {"data": [{"type": "bar", "y": [1]}]}});
    let changes = json!([
        {"op": "set", "id": "revenue", "block": {"label": "Sales", "value": 800_000}},
        {"op": "after", "id": "revenue", "blocks": {"costs": costs}},
        {"op": "after", "id": "costs", "html": "<hr id=line><widget-block id=sum></widget-block>",
            "blocks": {"sum": {"type": "metric", "label": "Sum", "value": 7}}},
        {"op": "remove", "id": "churn"},
        {"op": "move", "id": "notes", "before": "end"},
        {"op": "append", "id": "products", "rows": [{"name": "Milk", "eur": 2}]},
        {"op": "append", "id": "costs", "extend": {"y": [[2, 3]]}},
        {"op": "append", "id": "notes", "text": "\n- three"},
    ]);
    let answer = agent.call("update_widget", json!({"changes": changes})).await;
    assert!(is_applied(&answer), "{answer}");
    for reload in [false, true] {
        if reload {
            page.reload().await;
        } else {
            page.holds("document.querySelector('#by-month .trace').dataset.kept === 'yes'").await;
        }
        page.shows("#revenue .widget-metric-label", "Sales").await;
        page.shows("#revenue .widget-metric-value", "€800,000").await;
        page.shows("#sum .widget-metric-value", "7").await;
        page.shows("#notes li:nth-child(3)", "three").await;
        page.holds("document.querySelectorAll('#costs .point').length == 3").await;
        page.holds(
            "[...document.querySelectorAll('#products .ag-cell')].some((cell) => \
            cell.textContent === 'Milk')",
        )
        .await;
        assert_eq!(page.value(ORDER).await, "revenue costs line sum by-month products notes end");
    }
    let outline = agent.call("get_widget", json!({})).await.to_string();
    for (id, is_there) in [("sum", true), ("costs", true), ("churn", false)] {
        assert_eq!(outline.contains(&format!("\"{id}\"")), is_there, "{id}: {outline}");
    }
}

#[tokio::test]
async fn blocks_in_lists_are_put_in_and_moved_live_and_after_a_reload() {
    const IDS: &str =
        "[...document.querySelectorAll('.widget-block[id]')].map((e) => e.id).join(' ')";
    let agent = Client::stdio().await;
    let metric = |label: &str| json!({"type": "metric", "label": label, "value": 1});
    let blocks = json!([
        {"type": "grid", "id": "numbers", "blocks": [
            {"type": "metric", "id": "sales", "label": "Sales", "value": 1},
            {"type": "metric", "id": "costs", "label": "Costs", "value": 1}]},
        {"type": "card", "id": "trend", "title": "Trend", "blocks": {
            "by-month": {"type": "chart", "figure": {"data": [{"y": [1]}]}}}},
    ]);
    let widget = agent.create("create_widget", json!({"blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelectorAll('#by-month .trace').length == 1").await;
    page.value("document.querySelector('#by-month .trace').dataset.kept = 'yes'").await;
    let changes = json!([
        {"op": "after", "id": "sales", "blocks": {"rent": metric("Rent"), "pay": metric("Pay")}},
        {"op": "append", "id": "trend", "blocks": {"note": {"type": "html", "html": "<b>!</b>"}}},
        {"op": "move", "id": "costs", "before": "by-month"},
        {"op": "move", "id": "trend", "before": "numbers"},
    ]);
    let answer = agent.call("update_widget", json!({"changes": changes})).await;
    assert!(is_applied(&answer), "{answer}");
    let expected = "trend costs by-month note numbers sales rent pay";
    page.holds(&format!("{IDS} === '{expected}'")).await;
    page.holds("document.querySelector('#by-month .trace').dataset.kept === 'yes'").await;
    page.reload().await;
    page.holds(&format!("{IDS} === '{expected}'")).await;
    page.holds("document.querySelectorAll('#by-month .trace').length == 1").await;
}

#[tokio::test]
async fn a_place_without_a_block_is_refused_with_the_way_out() {
    let agent = Client::stdio().await;
    let mut call = report();
    call["html"] = "<widget-block id=revenu></widget-block>".into();
    let error = agent.refusal("create_widget", call).await;
    assert!(error.contains("did you mean \"revenue\"?"), "{error}");
}

#[tokio::test]
async fn a_chart_and_a_table_have_toolbars() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let toolbars = json!([{"items": [{"type": "button", "component_id": "go", "label": "Go", "event": "go:now"}]}]);
    let chart = json!({"figure_json": {"data": [{"y": [1, 2]}]}, "toolbars": toolbars});
    let table = json!({"data_json": [{"a": 1}], "toolbars": toolbars});
    for (tool, arguments, drawn) in
        [("show_chart", chart, ".trace"), ("show_dataframe", table, ".ag-row [col-id=a]")]
    {
        let widget = agent.create(tool, arguments).await;
        let page = browser.open(&widget.url).await;
        page.holds(&format!("document.querySelector('{drawn}') !== null")).await;
        page.click("#go").await;
        let wait = json!({"widget_id": widget.widget_id, "events": ["go:now"]});
        let answer = agent.call("wait_for_events", wait).await;
        assert_eq!(answer["events"][0]["data"]["componentId"], "go", "{tool}: {answer}");
    }
}

/// The room between the last row of a table and its lower edge, in CSS pixels.
const BELOW_ROWS: &str = "document.querySelector('.ag-root-wrapper').getBoundingClientRect().bottom \
    - [...document.querySelectorAll('.ag-grid-scrolling-container')].at(-1).getBoundingClientRect().bottom";

#[tokio::test]
async fn a_table_ends_with_its_rows_and_its_filter_has_room() {
    let agent = Client::stdio().await;
    let rows = json!([{"name": "Tea", "eur": 3}, {"name": "Cocoa", "eur": 4}]);
    let place = "<widget-block id=t></widget-block><p style='height: 600px'>More</p>";
    let blocks = json!({"t": {"type": "table", "title": "Drinks", "rows": rows}});
    let inside = agent.create("create_widget", json!({"html": place, "blocks": blocks})).await;
    let alone = agent.create("show_dataframe", json!({"data_json": rows})).await;
    let browser = Browser::start().await;
    let columns = json!([{"field": "name", "hidden": false}, {"field": "eur", "hidden": true}]);
    let blocks = json!([{"type": "table", "rows": rows, "columns": columns, "selectable": false}]);
    let narrower = agent.create("create_widget", json!({"blocks": blocks})).await;
    for (widget, title) in [(inside, "Drinks"), (alone, ""), (narrower, "")] {
        let page = browser.open(&widget.url).await;
        page.holds("document.querySelectorAll('.ag-row').length >= 2").await;
        let shown = "(document.querySelector('h3.widget-table-title')?.innerText ?? '')";
        page.holds(&format!("{shown} === '{title}'")).await;
        page.holds(&format!("Math.abs({BELOW_ROWS}) <= 2")).await;
        page.holds("document.querySelector('.widget-more-columns') === null").await;
        page.click("[col-id=name] .ag-header-cell-filter-button").await;
        page.holds("document.querySelector('.ag-filter input')?.offsetHeight > 0").await;
        page.holds(
            "(({left, top, width, height}) => document.querySelector('.ag-filter').contains(\
                document.elementFromPoint(left + width / 2, top + height - 4)))\
             (document.querySelector('.ag-filter').getBoundingClientRect())",
        )
        .await;
    }
}

#[tokio::test]
async fn a_table_of_automatic_height_shows_all_its_rows() {
    let agent = Client::stdio().await;
    let rows: Vec<Value> = (0..30).map(|n| json!({"n": n})).collect();
    let place = "<widget-block id=t></widget-block><p id=end>End</p>";
    let blocks = json!({"t": {"type": "table", "title": "All", "rows": rows, "height": "auto"}});
    let widget = agent.create("create_widget", json!({"html": place, "blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelectorAll('#t .ag-row').length === 30").await;
    page.holds(
        "Array.from(document.querySelectorAll('#t .ag-row'), (row) => row.getBoundingClientRect()) \
         .every(({ bottom }) => bottom <= document.querySelector('#t').getBoundingClientRect().bottom)",
    )
    .await;
}

#[tokio::test]
async fn an_event_names_the_block_that_it_comes_from() {
    let agent = Client::stdio().await;
    let go = |id: &str| json!({"type": "button", "label": id, "event": format!("go:{id}")});
    let html = "<button id=page data-event=go:page>Page</button><widget-block id=prose>\
        </widget-block><widget-block id=card></widget-block><widget-block id=alone>\
        </widget-block><widget-block id=trip></widget-block>";
    let widget = json!({"html": html, "blocks": {
        "prose": {"type": "html", "html": "<button id=inner data-event=go:inner>In</button>"},
        "card": {"type": "card", "title": "Card", "actions": [go("action")]},
        "alone": {"type": "button", "label": "Alone", "event": "go:alone", "data": {"n": 1}},
        "trip": {"type": "form", "fields": [{"name": "to", "value": "Rome"}]},
    }});
    let widget = agent.create("create_widget", widget).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#trip input')?.value === 'Rome'").await;
    for (pressed, event, block) in [
        ("#page", "go:page", Value::Null),
        ("#inner", "go:inner", json!("prose")),
        (".widget-card-actions button", "go:action", json!("card")),
        ("[data-block=alone] button", "go:alone", json!("alone")),
        ("#trip .widget-form-foot button", "form:submit", json!("trip")),
    ] {
        page.click(pressed).await;
        let event = agent.event(&widget.widget_id, event).await;
        assert_eq!(event["block"], block, "{event}");
    }
}

#[tokio::test]
async fn a_button_of_html_hands_in_the_form_beside_it() {
    let agent = Client::stdio().await;
    let html = "<h1>Trip</h1><widget-block id=trip></widget-block>\
        <button id=save data-event=trip:save>Save</button>";
    let fields = json!([{"name": "to", "label": "To", "required": true}]);
    let form = json!({"type": "form", "submit": false, "fields": fields});
    let arguments = json!({"html": html, "blocks": {"trip": form}});
    let widget = agent.create("create_widget", arguments).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#trip input') !== null").await;
    page.click("#save").await;
    // Not the focus: on a busy machine a browser that has just opened the page may take it away.
    page.holds("document.querySelector('#trip input[aria-invalid=true]') !== null").await;
    page.type_into("#trip input", "Rome").await;
    page.click("#save").await;
    let event = agent.event(&widget.widget_id, "trip:save").await;
    assert_eq!(event["data"], json!({"values": {"trip": {"to": "Rome"}}}), "{event}");
    let events = agent.events(&widget.widget_id).await;
    let saved =
        |events: &[Value]| events.iter().filter(|event| event["event_type"] == "trip:save").count();
    assert_eq!(saved(&events), 1, "{events:?}");
    page.shows("#trip .widget-form-status", "Sent. Waiting for an answer …").await;
    page.click("#save").await;
    let answer = json!({"changes": [{"op": "set_errors", "id": "trip", "errors": {"to": "Full"}}]});
    agent.call("update_widget", answer).await;
    page.shows("#trip .widget-form-error", "Full").await;
    assert_eq!(saved(&agent.events(&widget.widget_id).await), 1, "it was busy");
    page.type_into("#trip input", " Termini").await;
    page.press(Key::Enter).await;
    eventually("the second event", async || {
        let events = agent.events(&widget.widget_id).await;
        if saved(&events) < 2 {
            return Err(format!("{events:?}"));
        }
        let last = events.iter().rfind(|event| event["event_type"] == "trip:save");
        assert_eq!(last.expect("one")["data"]["values"]["trip"]["to"], "Rome Termini");
        assert_eq!(saved(&events), 2, "{events:?}");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn buttons_that_follow_each_other_stand_beside_each_other() {
    let agent = Client::stdio().await;
    let button = |id: &str| json!({"type": "button", "label": id, "id": id, "event": "trip:go"});
    let form = json!({"type": "form", "id": "trip", "submit": false, "fields": [{"name": "to"}]});
    let text = json!({"type": "markdown", "id": "text", "markdown": "Text"});
    let card = json!({"type": "card", "blocks": [form, button("save"), button("leave"), text]});
    let widget = agent.create("create_widget", json!({"blocks": [card]})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#text", "Text").await;
    let top = |id: &str| format!("document.getElementById('{id}').getBoundingClientRect().top");
    page.holds(&format!("{} === {}", top("save"), top("leave"))).await;
    page.holds(&format!("{} < {} && {1} < {}", top("trip"), top("save"), top("text"))).await;
    page.holds("trip.offsetWidth === text.parentElement.offsetWidth").await;
}

#[tokio::test]
async fn a_dashboard_of_500_rows_and_six_blocks_is_one_call() {
    let rows: Vec<Value> =
        (0..500).map(|n| json!({"day": format!("2026-01-{:02}", n % 28 + 1), "eur": n})).collect();
    let metric =
        |id: &str, value: u32| json!({"type": "metric", "id": id, "label": id, "value": value});
    let grid = json!({"type": "grid", "blocks": [metric("sum", 124_750), metric("days", 28)]});
    let line = json!({"data": [{"x": [1, 2, 3], "y": [3, 1, 2]}]});
    let agent = Client::stdio().await;
    let blocks = json!([
        {"type": "markdown", "markdown": "# Sales"}, grid,
        {"type": "chart", "id": "line", "figure": line},
        {"type": "table", "id": "sales", "rows": rows},
    ]);
    let widget = agent.create("create_widget", json!({"title": "Sales", "blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#sum .widget-metric-value", "124,750").await;
    page.holds("document.querySelector('#line .main-svg') !== null").await;
    page.holds("document.querySelector('#sales [aria-rowcount=\"501\"]') !== null").await;
}

#[tokio::test]
async fn html_in_other_html_takes_html_with_blocks() {
    let agent = Client::stdio().await;
    let html = "<h1>Today</h1><widget-block id=news></widget-block><p>End</p>";
    let blocks = json!({"news": {"type": "html", "html": "<p>First</p>"}});
    let widget = agent.create("create_widget", json!({"html": html, "blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#news p') !== null").await;
    let count = json!({"count": {"type": "metric", "label": "Visits", "value": 12}});
    let more = "<p>Then <widget-block id=count></widget-block></p>";
    let changes = json!([{"op": "append", "id": "news", "html": more, "blocks": count}]);
    agent.call("update_widget", json!({"changes": changes})).await;
    let is_inside = "document.querySelector('#news #count')?.textContent.includes('12')";
    page.holds(is_inside).await;
    browser.open(&widget.url).await.holds(is_inside).await;
    let changes = json!([{"op": "remove", "id": "count"}]);
    agent.call("update_widget", json!({"changes": changes})).await;
    page.holds("document.querySelector('#count') === null").await;
}

#[tokio::test]
async fn a_block_of_html_that_scrolls_stays_at_its_end() {
    let agent = Client::stdio().await;
    let blocks = json!([{"type": "html", "id": "log", "html": "", "height": 120}]);
    let widget = agent.create("create_widget", json!({"blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.holds("document.querySelector('#log') !== null").await;
    for n in 1..=5 {
        let lines: String = (1..=6).map(|line| format!("<p>{n}.{line}</p>")).collect();
        let changes = json!([{"op": "append", "id": "log", "html": lines}]);
        agent.call("update_widget", json!({"changes": changes})).await;
    }
    let log = "document.querySelector('#log')";
    page.holds(&format!("{log}.querySelectorAll('p').length === 30")).await;
    page.holds(&format!(
        "{log}.scrollHeight > {log}.clientHeight \
         && {log}.scrollTop + {log}.clientHeight >= {log}.scrollHeight - 4"
    ))
    .await;
}

#[tokio::test]
async fn what_is_added_below_is_seen_by_a_person_who_is_at_the_end() {
    let agent = Client::stdio().await;
    let rows: Vec<Value> = (0..30).map(|n| json!({"n": n})).collect();
    let notes = (0..30).map(|n| format!("- line {n}")).collect::<Vec<_>>().join("\n");
    let widget = agent
        .create(
            "create_widget",
            json!({"blocks": [
                {"type": "markdown", "id": "notes", "markdown": notes,
                    "style": {"height": "120px", "overflow": "auto"}},
                {"type": "table", "id": "rows", "rows": rows, "height": 200},
                {"type": "metric", "id": "sum", "value": 1},
            ]}),
        )
        .await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    let places = "const notes = document.querySelector('#notes'), \
        rows = document.querySelector('#rows .ag-grid-viewport'), \
        left = (at) => at.scrollHeight - at.clientHeight - at.scrollTop;";
    let holds = async |condition: &str| {
        page.holds(&format!("(() => {{ {places} return Boolean({condition}) }})()")).await;
    };
    let append = async |n: u32| {
        let changes = json!([
            {"op": "append", "id": "notes", "text": format!("\n- more {n}")},
            {"op": "append", "id": "rows", "rows": [{"n": 100 + n}]},
        ]);
        let call = json!({"widget_id": widget.widget_id, "changes": changes});
        agent.apply("update_widget", call).await;
    };
    holds("rows && left(notes) > 200 && left(rows) > 200").await;
    append(1).await;
    holds("notes.innerText.includes('more 1') && notes.scrollTop === 0 && rows.scrollTop === 0")
        .await;
    holds("(notes.scrollTop = 9e5, rows.scrollTop = 9e5, left(notes) < 2 && left(rows) < 2)").await;
    append(2).await;
    holds("notes.innerText.includes('more 2') && left(notes) < 4 && left(rows) < 4").await;
    holds("[...rows.querySelectorAll('[col-id=n]')].some((cell) => cell.innerText === '102')")
        .await;
    // Beside a change of a block the page gets the whole document.
    let changes = json!([
        {"op": "append", "id": "notes", "text": "\n- more 3"},
        {"op": "append", "id": "rows", "rows": [{"n": 103}]},
        {"op": "set", "id": "sum", "block": {"value": 2}},
    ]);
    agent.apply("update_widget", json!({"widget_id": widget.widget_id, "changes": changes})).await;
    page.shows("#sum .widget-metric-value", "2").await;
    holds("notes.innerText.includes('more 3') && left(notes) < 4 && left(rows) < 4").await;
    holds("[...rows.querySelectorAll('[col-id=n]')].some((cell) => cell.innerText === '103')")
        .await;
}

#[tokio::test]
async fn blocks_of_a_row_have_their_shares_of_its_width() {
    let agent = Client::stdio().await;
    let card = |id: &str, span: u32| json!({"type": "card", "id": id, "title": id, "span": span, "blocks": []});
    let blocks = json!([{"type": "row", "blocks": [card("wide", 8), card("small", 4)]}]);
    let widget = agent.create("create_widget", json!({"blocks": blocks})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#wide h3", "wide").await;
    let beside = "wide.offsetTop === small.offsetTop && \
        Math.round(wide.offsetWidth / small.offsetWidth) === 2";
    page.holds(beside).await;
    browser.set_width(400).await;
    page.holds("wide.offsetTop < small.offsetTop && wide.offsetWidth === small.offsetWidth").await;
}

#[tokio::test]
async fn a_list_is_laid_out_as_it_says_and_is_one_column_on_a_phone() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let metric = |label: &str| json!({"type": "metric", "label": label, "value": 5});
    let lefts = "new Set([...document.querySelectorAll('.widget-block-metric')]\
        .map((metric) => metric.getBoundingClientRect().left)).size";
    for (layout, columns) in [("column", 1), ("grid", 3), ("cards", 3)] {
        let blocks = ["A", "B", "C"].map(metric);
        let call = json!({"layout": layout, "blocks": blocks});
        let widget = agent.create("create_widget", call).await;
        browser.set_width(1_000).await;
        let page = browser.open(&widget.url).await;
        page.holds("document.querySelectorAll('.widget-block-metric').length === 3").await;
        page.holds(&format!("{lefts} === {columns}")).await;
        browser.set_width(390).await;
        page.holds(&format!("innerWidth <= 390 && {lefts} === 1")).await;
    }
}
