//! `docs/examples.md`, played: what the agent calls, what the person does, what the answers say.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use widget_e2e::{Browser, Client, Key, Page, is_applied};

const DOCUMENT: &str = include_str!("../../docs/examples.md");

/// A fenced block: its kind, such as `json answer`, and what is in it.
type Block = (String, String);

/// The blocks of each section, under its heading.
fn sections() -> BTreeMap<String, Vec<Block>> {
    let mut sections = BTreeMap::<_, Vec<Block>>::new();
    let mut heading = String::new();
    let mut lines = DOCUMENT.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut heading);
        } else if let Some(kind) = line.strip_prefix("```") {
            let content: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            let block = (kind.to_owned(), content.join("\n"));
            sections.entry(heading.clone()).or_default().push(block);
        }
    }
    sections
}

/// The rest of a section.
struct Story {
    agent: Client,
    browser: Browser,
    page: Option<Page>,
    /// The newest answer.
    answer: Value,
    /// The widget as the document calls it, and as it is.
    widget_id: Option<(String, String)>,
}

impl Story {
    async fn play(heading: &str) {
        let (agent, browser) = (Client::stdio().await, Browser::start().await);
        let mut story = Self { agent, browser, page: None, answer: Value::Null, widget_id: None };
        for (kind, content) in &sections()[heading] {
            match (kind.as_str(), kind.strip_prefix("json call:")) {
                (_, Some(tool)) => story.call(tool, content).await,
                ("json answer", _) => story.compare(content),
                ("person", _) => story.person(content).await,
                _ => panic!("nobody knows what to do with a block of {kind:?}"),
            }
        }
        assert!(story.page.is_some(), "nobody looked at the page");
    }

    async fn call(&mut self, tool: &str, arguments: &str) {
        let arguments = match &self.widget_id {
            Some((named, is)) => arguments.replace(named, is),
            None => arguments.to_owned(),
        };
        let arguments = serde_json::from_str(&arguments).expect("arguments are JSON");
        self.answer = self.agent.call(tool, arguments).await;
    }

    fn compare(&mut self, expected: &str) {
        let mut expected: Value = serde_json::from_str(expected).expect("an answer is JSON");
        if let Some(named) = expected["widget_id"].as_str() {
            let is = self.answer["widget_id"].as_str().expect("the answer names a widget");
            assert_eq!(named.len(), is.len(), "an id looks like one");
            self.widget_id = Some((named.to_owned(), is.to_owned()));
            expected["widget_id"] = json!(is);
        }
        if let Some(status) = expected.pointer_mut("/delivery/status")
            && *status == "applied"
            && is_applied(&self.answer)
        {
            *status = self.answer["delivery"]["status"].clone();
        }
        assert!(holds(&self.answer, &expected), "{expected} is not in {}", self.answer);
    }

    async fn person(&mut self, acts: &str) {
        if self.page.is_none() {
            let (_, widget_id) = self.widget_id.as_ref().expect("there is a widget");
            let list = self.agent.call("list_widgets", json!({})).await;
            assert_eq!(list["widgets"][0]["widget_id"], *widget_id);
            let url = list["widgets"][0]["url"].as_str().expect("the address of its page");
            self.page = Some(self.browser.open(url).await);
        }
        let page = self.page.as_ref().expect("it has been opened");
        for act in acts.lines() {
            let (verb, object) = act.split_once(' ').expect("a verb and an object");
            let (css, text) = object.split_once(": ").unwrap_or((object, ""));
            match verb {
                "click" => page.click(object).await,
                "double-click" => page.double_click(object).await,
                "press" if object == "Enter" => page.press(Key::Enter + "").await,
                "press" => page.press(object).await,
                "type" => page.type_into(css, text).await,
                "sees" => page.shows(css, text).await,
                _ => panic!("nobody knows how to {act:?}"),
            }
        }
    }
}

/// Returns whether everything expected is present; objects may hold more.
fn holds(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(name, expected)| found.get(name).is_some_and(|found| holds(found, expected))),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, expected)| holds(found, expected))
        }
        _ => found == expected,
    }
}

#[test]
fn every_example_is_played() {
    let headings: Vec<_> = sections().into_keys().collect();
    assert_eq!(headings, ["A counter", "A form", "A live chart", "An editable table"]);
}

#[tokio::test]
async fn example_a_counter() {
    Story::play("A counter").await;
}

#[tokio::test]
async fn example_a_form() {
    Story::play("A form").await;
}

#[tokio::test]
async fn example_a_live_chart() {
    Story::play("A live chart").await;
}

#[tokio::test]
async fn example_an_editable_table() {
    Story::play("An editable table").await;
}
