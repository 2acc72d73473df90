//! Resources, their templates and completion.

use rmcp::model::{ReadResourceRequestParams, ResourceContents};
use serde_json::{Value, json};
use widget_e2e::{Client, Server};

use crate::widgets::counter;

/// Reads a resource.
pub(crate) async fn read(agent: &Client, uri: &str) -> String {
    let read = agent.peer().read_resource(ReadResourceRequestParams::new(uri)).await;
    let mut contents = read.unwrap_or_else(|error| panic!("{uri}: {error}")).contents;
    match contents.pop() {
        Some(ResourceContents::TextResourceContents { uri: said, text, .. }) => {
            assert_eq!(said, uri);
            text
        }
        other => panic!("{uri}: {other:?}"),
    }
}

/// Returns the reason a resource cannot be read.
async fn refusal(agent: &Client, uri: &str) -> String {
    let read = agent.peer().read_resource(ReadResourceRequestParams::new(uri)).await;
    read.expect_err("nothing is there").to_string()
}

#[tokio::test]
async fn every_listed_resource_can_be_read() {
    let server = Server::start().await;
    for agent in [
        Client::stdio().await,
        Client::stdio_without_initialize().await,
        server.client().await,
        server.client_without_initialize().await,
    ] {
        let widget = agent.create("create_widget", counter()).await;
        let resources = agent.peer().list_all_resources().await.expect("listed");
        let uris: Vec<_> = resources.iter().map(|resource| resource.uri.clone()).collect();
        for uri in [
            "pkg://docs/readme",
            "pkg://docs/components",
            "pkg://docs/events",
            "pkg://skill/deploy",
            "pkg://component/select",
            "pkg://source/server",
            "pkg://source/button",
            &format!("pkg://widget/{}", widget.widget_id),
        ] {
            assert!(uris.iter().any(|listed| listed == uri), "{uri} is not among {uris:?}");
        }
        for resource in resources {
            let text = read(&agent, &resource.uri).await;
            assert!(text.len() > 40, "{}: {text}", resource.uri);
            assert!(resource.title.is_some() && resource.description.is_some());
        }
    }
}

#[tokio::test]
async fn a_widget_is_read_as_it_is_now() {
    let agent = Client::stdio().await;
    let arguments = json!({"html": "", "title": "Sizes", "toolbars": [{"items": [
        {"type": "slider", "component_id": "size", "value": 3},
    ]}], "modals": [{"component_id": "more"}]});
    let widget = agent.create("create_widget", arguments).await;
    let set = json!({"widget_id": widget.widget_id, "values": {"size": 7, "more": true}});
    agent.call("set_toolbar_values", set).await;
    let now = read(&agent, &format!("pkg://widget/{}", widget.widget_id)).await;
    let expected = json!({
        "widget_id": widget.widget_id,
        "title": "Sizes",
        "kind": "html",
        "url": widget.url,
        "revision": 2,
        "values": {"size": 7, "more": true},
    });
    assert_eq!(serde_json::from_str::<Value>(&now).expect("JSON"), expected);
}

#[tokio::test]
async fn an_unknown_resource_is_an_error_with_the_nearest_address() {
    for agent in [Client::stdio().await, Client::stdio_without_initialize().await] {
        for (uri, part) in [
            ("pkg://component/buton", "did you mean pkg://component/button?"),
            ("pkg://skill/deply", "did you mean pkg://skill/deploy?"),
            ("pkg://source/../Cargo", "there is no resource"),
            ("pkg://source/main", "there is no resource"),
            ("pkg://widget/0123456789abcdef0123456789abcdef", "there is no resource"),
            ("pkg://widget/", "there is no resource"),
            ("skill://native/skill.md", "there is no resource"),
            ("file:///etc/passwd", "there is no resource"),
            ("", "there is no resource"),
            (&"x".repeat(100_000), "there is no resource"),
        ] {
            let error = refusal(&agent, uri).await;
            assert!(error.contains(part), "{error}");
            assert!(error.len() < 1_000, "the error is {} bytes long", error.len());
        }
    }
}

#[tokio::test]
async fn the_arguments_of_templates_are_completed() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let templates = agent.peer().list_all_resource_templates().await.expect("listed");
    let uris: Vec<_> = templates.into_iter().map(|template| template.uri_template).collect();
    for (template, argument, typed, expected) in [
        ("pkg://docs/{page}", "page", "e", "events"),
        ("pkg://skill/{name}", "name", "nat", "native"),
        ("skill://{name}/SKILL.md", "name", "data", "data-visualization"),
        ("pkg://component/{type}", "type", "multi", "multiselect"),
        ("pkg://source/{module}", "module", "opt", "options"),
        ("pkg://widget/{widget_id}", "widget_id", &widget.widget_id[..4], &widget.widget_id),
    ] {
        assert!(uris.iter().any(|uri| uri == template), "{template} is not among {uris:?}");
        let found = agent.peer().complete_resource_simple(template, argument, typed).await;
        assert_eq!(found.expect("completed"), [expected], "{template}");
    }
    let all = agent.peer().complete_resource_simple("pkg://component/{type}", "type", "").await;
    let listed = agent.call("get_component_docs", json!({})).await;
    assert_eq!(Some(all.expect("completed").len()), listed["components"].as_array().map(Vec::len));
    for (template, argument) in [("pkg://component/{type}", "name"), ("pkg://x/{type}", "type")] {
        let refused = agent.peer().complete_resource_simple(template, argument, "").await;
        let error = refused.expect_err("no such argument").to_string();
        assert!(error.contains(template), "{error}");
    }
}

#[tokio::test]
async fn the_tools_say_what_the_resources_hold() {
    let agent = Client::stdio().await;
    let docs = agent.call("get_component_docs", json!({"component": "range"})).await;
    assert_eq!(docs["text"], read(&agent, "pkg://component/range").await);
    let source = agent.call("get_component_source", json!({"module": "range"})).await;
    assert_eq!(source["source"], read(&agent, "pkg://source/range").await);
    let listed = agent.call("get_component_docs", json!({})).await;
    let names = listed["components"].as_array().expect("a list").iter().map(|one| &one["name"]);
    assert!(names.clone().any(|name| name == "range") && names.clone().any(|name| name == "form"));
    assert_eq!(listed["components"][0]["name"], "button");
    let listed = agent.call("get_component_source", json!({})).await;
    let modules = listed["modules"].as_array().expect("a list");
    assert!(modules.iter().any(|module| module["name"] == "api"), "{modules:?}");

    let widget = agent.create("create_widget", counter()).await;
    let listed = agent.call("list_resources", json!({})).await;
    let kinds = listed["resources"].as_array().expect("a list");
    let widgets = kinds.iter().find(|kind| kind["uri"] == "pkg://widget/{widget_id}");
    assert_eq!(widgets.expect("listed")["names"], json!([widget.widget_id]));

    for (tool, arguments, part) in [
        ("get_component_docs", json!({"component": "slidr"}), "did you mean slider?"),
        (
            "get_component_source",
            json!({"module": "../../etc"}),
            "there are api, data_folder, demo",
        ),
        ("get_skills", json!({"skill": "notebok"}), "did you mean notebook?"),
    ] {
        let refusal = agent.refusal(tool, arguments).await;
        assert!(refusal.contains(part) && refusal.contains(&format!(": {tool} {{")), "{refusal}");
    }
}
