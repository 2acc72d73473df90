//! Asks the person at this machine something and answers in the page, without an
//! MCP client: the same tools, called as functions.
//!
//! ```text
//! cargo run -p widget-kit --example ask
//! ```
//!
//! The page opens in the default browser; with `WIDGET_MCP_HEADLESS=1` only its
//! address is printed.

use serde_json::{Value, json};
use tokio::sync::mpsc;
use widget_kit::mcp::{Events, ServerError, handle_tool};

#[tokio::main]
async fn main() -> Result<(), ServerError> {
    let events = Events::new();
    let (send, mut heard) = mpsc::unbounded_channel();
    let question = json!({
        "title": "Lunch",
        "html": "<h1>What do you want for lunch?</h1><p id=\"answer\"></p>",
        "toolbars": [{"position": "bottom", "items": [
            {"type": "button", "label": "Soup", "event": "lunch:soup"},
            {"type": "button", "label": "Salad", "event": "lunch:salad"},
            {"type": "button", "label": "Done", "event": "lunch:done", "variant": "primary"},
        ]}],
    });
    let made = handle_tool("create_widget", question, &events, |id| {
        let mut keep = events.callback(id);
        move |data: Value, event_type: &str, label: &str| {
            keep(data, event_type, label);
            // The receiver is gone when the program is about to end.
            let _ended = send.send((id, label.to_owned()));
        }
    })
    .await?;
    println!("{}", made["url"].as_str().unwrap_or_default());

    while let Some((id, label)) = heard.recv().await {
        if label == "Done" {
            println!("{} clicks", events.of(id).len());
            break;
        }
        let text = format!("{label} it is.");
        let answer = json!({"widget_id": id, "component_id": "answer", "text": text});
        handle_tool("set_content", answer, &events, |id| events.callback(id)).await?;
    }
    Ok(())
}
