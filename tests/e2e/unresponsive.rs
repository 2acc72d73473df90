//! A view that keeps itself or the page around it busy for ever.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Page, eventually};

const BANNER: &str = "document.querySelector('.banner:not([hidden])')?.textContent ?? ''";

async fn show(agent: &Client, html: &str, browser: &Browser) -> (String, Page) {
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let page = browser.open(&widget.url).await;
    page.shows("#here", "here").await;
    (widget.widget_id, page)
}

async fn open_viewers(agent: &Client, widget_id: &str) -> Value {
    agent.call("get_widget", json!({"widget_id": widget_id})).await["viewers"]["open"].clone()
}

async fn has_viewers(agent: &Client, widget_id: &str, expected: u64) {
    eventually("the viewers", async || match open_viewers(agent, widget_id).await {
        open if open == expected => Ok(()),
        open => Err(open.to_string()),
    })
    .await;
}

#[tokio::test]
async fn a_script_without_end_is_told_to_the_person_and_to_the_agent() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, "<p id=here>here", &browser).await;
    has_viewers(&agent, &widget_id, 1).await;
    page.value("void setTimeout(() => { for (;;); }, 0)").await;
    page.shell_holds(&format!("({BANNER}).includes('does not respond')")).await;
    agent.event(&widget_id, "viewer:failed").await;
    has_viewers(&agent, &widget_id, 0).await;
    let change = json!({"widget_id": widget_id, "component_id": "here", "text": "new"});
    let answer = agent.call("set_content", change).await;
    assert_eq!(answer["delivery"]["status"], "pending", "{answer}");
    // "Load again" draws the document as it is now.
    // (Not by the pointer: the driver of the browser waits for the frame that hangs.)
    page.shell_value("void document.querySelector('.banner button:not([hidden])').click()").await;
    page.shows("#here", "new").await;
    has_viewers(&agent, &widget_id, 1).await;
    page.shell_holds(&format!("({BANNER}) === ''")).await;
}

#[tokio::test]
async fn calls_without_end_are_refused_and_the_page_around_goes_on() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (widget_id, page) = show(&agent, "<p id=here>here", &browser).await;
    let flood = format!(
        "void (() => {{
            for (let n = 0; n < 300; n++) {{
                const events = [{{n: 1, event_type: 'a:b', data: 'x'.repeat(500_000), label: ''}}];
                const given = {{widget_id: '{widget_id}', viewer_id: String(n).padStart(32, '0'),
                    events, wait_ms: 25_000}};
                parent.postMessage({{jsonrpc: '2.0', id: 'f' + n, method: 'tools/call',
                    params: {{name: 'widget_sync', arguments: given}}}}, '*');
            }}
        }})()"
    );
    page.value(&flood).await;
    page.shell_holds("JSON.stringify(sessionStorage).length < 2_500_000").await;
    let change = json!({"widget_id": widget_id, "component_id": "here", "text": "new"});
    agent.call("set_content", change).await;
    page.shows("#here", "new").await;
}

#[tokio::test]
async fn messages_without_end_take_the_view_out() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let (_, page) = show(&agent, "<p id=here>here", &browser).await;
    page.value(
        "void setInterval(() => { for (let n = 0; n < 500; n++) parent.postMessage(n, '*'); }, 10)",
    )
    .await;
    page.shell_holds(&format!("({BANNER}).includes('messages without end')")).await;
    page.shell_holds("document.querySelector('iframe') === null").await;
    page.shell_click(".banner button:not([hidden])").await;
    page.shows("#here", "here").await;
}

#[tokio::test]
async fn a_view_whose_process_crashed_is_loaded_again_once() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let html = "<p id=here>here<iframe srcdoc='<p>'></iframe>";
    let (widget_id, page) = show(&agent, html, &browser).await;
    has_viewers(&agent, &widget_id, 1).await;
    // Chromium 156 ends the process of a frame inside that asks for a peer connection here.
    let inner = page.inner(0);
    inner.holds("document.querySelector('p') !== null").await;
    inner
        .value(
            "void setTimeout(async () => {
                const peer = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:9'}]});
                peer.createDataChannel('a');
                await peer.setLocalDescription(await peer.createOffer());
            })",
        )
        .await;
    agent.event(&widget_id, "viewer:failed").await;
    page.shell_holds(&format!("({BANNER}).includes('crashed and was loaded again')")).await;
    page.shows("#here", "here").await;
    has_viewers(&agent, &widget_id, 1).await;
    page.shell_holds("document.querySelectorAll('iframe').length === 1").await;
}

#[tokio::test]
async fn a_drawing_that_does_not_end_is_told_and_the_next_change_is_drawn() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    let figure = json!({"data": [{"y": [1, 2]}]});
    let chart = agent.create("show_chart", json!({"figure_json": figure})).await;
    let page = browser.open(&chart.url).await;
    page.holds("document.querySelector('.scatterlayer .trace') !== null").await;
    // No figure is known of which Plotly does not come to an end.
    page.value("void (window.react = Plotly.react, Plotly.react = () => new Promise(() => {}))")
        .await;
    let titled =
        |title: &str| json!({"widget_id": chart.widget_id, "layout": {"title.text": title}});
    agent.call("update_chart", titled("One")).await;
    page.holds("document.body.innerText.includes('the chart was not drawn within 10 s')").await;
    page.value("void (Plotly.react = window.react)").await;
    agent.call("update_chart", titled("Two")).await;
    page.shows(".gtitle", "Two").await;
    page.holds("!document.body.innerText.includes('not drawn')").await;
}
