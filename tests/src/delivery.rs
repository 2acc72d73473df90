//! Describes an answer's delivery, on a machine of any speed.

use serde_json::{Value, json};

use crate::client::Client;
use crate::eventually::eventually;

/// Returns whether an answer says that a page shows the change, or that an open page has not said so
/// yet: a busy machine confirms later than an answer waits.
#[must_use]
pub fn is_applied(answer: &Value) -> bool {
    match answer["delivery"]["status"].as_str() {
        Some("applied") => true,
        Some("pending") => answer["viewers"]["open"].as_u64() > Some(0),
        _ => false,
    }
}

impl Client {
    /// Calls a tool once, and waits until a page has drawn what it changes.
    pub async fn apply(&self, tool: &str, arguments: Value) -> Value {
        let widget = json!({"widget_id": arguments["widget_id"]});
        let answer = self.call(tool, arguments).await;
        assert!(is_applied(&answer), "{answer}");
        if answer["delivery"]["status"] == json!("pending") {
            // A page answers what comes after a change when it has drawn that.
            eventually(&format!("{tool} to be applied"), async || {
                let inspected = self.call("inspect_widget", widget.clone()).await;
                let is_by_page = inspected["source"] == json!("viewer");
                is_by_page.then_some(()).ok_or_else(|| inspected.to_string())
            })
            .await;
        }
        answer
    }
}
