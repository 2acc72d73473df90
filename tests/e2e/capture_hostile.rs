//! Pages that lie about themselves, answer late, twice or too much, or leave.

use serde_json::{Value, json};
use widget_e2e::{Browser, Client};

/// A page whose script receives each query first and answers in the place of the view.
fn mock(answers: &str) -> Value {
    let html = format!(
        "<p id=out>here</p><script>
        const say = (request_id, more) => parent.postMessage({{
            jsonrpc: '2.0', id: 'x' + Math.random(), method: 'tools/call',
            params: {{name: 'widget_sync', arguments: {{
                widget_id: widgetId, viewer_id: viewerId, revision: null, wait_ms: 0,
                answers: [{{request_id, ...more}}],
            }}}},
        }}, '*');
        let widgetId = '', viewerId = '';
        const post = parent.postMessage.bind(parent);
        addEventListener('message', ({{data}}) => {{
            const found = data?.result?.structuredContent?.queries?.[0];
            if (found === undefined) return;
            const id = found.request_id;
            document.body.dataset.asked = id;
            {answers}
        }}, true);
    </script>"
    );
    json!({"html": html})
}

async fn look(agent: &Client, id: &str) -> Value {
    agent.call("inspect_widget", json!({"widget_id": id})).await
}

#[tokio::test]
async fn what_a_page_makes_up_is_refused_or_bounded_and_concerns_itself_only() {
    let agent = Client::stdio().await;
    let honest = agent.create("create_widget", json!({"html": "<p id=out>honest</p>"})).await;
    // It does not know the id of its viewer, so that no viewer was asked under the one it makes up.
    let answers = "
        for (let n = 0; n < 20; n++) {
            say(id, {result: {outline: 'a lie', omitted: 0, script_errors: [], page: {}}});
            say('f'.repeat(32), {result: {png: 'garbage'}});
            say(id, {result: 'no object'}); say(7, {error: 7}); say(id, {});
        }
        say(id, {result: {outline: 'x'.repeat(7 * 1024 * 1024)}});";
    let page_of = mock(answers);
    let widget = agent.create("create_widget", page_of).await;
    let browser = Browser::start().await;
    let page = browser.open(&format!("{},{}", widget.url, honest.widget_id)).await;
    page.shows("#out", "here").await;
    page.view(1).shows("#out", "honest").await;
    page.value(&format!(
        "void (widgetId = {}, viewerId = 'e'.repeat(32))",
        json!(widget.widget_id)
    ))
    .await;

    for _ in 0..3 {
        let answer = look(&agent, &widget.widget_id).await;
        assert_eq!(answer["source"], "viewer", "{answer}");
        assert!(!answer["outline"].as_str().expect("text").contains("a lie"), "{answer}");
    }
    page.holds("document.body.dataset.asked.length === 32").await;
    let other = look(&agent, &honest.widget_id).await;
    assert!(other["outline"].as_str().expect("text").contains("honest"), "{other}");
}

#[tokio::test]
async fn a_page_that_never_answers_is_not_waited_for_long() {
    let agent = Client::stdio().await;
    let html = "<p id=out>here</p><script>
        // What the view needs to look at itself.
        window.stop = () => { Document.prototype.createElement = undefined;
            Image.prototype.decode = HTMLImageElement.prototype.decode = () => new Promise(() => {});
        };</script>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let page = browser.open(&widget.url).await;
    page.shows("#out", "here").await;
    page.value("void (HTMLImageElement.prototype.decode = () => new Promise(() => {}))").await;
    let arguments = json!({"widget_id": widget.widget_id});
    let refusal = agent.refusal("screenshot_widget", arguments.clone()).await;
    assert!(refusal.contains("within 10s") && refusal.contains(&widget.url), "{refusal}");

    page.value("void (HTMLImageElement.prototype.decode = () => Promise.reject())").await;
    let refusal = agent.refusal("screenshot_widget", arguments).await;
    assert!(refusal.contains("could not draw a picture"), "{refusal}");
    assert_eq!(look(&agent, &widget.widget_id).await["source"], "viewer");
}

#[tokio::test]
async fn one_of_two_pages_answers_and_one_that_closes_is_not_waited_for() {
    let agent = Client::stdio().await;
    let html = "<p id=out>here</p>";
    let widget = agent.create("create_widget", json!({"html": html})).await;
    let browser = Browser::start().await;
    let first = browser.open(&widget.url).await;
    first.shows("#out", "here").await;
    let second = browser.open(&widget.url).await;
    second.shows("#out", "here").await;

    // The first tab is in the background now; the one in front answers.
    let answer = look(&agent, &widget.widget_id).await;
    assert_eq!((&answer["viewers"]["open"], &answer["page"]["visible"]), (&json!(2), &json!(true)));

    // Only the page that closes was asked for a picture that never comes.
    second.value("void (HTMLImageElement.prototype.decode = () => new Promise(() => {}))").await;
    first.value("void (HTMLImageElement.prototype.decode = () => new Promise(() => {}))").await;
    let arguments = json!({"widget_id": widget.widget_id});
    let (refusal, ()) = tokio::join!(agent.refusal("screenshot_widget", arguments), async {
        first.close().await;
        second.close().await;
    });
    assert!(refusal.contains("no page"), "{refusal}");
    assert_eq!(look(&agent, &widget.widget_id).await["source"], "document");
}
