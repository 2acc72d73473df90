//! Files that came by a form, as an agent reads them.

use serde_json::json;
use widget_state::WidgetId;

use super::*;
use crate::events::Events;
use crate::options::ServerOptions;
use crate::server::WidgetServer;

/// A server with a form for files.
struct Form {
    server: WidgetServer,
    events: Events,
    widget: WidgetId,
}

impl Form {
    async fn new() -> Self {
        let options = ServerOptions { headless: true, ..ServerOptions::default() };
        let server = WidgetServer::start(options).await.unwrap();
        let blocks = json!([{"type": "form", "fields": [{"name": "a", "type": "file"}]}]);
        let events = Events::new();
        let made =
            call(&server, &events, "create_widget", json!({"blocks": blocks})).await.unwrap();
        let widget = made["widget_id"].as_str().unwrap().parse().unwrap();
        Self { server, events, widget }
    }

    /// Sends a file in one part; returns its reference.
    async fn send(&self, name: &str, bytes: &[u8]) -> String {
        let part = json!({"widget_id": self.widget, "base64": STANDARD.encode(bytes),
            "file": {"name": name, "type": "any/thing", "size": bytes.len()}});
        let answer = self.call("widget_file", part).await.unwrap();
        answer["ref"].as_str().unwrap().to_owned()
    }

    async fn call(&self, tool: &str, arguments: Value) -> Result<Value, String> {
        call(&self.server, &self.events, tool, arguments).await
    }
}

async fn call(
    server: &WidgetServer,
    events: &Events,
    tool: &str,
    arguments: Value,
) -> Result<Value, String> {
    let answer = server.handle_tool(tool, arguments, events, |_| |_: Value, _: &str, _: &str| {});
    answer.await.map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_text_comes_page_by_page_and_its_letters_stay_whole() {
    let form = Form::new().await;
    let text = "é".repeat(PAGE_BYTES / 2 + 1).replacen('é', "e", 1) + "!";
    let reference = form.send("a.txt", text.as_bytes()).await;
    let first = form.call("read_file", json!({"ref": reference})).await.unwrap();
    let size = text.len();
    assert_eq!((&first["name"], &first["size"]), (&json!("a.txt"), &json!(size)));
    assert_eq!(first["next"], json!(PAGE_BYTES - 1));
    let rest = json!({"ref": reference, "start": first["next"]});
    let last = form.call("read_file", rest).await.unwrap();
    assert_eq!(
        format!("{}{}", first["text"].as_str().unwrap(), last["text"].as_str().unwrap()),
        text
    );
    assert!(last.get("next").is_none());
    let inside = form.call("read_file", json!({"ref": reference, "start": 2})).await;
    assert!(inside.unwrap_err().contains("2 is not the next"));
}

#[tokio::test]
async fn what_is_neither_text_nor_a_picture_is_a_resource() {
    let form = Form::new().await;
    let reference = form.send("book.xlsx", b"PK\x03\x04\0\0").await;
    let refused = form.call("read_file", json!({"ref": reference})).await.unwrap_err();
    assert!(refused.contains("\"book.xlsx\" (any/thing, 6 bytes)"), "{refused}");
    let uri = format!("pkg://file/{reference}");
    assert!(refused.contains(&uri), "{refused}");
    let read = crate::resources::read(form.server.widgets(), &uri).await.unwrap();
    let read = serde_json::to_value(read).unwrap();
    assert_eq!(read["blob"], json!(STANDARD.encode(b"PK\x03\x04\0\0")));
}

#[tokio::test]
async fn a_picture_is_content_by_what_is_in_it() {
    let form = Form::new().await;
    let jpeg = [b"\xff\xd8\xff".as_slice(), &[0; 100]].concat();
    let reference = form.send("photo.txt", &jpeg).await;
    let mut answer = form.call("read_file", json!({"id": reference})).await.unwrap();
    let content = ReadFile::take_content(&mut answer);
    let image = content[0].as_image().unwrap();
    assert_eq!(
        (image.data.as_str(), image.mime_type.as_str()),
        (&*STANDARD.encode(&jpeg), "image/jpeg")
    );
    assert_eq!(answer, json!({"name": "photo.txt", "type": "any/thing", "size": 103}));
    let large = form.send("large.jpg", &[&jpeg[..], &vec![0; MAX_PICTURE_BYTES]].concat()).await;
    let refused = form.call("read_file", json!({"ref": large})).await.unwrap_err();
    assert!(refused.contains("more than the 3145728 that models see"), "{refused}");
}

#[tokio::test]
async fn a_file_goes_with_its_widget() {
    let form = Form::new().await;
    let reference = form.send("a.txt", b"Hello").await;
    form.call("destroy_widget", json!({"widget_id": form.widget})).await.unwrap();
    for (reference, reason) in [(&*reference, "it goes with its widget"), ("x", "32 lowercase")] {
        let refused = form.call("read_file", json!({"ref": reference})).await.unwrap_err();
        assert!(refused.contains(reason), "{refused}");
    }
}
