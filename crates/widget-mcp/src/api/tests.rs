//! Calls without a transport.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use widget_state::{EventInput, MemoryStore, SecretText, SecretVault, ViewerId};

use super::*;
use crate::events::StoredEvent;
use crate::widgets::Widgets;

async fn server() -> WidgetServer {
    let options = ServerOptions { headless: true, ..ServerOptions::default() };
    WidgetServer::start(options).await.unwrap()
}

fn id(made: &Value) -> WidgetId {
    made["widget_id"].as_str().unwrap().parse().unwrap()
}

/// Sends a click the way a page does.
async fn click(widgets: &Widgets, id: WidgetId, n: u64) {
    let event = EventInput {
        n,
        event_type: "vote:up".into(),
        data: json!({"n": n}),
        label: "+1".into(),
        block: None,
    };
    let viewer: ViewerId = "0".repeat(32).parse().unwrap();
    widgets.store().append_events(id, viewer, vec![event]).await.unwrap();
}

fn nothing(_: WidgetId) -> impl FnMut(Value, &str, &str) + Send + 'static {
    |_, _, _| panic!("no viewer acts")
}

#[tokio::test]
async fn a_server_takes_the_store_and_the_vault_of_its_program() {
    let store = Arc::new(MemoryStore::new());
    let widgets = Arc::clone(&store) as Arc<dyn WidgetStore>;
    let vault = SecretVault::new();
    let options = ServerOptions {
        headless: true,
        store: Some(widgets),
        secrets: Some(vault.clone()),
        ..ServerOptions::default()
    };
    let server = WidgetServer::start(options).await.unwrap();
    let widget = json!({"html": "<p>Hi</p>"});
    let made = server.handle_tool("create_widget", widget, &Events::new(), nothing).await.unwrap();
    assert_eq!(store.get(id(&made)).await.unwrap().revision(), 1);
    let typed = SecretText::new("hunter2".into());
    let reference = vault.put(id(&made), "key", typed.clone()).await.unwrap();
    assert_eq!(server.widgets().secrets().redeem(reference).await.unwrap(), Some(typed));
}

#[tokio::test]
async fn a_callback_receives_the_events_of_the_widgets_of_its_call() {
    let (server, events) = (server().await, Events::new());
    let (send, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let mut made = Vec::new();
    for _ in 0..2 {
        let send = send.clone();
        let factory = |id| {
            let mut keep = events.callback(id);
            move |data: Value, event_type: &str, label: &str| {
                keep(data, event_type, label);
                send.send((id, event_type.to_owned(), label.to_owned())).unwrap();
            }
        };
        let answer = server.handle_tool("create_widget", json!({"html": ""}), &events, factory);
        made.push(id(&answer.await.unwrap()));
    }
    assert!(made.iter().all(|id| events.of(*id).is_empty() && events.widgets().contains(id)));
    click(server.widgets(), made[1], 1).await;
    click(server.widgets(), made[1], 2).await;
    for _ in 0..2 {
        let expected = (made[1], "vote:up".to_owned(), "+1".to_owned());
        assert_eq!(heard.recv().await.unwrap(), expected);
    }
    let stored = |n| StoredEvent { event_type: "vote:up".into(), data: json!({"n": n}) };
    assert_eq!(events.of(made[1]), [stored(1), stored(2)]);
    assert!(events.of(made[0]).is_empty());
    // The tool reads the same, from the store.
    let arguments = json!({"widget_id": made[1]});
    let read = server.handle_tool("get_events", arguments, &events, nothing).await.unwrap();
    assert_eq!(read["events"].as_array().unwrap().len(), 2);
    // With its widget a callback goes, too.
    drop(send);
    for widget_id in made {
        let arguments = json!({"widget_id": widget_id});
        server.handle_tool("destroy_widget", arguments, &events, nothing).await.unwrap();
    }
    assert_eq!(heard.recv().await, None);
}

#[tokio::test]
async fn with_the_last_clone_of_a_server_its_pages_and_callbacks_end() {
    let (server, events) = (server().await, Events::new());
    let (send, mut heard) = tokio::sync::mpsc::unbounded_channel::<()>();
    let factory = |_| move |_: Value, _: &str, _: &str| send.send(()).unwrap();
    let made = server.handle_tool("create_widget", json!({"html": ""}), &events, factory).await;
    made.unwrap();
    let address = server.widgets().base_url().trim_start_matches("http://").to_owned();
    let clone = server.clone();
    drop(server);
    tokio::net::TcpStream::connect(&address).await.unwrap();
    drop(clone);
    assert_eq!(heard.recv().await, None);
    let gone = async {
        while tokio::net::TcpStream::connect(&address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), gone).await.unwrap();
}

#[tokio::test]
async fn a_wrong_call_says_what_is_wrong() {
    let (server, events) = (server().await, Events::new());
    for (tool, arguments, part) in [
        ("creat_widget", json!({}), "did you mean create_widget?"),
        ("create_widget", json!({"htm": ""}), "did you mean \"html\"?"),
        ("create_widget", json!({"html": {}}), "An example: create_widget"),
        ("create_widget", json!([1]), "the arguments are an object, not [1]"),
        ("create_widget", Value::Null, "html: give it, or blocks"),
    ] {
        let error = server.handle_tool(tool, arguments, &events, nothing).await.unwrap_err();
        assert!(matches!(error, ServerError::Tool { .. }), "{error:?}");
        assert!(error.to_string().contains(part), "{error}");
    }
    assert!(events.widgets().is_empty());
}

#[test]
fn the_pages_of_the_process_outlive_the_runtime_of_the_first_caller() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let address = runtime().block_on(async {
        let server = standalone::global().await.unwrap();
        server.widgets().base_url().trim_start_matches("http://").to_owned()
    });
    runtime().block_on(async {
        tokio::net::TcpStream::connect(&address).await.unwrap();
        let resources = get_resources().await.unwrap();
        assert!(resources.iter().any(|resource| resource.uri == "pkg://docs/readme"));
        let error = read_resource("pkg://docs/redme").await.unwrap_err().to_string();
        assert!(error.contains("did you mean pkg://docs/readme?"), "{error}");
    });
}

#[test]
fn what_needs_no_server_needs_none() {
    let names: Vec<_> = get_tools().into_iter().map(|tool| tool.name).collect();
    assert!(names.contains(&"create_widget".into()) && !names.contains(&"widget_sync".into()));
    let prompts = get_prompts();
    assert_eq!(prompts.len(), 10);
    for prompt in prompts {
        assert!(get_prompt_content(&prompt.name).unwrap().starts_with("# "));
    }
    let error = get_prompt_content("deplyo").unwrap_err().to_string();
    assert_eq!(error, "there is no prompt deplyo; did you mean deploy?");
}
