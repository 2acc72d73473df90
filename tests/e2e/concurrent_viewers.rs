//! Two people use one widget at once.

use std::time::Duration;

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Page, eventually};

/// Returns the duration of the test: seconds, or a minute and more with `WIDGET_SOAK_SECONDS`.
fn duration() -> Duration {
    let seconds = std::env::var("WIDGET_SOAK_SECONDS").ok();
    let seconds = seconds.map(|text| text.parse().expect("WIDGET_SOAK_SECONDS is a number"));
    Duration::from_secs(seconds.unwrap_or(6))
}

/// Clicks and types by a script of its own until the time is up, then says how often it clicked.
fn person(seed: u32, duration: Duration) -> String {
    format!(
        "(() => {{
            let state = {seed};
            const random = (below) => {{
                state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
                return Math.floor(state / 2 ** 32 * below);
            }};
            const end = performance.now() + {};
            const field = document.querySelector('input');
            window.clicks = {{}};
            window.isDone = false;
            const click = (id) => {{
                document.getElementById(id).click();
                window.clicks[id] = (window.clicks[id] ?? 0) + 1;
            }};
            const type = () => {{
                field.value = 'word ' + random(1000);
                field.dispatchEvent(new Event('input', {{bubbles: true}}));
            }};
            const step = () => {{
                if (performance.now() > end) return void (window.isDone = true);
                [() => click('more'), () => click('less'), () => click('mark'), type][random(4)]();
                setTimeout(step, random(40));
            }};
            step();
            return true;
        }})()",
        duration.as_millis()
    )
}

fn widget() -> Value {
    json!({
        "html": "<b id=counter>0</b><button id=more data-event='counter:increment'>+</button>\
                 <button id=less data-event='counter:decrement'>-</button>\
                 <button id=mark data-event='app:mark'>Mark</button>",
        "toolbars": [{"items": [{"type": "text", "component_id": "name", "label": "Name"}]}],
    })
}

async fn clicks(page: &Page, id: &str) -> i64 {
    page.value(&format!("window.clicks['{id}'] ?? 0")).await.as_i64().expect("a number")
}

#[tokio::test]
async fn two_people_at_once_see_the_same_and_no_event_is_lost() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", widget()).await;
    let (one, other) = (Browser::start().await, Browser::start().await);
    let pages = [one.open(&widget.url).await, other.open(&widget.url).await];
    for page in &pages {
        page.shows("#counter", "0").await;
    }
    for (page, seed) in pages.iter().zip([1, 2]) {
        page.value(&person(seed, duration())).await;
    }
    let (mut cursor, mut marks, mut sum) = (0, 0, 0);
    let mut read = async || {
        let arguments = json!({"widget_id": widget.widget_id, "after": cursor, "limit": 1000});
        let answer = agent.call("get_events", arguments).await;
        assert!(answer.get("gap").is_none(), "{answer}");
        for event in answer["events"].as_array().expect("a list") {
            cursor += 1;
            assert_eq!(event["seq"], cursor, "the log has a gap");
            match event["event_type"].as_str() {
                Some("app:mark") => marks += 1,
                Some("counter:increment") => sum += 1,
                Some("counter:decrement") => sum -= 1,
                _ => {}
            }
        }
        (marks, sum)
    };
    let deadline = tokio::time::Instant::now() + duration();
    while tokio::time::Instant::now() < deadline {
        read().await;
    }
    let (mut clicked, mut expected) = (0, 0);
    for page in &pages {
        page.holds("window.isDone").await;
        clicked += clicks(page, "mark").await;
        expected += clicks(page, "more").await - clicks(page, "less").await;
    }
    assert!(clicked > 10, "they did something: {clicked}");
    eventually("every click in the log", async || match read().await {
        (marks, sum) if (marks, sum) == (clicked, expected) => Ok(()),
        read => Err(format!("{read:?} of {:?}", (clicked, expected))),
    })
    .await;
    for page in &pages {
        page.shows("#counter", &expected.to_string()).await;
    }
    eventually("both to show the same word", async || {
        let words = [
            pages[0].value("document.querySelector('input').value").await,
            pages[1].value("document.querySelector('input').value").await,
        ];
        let typed = words[0].as_str().is_some_and(|word| word.starts_with("word "));
        if typed && words[0] == words[1] { Ok(()) } else { Err(format!("{words:?}")) }
    })
    .await;
}
