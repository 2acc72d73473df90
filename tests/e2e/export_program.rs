//! A widget as a Rust program, which is compiled and run.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use widget_e2e::{Browser, Client, cars, in_time, target};

use crate::export_page::export;

const NAMES: [&str; 5] = ["html", "chart", "table", "page", "nested"];

/// Prints a document and its figure or rows on a line.
const PRINTS: &str = r#"
use widget_kit::state::{Body, Widget};

fn print(widget: &Widget) -> Result<(), Box<dyn std::error::Error>> {
    let data = match widget.body() {
        Body::Html(_) => String::new(),
        Body::Chart(chart) => chart.figure().as_json().to_owned(),
        Body::Table(table) => {
            let pieces = table.rows().json_pieces().flat_map(|piece| piece.as_ref().to_vec());
            String::from_utf8(pieces.collect())?
        }
        Body::Blocks => String::new(),
    };
    println!("{}", serde_json::to_string(&(widget.document(), data))?);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
"#;

/// A crate whose programs are the exported ones, and one that prints their documents.
fn write_crate(folder: &Path, programs: &[String]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the root");
    let bin = folder.join("src/bin");
    std::fs::create_dir_all(&bin).expect("the folder is made");
    // The dependencies that a program names at its start, ours by its path.
    let kit = format!("path = {:?}", root.join("crates/widget-kit"));
    let lines = programs[0].lines().filter_map(|line| line.strip_prefix("//! "));
    let toml = lines.skip_while(|line| *line != "[dependencies]").take_while(|line| *line != "```");
    let dependencies: Vec<String> = toml
        .map(|line| match line.split_once("version = \"0.1.0\"") {
            Some((before, after)) if line.starts_with("widget-kit") => {
                format!("{before}{kit}{after}")
            }
            _ => line.to_owned(),
        })
        .collect();
    let manifest = format!(
        "[package]\nname = \"exported\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [workspace]\n\n{}\n",
        dependencies.join("\n")
    );
    assert!(manifest.contains(&kit), "{manifest}");
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("the manifest is written");
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file");
    let mut documents = String::new();
    assert_eq!(programs.len(), NAMES.len());
    for (name, program) in NAMES.iter().zip(programs) {
        std::fs::write(bin.join(format!("{name}.rs")), program).expect("a program is written");
        documents += &format!("#[path = \"{name}.rs\"]\n#[allow(dead_code)]\nmod {name};\n");
    }
    documents += PRINTS;
    for name in NAMES {
        documents += &format!("    print(&{name}::widget()?)?;\n");
    }
    documents += "    Ok(())\n}\n";
    std::fs::write(bin.join("documents.rs"), documents).expect("a program is written");
}

fn build(folder: &Path) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--offline", "--bins"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        // As in this workspace, so that what is built already is built.
        .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target().join("debug")
}

/// The document in an exported page, and its figure or rows.
fn document_in(page: &str) -> (Value, Value) {
    let (_, rest) = page.split_once("data-widget-export>").expect("the document");
    let (json, _) = rest.split_once("</script>").expect("an end");
    let exported: Value = serde_json::from_str(json).expect("JSON");
    let document = exported["document"].clone();
    let data = document["blocks"][0]["data"]["json"].as_str().unwrap_or_default().to_owned();
    comparable(document, &data)
}

/// Without the revisions of the data and of changes: the program's widget is a new one.
fn comparable(mut document: Value, data: &str) -> (Value, Value) {
    without_data(&mut document["blocks"]);
    for change in document["contents"].as_array_mut().into_iter().flatten() {
        change.as_object_mut().expect("a change").remove("revision");
    }
    (
        document,
        if data.is_empty() { Value::Null } else { serde_json::from_str(data).expect("JSON") },
    )
}

fn without_data(blocks: &mut Value) {
    for block in blocks.as_array_mut().into_iter().flatten() {
        block.as_object_mut().expect("a block").remove("data");
        without_data(&mut block["blocks"]);
    }
}

async fn widgets(agent: &Client) -> Vec<String> {
    let html = json!({
        "title": "Evil \u{202e} \"title\"",
        "height": 300,
        "html": "<p id=out>r\"#\r\nraw</p><b id=counter>0</b>",
        "toolbars": [{"position": "left", "items": [
            {"type": "button", "component_id": "more", "label": "+1", "event": "counter:increment"},
            {"type": "select", "component_id": "colour", "options": ["red", "blue"]}]}],
        "modals": [{"component_id": "box", "items": [{"type": "text", "component_id": "why"}]}],
        "callbacks": {"app:x": {"action": "increment", "target": "counter", "by": 2.5}},
    });
    let html = agent.create("create_widget", html).await.widget_id;
    let text = "back\\slash \"quoted\"##\n\u{7}";
    let set = json!({"widget_id": html, "component_id": "out", "text": text});
    agent.call("set_content", set).await;
    let values = json!({"widget_id": html, "values": {"colour": "blue", "box": true}});
    agent.call("set_toolbar_values", values).await;
    let style = json!({"widget_id": html, "component_id": "out", "style": {"color": "red"}});
    agent.call("set_style", style).await;
    let css =
        json!({"widget_id": html, "css_id": "big", "css": "#out::after { content: \"\\201d\" }"});
    agent.call("inject_css", css).await;
    agent.call("update_theme", json!({"widget_id": html, "theme": "dark"})).await;

    let figure = json!({"data": [{"y": [1, 2]}], "layout": {"title": {"text": "</script>"}}});
    let chart = agent.create("show_chart", json!({"figure_json": figure})).await.widget_id;
    let layout = json!({"widget_id": chart, "layout": {"xaxis.range": [0, 1]}});
    agent.call("update_chart", layout).await;

    let rows = json!({"data_json": cars(), "page_size": 20,
        "columns": [{"field": "Name", "title": "Car \"x\"", "editable": true}]});
    let table = agent.create("show_dataframe", rows).await.widget_id;
    let state = json!({"sort": [{"field": "Name", "direction": "desc"}],
        "columns": [{"field": "Name", "pinned": "left", "width": 200}]});
    agent.call("restore_grid_state", json!({"widget_id": table, "state": state})).await;

    let page = json!({"title": "Below", "html": "<h1 id=top>Hi</h1>",
    "blocks": [
        {"type": "metric", "label": "Sum", "value": 1},
        {"type": "table", "rows": cars()},
        {"type": "card", "blocks": [{"type": "chart", "id": "line", "figure": {"data": []}}]},
    ]});
    let page = agent.create("create_widget", page).await;
    let (sum, page) = (page.component_ids[0].clone(), page.widget_id);
    let changes = json!([
        {"op": "append", "id": "top", "html": "<i id=more>!</i>"},
        {"op": "set", "id": sum, "block": {"value": 2}},
    ]);
    agent.call("update_widget", json!({"widget_id": page, "changes": changes})).await;
    vec![html, chart, table, page, nested(agent).await]
}

/// HTML in other HTML, into which blocks have come, of which one has gone.
async fn nested(agent: &Client) -> String {
    let place = |id: &str| format!("<p><widget-block id={id}></widget-block></p>");
    let metric = json!({"type": "metric", "label": "Visits", "value": 12});
    let news = json!({"type": "html", "html": place("first"), "blocks": {"first": metric}});
    let arguments = json!({"html": place("news"), "blocks": {"news": news}});
    let widget = agent.create("create_widget", arguments).await.widget_id;
    let changes = json!([
        {"op": "append", "id": "news", "html": place("stays"), "blocks": {"stays": metric}},
        {"op": "append", "id": "news", "html": place("goes"), "blocks": {"goes": metric}},
        {"op": "remove", "id": "goes"},
        {"op": "remove", "id": "first"},
    ]);
    agent.call("update_widget", json!({"widget_id": widget, "changes": changes})).await;
    widget
}

#[tokio::test]
#[ignore = "builds a crate, which takes minutes: `cargo xtask nightly`"]
async fn the_program_makes_the_widget_as_it_was_and_shows_it() {
    let agent = Client::stdio().await;
    let (mut programs, mut expected) = (Vec::new(), Vec::new());
    for id in widgets(&agent).await {
        programs.push(export(&agent, &id, "rust").await.1);
        expected.push(document_in(&export(&agent, &id, "html").await.1));
    }
    drop(agent);
    let folder = target().join("exported");
    write_crate(&folder, &programs);
    let built = tokio::task::spawn_blocking(move || build(&folder)).await.expect("it is built");

    let output = Command::new(built.join("documents")).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("text");
    let read = |line| serde_json::from_str::<(Value, String)>(line).expect("a document");
    let made = lines.lines().map(read).map(|(document, data)| comparable(document, &data));
    assert_eq!(made.collect::<Vec<_>>(), expected);

    let mut running = tokio::process::Command::new(built.join("html"))
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("it runs");
    let mut printed = BufReader::new(running.stdout.take().expect("its output")).lines();
    let url = in_time("an address", printed.next_line()).await.expect("readable");
    let browser = Browser::start().await;
    let page = browser.open(&url.expect("an address")).await;
    page.holds("document.querySelector('dialog:modal') !== null").await;
    page.press(widget_e2e::Key::Escape).await;
    page.click("#more").await;
    page.shows("#counter", "1").await;
    let mut events = String::new();
    while !events.contains("counter:increment") {
        let line = in_time("the event to be printed", printed.next_line()).await;
        events += &line.expect("readable").expect("a line");
    }
}
