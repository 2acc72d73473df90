//! The skills: the same in every form, and true.

use rmcp::model::{ContentBlock, GetPromptRequestParams, GetSkillRequestParams, SkillResources};
use serde_json::{Value, json};
use widget_e2e::{Browser, Client, eventually, get, is_applied};

use crate::resources::read;
use crate::widgets::counter;

const SKILLS: [&str; 10] = [
    "component_reference",
    "interactive_buttons",
    "native",
    "notebook",
    "iframe",
    "deploy",
    "data_visualization",
    "forms_and_inputs",
    "forms",
    "dashboards",
];

async fn skill(agent: &Client, name: &str) -> String {
    let answer = agent.call("get_skills", json!({"skill": name})).await;
    answer["text"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_skill_is_the_same_in_all_four_forms() {
    for agent in [Client::stdio().await, Client::stdio_without_initialize().await] {
        let prompts = agent.peer().list_all_prompts().await.expect("listed");
        assert_eq!(prompts.iter().map(|prompt| &*prompt.name).collect::<Vec<_>>(), SKILLS);
        let published = agent.peer().list_all_skills().await.expect("listed");
        assert_eq!(published.len(), SKILLS.len());
        for (name, published) in SKILLS.into_iter().zip(published) {
            let text = skill(&agent, name).await;
            let asked = GetPromptRequestParams::new(name);
            let prompt = agent.peer().get_prompt(asked).await.expect(name);
            let Some(ContentBlock::Text(message)) =
                prompt.messages.into_iter().next().map(|message| message.content)
            else {
                panic!("{name} is not text")
            };
            assert_eq!(message.text, text);
            assert_eq!(read(&agent, &format!("pkg://skill/{name}")).await, text);

            assert_eq!(published.name(), name.replace('_', "-"));
            let asked = GetSkillRequestParams::new(published.uri.clone());
            assert_eq!(agent.peer().get_skill(asked).await.expect(name).skill, published);
            let file = read(&agent, &published.uri).await;
            let SkillResources::Files(files) = &published.resources else { panic!("{name}") };
            files[0].verify(file.as_bytes()).expect(name);
            let (front, body) = file.split_once("\n---\n\n").expect(name);
            let description = Value::from(published.frontmatter.description);
            let expected =
                format!("---\nname: {}\ndescription: {description}", name.replace('_', "-"));
            assert_eq!((front, body), (&*expected, &*text));
        }
    }
}

#[tokio::test]
async fn an_unknown_prompt_or_skill_is_an_error_with_the_nearest_name() {
    let agent = Client::stdio().await;
    let prompt = agent.peer().get_prompt(GetPromptRequestParams::new("deplyo")).await;
    let error = prompt.expect_err("there is none").to_string();
    assert!(error.contains("did you mean deploy?"), "{error}");
    let asked = GetSkillRequestParams::new("skill://data_visualization/SKILL.md");
    let error = agent.peer().get_skill(asked).await.expect_err("there is none").to_string();
    assert!(error.contains("did you mean skill://data-visualization/SKILL.md?"), "{error}");
}

/// The fenced blocks of a text: what stands after the fence, and what is inside.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, block)) = rest.split_once("\n```") {
        let (info, block) = block.split_once('\n').expect("a line");
        let (body, after) = block.split_once("\n```").expect("an end");
        blocks.push((info, body));
        rest = after;
    }
    blocks
}

#[tokio::test]
async fn every_example_works() {
    let agent = Client::stdio().await;
    for name in SKILLS {
        let text = skill(&agent, name).await;
        let mut widget = Value::Null;
        let mut calls = 0;
        for (info, body) in blocks(&text) {
            let Some(kind) = info.strip_prefix("json") else { continue };
            let example: Value = serde_json::from_str(body)
                .unwrap_or_else(|error| panic!("{name}: {error} in\n{body}"));
            match kind.strip_prefix(" call:") {
                Some(tool) => {
                    let made = call(&agent, tool, example, &widget).await;
                    if made["widget_id"].is_string() {
                        widget = made["widget_id"].clone();
                    }
                    calls += 1;
                }
                None if example["type"].is_string() => {
                    let toolbars = json!([{"items": [example]}]);
                    let made = json!({"html": "", "toolbars": toolbars});
                    agent.create("create_widget", made).await;
                }
                None => assert!(example["mcpServers"].is_object(), "{name}: {body}"),
            }
        }
        assert!(calls > 0, "{name} has no example");
    }
}

/// A browser draws what the examples for pages and forms make and change.
#[tokio::test]
async fn the_pages_of_the_examples_are_drawn() {
    let agent = Client::stdio().await;
    let browser = Browser::start().await;
    for name in ["interactive_buttons", "forms_and_inputs", "forms", "dashboards"] {
        let text = skill(&agent, name).await;
        let (mut widget, mut page) = (Value::Null, None);
        for (info, body) in blocks(&text) {
            let Some(tool) = info.strip_prefix("json call:") else { continue };
            let example: Value = serde_json::from_str(body).expect("JSON");
            let made = call(&agent, tool, example, &widget).await;
            if let Some(url) = made["url"].as_str() {
                widget = made["widget_id"].clone();
                page = Some(browser.open(url).await);
            } else if made["delivery"].is_object() {
                assert!(is_applied(&made), "{name}, {tool}: {made}");
            }
            let Some(page) = &page else { continue };
            eventually(&format!("{name}, {tool}: drawn"), async || {
                let seen = agent.call("inspect_widget", json!({"widget_id": widget})).await;
                // A page answers what comes after a change when it has drawn that.
                let is_by_page = seen["source"] == json!("viewer");
                is_by_page.then_some(()).ok_or_else(|| seen.to_string())
            })
            .await;
            page.holds("document.querySelector('.widget-problem:not([hidden])') == null").await;
        }
    }
}

/// Calls a tool as an example does, for the widget that the example before it made.
async fn call(agent: &Client, tool: &str, mut arguments: Value, widget: &Value) -> Value {
    if arguments.get("widget_id").is_some() {
        assert_eq!(arguments["widget_id"], "…", "{tool}");
        arguments["widget_id"] = widget.clone();
    }
    if tool == "wait_for_events" {
        // There is no viewer to wait for.
        arguments["timeout_ms"] = json!(0);
    }
    agent.call(tool, arguments).await
}

#[tokio::test]
async fn the_configuration_in_the_skill_starts_the_server() {
    let agent = Client::stdio().await;
    let text = skill(&agent, "deploy").await;
    let blocks = blocks(&text);
    let (_, config) = blocks.iter().find(|(_, body)| body.contains("mcpServers")).expect("there");
    let config: Value = serde_json::from_str(config).expect("JSON");
    let server = &config["mcpServers"]["widgets"];
    assert_eq!(server["command"], "widget-mcp");
    let strings = |value: &Value| serde_json::from_value::<Vec<String>>(value.clone());
    let env = server["env"].as_object().expect("a map").iter();
    let env = env.map(|(name, value)| (name.clone(), value.as_str().expect("text").to_owned()));
    let started = Client::stdio_with(&strings(&server["args"]).expect("a list"), env).await;
    let info = started.peer().peer_info().expect("initialized");
    assert_eq!(info.server_info.as_ref().expect("a name").name, "widgets");
    let widget = started.create("create_widget", counter()).await;
    assert!(widget.url.starts_with("http://127.0.0.1:"), "{}", widget.url);
}

#[tokio::test]
async fn what_the_skills_say_of_frames_is_so() {
    let agent = Client::stdio().await;
    let widget = agent.create("create_widget", counter()).await;
    let said = "Content-Security-Policy: frame-ancestors 'self'";
    assert!(skill(&agent, "iframe").await.contains(said));
    let page = get(&widget.url, &["Host: 127.0.0.1"]).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("frame-ancestors 'self'"), "{}", page.text);
}
