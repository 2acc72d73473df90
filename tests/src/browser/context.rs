//! Browser contexts, the DevTools' word for profiles that share nothing within one browser.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A new, empty context of a shared browser, which has no other.
#[derive(Debug)]
pub(super) struct Context {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: String,
}

impl Context {
    /// Ends the contexts of earlier tests with their tabs, and opens one. None if the browser is
    /// gone.
    pub(super) async fn open(address: &str) -> Option<Self> {
        let (socket, _) = tokio_tungstenite::connect_async(address).await.ok()?;
        let mut context = Self { socket, id: String::new() };
        let earlier = context.call("Target.getBrowserContexts", json!({})).await?;
        for id in earlier["browserContextIds"].as_array()? {
            context.call("Target.disposeBrowserContext", json!({"browserContextId": id})).await?;
        }
        let opened = context.call("Target.createBrowserContext", json!({})).await?;
        context.id = opened["browserContextId"].as_str()?.to_owned();
        Some(context)
    }

    /// Opens an empty tab and returns its handle.
    pub(super) async fn new_tab(&mut self) -> String {
        let tab = json!({"url": "about:blank", "browserContextId": self.id});
        let opened = self.call("Target.createTarget", tab).await.expect("a new tab");
        opened["targetId"].as_str().expect("the id of a tab").to_owned()
    }

    /// Saves the files of this context into `folder`.
    pub(super) async fn save_downloads(&mut self, folder: &std::path::Path) {
        let behavior = json!({
            "behavior": "allow", "downloadPath": folder, "browserContextId": self.id});
        self.call("Browser.setDownloadBehavior", behavior).await.expect("files can be saved");
    }

    /// The result of a command of the browser. None if it refuses or is gone.
    async fn call(&mut self, method: &str, params: Value) -> Option<Value> {
        let command = json!({"id": 1, "method": method, "params": params});
        self.socket.send(Message::text(command.to_string())).await.ok()?;
        while let Some(Ok(message)) = self.socket.next().await {
            let mut answer: Value = serde_json::from_str(message.to_text().ok()?).ok()?;
            // What has no id is an event.
            if answer["id"] == 1 {
                return answer.get_mut("result").map(Value::take);
            }
        }
        None
    }
}
