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
    /// Calls a tool that may be called again until a page has confirmed in time.
    pub async fn apply(&self, tool: &str, arguments: Value) -> Value {
        eventually(&format!("{tool} to be applied"), async || {
            let answer = self.call(tool, arguments.clone()).await;
            assert!(is_applied(&answer), "{answer}");
            let is_confirmed = answer["delivery"]["status"] == json!("applied");
            if is_confirmed { Ok(answer) } else { Err(answer.to_string()) }
        })
        .await
    }
}
