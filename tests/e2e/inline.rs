//! Widgets in the conversation: MCP Inspector frames our views, under the strictest policy of all
//! hosts (no picture, font, blob or worker).

use serde_json::{Value, json};
use tokio::process::Command;
use widget_e2e::{
    Browser, Client, ColorScheme, InspectorWeb, Opener, Page, Server, cars, eventually, widget_mcp,
};

use crate::widgets::counter;

/// An agent that knows what the person is looking at in the Inspector.
struct Conversation {
    agent: Client,
    widget_id: String,
    /// The view, in the frames of the Inspector.
    page: Page,
    browser: Browser,
    _inspector: InspectorWeb,
    _server: Server,
}

async fn shown(tool: &str, arguments: &Value, scheme: ColorScheme) -> Conversation {
    shown_by(Server::start().await, tool, arguments, scheme).await
}

async fn shown_by(
    server: Server,
    tool: &str,
    arguments: &Value,
    scheme: ColorScheme,
) -> Conversation {
    let inspector = InspectorWeb::start().await;
    let browser = Browser::start().await;
    let page = browser.open("about:blank").await;
    browser.prefer(scheme).await;
    browser.set_size(1500, 1000).await;
    page.goto(&inspector.app(&server, tool, arguments)).await;
    let agent = server.client().await;
    let widget_id = eventually("the widget", async || {
        let list = agent.call("list_widgets", json!({})).await;
        let id = list["widgets"][0]["widget_id"].as_str();
        id.map(str::to_owned).ok_or_else(|| list.to_string())
    })
    .await;
    let page = page.inner(0);
    Conversation { agent, widget_id, page, browser, _inspector: inspector, _server: server }
}

#[tokio::test]
async fn a_click_in_the_conversation_reaches_the_agent_and_its_change_comes_back() {
    let Conversation { agent, widget_id, page, .. } =
        &shown("create_widget", &counter(), ColorScheme::Light).await;
    page.shows("#counter", "0").await;
    let wait = json!({"widget_id": widget_id, "timeout_ms": 30_000});
    let (events, ()) = tokio::join!(agent.call("wait_for_events", wait), page.click("#more"));
    assert_eq!(events["events"][0]["event_type"], "counter:increment");
    page.shows("#counter", "1").await;
    let change = json!({"widget_id": widget_id, "component_id": "counter", "text": "42"});
    let changed = agent.call("set_content", change).await;
    // The way through the host may take longer than an answer waits for it.
    assert_eq!(changed["viewers"]["open"], 1, "{changed}");
    assert_ne!(changed["delivery"]["status"], "failed", "{changed}");
    page.shows("#counter", "42").await;
    page.screenshot("inline-html").await;
    let inline = page.value("innerHeight").await;
    page.click(".widget-caption-action").await;
    page.shows(".widget-caption-action", "Leave full screen").await;
    page.holds(&format!("innerHeight > {inline}")).await;
    page.click(".widget-caption-action").await;
    page.shows(".widget-caption-action", "Full screen").await;
    page.shows("#counter", "42").await;
}

#[tokio::test]
async fn a_view_that_is_loaded_again_finds_its_widget() {
    let Conversation { agent, widget_id, page, .. } =
        &shown("create_widget", &counter(), ColorScheme::Light).await;
    page.click("#more").await;
    page.shows("#counter", "1").await;
    page.value("void (document.body.dataset.before = true, location.reload())").await;
    page.holds("document.body?.dataset.before === undefined").await;
    page.shows("#counter", "1").await;
    page.click("#more").await;
    page.shows("#counter", "2").await;
    assert_eq!(agent.event_count(widget_id, 2).await[1]["event_type"], "counter:increment");
}

#[tokio::test]
async fn a_chart_is_drawn_in_the_colours_of_the_host() {
    let figure = json!({"data": [{"type": "bar", "x": ["a", "b"], "y": [1, 2]}], "layout": {}});
    let arguments = json!({"figure_json": figure.to_string(), "title": "Sales"});
    let Conversation { agent, widget_id, page, browser, .. } =
        &shown("show_chart", &arguments, ColorScheme::Dark).await;
    page.holds("document.querySelectorAll('.bars .point').length === 2").await;
    // The background of the chart is that of the page, and that is the Inspector's.
    let colours = "(() => {
        const [chart, page] = [document.querySelector('.main-svg'), document.documentElement]
            .map((element) => getComputedStyle(element));
        const host = page.getPropertyValue('--color-background-primary');
        return [chart.backgroundColor, page.backgroundColor, host];
    })()";
    let colours = page.value(colours).await;
    assert_eq!(colours[0], colours[1], "{colours}");
    assert_ne!(colours[2], "", "{colours}");
    page.point_and_click(".bars .point:last-child path").await;
    let event = agent.event(widget_id, "chart:click").await;
    assert_eq!(event["data"]["points"][0]["y"], 2);
    page.screenshot("inline-chart").await;
    // More than goes with an operation, and more than comes in one piece.
    let many: Vec<_> = (0..80_000).map(|n| n % 97).collect();
    let figure = json!({"data": [{"type": "scatter", "y": many}], "layout": {}}).to_string();
    let change = json!({"widget_id": widget_id, "figure_json": figure});
    agent.call("update_chart", change).await;
    page.holds("document.querySelector('.js-plotly-plot')._fullData?.[0].y?.length === 80_000")
        .await;
    browser.prefer(ColorScheme::Light).await;
    page.holds("document.documentElement.dataset.theme === 'light'").await;
}

#[tokio::test]
async fn what_the_file_of_a_view_does_not_hold_comes_from_the_server() {
    let blocks = json!({
        "sum": {"type": "metric", "label": "Sum", "value": 3},
        "said": {"type": "markdown", "markdown": "**Words** and $x^2$"},
        "parts": {"type": "table", "rows": [{"name": "Tea"}]},
        "months": {"type": "chart", "figure": {"data": [{"type": "bar", "y": [1, 2]}]}},
        "steps": {"type": "chart",
            "figure": {"data": [{"type": "funnel", "x": [3, 2], "y": ["a", "b"]}]}},
    });
    let places = ["sum", "said", "parts", "months", "steps"];
    let places = places.map(|id| format!("<widget-block id={id}></widget-block>")).concat();
    let arguments = json!({"html": format!("<h1>Report</h1>{places}"), "blocks": blocks});
    let Conversation { page, .. } = &shown("create_widget", &arguments, ColorScheme::Light).await;
    page.shows("#sum .widget-metric-value", "3").await;
    page.shows("#said strong", "Words").await;
    page.holds("document.querySelector('#said math') !== null").await;
    page.shows("#parts .ag-cell[col-id=name]", "Tea").await;
    page.holds("document.querySelectorAll('#months .barlayer .point').length === 2").await;
    // Of another build of Plotly.
    page.holds("document.querySelectorAll('#steps .funnellayer .point').length === 2").await;
    page.holds("document.querySelector('.widget-problem:not([hidden])') === null").await;
    page.screenshot("inline-report").await;
}

#[tokio::test]
async fn a_table_is_sorted_and_selected_in_the_conversation() {
    // As many as an address takes.
    let rows = json!(cars()[..12]).to_string();
    let arguments = json!({"data_json": rows, "title": "Cars"});
    let Conversation { agent, widget_id, page, .. } =
        &shown("show_dataframe", &arguments, ColorScheme::Light).await;
    page.holds("document.querySelectorAll('.ag-row').length > 3").await;
    page.value(
        "void (window.refused = [], addEventListener('securitypolicyviolation',
            ({effectiveDirective}) => window.refused.push(effectiveDirective)))",
    )
    .await;
    page.click(".ag-header-cell[col-id=Name] .ag-header-cell-label").await;
    let sorted = agent.event(widget_id, "grid:sort-changed").await;
    assert_eq!(sorted["data"]["sort"], json!([{"field": "Name", "direction": "asc"}]));
    page.click(".ag-row[row-index='0'] .ag-checkbox-input").await;
    let selected = agent.event(widget_id, "grid:row-selected").await;
    assert_eq!(selected["data"]["count"], 1);
    page.screenshot("inline-table").await;
    // So many stay on the server, which sends them a part at a time.
    let many: Vec<_> = (0..100_000).map(|n| json!({"Name": format!("~{n}")})).collect();
    let data = json!({"strategy": "append", "data": many});
    let change = json!({"widget_id": widget_id, "event_type": "grid:update-data", "data": data});
    agent.call("send_event", change).await;
    page.shows(".widget-grid-footer > :first-child", "100,012 rows").await;
    page.shows(".ag-row[row-index='0'] [col-id=Name]", "amc ambassador dpl").await;
    assert_eq!(page.value("window.refused").await, json!([]), "something was refused");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn no_page_opens_beside_the_view() {
    let opener = Opener::new();
    let mut command = Command::new(widget_mcp());
    // Longer than any machine takes: that the view ends the wait for it is tested with a clock
    // of its own, here that a real client's view says it is there.
    command.args(["--http", "0", "--inline-timeout", "600000"]).envs(opener.env());
    let server = Server::run(command).await;
    let Conversation { agent, widget_id, page, .. } =
        &shown_by(server, "create_widget", &counter(), ColorScheme::Light).await;
    page.shows("#counter", "0").await;
    eventually("the view to count", async || {
        let read = agent.call("get_events", json!({"widget_id": widget_id})).await;
        if read["viewers"]["open"] == 1 { Ok(()) } else { Err(read.to_string()) }
    })
    .await;
    assert_eq!(opener.opened(), [""; 0]);
}
