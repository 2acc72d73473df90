//! Questions that the shell asks a person in a window, answered with real keys.

use std::time::Duration;

use serde_json::json;
use widget_desktop::{Desktop, until};
use widget_e2e::eventually;

use super::{Kind, button, has_viewers, heard, in_every_kind, on_screen, open};

in_every_kind![
    an_address_opens_in_the_browser_of_the_person,
    keys_that_come_with_the_question_agree_to_nothing,
    a_secret_is_typed_where_no_widget_can_take_the_keys,
];

/// Agrees to a question as a person does, who reads it first: the button that accepts is dead for
/// 700 ms. The question begins at the button that refuses; the next one accepts.
async fn agree(desktop: &Desktop, window: &str) {
    desktop.xdotool(&["windowfocus", window]);
    tokio::time::sleep(Duration::from_secs(1)).await;
    desktop.xdotool(&["key", "Tab", "key", "Return"]);
}

/// Asks and agrees until something came of it. Keys that are pressed before the question is there
/// are lost; what was agreed to has 3 s to come before the person is asked again.
async fn agreed<T>(
    what: &str,
    (desktop, window): (&Desktop, &str),
    ask: impl AsyncFn(),
    came: impl Fn() -> Option<T>,
) -> T {
    eventually(what, async || {
        ask().await;
        agree(desktop, window).await;
        let soon = eventually(what, async || came().ok_or_else(|| "none".to_owned()));
        tokio::time::timeout(Duration::from_secs(3), soon).await.map_err(|late| late.to_string())
    })
    .await
}

async fn an_address_opens_in_the_browser_of_the_person(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let widget = open(&agent, button("Leads")).await;
    let window = on_screen(&desktop, "Leads").await;
    has_viewers(&agent, &widget, 1).await;
    let url = "http://127.0.0.1:1/goal?a=1";
    let arguments = json!({"widget_id": widget.widget_id, "url": url});
    let ask = async || drop(agent.call("navigate", arguments.clone()).await);
    let opened = agreed("the address to open", (&desktop, &window), ask, || {
        Some(desktop.opened_outside()).filter(|opened| !opened.is_empty())
    })
    .await;
    assert_eq!(opened, [url]);
    assert_eq!(desktop.titled("Leads.*").len(), 1);
}

/// A widget asks while the person types, so that the keys that follow answer the question.
async fn keys_that_come_with_the_question_agree_to_nothing(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let read = "http://127.0.0.1:1/read";
    let script = "<script>
        const asks = {a: 'http://127.0.0.1:1/stolen', b: 'http://127.0.0.1:1/read'};
        addEventListener('keydown', ({key}) => asks[key] && parent.postMessage({jsonrpc: '2.0',
            id: key, method: 'ui/open-link', params: {url: asks[key]}}, '*'));
        addEventListener('message', ({data: {id, result}}) =>
            id === 'a' && result && widget.emit('page:asked', {}));
        </script>";
    let widget = open(&agent, json!({"html": script, "title": "Typed"})).await;
    let window = on_screen(&desktop, "Typed").await;
    has_viewers(&agent, &widget, 1).await;
    let press = |keys: &[&str]| {
        // Without a question, the focus belongs into the view.
        desktop.xdotool(&["windowfocus", &window, "key", "Escape"]);
        desktop.click(&window, 300, 300);
        desktop.xdotool(keys);
    };
    eventually("the question", async || {
        // Half of the time that the button is dead.
        press(&["key", "a", "sleep", "0.35", "key", "Tab", "key", "Return"]);
        match heard(&agent, &widget, "page:asked").await {
            0 => Err("the person was not asked".to_owned()),
            _ => Ok(()),
        }
    })
    .await;
    // Keys after it has been read count. What the others had opened would be there before.
    let ask = async || press(&["key", "b"]);
    let opened = agreed("the address to open", (&desktop, &window), ask, || {
        Some(desktop.opened_outside()).filter(|opened| opened.iter().any(|one| one == read))
    })
    .await;
    assert_eq!(opened, [read], "keys that came too soon agreed");
}

/// With real keys: those of the window that has the focus.
async fn a_secret_is_typed_where_no_widget_can_take_the_keys(kind: Kind) {
    let desktop = Desktop::start();
    let agent = kind.server(&desktop).await;
    let html = "<input id=steal><script>
        addEventListener('keydown', ({key}) => widget.emit('page:key', {key}), true);
        widget.on('steal:begin', () => setInterval(() => steal.focus(), 20));
        widget.on('steal:ask', () => document.querySelector('#token').click());
        </script>";
    let item = json!({"type": "secret", "component_id": "token", "label": "API token"});
    let toolbars = json!([{"position": "top", "items": [item]}]);
    let widget = open(&agent, json!({"html": html, "title": "Thief", "toolbars": toolbars})).await;
    let window = on_screen(&desktop, "Thief").await;
    has_viewers(&agent, &widget, 1).await;
    let tell = async |event: &str| {
        let event = json!({"widget_id": widget.widget_id, "event_type": event, "data": {}});
        agent.call("send_event", event).await;
    };
    let ask = async || tell("steal:ask").await;
    let typing = agreed("the page of the secret", (&desktop, &window), ask, || {
        desktop.titled("API token.*").pop()
    })
    .await;
    tell("steal:begin").await;
    // Keys that are pressed before its field is there are lost. What is typed after the page has
    // closed goes to the widget, by right, so it has 10 s to close before they are pressed again.
    eventually("the page to close", async || {
        desktop.xdotool(&["windowfocus", "--sync", &typing, "type", "hunter2"]);
        desktop.xdotool(&["key", "Return"]);
        let closed = until("the page to close", || desktop.titled("API token.*").is_empty());
        tokio::time::timeout(Duration::from_secs(10), closed).await.map_err(|late| late.to_string())
    })
    .await;
    let saved = agent.event(&widget.widget_id, "toolbar:change").await;
    assert!(saved["data"]["secret_ref"].is_string(), "{saved}");
    let events = agent.events(&widget.widget_id).await;
    let keys = events.iter().filter(|event| event["event_type"] == "page:key");
    let keys: Vec<_> = keys.map(|event| event["data"]["key"].to_string()).collect();
    assert!(
        !keys.iter().any(|key| "hunter2".contains(key.trim_matches('"'))),
        "the widget got {keys:?}"
    );
}

#[tokio::test]
async fn a_file_is_saved_where_the_person_says() {
    let desktop = Desktop::start();
    let folder = desktop.home.path().join("Saved");
    let config = desktop.home.path().join(".config");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::create_dir_all(&config).expect("a folder");
    let folders = "XDG_DOWNLOAD_DIR=\"$HOME/Saved\"\n";
    std::fs::write(config.join("user-dirs.dirs"), folders).expect("a file");
    let agent = Kind::Webview.server(&desktop).await;
    let widget = open(&agent, button("Files")).await;
    let window = on_screen(&desktop, "Files").await;
    has_viewers(&agent, &widget, 1).await;
    let file = json!({"widget_id": widget.widget_id, "filename": "notes.txt", "text": "kept"});
    let ask = async || drop(agent.call("download", file.clone()).await);
    agreed("the dialog", (&desktop, &window), ask, || desktop.titled("Save as").pop()).await;
    eventually("the file", async || {
        if let Some(dialog) = desktop.titled("Save as").pop() {
            desktop.try_xdotool(&["windowfocus", &dialog, "key", "Return"]);
        }
        match std::fs::read_to_string(folder.join("notes.txt")) {
            Ok(text) if text == "kept" => Ok(()),
            other => Err(format!("{other:?}")),
        }
    })
    .await;
}
